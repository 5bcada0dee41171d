"""Article 13: conduct."""

import pytest

from slowmate.play.laws.conduct import PENALTIES, Misconduct, after_report


@pytest.mark.clause(
    "ICCF-LAWS-2019 13.3.2.1",
    "ICCF-LAWS-2019 13.3.2.2",
    "ICCF-LAWS-2019 13.3.2.3(a)",
    "ICCF-LAWS-2019 13.3.2.3(b)",
    "ICCF-LAWS-2019 13.3.2.3(c)",
    "ICCF-LAWS-2019 13.3.2.3(d)",
)
@pytest.mark.parametrize(
    ("what", "example"),
    [(Misconduct.COLLUSION, "a"), (Misconduct.WITHDRAWAL, "b"), (Misconduct.ABUSE, "c"), (Misconduct.SLOW_PLAY, "d")],
)
def test_serious_behaviour_brings_a_penalty_at_once(what: Misconduct, example: str) -> None:
    ruling = after_report(what, earlier=0)
    assert ruling.value == PENALTIES[1:]
    cited = [ground.clause.address for ground in ruling.grounds]
    assert cited == ["13.3.1", f"13.3.2.3({example})", "13.3.2.1", "13.3.2.2"]


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1", "ICCF-LAWS-2019 13.3.2")
def test_words_bring_a_warning_first_and_penalties_when_repeated() -> None:
    assert after_report(Misconduct.WORDS, earlier=0).value == ("warning",)
    again = after_report(Misconduct.WORDS, earlier=1)
    assert again.value == PENALTIES[1:]
    assert "13.3.2" in [ground.clause.address for ground in again.grounds]

"""The answer to a case of titles, for people and for scripts."""

import json
from datetime import date

from rich.text import Text

from slowmate.cli.tables import console
from slowmate.formats.case_json import TitleCase, answer_json
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition
from slowmate.titles.answers import Answer, Gain, Verdict
from slowmate.titles.cases import decide
from slowmate.words import say

VERDICTS = {Verdict.YES: "yes", Verdict.CONDITIONAL: "yes, on condition", Verdict.NO: "no"}


def answer_case(title_case: TitleCase, on: date, *, as_json: bool, file: str) -> int:
    """Decide a case and say why; exit status 1 if the answer is no."""
    try:
        answer = decide(title_case.case, on=on)
    except NoEdition as error:
        raise BadInput(str(error), file=file) from None
    if as_json:
        print(json.dumps(answer_json(title_case, answer), ensure_ascii=False, indent=2))
    else:
        _print(title_case, answer)
    return 1 if answer.verdict is Verdict.NO else 0


def _print(title_case: TitleCase, answer: Answer) -> None:
    out = console()
    out.print(Text(f"{title_case.name}: {VERDICTS[answer.verdict]}", style="bold"))
    for gain in answer.gains:
        out.print(Text(f"  {_gain(gain)}"))
    for name, day in answer.days.items():
        if day is not None:
            out.print(Text(f"  {name} {day.day} {day:%B %Y}"))
    for requirement in answer.requirements:
        mark = "✓" if requirement.holds else "✗" if requirement.binding else "~"
        out.print(Text(f"{mark} {say(requirement.ground)} [{requirement.ground.clause}]"))


def _gain(gain: Gain) -> str:
    condition = "" if gain.final else ", once the rating is reached"
    interim = f"; {gain.interim} until then" if gain.interim else ""
    return f"{gain.title}: {gain.grants}{condition}{interim}"

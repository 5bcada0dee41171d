"""Pages: one page each where one is promised, the same bytes each time, and every sign printed or refused."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
import typst

from slowmate.formats.certificate_json import canonical, certificate_json, code_of, read_certificate, read_earned_title
from slowmate.formats.documents import (
    Page,
    application_pages,
    certificate_page,
    pictures,
    render,
    report_pages,
    result_pages,
)
from slowmate.formats.documents.certificates import name_as_called
from slowmate.formats.documents.rendering import clauses, day, points, span
from slowmate.records import BadInput, Player
from slowmate.rulebook import Ground, clause
from slowmate.titles.certificates import AwardKind, Certificate, CertifiedEvent, CertifiedGame
from slowmate.titles.fide.awards import RatingReached
from slowmate.titles.fide.forms import TitleResult, application_form, title_result, tournament_report
from slowmate.titles.fide.report import earned_norms
from slowmate.titles.norms import norms
from tests.support.documents import memorial

ISSUED = date(2019, 8, 17)
GROUNDS = (Ground(clause("ICCF-TR-2017 10.0.1/norm"), {"score": Fraction(8)}),)
LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Hubert Blaine Maximilian"


def sheets(page: Page) -> list[dict[str, Any]]:
    content: dict[str, Any] = page.content
    return list(content["sheets"])


def certificate(
    name: str = "Dvořáková, Jiřina", *, federation: str = "CZE", games: int = 12, events: int = 1, award: str = "norm"
) -> Certificate:
    opponents = (
        CertifiedGame(
            Player(str(one), LONG if one % 5 == 0 else f"Opponent {one}", "GER", title="SIM", rating=2400),
            "white",
            Fraction(1, 2),
        )
        for one in range(1, games + 1)
    )
    played = CertifiedEvent(
        f"A Memorial with {LONG} and a Sponsor",
        date(2017, 5, 1),
        date(2019, 2, 20),
        "Norm Tournament",
        None,
        12,
        Fraction(8),
        Fraction(15, 2),
        13,
    )
    return Certificate(
        AwardKind(award),
        "GM",
        "GM",
        Player("1", name, federation),
        "ICCF-TR-2017",
        date(2019, 2, 20),
        ISSUED,
        (played,) * events,
        tuple(opponents),
    )


def content(
    of: Certificate, *, key: bytes | None = None, federation: str | None = None, signatories: Sequence[str] = ()
) -> dict[str, Any]:
    return dict(certificate_json(of, GROUNDS, key=key, federation=federation, signatories=signatories))


# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Dvořáková, Jiřina", "Jiřina Dvořáková"),
        ("田中太郎", "田中太郎"),
        ("Plato", "Plato"),
        ("Smith, John, Jr.", "Smith, John, Jr."),
        ("Smith,", "Smith,"),
    ],
)
def test_a_certificate_calls_people_by_their_names(name: str, shown: str) -> None:
    assert name_as_called(name) == shown


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2018-07-07", "2018-07-15", "7–15 July 2018"),
        ("2018-07-07", "2018-08-01", "7 July 2018 – 1 August 2018"),
        ("2018-07-07", "2018-07-07", "7 July 2018"),
        ("2018-07-07", None, "7 July 2018"),
    ],
)
def test_the_days_of_an_event(start: str, end: str | None, shown: str) -> None:
    assert span(start, end) == shown


@pytest.mark.parametrize(("value", "shown"), [(0, "0"), (0.5, "½"), (7, "7"), (7.5, "7½"), (None, ""), (12.5, "12½")])
def test_points_as_people_write_them(value: float | None, shown: str) -> None:
    assert points(value) == shown


def test_no_day_is_no_words() -> None:
    assert (day(None), day("2019-08-07")) == ("", "7 August 2019")


def test_an_edition_is_told_once_and_long_lists_are_cut() -> None:
    cited = ["ICCF-TR-2017 10.8(a)", "ICCF-TR-2017 10.8(b)", "ICCF-TR-2017 10.8(a)", "FIDE-TITLES-2017 2"]
    assert clauses(cited) == "ICCF Tournament Rules 2017: 10.8(a), 10.8(b); FIDE Title Regulations 2017: 2"


def test_a_paper_names_articles_as_the_book_numbers_them_and_none_of_our_own_addresses() -> None:
    cited = ["10.0.1/norm", "App2.2.4(c)/floor", "App2.2.4(b)/sum", "App2.1(a)/9", "10.0.1/960", "App2.3(c)"]
    assert clauses(f"ICCF-TR-2017 {one}" for one in cited) == (
        "ICCF Tournament Rules 2017: 10.0.1, Appendix 2 item 1, 2.4, 3"
    )
    minutes = ["FIDE-QC-2016 S2/1.43e", "FIDE-TITLES-2017 1.72/9", "FIDE-TITLES-2017 1.44/2"]
    assert clauses(minutes) == (
        "FIDE Qualification Commission, decisions of 2016: session 2; FIDE Title Regulations 2017: 1.44, 1.72"
    )


# -- certificates -----------------------------------------------------------------------------------------------------


def test_the_page_says_who_what_where_and_by_which_clause() -> None:
    said: dict[str, Any] = certificate_page(content(certificate(), key=b"k" * 16)).content
    assert (said["name"], said["deed"], said["title_name"]) == (
        "Jiřina Dvořáková",
        "has made a norm for the title of",
        "Correspondence Chess Grandmaster",
    )
    assert said["clauses"] == "ICCF Tournament Rules 2017: 10.0.1"
    assert said["events"][0]["result"] == "8 points from 12 games, where 7½ were needed; counts as 13 games"
    assert (said["code_label"], said["issued"]) == ("Verification code", "Issued on 17 August 2019")


def test_a_ladies_name_tells_the_title_of_record() -> None:
    award = replace(certificate(award="title"), title="CCM", printed_title="LGM")
    said = certificate_page(content(award)).content
    assert (said["title_name"], said["after"]) == (
        "Correspondence Chess Ladies Grandmaster",
        "valid from 20 February 2019, in the register as CCM",
    )
    assert said["code_label"] == "Fingerprint"


def test_who_issues_and_signs_may_be_named() -> None:
    said = certificate_page(content(certificate(), federation="Club", signatories=["Ann Lee, President", "Secretary"]))
    assert said.content["federation"] == "Club"
    assert said.content["signatories"] == [{"name": "Ann Lee", "role": "President"}, {"name": "", "role": "Secretary"}]


def test_the_same_certificate_is_the_same_bytes() -> None:
    page = certificate_page(content(certificate()))
    made = render(page)
    assert made == render(page)
    assert made.startswith(b"%PDF-1.7")
    assert made != render(certificate_page(content(certificate("Somebody Else"))))


@pytest.mark.parametrize(
    "of",
    [
        certificate(),
        certificate(games=0, award="title"),
        certificate(games=0, events=8, award="title"),
        certificate(LONG, games=19),
        certificate(games=41),
        certificate("", games=6, events=0),
    ],
    ids=["norm", "title", "eight events", "long name", "many games", "nothing"],
)
def test_a_certificate_is_one_page(of: Certificate) -> None:
    assert len(pictures(certificate_page(content(of)), ppi=20)) == 1


@pytest.mark.parametrize(
    "name",
    [
        "Jiří Šťastný",
        "Łukasz Ørsted",
        "Μαρία Παπά",
        "Юрий Жуков",
        "Nguyễn Văn",
        "Þórður Æ",
        "דוד לוי",
        "#let x = 1 $a$ *b* @c",
    ],
)
def test_latin_greek_cyrillic_and_hebrew_need_no_fonts_of_the_machine(name: str) -> None:
    assert render(certificate_page(content(certificate(name, games=1)))).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("name", "federation", "family", "embedded"),
    [
        ("田中太郎", "JPN", "Noto Serif CJK JP", "NotoSerifCJKjp"),
        ("김민수", "KOR", "Noto Serif CJK KR", "NotoSerifCJKkr"),
        ("王小明", "CHN", "Noto Serif CJK SC", "NotoSerifCJKsc"),
        ("محمد الخوارزمي", "EGY", "Noto Naskh Arabic", "NotoNaskhArabic"),
        ("გიორგი", "GEO", "Noto Serif Georgian", "NotoSerifGeorgian"),
        ("Հայկ", "ARM", "Noto Serif Armenian", "NotoSerifArmenian"),
        ("विश्वनाथन", "IND", "Noto Serif Devanagari", "NotoSerifDevanagari"),
    ],
)
def test_other_scripts_are_printed_with_the_noto_fonts(name: str, federation: str, family: str, embedded: str) -> None:
    if family not in typst.Fonts().families():
        pytest.skip(f"the font {family} is not installed; see tools/system-packages")
    made = render(certificate_page(content(certificate(name, federation=federation, games=1))))
    assert embedded.encode() in made


@pytest.mark.parametrize("make", [render, pictures])
def test_a_sign_without_a_font_is_refused_by_name(make: Callable[[Page], object]) -> None:
    with pytest.raises(BadInput, match=r"no font on this machine has the sign .* \(U\+10FFFD\)"):
        make(certificate_page(content(certificate("Ra \U0010fffd", games=1))))


# -- JSON and code ----------------------------------------------------------------------------------------------------


def test_the_code_is_made_of_all_that_is_said() -> None:
    said = content(certificate(), key=b"k" * 16)
    assert said["code"] == code_of(said, key=b"k" * 16)
    for name in canonical_names(said):
        assert code_of({**said, name: "changed"}, key=b"k" * 16) != said["code"], name


def canonical_names(said: dict[str, Any]) -> list[str]:
    return list(json.loads(canonical(said)))


def test_a_certificate_comes_back_from_its_json() -> None:
    said = content(certificate(), key=b"k" * 16)
    data = json.dumps(said, indent=2).encode()
    assert code_of(read_certificate(data, file="x"), key=b"k" * 16) == said["code"]


@pytest.mark.parametrize(
    ("change", "field"), [({"code": "1234"}, "code"), ({"code_kind": "other"}, "code_kind"), ({"code": None}, "code")]
)
def test_a_certificate_without_a_code_is_bad_input(change: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_certificate(json.dumps(content(certificate()) | change).encode(), file="x.json")
    assert (caught.value.file, caught.value.field) == ("x.json", field)


TITLE = {
    "player": {"name": "Nováková, Eva", "federation": "CZE", "sex": "f"},
    "title": "CCM",
    "earned": "2019-03-02",
    "events": [{"name": "Memorial", "start": "2017-01-01", "games": 12, "score": 8.5, "counted_games": 13}],
    "grounds": [{"clause": "ICCF-TR-2017 10.5(c)", "facts": {"norms": 2}}],
}


def test_a_title_is_read_from_json() -> None:
    earned = read_earned_title(json.dumps(TITLE).encode(), file="x")
    assert (earned.title, earned.earned, earned.player.sex) == ("CCM", date(2019, 3, 2), "f")
    assert earned.events[0].score == Fraction(17, 2)
    assert earned.grounds == (Ground(clause("ICCF-TR-2017 10.5(c)"), {"norms": 2}),)


@pytest.mark.parametrize(
    ("change", "field", "why"),
    [
        ({"title": "KING"}, "title", "'KING' is not a title"),
        ({"earned": "soon"}, "earned", "not a date"),
        ({"grounds": [{"clause": "nonsense"}]}, "grounds[0].clause", "an address is"),
        ({"grounds": [{"clause": "ICCF-TR-2017 99.9"}]}, "grounds[0].clause", "not a clause of the catalogue"),
        (
            {"events": [{"name": "M", "start": "2017-01-01", "score": 8.3}]},
            "events[0].score",
            "8.3 is not a number of points",
        ),
        ({"player": {"name": "A", "sex": "x"}}, "player.sex", "not one of"),
    ],
)
def test_a_wrong_title_is_named_by_its_field(change: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        read_earned_title(json.dumps(TITLE | change).encode(), file="x.json")
    assert (caught.value.file, caught.value.field) == ("x.json", field)


# -- FIDE's forms -----------------------------------------------------------------------------------------------------


def result(*, name: str = "Masaryk Memorial", start: date = date(2018, 7, 7)) -> TitleResult:
    event = memorial(name=name, start=start)
    return title_result(event, norms(event), player="1", title="GM").value


def test_it1_is_a_form_and_a_cross_table() -> None:
    page = result_pages(result(), GROUNDS, issued=ISSUED)
    assert len(pictures(page, ppi=20)) == 2
    assert render(page) == render(page)
    form, cross_table = sheets(page)
    assert [form["form"], cross_table["form"]] == ["IT1", ""]
    fields = {field["label"]: field["value"] for section in form["sections"] for field in section.get("fields", ())}
    assert fields["Family name"] == "Dvořák"
    assert (fields["Score"], fields["Performance"], fields["Titles of opponents"]) == (
        "7",
        "2641",
        "GM 3, IM 3, FM 1, WGM 1",
    )
    (table,) = (section for section in cross_table["sections"] if section["kind"] == "table")
    assert len(table["rows"]) == 10
    assert table["rows"][0]["cells"][:7] == ["1", "1", "IM", "Dvořák, Ondřej", "CZE", "2468", "7"]


def test_the_code_of_a_form_changes_with_what_it_says() -> None:
    lines = {
        str(sheets(page)[0]["code_line"])
        for page in (
            result_pages(result(), GROUNDS, issued=ISSUED),
            result_pages(result(name="Other"), GROUNDS, issued=ISSUED),
            result_pages(result(), GROUNDS, issued=ISSUED, key=b"k" * 16),
            result_pages(result(), GROUNDS, issued=date(2019, 8, 18)),
        )
    }
    assert len(lines) == 4


def test_it2_brings_its_results_with_it() -> None:
    events = [memorial(name=name, start=date(2018, month, 1)) for month, name in ((7, "A"), (9, "B"), (11, "C"))]
    results = tuple(title_result(event, norms(event), player="1", title="GM").value for event in events)
    earned = [norm for event in events for norm in earned_norms(event, event.players[0])]
    asked = application_form(results, earned, [RatingReached(2503, ISSUED)])
    page = application_pages(asked.value, asked.grounds, [GROUNDS] * 3, issued=ISSUED)
    assert [sheet["form"] for sheet in sheets(page)] == ["IT2", *("IT1", "") * 3]
    assert len(pictures(page, ppi=20)) == 7


def test_it3_tells_of_norms_or_of_none() -> None:
    event = memorial()
    ruling = tournament_report(event, norms(event))
    page = report_pages(ruling.value, ruling.grounds, issued=ISSUED)
    assert len(pictures(page, ppi=20)) == 2
    bare = tournament_report(replace(event, players=event.players[:2], games=(), director=None, round_dates=()), None)
    assert len(pictures(report_pages(bare.value, bare.grounds, issued=ISSUED), ppi=20)) == 2


def test_a_long_name_takes_more_lines_and_the_page_stays_one() -> None:
    long = "Maximilian-Konstantin Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfürst der Ältere"
    award = certificate()
    named = replace(award, player=replace(award.player, name=long))
    assert len(pictures(certificate_page(content(named)), ppi=20)) == 1
    one_word = replace(award, player=replace(award.player, name="Wolfeschlegelsteinhausenbergerdorff" * 3))
    assert len(pictures(certificate_page(content(one_word)), ppi=20)) == 1


def test_it1_has_the_fide_numbers_of_the_opponents() -> None:
    form = sheets(result_pages(result(), GROUNDS, issued=ISSUED))[0]
    (table,) = (section for section in form["sections"] if section["kind"] == "table")
    column = table["head"].index("FIDE number")
    assert {row["cells"][column] for row in table["rows"]} >= {"1500010", "4201002"}


def test_a_form_by_rules_that_were_asked_for_says_so() -> None:
    said = str(sheets(result_pages(result(), GROUNDS, issued=ISSUED, as_if="FIDE-TITLES-2017"))[0])
    assert "As if by the FIDE Title Regulations 2017, which did not govern this tournament." in said
    assert "As if" not in str(sheets(result_pages(result(), GROUNDS, issued=ISSUED))[0])
    norm = replace(certificate(), as_if=True, rules="ICCF-TR-2016")
    after = certificate_page(content(norm)).content["after"]
    assert after == "as if by the ICCF Tournament Rules 2016, which did not govern the event"


@pytest.mark.parametrize("games", [12, 16, 24, 40])
def test_a_certificate_with_nothing_but_long_names_is_one_page(games: int) -> None:
    award = certificate()
    long = replace(award.games[0].opponent, name="Wolfeschlegelsteinhausen-Bergerdorff, Hubert Blaine Adolph Charles")
    crowded = replace(award, games=(replace(award.games[0], opponent=long),) * games)
    assert len(pictures(certificate_page(content(crowded)), ppi=20)) == 1

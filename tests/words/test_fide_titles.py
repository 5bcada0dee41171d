"""Every phrase for FIDE's title regulations can be said with the facts its grounds carry."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import product

import pytest

from slowmate.records import KINDS, ClockSetting, Director, FideCategory, FideTerms
from slowmate.rulebook import Clause, Ground, Refused, find
from slowmate.titles.fide import application, awards, direct
from slowmate.titles.fide import games as norm_games
from slowmate.titles.fide import report as fide
from slowmate.titles.fide import titles as terms
from slowmate.titles.fide.championships import Championship
from slowmate.titles.fide.federations import ExemptionCase, Setting, host_unknown, is_exempt
from slowmate.titles.fide.norms import MissingNinth, assess
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle
from slowmate.words import PHRASES, fide_titles, say
from tests.support.fide import games, opponent, single_event

DAY = date(2018, 3, 1)
FIELD = ["GM GER 2600", "GM FRA 2580", "GM ESP 2560", "GM GER 2540", "IM FRA 2520", "IM ESP 2500", "- GER 2480",
         "- FRA -", "- CZE -", "- FID 1950", "- NON 1900", "GM CZE 2500", "GM CZE 2500"]  # fmt: skip


def tournaments() -> Iterator[Ground]:
    plain = single_event("IM CZE 2400", FIELD, "1111110111=00", rounds=13, sex="f")
    troubled = FideTerms(
        registered=date(2018, 2, 20), changes=("composition", "rounds"), special_clocks=False,
        clocks=(ClockSetting(80, 30), ClockSetting(100)), computers=frozenset({"o02"}), adjudicated=frozenset({2}),
    )  # fmt: skip
    compatriots = single_event("IM CZE 2400", ["GM CZE 2500"] * 9, "1" * 9, rounds=9)
    events = [
        plain,
        compatriots,
        replace(plain, fide=troubled, end=date(2018, 8, 1), round_dates=(DAY,) * 3, deputies=("Player o01",)),
        replace(plain, fide=FideTerms(FideCategory.LEAGUE), end=date(2018, 8, 1), director=Director("X", "NA")),
        replace(plain, kind=KINDS["fide-match"]),
        replace(plain, kind=KINDS["fide-round-robin"]),
        replace(plain, kind=KINDS["fide-double-round-robin"], players=plain.players),
        replace(plain, federation="CZE"),
        single_event("IM CZE 2400", FIELD[:9], "11111101+", rounds=9),
        single_event("IM CZE 2400", FIELD[:9], "+11111011", rounds=9),
        single_event("IM CZE 2400", FIELD[:7], "1111111", rounds=9, terms=FideTerms(FideCategory.CONTINENTAL_CLUB)),
        single_event("IM CZE 2400", FIELD[:8], "1111111*", rounds=8, terms=FideTerms(FideCategory.WORLD_CUP)),
    ]
    for event in events:
        report = fide.norms(event)
        yield from (one.ground for one in report.requirements)
        for line in report.players:
            yield from (one.ground for one in line.requirements)
            yield from (one.ground for norm in line.norms.values() for one in norm.requirements)


def searches() -> Iterator[Ground]:
    strong = [f"GM {('GER', 'FRA', 'ESP')[place % 3]} 2500" for place in range(10)] + ["- POL 1500", "- POL 1500"]
    for closed, double, results in product((True, False), (True, False), ("111111100011", "1111111=0000")):
        for order in (strong, strong[::-1]):
            setting = Setting("CZE", 15, double=double, predetermined=closed)
            for title in NORM_TITLES:
                yield from (one.ground for one in assess(games(order, results), title, setting).requirements)
    met = games([*strong[:6], *strong[:6]], "1" * 12)
    twice = [replace(game, opponent=met[place % 6].opponent) for place, game in enumerate(met)]
    yield from (one.ground for one in assess(twice, FideTitle.GM, Setting("CZE", 12, double=True)).requirements)
    many = [f"GM {('GER', 'FRA', 'ESP')[place % 3]} 2500" for place in range(19)]
    for rounds in range(7, 20):
        setting = Setting("CZE", rounds, FideCategory.WORLD_TEAM if rounds < 9 else FideCategory.ORDINARY)
        yield from (
            one.ground for one in assess(games(many[:rounds], "=" * rounds), FideTitle.GM, setting).requirements
        )


def exemptions() -> Iterator[Ground]:
    for category in FideCategory:
        for subzonal, approved in product((True, False), (None, DAY, date(2019, 1, 1))):
            standing = ExemptionCase(category, "USA", DAY, subzonal_that_year=subzonal, approved=approved)
            yield from is_exempt(standing, "USA").grounds
        for rounds in (7, 9):
            yield from norm_games.games_required(category, rounds).grounds
    crowd = [opponent(place, f"GM {('GER', 'FRA', 'ESP')[place % 3]} 2500") for place in range(20)]
    yield from is_exempt(ExemptionCase(FideCategory.ORDINARY, "USA", DAY, swiss_rounds=[crowd]), "USA").grounds
    for category in FideCategory:
        nowhere = replace(single_event("- CZE 2350", ["GM GER 2500"], "1"), fide=FideTerms(category))
        unknown = host_unknown(nowhere, ["a"])
        yield from (unknown,) if unknown else ()
    yield from norm_games.scored_zero([("x", "y", 0)], unrated=frozenset("x"), rated=frozenset("y")).grounds


def titles() -> Iterator[Ground]:
    also = frozenset({FideTitle.IM})
    norms = [
        awards.EarnedNorm(FideTitle.GM, f"Open {n}", DAY, 8, MissingNinth.FORFEIT_WIN, also=also) for n in range(3)
    ]
    old = awards.EarnedNorm(FideTitle.GM, "Old", date(2001, 1, 1), 9)
    for ratings in ((), (awards.RatingReached(2600, DAY),)):
        title = awards.title_by_norms(FideTitle.GM, [*norms, old], ratings)
        yield from title.grounds
        filed = application.TitleApplication(title.value, (application.AttachedCertificate("Open"),), posted=DAY)
        yield from (one.ground for one in application.checklist(filed, on=DAY))
    yield from awards.may_be_used(awards.RatingReached(2600, DAY)).grounds
    yield from awards.may_be_used(awards.RatingReached(2600, DAY, published=False)).grounds
    yield from awards.rating_gives_title(FideTitle.FM, awards.RatingReached(2300, DAY, 30)).grounds
    yield from awards.interim_rating(2490, 10, [Fraction(1)]).grounds
    for name in ("World U18", "World U20"):
        finish = direct.Finish(rank=1, tied_first=True, half_points=14, games=9)
        yield from direct.direct_awards(Championship(name), finish, best_rating=2000).grounds
    yield from (one.ground for one in application.report_requirements(application.ReportFiled(DAY, has_trf=True)))
    meeting = application.BoardMeeting(DAY, DAY)
    for day in (date(2018, 1, 1), date(2018, 2, 20), DAY):
        yield from application.surcharge(day, meeting, last_norm=date(2018, 2, 19)).grounds
    with pytest.raises(Refused) as late:
        application.surcharge(date(2018, 3, 2), meeting)
    yield from late.value.grounds
    yield from terms.validity(requirements_met=DAY, published=DAY).grounds


def test_every_ground_can_be_said_and_every_phrase_is_used() -> None:
    said: set[str] = set()
    for ground in (*tournaments(), *searches(), *exemptions(), *titles()):
        sentence = say(ground)
        assert "%(" not in sentence
        assert sentence.strip()
        family = ground.clause.edition.rpartition("-")[0]
        said |= {f"{family} {ground.clause.address}", f"{family} {ground.clause.address}#{ground.facts.get('outcome')}"}
    unsaid = {key for key in fide_titles.PHRASES if key not in said}
    assert unsaid == set()


@pytest.mark.parametrize("key", list(fide_titles.PHRASES))
def test_every_phrase_is_for_a_clause_that_exists(key: str) -> None:
    family, _, address = key.partition(" ")
    edition = {"FIDE-TITLES": "FIDE-TITLES-2017", "FIDE-QC": "FIDE-QC-2016"}[family]
    assert find(Clause(edition, address.partition("#")[0])) is not None
    assert PHRASES[key] == fide_titles.PHRASES[key]

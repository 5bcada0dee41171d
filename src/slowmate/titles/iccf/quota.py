"""10.2(c) / 10.4(c): a Grandmaster has met Grandmasters. Whose title counts, and when."""

from datetime import date
from typing import NamedTuple

from slowmate.ratings.periods import list_of_quarter
from slowmate.records import Event, Player
from slowmate.rulebook import Clause, Dated, Fact, Ground, Ruling, clause
from slowmate.titles.iccf.schedule import Section
from slowmate.titles.iccf.strength import FIDE
from slowmate.titles.iccf.tournament import at_start, has_rating, iccf_rating, is_fixed

QUOTA = Dated({"ICCF-TR-2016 10.4(c)/quota": 5, "ICCF-TR-2017 10.2(c)/quota": 5})
REPLACED_BY_SIM = Dated({"ICCF-TR-2016 10.4(c)/SIM": 2, "ICCF-TR-2017 10.2(c)/SIM": 2})
"""The number of the five that may be replaced by games against SIM, two for each."""


class Held(NamedTuple):
    """By when an opponent's title must be held for the quota, and the clause on titles used for results at all."""

    when: str
    confirmed_before: Clause


HELD = Dated(
    {
        "ICCF-TR-2016 10.10(e)": Held("before the start", clause("ICCF-TR-2016 10.10(e)")),
        "ICCF-TR-2017 10.2(c)/date": Held("in the quarter", clause("ICCF-TR-2017 10.8(d)")),
    }
)
FIDE_TITLES = FIDE.under("ICCF-TR-2016")[0]
START_LIST = Dated({"ICCF-TR-2016 8.7(e)/5": True, "ICCF-TR-2017 8.7(e)/5": True})

STRONG = 2600
SIM_GAMES_FOR_ONE = 2


def title_counts(confirmed: date | None, *, start: date, edition: str) -> Ruling[bool]:
    """Return whether an opponent's GM or SIM title counts for the quota.

    2016: confirmed before the event starts. 2017: held before the rating period of the start ends. A title without a
    date was there before.
    """
    cited, held = HELD.under(edition)
    in_the_quarter = held.when == "in the quarter"
    last = list_of_quarter(start).valid_until if in_the_quarter else start
    counts = confirmed is None or (confirmed <= last if in_the_quarter else confirmed < start)
    facts: dict[str, Fact] = {"confirmed": confirmed, "start": start, "until": last, "counts": counts}
    return Ruling(counts, (Ground(cited, facts),))


def is_usable(confirmed: date, *, start: date) -> Ruling[bool]:
    """Return whether a title may be used for opponents' results: in tournaments after its confirmation only.

    *start* decides the edition. The quota of the GM title has its own day in 2017 (`title_counts`).
    """
    cited = HELD.on(start)[1].confirmed_before
    usable = start > confirmed
    return Ruling(usable, (Ground(cited, {"confirmed": confirmed, "start": start, "usable": usable}),))


def titled_games(event: Event, section: Section, player: str, *, edition: str) -> Ruling[tuple[int, int]]:
    """Return a player's games against GMs (or fixed ratings from 2600), and those against SIMs.

    The start list counts: cancelled games stay, and a substitute's place keeps the title of the player they came for.
    """
    opponents = {other.id: at_start(other) for other in section.players}
    strong = senior = 0
    for meeting in section.meetings[player]:
        opponent = opponents[meeting.opponent]
        held = _counting_titles(opponent, event.start, edition)
        rating = iccf_rating(opponent, edition=edition) if is_fixed(opponent, edition=edition) else None
        if "GM" in held or (rating is not None and rating >= STRONG):
            strong += 1
        elif "SIM" in held:
            senior += 1
    facts: dict[str, Fact] = {"gm_games": strong, "sim_games": senior}
    return Ruling((strong, senior), (Ground(START_LIST.under(edition)[0], facts),))


def _counting_titles(player: Player, start: date, edition: str) -> set[str | None]:
    """Return the titles that count: that of the start list, and one confirmed since, each by its day."""
    titles = (_title(player, edition), player.title_date), (player.later_title, player.later_title_date)
    return {title for title, since in titles if title_counts(since, start=start, edition=edition).value}


def _title(player: Player, edition: str) -> str | None:
    """Return the title a player counts with. FIDE titles count in 2016, for players without a published rating."""
    if edition == FIDE_TITLES.edition and player.fide_title and not has_rating(player, edition=edition):
        return player.fide_title
    return player.title


def meets_quota(gm_games: int, sim_games: int, *, edition: str) -> Ruling[bool]:
    """Return whether five games are against GMs; two of them may each be replaced by two games against SIMs."""
    cited, needed = QUOTA.under(edition)
    sim_clause, most = REPLACED_BY_SIM.under(edition)
    replaced = min(most, sim_games // SIM_GAMES_FOR_ONE)
    met = gm_games + replaced >= needed
    facts: dict[str, Fact] = {"gm_games": gm_games, "sim_games": sim_games, "needed": needed, "met": met}
    grounds = [Ground(cited, facts)]
    if gm_games < needed and sim_games:
        grounds.append(Ground(sim_clause, {"replaced": replaced, "most": most, "sim_games": sim_games}))
    return Ruling(met, tuple(grounds))

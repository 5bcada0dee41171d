"""The norms that an event has brought, as the register takes them: whose, when each was made, and on which grounds."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.records import Event, Family
from slowmate.rulebook import Ground, NoEdition
from slowmate.titles.career import PlayedEvent, norm_record, norm_steps
from slowmate.titles.iccf.awards import NormRecord
from slowmate.titles.iccf.direct import finished_on
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormReport, PlayerNorms


@dataclass(frozen=True, slots=True)
class MadeNorm:
    """A norm and whose it is. *edition* made it; *score* was reached where *needed* was asked.

    *growth* are the days on which it came to be worth more, or less, by overscore, with the overscored games from then.
    """

    player: str
    norm: NormRecord
    edition: str
    score: Fraction
    needed: Fraction
    grounds: tuple[Ground, ...]
    growth: tuple[tuple[date, int], ...] = ()


def norms_made(event: Event) -> tuple[MadeNorm, ...]:
    """Return every norm made in an event, by player and title, as `norms` reports them at its end.

    One result is a norm for each title it suffices for. Empty for events over the board, which have rules of their own,
    and if we hold no rules of the day the event started.
    """
    if event.kind.family is Family.FIDE:
        return ()
    try:
        report = norms(event)
    except NoEdition:
        return ()
    return tuple(
        norm
        for line in report.players
        if any(norm.achieved for norm in line.norms.values())
        for norm in _of_player(event, report, line)
    )


def _of_player(event: Event, report: NormReport, line: PlayerNorms) -> list[MadeNorm]:
    """Return a player's norms; one made by the results of others only dates from the end of the event."""
    steps = norm_steps(PlayedEvent(event, line.id))
    end = event.end or finished_on(event)
    return [
        MadeNorm(
            line.id,
            norm_record(event, line, title, earned=steps[title][0].earned if title in steps else end),
            report.rules,
            line.score,
            norm.needed,
            tuple(requirement.ground for requirement in (*line.requirements, *norm.requirements) if requirement.holds),
            tuple((step.earned, step.overscore) for step in steps.get(title, ())),
        )
        for title, norm in line.norms.items()
        if norm.achieved and norm.needed is not None
    ]

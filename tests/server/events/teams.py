"""A team event that is played, with its director, captains and somebody who can come in."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Seat, SeatHolding, Section, Team
from slowmate.server.events.queries.record import sections_with_event
from slowmate.server.events.services import replacement_status, substituting
from slowmate.server.people.models import Office, Player
from tests.support import events, finished, sections
from tests.support.people import AT, account, person

FEDERATIONS = ("CZE", "GER", "POL")
REASON = "He fell ill; the captain named him."


@dataclass(frozen=True, slots=True)
class Match:
    """Three teams of two boards: six games on each... a substitute for the first board of the first team."""

    section: Section
    director: User
    commissioner: User
    captain: User
    substitute: Player

    @property
    def seat(self) -> Seat:
        return self.section.seats.get(number=1)

    def place(self, player: Player | None = None, *, at: datetime = AT, **more: Any) -> SeatHolding:
        given = {"reason": REASON, "actor": self.director, "at": at, **more}
        seat = given.pop("seat", self.seat)
        return substituting.place(self.section.pk, seat.pk, player or self.substitute, **given)

    def granted(self, holding: SeatHolding) -> None:
        """Asked for, agreed and consented to."""
        case = replacement_status.ask(self.section.pk, actor=account(holding.player), at=AT)
        replacement_status.decide_on(case.pk, "agree", reason="", actor=self.director, at=AT)
        replacement_status.decide_on(case.pk, "consent", reason="", actor=self.commissioner, at=AT)

    def again(self) -> Section:
        return sections_with_event().get(pk=self.section.pk)


def match(results: dict[tuple[int, int], Result] | None = None, **fields: Any) -> Match:
    """Seats are numbered team by team: 1 and 2 are the first team's."""
    director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
    captain = person("Cap Tain")
    of = events.event("zonal-team", name="Teams of Europe", **fields)
    line_ups = {code: events.players(2, federation=code) for code in FEDERATIONS}
    section = events.team_section(of, line_ups, results, director=director, posted=date(2024, 4, 20), name="Final")
    Team.objects.filter(event=of, federation="CZE").update(captain=captain)
    (substitute,) = events.players(1, federation="CZE")
    commissioner = person(offices=(Office.Kind.QUALIFICATIONS,))
    return Match(section, director, commissioner, captain, substitute)


def norm_match(rating: int = 2700, *, boards: int = 2) -> Match:
    """Thirteen teams with ratings for norms of a Grandmaster on every board, and a substitute of some rating."""
    event = sections.rated_team_event("olympiad-final", [[2400] * 13] * boards, start=date(2024, 4, 30))
    section = finished.keep(finished.all_games(event), state=Section.State.RUNNING)
    director = section.director
    assert director is not None
    user = person("Su Bstitute")
    Player.objects.filter(pk=user.player.pk).update(rating=rating, rating_games=100, federation="")
    user.player.refresh_from_db()
    commissioner = person(offices=(Office.Kind.QUALIFICATIONS,))
    return Match(section, director, commissioner, person("Cap Tain"), user.player)

"""Titles confirmed after a start list was posted: early enough, they count for opponents who have met a Grandmaster.

The rules of 2017 look at the end of the quarter in which an event started (10.2(c)), those of 2016 at its start
(10.10(e)). The seat keeps the title with which it was posted; the later one stands beside it. What is confirmed after
that day reaches no seat, so that nothing changes any more once the quarter is over.
"""

from datetime import date, datetime, timedelta

from slowmate.rulebook import NoEdition
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.queries.results import COUNTS
from slowmate.server.events.services.steps import by_server, decide
from slowmate.server.people.models import Player
from slowmate.titles.iccf.quota import title_counts
from slowmate.titles.levels import is_at_least
from slowmate.titles.norms import procedure_edition

TITLES = ("GM", "SIM")
"""The titles that 10.2(c) asks for."""
LONGEST_QUARTER = timedelta(days=92)
LISTED = (Section.State.CONFIRMED, Section.State.POSTED, Section.State.RUNNING, Section.State.FINISHED)
"""Whose players stand on a list, and of which not everything was carried out."""


def title_confirmed(player: Player, title: str, confirmed: date, *, at: datetime) -> list[Section]:
    """Note a title on the seats of a player for whose opponents it still counts; the sections of these.

    In the transaction that confirms it.
    """
    if title not in TITLES:
        return []
    since = confirmed - LONGEST_QUARTER
    rows = Seat.objects.filter(player=player, section__state__in=LISTED, section__start__gte=since)
    seats = rows.select_related("section__event").order_by("pk")
    return [seat.section for seat in seats if _note(seat, title, confirmed, at)]


def _note(seat: Seat, title: str, confirmed: date, at: datetime) -> bool:
    """Write the title onto a seat, if it counts there and says something new."""
    titles = [held for held in (seat.title, seat.later_title) if held in TITLES]
    if any(is_at_least(held, title) for held in titles):
        return False
    section = seat.section
    try:
        edition = f"ICCF-TR-{procedure_edition(section.start).value.removeprefix('iccf-')}"
    except NoEdition:
        return False
    ruling = title_counts(confirmed, start=section.start, edition=edition)
    if not ruling.value:
        return False
    seat.later_title, seat.later_title_date = title, confirmed
    seat.save(update_fields=["later_title", "later_title_date"])
    decide(COUNTS, by_server(at), ruling, event=section.event, section=section, player_id=seat.player_id)
    return True

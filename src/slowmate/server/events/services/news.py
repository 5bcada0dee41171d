"""Mail about an event and its sections, queued in the transaction of its cause, one letter each."""

from collections.abc import Iterable, Mapping, Sequence

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, Draw, Event, EventEntry, Seat, SeatHolding, Section
from slowmate.server.events.permissions import HELD, office_of
from slowmate.server.events.services.steps import By
from slowmate.server.games.models import Game
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock


def moved(event: Event, kind: str, by: By) -> None:
    """Queue mail about a moved deadline or start to everybody who has entered, with the reason."""
    key, facts = f"event/{event.pk}/{kind}/{by.at.isoformat()}", dict(by.facts or {})
    outbox.queue(_mails(_entered(event), kind, key, by, event=event.pk, reason=by.reason, **facts))


def cancelled(event: Event, entries: Iterable[EventEntry], by: By) -> None:
    users = [entry.player.user for entry in entries if entry.player]
    outbox.queue(_mails(users, "event-cancelled", f"event/{event.pk}/cancelled", by, event=event.pk, reason=by.reason))


def approval_asked(event: Event, users: Iterable[User], by: By) -> None:
    """Tell those who decide next that an event waits for approval."""
    outbox.queue(_mails(users, "approval-asked", f"event/{event.pk}/applied/{by.at.isoformat()}", by, event=event.pk))


def approval_decided(event: Event, state: str, by: By) -> None:
    key = f"event/{event.pk}/{state}/{by.at.isoformat()}"
    outbox.queue(_mails(who_runs(event), "approval-decided", key, by, event=event.pk, state=state, reason=by.reason))


def lapsed(event: Event, by: By) -> None:
    """Queue mail to the organisers that the approval has lapsed, and another is needed."""
    outbox.queue(_mails(who_runs(event), "event-lapsed", f"event/{event.pk}/lapsed", by, event=event.pk))


def closed(event: Event, draw: Draw | None, by: By) -> None:
    """Tell all who entered that entries are closed, with the commitment; and those who run the event, to divide it."""
    key = f"event/{event.pk}/closed/{event.deadline}"
    committed = draw.commitment if draw else ""
    outbox.queue(_mails(_entered(event), "entries-closed", key, by, event=event.pk, commitment=committed))
    outbox.queue(_mails(who_runs(event), "divide-event", f"{key}/runs", by, event=event.pk))


def posted(sections: Sequence[Section], by: By) -> None:
    """Tell each player of their start list."""
    days = {section.pk: section.posted for section in sections}
    mails = (
        _mails([seat.player.user], "start-list", _key(seat, f"posted/{days[seat.section_id]}"), by, **_facts(seat))
        for seat in _seats(sections)
    )
    outbox.queue(mail for several in mails for mail in several)


def started(sections: Sequence[Section], by: By) -> None:
    """Tell the players of a section that play has begun, in one letter for all games; and its director."""
    players = (
        _mails([seat.player.user], "section-started", _key(seat, "started"), by, **_facts(seat))
        for seat in _seats(sections)
    )
    directors = (
        _mails([row.director], "section-directed", f"section/{row.pk}/directed", by, section=row.pk) for row in sections
    )
    outbox.queue(mail for several in (*players, *directors) for mail in several)


def finished(section: Section, places: Mapping[int, int], by: By) -> None:
    """Tell the players of a section their places, and those who run the event to settle it."""
    when = f"finished/{section.ended}"
    players = (
        _mails([holder.user], "section-finished", _key(seat, when), by, **_facts(seat), place=places[holder.pk])
        for seat, holder in _held(section)
        if holder.pk in places
    )
    offices = _mails(
        who_runs(section.event), "settle-section", f"section/{section.pk}/{when}/runs", by, section=section.pk
    )
    outbox.queue(mail for several in (*players, offices) for mail in several)


def director_named(sections: Sequence[Section], director: User, by: By) -> None:
    """Queue one letter for all sections that a director was named for at once."""
    key = f"section/{sections[0].pk}/director/{by.at.isoformat()}"
    numbers = [section.pk for section in sections]
    outbox.queue(_mails([director], "director-named", key, by, section=numbers[0], sections=numbers))


def substituted(section: Section, holding: SeatHolding, former: Player, games: Sequence[Game], by: By) -> None:
    """Tell a substitute, the former holder of the board, the captain and the opponents; each once."""
    key = f"section/{section.pk}/substitute/{holding.pk}"
    facts = {"section": section.pk, "holding": holding.pk, "former": former.pk, "reason": by.reason}
    team = holding.seat.team
    opponents = {game.black if game.white_id == holding.player_id else game.white for game in games}
    met = [player.user for player in sorted(opponents, key=lambda player: player.pk)]
    captain = team.captain if team else None
    letters = (
        _mails([holding.player.user], "substitute-placed", f"{key}/placed", by, **facts),
        _mails([former.user], "substitute-replaced", f"{key}/replaced", by, **facts),
        _mails([captain], "substitute-reported", f"{key}/reported", by, **facts),
        _mails(met, "substitute-met", f"{key}/met", by, **facts),
    )
    outbox.queue(mail for several in letters for mail in several)


def status_asked(case: Case, by: By) -> None:
    """Tell the director that a substitute asks for Replacement status: the director decides first."""
    director = case.section.director if case.section else None
    outbox.queue(_mails([director], "status-asked", f"case/{case.pk}/asked", by, **_of_case(case, by)))


def status_decided(case: Case, by: By) -> None:
    """Tell the commissioner that the director agreed; or the substitute and the captain that it is decided."""
    key, facts = f"case/{case.pk}/{case.state}", _of_case(case, by)
    if case.state == "director agrees":
        outbox.queue(_mails(holders(Office.Kind.QUALIFICATIONS), "status-consent", key, by, **facts))
        return
    player, captain = case.player, case.team.captain if case.team else None
    users = dict.fromkeys((player.user if player else None, captain))
    outbox.queue(_mails(users, "status-decided", key, by, **facts))


def _of_case(case: Case, by: By) -> dict[str, object]:
    return {"case": case.pk, "section": case.section_id, "reason": by.reason}


def who_runs(event: Event) -> list[User]:
    """Return the accounts that run an event today, as `permissions.runs` finds them one by one."""
    if event.organiser is not None:
        return [event.organiser]
    return holders(Office.Kind.DELEGATE if event.federation else HELD[office_of(event)], event.federation)


def holders(kind: Office.Kind, federation: str = "") -> list[User]:
    """Return the holders of an office today."""
    today = clock.now().date()
    offices = Office.objects.filter(kind=kind, federation=federation, begins__lte=today, user__is_active=True)
    return list(dict.fromkeys(office.user for office in offices.select_related("user") if office.is_held(on=today)))


def _entered(event: Event) -> list[User | None]:
    states = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING, EventEntry.State.SEATED)
    rows = event.entries.filter(state__in=states, player__isnull=False).select_related("player__user")
    return [entry.player.user for entry in rows.order_by("made", "pk") if entry.player]


def _seats(sections: Sequence[Section]) -> list[Seat]:
    rows = Seat.objects.filter(section__in=sections).select_related("player__user")
    return list(rows.order_by("section__number", "number", "pk"))


def _held(section: Section) -> list[tuple[Seat, Player]]:
    """Return the seats of a section, each with its holder."""
    taken = SeatHolding.objects.filter(seat__section=section, ends=None).select_related("player__user")
    holders = {holding.seat_id: holding.player for holding in taken} if section.event.kind_of.teams else {}
    return [(seat, holders.get(seat.pk, seat.player)) for seat in _seats([section])]


def _key(seat: Seat, what: str) -> str:
    return f"section/{seat.section_id}/{what}"


def _facts(seat: Seat) -> dict[str, int]:
    return {"section": seat.section_id, "seat": seat.pk}


def _mails(users: Iterable[User | None], kind: str, key: str, by: By, **facts: object) -> list[Mail]:
    return [
        Mail(user=user, kind=kind, key=f"{key}/{user.pk}", facts=facts, made=by.at, due=by.at)
        for user in users
        if user is not None and outbox.wants_mail(user)
    ]

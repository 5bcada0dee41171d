"""Rights as rows: stored when a section is settled, provisional while it runs, aged, put off, and ties decided.

What a player's results have earned is computed by the core's ledger; the rows are written so that they say the same.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.right import Right, RightState, Use, UseOf
from slowmate.events.entry.rights import defer, ledger
from slowmate.events.entry.routes import FINAL
from slowmate.events.running import equals
from slowmate.events.running.consequences import Consequence
from slowmate.server.accounts.models import User
from slowmate.server.events import models
from slowmate.server.events.models import Event, RightUse, Section
from slowmate.server.events.permissions import acting_for_player, may_enter_player
from slowmate.server.events.queries.entrants import entrant_of, entrants_of, use_of, used_by
from slowmate.server.events.queries.results import CHOSEN, results_in
from slowmate.server.events.queries.rights import OPEN, right_of
from slowmate.server.events.services import notices
from slowmate.server.events.services.steps import By, by_server, decide, name_of
from slowmate.server.people.models import Player
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

WARNED_BEFORE = timedelta(days=30)
"""The time before a right expires at which its player gets mail."""


def store(section: Section, consequence: Consequence, by: By) -> models.Right | None:
    """Store the right that follows from a finished section, in the caller's transaction; None if it gives no row.

    What was used of the section's rights while it ran is its one right, whatever its end would give: so the ledger is
    asked. A right of a federation is stored as the core says it.
    """
    right = consequence.right
    if right is None:
        return None
    if right.of_federation:
        return _write(right, section, None)
    player = Player.objects.get(pk=int(consequence.who))
    rows = _agree(player, section, entrant_of(player, on=by.at.date(), whole=True), by)
    referred = f"{right.holder}/{right.source}/{right.series}/{right.to}"
    row = rows.get(right.id) or rows.get(referred) or rows.get(referred.rpartition("/")[0])
    if row is not None and row.state in OPEN:
        notices.right_earned(row, at=by.at)
    return row


def look_again(section: Section, players: Sequence[Player], by: By) -> None:
    """Make the rows say what results give now, after one was corrected; in the caller's transaction."""
    entrants = entrants_of(players, on=by.at.date(), whole=True)
    for player in players:
        _agree(player, section, entrants[player.pk], by)


def look_at_all_again(section: Section, players: Sequence[Player], by: By) -> None:
    """Make all rights of the players of a section say what results give now, in the caller's transaction.

    Also those from other sections: how long a right lasts depends on the rights that were open when it was earned.
    """
    entrants = entrants_of(players, on=by.at.date(), whole=True)
    rows = models.Right.objects.filter(player__in=players, section__isnull=False).exclude(section=section)
    others = rows.select_related("section__event").order_by("player_id", "section_id")
    for player in players:
        own = {row.section_id: row.section for row in others if row.player_id == player.pk and row.section}
        for source in (section, *own.values()):
            _agree(player, source, entrants[player.pk], by, only_stored=source is not section)


def refresh_provisional(section: Section, at: datetime) -> None:
    """Record what is certain for the players of a section while it runs, also where more is certain than before."""
    with transaction.atomic():
        section = Section.objects.select_for_update(of=("self",)).select_related("event__series").get(pk=section.pk)
        if section.state != Section.State.RUNNING:
            return
        results = results_in(section)
        ids = [int(player) for player in results]
        uses: dict[int, list[Use]] = {player: [] for player in ids}
        for use in used_by(ids):
            uses[use.player_id].append(use_of(use))
        for player in Player.objects.filter(pk__in=ids).order_by("pk"):
            entrant = Entrant(str(player.pk), results=(results[str(player.pk)],), uses=tuple(uses[player.pk]))
            _agree(player, section, entrant, by_server(at))


def row_of(player: Player, right: Right) -> models.Right:
    """Return the row of a right that is about to be used; create it if there is none yet."""
    rows = models.Right.objects.select_for_update().filter(player=player, source=right.source, to=right.to)
    row = rows.exclude(state=RightState.REFERRED.value).first()
    return row or _write(right, Section.objects.filter(pk=int(right.source)).first(), player)


def _agree(
    player: Player, section: Section, entrant: Entrant, by: By, *, only_stored: bool = False
) -> dict[str, models.Right]:
    """Make the rows of what a section gave a player say what the ledger says; these, by the ids of the core.

    *only_stored*: without rows for what is not stored yet. A right by which the player was seated stays used, whatever
    its result is now: the ledger says so.
    """
    on = by.at.date()
    earned = {right.id: right for right in ledger(entrant, on=on).value if right.source == str(section.pk)}
    rows = models.Right.objects.select_for_update(of=("self",)).filter(player=player, section=section)
    rows = rows.select_related("section__event").prefetch_related("uses")
    stored = {right_of(row).id: row for row in rows}
    for gone in stored.keys() - earned.keys():
        row = stored[gone]
        row.consequences.update(right=None)
        row.uses.filter(given_back__isnull=False).delete()
        row.delete()
    wanted = {key: right for key, right in earned.items() if key in stored or not only_stored}
    return {key: _write(right, section, player, stored.get(key)) for key, right in wanted.items()}


def _write(
    right: Right, section: Section | None, player: Player | None, row: models.Right | None = None
) -> models.Right:
    row = row or models.Right()
    row.player, row.section, row.federation = player, section, "" if player else right.holder
    row.to, row.series, row.clause, row.source = right.to, right.series, str(right.clause), right.source
    row.event, row.started, row.cycle = right.event, right.started, right.cycle
    row.earned, row.expires = right.earned, right.expires
    row.is_half, row.is_free, row.turn = right.half, right.free, right.turn.value
    row.state, row.deferred = right.state.value, list(right.deferred)
    row.office = right.office.value if right.office else ""
    row.save()
    return row


# -- using and giving back --------------------------------------------------------------------------------------------


def use(entry: models.EventEntry, uses: Sequence[Use], rights: Sequence[Right], by: By) -> None:
    """Write down what an entry uses up, now that its player is seated. Their row is locked by the caller."""
    if entry.player is None:
        raise ValueError("a team's entry uses up nothing of a player")
    by_source = {right.source: right for right in rights}
    for spent in uses:
        row = RightUse(
            entry=entry,
            player=entry.player,
            of=spent.of.value,
            kind=spent.kind,
            start=spent.start,
            year=spent.start.year,
            cycle=spent.cycle,
            clause=spent.clause,
            at=by.at,
        )
        match spent.of:
            case UseOf.RIGHT:
                row.right = row_of(entry.player, by_source[spent.reference or ""])
                row.right.state = RightState.USED.value
                row.right.save(update_fields=["state"])
            case UseOf.NOMINATION:
                row.nomination_id = int(spent.reference or 0)
            case UseOf.GRANT:
                row.grant = models.Grant.objects.get(reference=spent.reference)
        row.save()


def give_back(entry: models.EventEntry, by: By) -> int:
    """Give back what an entry used up: its player gave up the seat before it bound them, or was put back to wait."""
    given = list(entry.used.select_for_update().filter(given_back=None))
    for row in given:
        row.given_back = by.at
        row.save(update_fields=["given_back"])
        if row.right_id is not None:
            right = models.Right.objects.select_for_update().get(pk=row.right_id)
            right.state = _state_unused(right, on=by.at.date())
            right.save(update_fields=["state"])
    return len(given)


def _state_unused(right: models.Right, *, on: date) -> str:
    if right.deferred:
        return RightState.DEFERRED.value
    is_over = right.expires is not None and right.expires < on
    return RightState.EXPIRED.value if is_over else RightState.OPEN.value


# -- a life of its own ------------------------------------------------------------------------------------------------


def expire(*, at: datetime) -> int:
    """Write down which rights have run out; how many."""
    over = models.Right.objects.filter(state=RightState.OPEN.value, expires__lt=at.date())
    return over.update(state=RightState.EXPIRED.value)


def warn_of_expiry(*, at: datetime) -> int:
    """Tell everybody once whose right runs out within thirty days; how many rights that are."""
    today = at.date()
    soon = models.Right.objects.filter(
        state__in=OPEN, expires__gte=today, expires__lte=today + WARNED_BEFORE, player__user__isnull=False
    )
    rows = list(soon.select_related("player__user", "section__event").order_by("pk"))
    notices.rights_run_out(rows, at=at)
    return len(rows)


def put_off(pk: int, final: Event, *, actor: User, at: datetime) -> models.Right:
    """Put a right to the Final off from one that is announced: once; a second time it is lost (1.4.3)."""
    with transaction.atomic():
        rows = models.Right.objects.select_for_update(of=("self",)).select_related("player__user", "section__event")
        row = rows.filter(pk=pk, player__isnull=False).first()
        if row is None or row.player is None or not may_enter_player(actor, row.player):
            raise NotAllowed
        if final.kind != FINAL or final.state not in (Event.State.ANNOUNCED, Event.State.OPEN):
            raise Unfit(_("A right is put off from a Final whose entries are open or to come."))
        if final.cycle in row.deferred:
            raise Stale(_("It is put off from that Final already."))
        ruling = defer(right_of(row), final=final.cycle)
        after = ruling.value
        row.state, row.deferred = after.state.value, list(after.deferred)
        row.save(update_fields=["state", "deferred"])
        by = By(acting_for_player(actor, row.player), at, actor)
        decide("put off a right", by, ruling, event=final, player_id=row.player_id, is_public=False)
    return row


def choose_of_equals(section: Section, chosen: Sequence[Player], by: By) -> models.Decision:
    """Put some of those who share a place before the others, so that what it gives is theirs: the commissioner's word.

    In the caller's transaction. Rights follow from the places as if these had been played for.
    """
    results = results_in(section)
    ruling = equals.choose_of_equals(
        results,
        [str(player.pk) for player in chosen],
        actor=by.acting.actor,
        by=name_of(by.user) if by.user else by.acting.actor.value,
        on=by.at.date(),
        reason=by.reason,
    )
    places = {player: [outlook.best, outlook.worst] for player, outlook in ruling.value.items()}
    with_places = replace(by, facts={**(by.facts or {}), "places": places})
    decision = decide(CHOSEN, with_places, ruling, event=section.event, section=section)
    players = Player.objects.select_for_update().filter(pk__in=[int(player) for player in places])
    look_again(section, list(players.order_by("pk")), by)
    return decision

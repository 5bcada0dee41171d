"""Proposals of titles, kept in step with a player's norms: new ones made, those that no longer follow superseded."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.rulebook.stored_grounds import plain_grounds
from slowmate.server.people.models import Player
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.register import confirmed_norms, player_records
from slowmate.server.titles.services import notices
from slowmate.server.titles.services.awards import Proposal, lock_players, propose, supersede
from slowmate.titles.career import TitleAward as EarnedTitle
from slowmate.titles.career import career
from slowmate.titles.iccf.awards import TWO_NORMS, NormRecord, event_key
from slowmate.titles.iccf.confirmation import TitleRoute

State = TitleAward.State


def sync_awards(players: Iterable[Player], *, at: datetime) -> list[TitleAward]:
    """Sync the proposed titles of players with their confirmed norms; return the titles that are new.

    A proposal that no longer follows is superseded; a confirmed title is marked, for the commissioner to see.
    """
    by_number = {player.pk: player for player in players}
    with transaction.atomic():
        lock_players(by_number.values())
        everybody = [by_number[pk] for pk in sorted(by_number)]
        records = player_records(everybody, on=at.date(), anew=True)
        awards: dict[int, list[TitleAward]] = {pk: [] for pk in by_number}
        rows = TitleAward.objects.filter(player__in=everybody, route=TitleRoute.NORMS).select_related("held")
        for row in rows.order_by("pk"):
            awards[row.player_id].append(row)
        norms: dict[int, list[Norm]] = {pk: [] for pk in by_number}
        for norm in confirmed_norms(everybody):
            norms[norm.player_id].append(norm)
        new: list[TitleAward] = []
        for player in everybody:
            events = {event_key(norm.event, norm.started) for norm in norms[player.pk]}
            if len(events) < TWO_NORMS and not awards[player.pk]:
                continue
            earned = {title.title: title for title in career(records[player.pk], on=at.date()).awards}
            new += _sync_player(player, earned, awards[player.pk], norms[player.pk], at)
        notices.titles_earned(new, at=at)
    return new


def update_standing(gone: Iterable[TitleAward], *, follows: Iterable[TitleAward], at: datetime) -> None:
    """Update titles found before: supersede the proposals that are *gone*, mark confirmed ones as void, and take the
    mark off those that *follows* has again."""
    for row in gone:
        if row.state == State.PROPOSED:
            supersede(row, reason=_("What it rested on has changed."), at=at)
        elif row.state == State.CONFIRMED:
            _mark(row, is_void=True)
    for row in follows:
        if row.state == State.CONFIRMED:
            _mark(row, is_void=False)


def _mark(row: TitleAward, *, is_void: bool) -> None:
    if row.is_void != is_void and not row.facts.get("kept"):
        row.is_void = is_void
        row.save(update_fields=["is_void"])


def _sync_player(
    player: Player,
    earned: Mapping[str, EarnedTitle],
    awards: Sequence[TitleAward],
    norms: Sequence[Norm],
    at: datetime,
) -> list[TitleAward]:
    """Propose the titles of one player that are new, and update those that no longer follow."""
    live = {row.title: row for row in awards if row.state in TitleAward.LIVE}
    unchanged = {
        title
        for title, row in live.items()
        if title in earned and (row.state == State.CONFIRMED or not _differs(row, earned[title]))
    }
    update_standing(
        [row for title, row in live.items() if title not in unchanged],
        follows=[live[title] for title in unchanged],
        at=at,
    )
    standing = {row.title for row in live.values() if row.state in TitleAward.LIVE}
    new = []
    for title, earned_title in earned.items():
        used = _rows_of(earned_title.norms, norms)
        if title not in standing and not _is_dismissed(title, used, awards):
            new.append(propose(player, _proposal(earned_title, used), at=at))
    return new


def _differs(row: TitleAward, earned: EarnedTitle) -> bool:
    """Return whether a proposal has another day, another confirming body or other grounds now."""
    if (row.earned, row.confirmed_by) != (earned.earned, earned.confirmed_by.value):
        return True
    return bool(row.grounds != plain_grounds(earned.grounds))


def _is_dismissed(title: str, used: Sequence[Norm], awards: Sequence[TitleAward]) -> bool:
    """Return whether the commissioner has decided about just these norms before."""
    numbers = {norm.pk for norm in used}
    decided = (row for row in awards if row.title == title and row.state in (State.DISMISSED, State.REVOKED))
    return any({norm.pk for norm in row.norms.all()} >= numbers for row in decided)


def _proposal(earned: EarnedTitle, used: Sequence[Norm]) -> Proposal:
    return Proposal(
        title=earned.title,
        route=earned.route,
        earned=earned.earned,
        confirmed_by=earned.confirmed_by,
        grounds=earned.grounds,
        valid_from=earned.valid_from,
        norms=used,
    )


def _rows_of(records: Sequence[NormRecord], rows: Sequence[Norm]) -> list[Norm]:
    """Return the rows of the norms that the core has used."""
    used = {(norm.title, norm.played_in) for norm in records}
    return [row for row in rows if (row.title, event_key(row.event, row.started)) in used]

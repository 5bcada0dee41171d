"""The search of a finished section for norms, and for the titles that follow from norms and places.

It runs when a section ends, and again when a result was corrected or the section has ended once more. What stands
already stays; what no longer holds is superseded; nothing is registered twice, however many workers search.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from slowmate import records
from slowmate.events.running.consequences import Step
from slowmate.events.running.final_places import titles_won
from slowmate.rulebook import Ground
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.events.models import Consequence, Seat, SeatHolding, Section
from slowmate.server.events.queries.record import name_of, record_of
from slowmate.server.events.queries.results import decided_places
from slowmate.server.events.services.consequences import OVER
from slowmate.server.events.services.locking import locked_section
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Norm, NormsFound, TitleAward
from slowmate.server.titles.queries.register_check import is_same
from slowmate.server.titles.services import award_sync, awards, certificates, norms, notices
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute, confirmed_by
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.levels import TITLES, is_at_least
from slowmate.titles.register import MadeNorm, norms_made

Key = tuple[int, str]


def search_section(pk: int, *, at: datetime) -> bool:
    """Register the norms and titles of a finished section; return whether the section had finished."""
    with transaction.atomic():
        section = locked_section(pk)
        if section.state not in OVER or section.ended is None:
            return False
        event = record_of(section)
        players = _locked_players(section)
        changed = _sync_norms(section, norms_made(event), players, at)
        _direct_titles(section, event, players, at)
        award_sync.sync_awards([players[pk] for pk in sorted(changed)], at=at)
        NormsFound.objects.update_or_create(section=section, defaults={"ended": section.ended, "at": at})
    return True


def _locked_players(section: Section) -> dict[int, Player]:
    """Lock everybody of a section in the order of their numbers, before their rows; return them by number."""
    rows = Player.objects.select_for_update(of=("self",), no_key=True).select_related("user")
    seated = Seat.objects.filter(section=section).values("player")
    substitutes = SeatHolding.objects.filter(seat__section=section).values("player")
    return {row.pk: row for row in rows.filter(Q(pk__in=seated) | Q(pk__in=substitutes)).order_by("pk")}


# -- norms ------------------------------------------------------------------------------------------------------------


def _sync_norms(section: Section, made: Sequence[MadeNorm], players: dict[int, Player], at: datetime) -> set[int]:
    """Sync the registered norms with those that were made; return the ids of players whose norms changed."""
    made_by_key = {(int(norm.player), norm.norm.title): norm for norm in made}
    live, dismissed = _registered_norms(section, players)
    outdated = {key: row for key, row in live.items() if key not in made_by_key or not is_same(row, made_by_key[key])}
    for row in outdated.values():
        norms.supersede(row, reason=_("A result of the section was corrected."), at=at)
    notices.norms_gone([row for key, row in outdated.items() if key not in made_by_key], "", at=at)
    new = {
        key: norms.register(players[key[0]], _entry(section, norm, outdated.get(key)), at=at)
        for key, norm in made_by_key.items()
        if (key not in live or key in outdated) and not any(is_same(row, norm) for row in dismissed.get(key, ()))
    }
    notices.norms_found([row for key, row in new.items() if key not in outdated], at=at)
    changed = (*outdated.values(), *new.values())
    certificates.issue_for_norms(changed, at=at)
    return {row.player_id for row in changed}


def _registered_norms(section: Section, players: dict[int, Player]) -> tuple[dict[Key, Norm], dict[Key, list[Norm]]]:
    """Return the norms of a section that stand, and those that were dismissed, locked."""
    live: dict[Key, Norm] = {}
    dismissed: dict[Key, list[Norm]] = {}
    for row in Norm.objects.select_for_update(of=("self",)).filter(section=section).order_by("pk"):
        row.player, row.section = players[row.player_id], section
        if row.state in Norm.LIVE:
            live[row.player_id, row.title] = row
        elif row.state == Norm.State.DISMISSED:
            dismissed.setdefault((row.player_id, row.title), []).append(row)
    return live, dismissed


def _entry(section: Section, made: MadeNorm, supersedes: Norm | None) -> norms.NormEntry:
    return norms.NormEntry(
        record=made.norm,
        edition=made.edition,
        section=section,
        score=made.score,
        needed=made.needed,
        grounds=made.grounds,
        growth=made.growth,
        supersedes=supersedes,
    )


# -- titles by place --------------------------------------------------------------------------------------------------


def _direct_titles(section: Section, event: records.Event, players: dict[int, Player], at: datetime) -> None:
    """Propose the titles by place and percentage, and the champions named by the section's office."""
    won: dict[tuple[int, str, int], tuple[Ground, ...]] = {
        (int(title.player), title.title, 0): (title.ground,) for title in _titles_won(section, event, players)
    }
    won |= dict(_champions(section))
    rows = TitleAward.objects.select_for_update(of=("self",)).filter(section=section, route=TitleRoute.DIRECT)
    awarded = list(rows.order_by("pk"))
    for row in awarded:
        row.player, row.section = players[row.player_id], section
    award_sync.update_standing(
        [row for row in awarded if (row.player_id, row.title, row.number) not in won],
        follows=[row for row in awarded if (row.player_id, row.title, row.number) in won],
        at=at,
    )
    decided = {(row.player_id, row.title, row.number) for row in awarded if row.state != TitleAward.State.SUPERSEDED}
    new = [
        awards.propose(players[key[0]], _proposal(section, key, grounds), at=at)
        for key, grounds in won.items()
        if key not in decided
    ]
    notices.titles_earned(new, at=at)


def _titles_won(section: Section, event: records.Event, players: dict[int, Player]) -> list[DirectTitle]:
    """Return the direct titles of a section for players who hold neither them nor higher ones from elsewhere."""
    ranked = {player: first for player, (first, _last) in decided_places([section]).get(section.pk, {}).items()}
    won = titles_won(event, ended=section.ended or section.start, ranked=ranked)
    if not won:
        return []
    own = TitleAward.objects.filter(section=section, route=TitleRoute.DIRECT)
    held: dict[int, list[str]] = defaultdict(list)
    titles = TitleHeld.objects.filter(player__in=players, confirmed__lte=section.ended).exclude(award__in=own)
    for player, title in titles.values_list("player_id", "title"):
        held[player].append(title)
    best: dict[tuple[str, str], DirectTitle] = {(won_title.player, won_title.title): won_title for won_title in won}
    return [
        won_title
        for won_title in best.values()
        if not any(is_at_least(title, won_title.title) for title in held[int(won_title.player)])
    ]


def _champions(section: Section) -> Iterable[tuple[tuple[int, str, int], tuple[Ground, ...]]]:
    """Yield the champions declared by the office that runs the event, or by the Board between equals."""
    rows = section.consequences.filter(state=Consequence.State.DONE, is_void=False, player__isnull=False)
    for row in rows.order_by("pk"):
        if Step.TITLE in (row.what, row.asks):
            yield (row.player_id or 0, row.value, row.cycle or 0), grounds_from(row.grounds)


def _proposal(section: Section, key: tuple[int, str, int], grounds: Sequence[Ground]) -> awards.Proposal:
    _player, title, number = key
    earned = section.ended or section.start
    body, more = ConfirmingBody.COMMISSIONER_FOR_BOARD, tuple(grounds)
    if title in TITLES:
        ruling = confirmed_by(title, TitleRoute.DIRECT, on=earned)
        body, more = ruling.value, (*more, *ruling.grounds)
    return awards.Proposal(
        title, TitleRoute.DIRECT, earned, body, more, number=number, section=section, source=name_of(section)
    )

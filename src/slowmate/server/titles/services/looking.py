"""What a section that is over has brought: norms, and the titles that follow from them and from places.

Looked for when a section ends, and again when a result was corrected or it has ended once more. What stands already
stays; what no longer holds is superseded; nothing comes twice, however often and by how many workers it is looked for.
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
from slowmate.rulebook.kept import grounds_from
from slowmate.server.events.models import Consequence, Seat, SeatHolding, Section
from slowmate.server.events.queries.record import name_of, record_of
from slowmate.server.events.queries.results import decided_places
from slowmate.server.events.services.consequences import OVER
from slowmate.server.events.services.locking import locked_section
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Norm, NormsFound, TitleAward
from slowmate.server.titles.queries.compare import is_same
from slowmate.server.titles.services import awards, certificates, norms, notices
from slowmate.titles.iccf.confirmation import ConfirmingBody, TitleRoute, confirmed_by
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.levels import TITLES, is_at_least
from slowmate.titles.register import MadeNorm, norms_made

Key = tuple[int, str]


def look_at_section(pk: int, *, at: datetime) -> bool:
    """Look for the norms and titles of a section that is over; whether it was its turn."""
    with transaction.atomic():
        section = locked_section(pk)
        if section.state not in OVER or section.ended is None:
            return False
        event = record_of(section)
        players = _locked_players(section)
        changed = _norms(section, norms_made(event), players, at)
        _direct_titles(section, event, players, at)
        awards.look_at([players[pk] for pk in sorted(changed)], at=at)
        NormsFound.objects.update_or_create(section=section, defaults={"ended": section.ended, "at": at})
    return True


def _locked_players(section: Section) -> dict[int, Player]:
    """Everybody of a section, locked in the order of their numbers: before the rows that are theirs."""
    rows = Player.objects.select_for_update(of=("self",), no_key=True).select_related("user")
    seated = Seat.objects.filter(section=section).values("player")
    substitutes = SeatHolding.objects.filter(seat__section=section).values("player")
    return {row.pk: row for row in rows.filter(Q(pk__in=seated) | Q(pk__in=substitutes)).order_by("pk")}


# -- norms ------------------------------------------------------------------------------------------------------------


def _norms(section: Section, made: Sequence[MadeNorm], players: dict[int, Player], at: datetime) -> set[int]:
    """Make the register say what was made; the players for whom something has changed."""
    wanted = {(int(one.player), one.norm.title): one for one in made}
    rows = Norm.objects.select_for_update(of=("self",)).filter(section=section).order_by("pk")
    live: dict[Key, Norm] = {}
    dismissed: dict[Key, list[Norm]] = {}
    for row in rows:
        row.player, row.section = players[row.player_id], section
        if row.state in Norm.LIVE:
            live[row.player_id, row.title] = row
        elif row.state == Norm.State.DISMISSED:
            dismissed.setdefault((row.player_id, row.title), []).append(row)
    gone = [row for key, row in live.items() if key not in wanted or not is_same(row, wanted[key])]
    for row in gone:
        norms.supersede(row, reason=_("A result of the section was corrected."), at=at)
    notices.norms_gone([row for row in gone if (row.player_id, row.title) not in wanted], "", at=at)
    replaced = {(row.player_id, row.title): row for row in gone}
    new = []
    for key, one in wanted.items():
        stands = key in live and key not in replaced
        if not stands and not any(is_same(row, one) for row in dismissed.get(key, ())):
            new.append(_registered(section, players[key[0]], one, replaced.get(key), at))
    notices.norms_found([row for row in new if (row.player_id, row.title) not in replaced], at=at)
    certificates.issue_for_norms((*gone, *new), at=at)
    return {row.player_id for row in (*gone, *new)}


def _registered(section: Section, player: Player, one: MadeNorm, instead_of: Norm | None, at: datetime) -> Norm:
    return norms.register(
        player,
        one.norm,
        at=at,
        edition=one.edition,
        section=section,
        score=one.score,
        needed=one.needed,
        grounds=one.grounds,
        growth=one.growth,
        supersedes=instead_of,
    )


# -- titles by place --------------------------------------------------------------------------------------------------


def _direct_titles(section: Section, event: records.Event, players: dict[int, Player], at: datetime) -> None:
    """Propose what places and percentages bring, and the champions whom the section's office has named."""
    wanted: dict[tuple[int, str, int], tuple[Ground, ...]] = {
        (int(one.player), one.title, 0): (one.ground,) for one in _won(section, event, players)
    }
    wanted |= dict(_champions(section))
    rows = TitleAward.objects.select_for_update(of=("self",)).filter(section=section, route=TitleRoute.DIRECT)
    known = list(rows.order_by("pk"))
    for row in known:
        row.player, row.section = players[row.player_id], section
    awards.no_longer(
        [row for row in known if (row.player_id, row.title, row.number) not in wanted],
        follows=[row for row in known if (row.player_id, row.title, row.number) in wanted],
        at=at,
    )
    decided = {(row.player_id, row.title, row.number) for row in known if row.state != TitleAward.State.SUPERSEDED}
    new = [
        awards.propose(players[key[0]], _proposal(section, key, grounds), at=at)
        for key, grounds in wanted.items()
        if key not in decided
    ]
    notices.titles_earned(new, at=at)


def _won(section: Section, event: records.Event, players: dict[int, Player]) -> list[DirectTitle]:
    """The direct titles of a section for those who have no such title yet, nor a higher one, from elsewhere."""
    ranked = {player: first for player, (first, _last) in decided_places([section]).get(section.pk, {}).items()}
    won = titles_won(event, ended=section.ended or section.start, ranked=ranked)
    if not won:
        return []
    own = TitleAward.objects.filter(section=section, route=TitleRoute.DIRECT)
    held: dict[int, list[str]] = defaultdict(list)
    titles = TitleHeld.objects.filter(player__in=players, confirmed__lte=section.ended).exclude(award__in=own)
    for player, title in titles.values_list("player_id", "title"):
        held[player].append(title)
    best: dict[tuple[str, str], DirectTitle] = {(one.player, one.title): one for one in won}
    return [one for one in best.values() if not any(is_at_least(title, one.title) for title in held[int(one.player)])]


def _champions(section: Section) -> Iterable[tuple[tuple[int, str, int], tuple[Ground, ...]]]:
    """Those whom the office that runs the event, or the Board between equals, has declared champions."""
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

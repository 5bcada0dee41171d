"""Lists for the tests of pages: small federations whose games made them."""

from random import Random

from slowmate.ratings.periods import parse_period
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.services.history import make_lists
from tests.support.archives import archive, store
from tests.support.rated_federation import on_its_day

KINDS = {"chess": ("open-class", "master-norm"), "chess960": ("chess960",)}


def lists_by_lot(
    first: str, last: str, *, players: int = 24, games: int = 300, pool: str = "chess"
) -> list[RatingList]:
    """Published lists of players by lot, who are called P1, P2, ..."""
    begins, ends = parse_period(first), parse_period(last)
    made = archive(
        Random(f"{first}{pool}"),
        players=players,
        games=games,
        first=begins.results_from,
        last=ends.results_until,
        kinds=KINDS.get(pool, ("",)),
    )
    store(made, pool=pool)
    for player in Player.objects.all():
        player.name, player.sex = f"P{player.pk}", "f" if player.pk % 3 == 0 else "m"
        player.title = {0: "GM", 1: "IM"}.get(player.pk % 5, "")
        player.save()
    return go_on_until(last, pool=pool)


def go_on_until(last: str, *, pool: str = "chess") -> list[RatingList]:
    """The lists up to one, after those that there are, each published on its day."""
    return [*make_lists(parse_period(last), published=on_its_day, pool=pool)]

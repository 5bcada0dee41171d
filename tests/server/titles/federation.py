"""A hero with norms, for the tests of titles."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from slowmate.records import Event
from slowmate.server.events.models import Section
from slowmate.server.people.models import Player
from slowmate.server.titles.services.norm_search import search_section
from tests.support.finished import keep
from tests.support.people import person
from tests.support.sections import section, with_score

HERO = "1"
AT = datetime(2020, 3, 1, tzinfo=UTC)


def played(name: str = "A section", *, start: date = date(2018, 3, 1), score: float = 9, rating: int = 2400) -> Event:
    """The hero against twelve equals: a game ends every ten days, first the wins, then the rest."""
    event = replace(with_score(section([2400, *[rating] * 12], start=start), HERO, score), name=name)
    dated = (replace(game, ended=start + timedelta(days=10 * number)) for number, game in enumerate(event.games, 1))
    return replace(event, games=tuple(dated))


def a_hero(name: str = "Hero", *, games: int = 120) -> Player:
    """Somebody with an account and a fixed rating."""
    found: Player = person(name).player
    Player.objects.filter(pk=found.pk).update(rating=2400, rating_games=games, federation="CZE")
    found.refresh_from_db()
    return found


def with_norms(hero: Player, *starts: date) -> list[Section]:
    """Sections in which he has made norms up to GM, looked at by the server."""
    rows = [keep(played(f"Event {start.year}", start=start), {HERO: hero}) for start in starts]
    for row in rows:
        search_section(row.pk, at=AT)
    return rows

"""Who holds an office in the demo: each has an account, and plays nowhere."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from allauth.account.models import EmailAddress

from slowmate.server.accounts.models import User
from slowmate.server.demo.games import DIRECTOR
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player, TitleHeld

SINCE = date(2015, 1, 1)
FEDERATION = "CZE"
"""Whose delegate signs in, and whose championship is played."""


MEMBERS = 240


class Official(NamedTuple):
    """An account, its holder, and the office."""

    mail: str
    name: str
    federation: str
    kind: Office.Kind
    of: str = ""
    title: str = ""


OFFICIALS = (
    Official("director@demo.example", DIRECTOR, "ITA", Office.Kind.DIRECTOR, title="IA"),
    Official("ttc@demo.example", "Torvald Titlund", "SWE", Office.Kind.TITLE_TOURNAMENTS),
    Official("nttc@demo.example", "Nora Nontitelman", "NED", Office.Kind.NON_TITLE_TOURNAMENTS),
    Official("ratings@demo.example", "Rasmus Rechner", "GER", Office.Kind.RATINGS),
    Official("qualifications@demo.example", "Quirin Quast", "AUT", Office.Kind.QUALIFICATIONS),
    Official("delegate@demo.example", "Dalibor Delegát", "CZE", Office.Kind.DELEGATE, of=FEDERATION),
    Official("board@demo.example", "Beatriz Presidente", "BRA", Office.Kind.EXECUTIVE_BOARD),
    Official("congress@demo.example", "Connor Congress", "IRL", Office.Kind.CONGRESS),
)
"""Listed on the front page of the demo, the director first."""


def make(password: str) -> dict[Office.Kind, User]:
    """All of them, with a password that is hashed already; by their office."""
    found = {}
    for one in OFFICIALS:
        user = User.objects.create(email=one.mail, password=password)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        player = Player.objects.create(
            user=user, name=one.name, federation=one.federation, title=one.title, is_demo=True
        )
        Office.objects.create(user=user, kind=one.kind, federation=one.of, begins=SINCE)
        if one.title:
            TitleHeld.objects.create(player=player, title=one.title, confirmed=SINCE)
        found[one.kind] = user
    declare(FEDERATION, MEMBERS)
    return found


def declare(code: str, members: int) -> None:
    """A federation has so many members, every year."""
    federation, is_new = Federation.objects.get_or_create(code=code)
    if is_new:
        MembersDeclared.objects.bulk_create(
            MembersDeclared(federation=federation, year=year, members=members) for year in range(2016, 2100)
        )


def members_of(players: Sequence[Player]) -> dict[str, int]:
    """The federations of these players, and how many members each has: what it may name depends on it."""
    codes = sorted({player.federation for player in players} - {FEDERATION, ""})
    return {FEDERATION: MEMBERS} | {code: 500 + 450 * (turn % 5) for turn, code in enumerate(codes)}


def delegate_of(code: str, players: Sequence[Player], members: int) -> User:
    """Whoever speaks for a federation: one of its players, where nobody holds the office yet."""
    declare(code, members)
    held = Office.objects.filter(kind=Office.Kind.DELEGATE, federation=code).select_related("user").first()
    if held is None:
        own = next(player.user for player in reversed(players) if player.federation == code and player.user)
        held = Office.objects.create(user=own, kind=Office.Kind.DELEGATE, federation=code, begins=SINCE)
    return held.user

"""The officials of the demo: each has an account, and plays nowhere."""

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
    """Create the officials, with a password that is hashed already; return them by their office."""
    users = {}
    for official in OFFICIALS:
        user = User.objects.create(email=official.mail, password=password)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        player = Player.objects.create(
            user=user, name=official.name, federation=official.federation, title=official.title, is_demo=True
        )
        Office.objects.create(user=user, kind=official.kind, federation=official.of, begins=SINCE)
        if official.title:
            TitleHeld.objects.create(player=player, title=official.title, confirmed=SINCE)
        users[official.kind] = user
    declare(FEDERATION, MEMBERS)
    return users


def declare(code: str, members: int) -> None:
    """Declare the number of members of a federation, for every year."""
    federation, is_new = Federation.objects.get_or_create(code=code)
    if is_new:
        MembersDeclared.objects.bulk_create(
            MembersDeclared(federation=federation, year=year, members=members) for year in range(2016, 2100)
        )


def members_of(players: Sequence[Player]) -> dict[str, int]:
    """Return the federations of these players with their numbers of members, which limit what they may nominate."""
    codes = sorted({player.federation for player in players} - {FEDERATION, ""})
    return {FEDERATION: MEMBERS} | {code: 500 + 450 * (turn % 5) for turn, code in enumerate(codes)}


def delegate_of(code: str, players: Sequence[Player], members: int) -> User:
    """Return the delegate of a federation; where nobody holds the office yet, appoint one of its players."""
    declare(code, members)
    held = Office.objects.filter(kind=Office.Kind.DELEGATE, federation=code).select_related("user").first()
    if held is None:
        own = next(player.user for player in reversed(players) if player.federation == code and player.user)
        held = Office.objects.create(user=own, kind=Office.Kind.DELEGATE, federation=code, begins=SINCE)
    return held.user

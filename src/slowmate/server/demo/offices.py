"""Who holds an office in the demo: each has an account, and plays nowhere."""

from datetime import date
from typing import NamedTuple

from allauth.account.models import EmailAddress

from slowmate.server.accounts.models import User
from slowmate.server.demo.games import DIRECTOR
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player, TitleHeld

SINCE = date(2015, 1, 1)
FEDERATION = "CZE"
"""Whose delegate signs in, and whose championship is played."""


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
    Federation.objects.create(code=FEDERATION, zone="Europe")
    MembersDeclared.objects.bulk_create(
        MembersDeclared(federation_id=FEDERATION, year=year, members=240) for year in range(2016, 2100)
    )
    return found

"""Section 13: for which federation a player plays, and how they change it. Section 15: appeals."""

from dataclasses import replace
from datetime import date

from slowmate.events.organising.offices import Actor, Procedure, ProcedureStep
from slowmate.records import Player
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause, in_force

BELONGS = Dated({"ICCF-TR-2016 13.1": "permanent residence", "ICCF-TR-2017 13.1": "residence"})
BY_CONSENT = clause("ICCF-TR-2017 13.2")
TELL_RATINGS = clause("ICCF-TR-2017 13.3/1")
STAYS = clause("ICCF-TR-2017 13.3/2")
OBJECTION = clause("ICCF-TR-2017 13.4")
APPEAL = clause("ICCF-TR-2017 15")


def may_belong(
    federation: str, *, citizen: str, resident: str, is_permanent: bool = True, on: date, confirmed: bool = False
) -> Ruling[bool]:
    """Decide whether a player may play for a federation: of their citizenship or residence, or with an officer's word.

    *on* governs; in 2016 residence had to be permanent.
    """
    cited, residence = BELONGS.on(on)
    lives_there = federation == resident and (is_permanent or residence == "residence")
    allowed = federation == citizen or lives_there or confirmed
    facts: dict[str, Fact] = {
        "federation": federation,
        "citizen": citizen,
        "resident": resident,
        "confirmed": confirmed,
    }
    return Ruling(allowed, (Ground(cited, facts | {"outcome": "belongs" if allowed else "ask-an-officer"}),))


EITHER = ("old federation", "new federation")
TRANSFER: Procedure = {
    ("asked", "release"): ProcedureStep((Actor.DELEGATE,), "released", BY_CONSENT, ("old federation",)),
    ("asked", "admit"): ProcedureStep((Actor.DELEGATE,), "admitted", BY_CONSENT, ("new federation",), guard="belongs"),
    ("released", "admit"): ProcedureStep((Actor.DELEGATE,), "approved", BY_CONSENT, ("new federation",), "belongs"),
    ("admitted", "release"): ProcedureStep((Actor.DELEGATE,), "approved", BY_CONSENT, ("old federation",)),
    ("asked", "object"): ProcedureStep((Actor.DELEGATE,), "objected", OBJECTION, EITHER),
    ("released", "object"): ProcedureStep((Actor.DELEGATE,), "objected", OBJECTION, ("new federation",)),
    ("admitted", "object"): ProcedureStep((Actor.DELEGATE,), "objected", OBJECTION, ("old federation",)),
    ("objected", "appeal"): ProcedureStep((Actor.PLAYER,), "with Arbitration", OBJECTION, ("player",)),
    ("with Arbitration", "allow"): ProcedureStep((Actor.ARBITRATION,), "approved", OBJECTION),
    ("with Arbitration", "dismiss"): ProcedureStep((Actor.ARBITRATION,), "dismissed", OBJECTION),
    ("approved", "notify"): ProcedureStep((Actor.DELEGATE,), "transferred", TELL_RATINGS, ("new federation",)),
}
"""A change of federation: the old one releases the player and the new one admits them, in either order, if they belong
there (`may_belong`). An objection of either goes to Arbitration, whose word is final; the new one tells the ratings."""


def transferred(player: Player, federation: str, *, on: date) -> Ruling[Player]:
    """Return the player after a transfer: of another federation, with the same number and rating.

    The Ratings Commissioner gets a notice.
    """
    grounds = (
        Ground(
            in_force(BY_CONSENT, on=on), {"player": player.id, "from": player.federation, "to": federation, "on": on}
        ),
        Ground(in_force(TELL_RATINGS, on=on), {"tell": Actor.RATINGS.value}),
        Ground(in_force(STAYS, on=on), {"player": player.id, "kept": ["number", "rating history"]}),
    )
    return Ruling(replace(player, federation=federation), grounds)


APPEALS: Procedure = {
    ("decided", "appeal"): ProcedureStep((Actor.PLAYER,), "appealed", APPEAL, ("player",)),
    ("decided", "appeal for the team"): ProcedureStep((Actor.CAPTAIN,), "appealed", APPEAL, ("team",)),
    ("decided", "appeal for the federation"): ProcedureStep((Actor.DELEGATE,), "appealed", APPEAL, ("federation",)),
    ("appealed", "take back"): ProcedureStep((Actor.PLAYER,), "taken back", APPEAL, ("player",)),
    ("appealed", "admit"): ProcedureStep((Actor.APPEALS,), "heard", APPEAL),
    ("appealed", "dismiss"): ProcedureStep((Actor.APPEALS,), "dismissed", APPEAL),
    ("heard", "allow"): ProcedureStep((Actor.APPEALS,), "allowed", APPEAL),
    ("heard", "dismiss"): ProcedureStep((Actor.APPEALS,), "dismissed", APPEAL),
}
"""An appeal against a decision under these rules, by the player, team or federation that it concerns."""


def appeal_to(address: str, *, start: date = date.max) -> Ruling[Actor]:
    """Return the commission that hears an appeal: Arbitration on a player's transfer, else the Appeals Commission."""
    if address.startswith("13."):
        return Ruling(Actor.ARBITRATION, (Ground(in_force(OBJECTION, on=start), {"about": address}),))
    return Ruling(Actor.APPEALS, (Ground(in_force(APPEAL, on=start), {"about": address}),))

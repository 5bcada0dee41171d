"""Section 13: for which federation a player plays, and how he changes it. Section 15: appeals."""

from datetime import date

from slowmate.events.organising.offices import Actor, Procedure, ProcedureStep
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause

BELONGS = Dated({"ICCF-TR-2016 13.1": "permanent residence", "ICCF-TR-2017 13.1": "residence"})
BY_CONSENT = clause("ICCF-TR-2017 13.2")
TELL_RATINGS = clause("ICCF-TR-2017 13.3/1")
STAYS = clause("ICCF-TR-2017 13.3/2")
OBJECTION = clause("ICCF-TR-2017 13.4")
APPEAL = clause("ICCF-TR-2017 15")


def may_belong(
    federation: str, *, citizen: str, resident: str, is_permanent: bool = True, on: date, confirmed: bool = False
) -> Ruling[bool]:
    """Whether a player may play for a federation: of his citizenship or residence, others with an officer's word.

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
"""A change of federation: the old one releases the player and the new one admits him, in either order, if he belongs
there (`may_belong`). An objection of either goes to Arbitration, whose word is final; the new one tells the ratings."""


def transfer_changes(player: str, old: str, new: str, *, on: date) -> Ruling[dict[str, Fact]]:
    """What a transfer changes: the federation. Number and rating history stay, and the Ratings Commissioner is told."""
    value: dict[str, Fact] = {"player": player, "federation": new, "tell": Actor.RATINGS.value}
    grounds = (
        Ground(BY_CONSENT, {"player": player, "from": old, "to": new, "on": on}),
        Ground(TELL_RATINGS, {"tell": Actor.RATINGS.value}),
        Ground(STAYS, {"player": player, "kept": ["number", "rating history"]}),
    )
    return Ruling(value, grounds)


def may_appeal_again(*, decided: date | None) -> Ruling[bool]:
    """A decision of the Arbitration Commission on a transfer is final."""
    if decided is not None:
        raise Refused(Ground(OBJECTION, {"decided": decided, "outcome": "final"}))
    return Ruling(True, (Ground(OBJECTION, {"outcome": "open"}),))


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


def appeal_to(address: str) -> Ruling[Actor]:
    """Which commission hears an appeal: Arbitration on the transfer of a player, the Appeals Commission on all else."""
    if address.startswith("13."):
        return Ruling(Actor.ARBITRATION, (Ground(OBJECTION, {"about": address}),))
    return Ruling(Actor.APPEALS, (Ground(APPEAL, {"about": address}),))

"""Who confirms norms and titles: the Qualifications Commissioner, the Executive Board for some, nobody his own."""

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.titles.iccf.confirmation import ConfirmingBody


def may_keep_titles(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - the same for all of them
    """The register of norms and titles is the Qualifications Commissioner's."""
    return holds(person, Office.Kind.QUALIFICATIONS)


def may_settle_norm(person: Person, norm: Norm) -> bool:
    """Confirm a norm that was found, or say why it is none."""
    return may_keep_titles(person) and not is_his(person, norm.player)


def may_recommend_award(person: Person, award: TitleAward) -> bool:
    """The Board recommends the titles that places bring."""
    is_asked = award.confirmed_by == ConfirmingBody.COMMISSIONER_FOR_BOARD
    return is_asked and holds(person, Office.Kind.EXECUTIVE_BOARD) and not is_his(person, award.player)


def may_settle_award(person: Person, award: TitleAward) -> bool:
    """Confirm a title that was earned, or say why it is not: whoever the rules name, and nobody about himself."""
    body = ConfirmingBody(award.confirmed_by)
    office = Office.Kind.CONGRESS if body is ConfirmingBody.CONGRESS else Office.Kind.QUALIFICATIONS
    return holds(person, office) and not is_his(person, award.player)


def is_his(person: Person, player: Player) -> bool:
    return isinstance(person, User) and player.user_id == person.pk

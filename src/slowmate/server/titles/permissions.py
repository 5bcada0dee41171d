"""Who confirms norms and titles: the Qualifications Commissioner, the Executive Board for some, nobody his own."""

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.permissions import is_delegate_of
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds
from slowmate.server.titles.models import Application, Certificate, Norm, OverTheBoardEvent, TitleAward
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


# -- certificates -----------------------------------------------------------------------------------------------------


def may_download_certificate(person: Person, certificate: Certificate) -> bool:
    """The holder and the office that issued it; everybody else verifies one that he is shown."""
    return may_keep_titles(person) or is_his(person, certificate.holder)


def may_issue_again(person: Person, certificate: Certificate) -> bool:
    """Replace a certificate by one that says what is right now."""
    return may_keep_titles(person) and not is_his(person, certificate.holder)


# -- applications -----------------------------------------------------------------------------------------------------


def may_apply_for(person: Person, player: Player) -> bool:
    """Apply for a title for somebody: he himself, the delegate of his federation, or the commissioner."""
    if is_his(person, player) or may_keep_titles(person):
        return True
    return isinstance(person, User) and bool(player.federation) and is_delegate_of(person, player.federation)


def may_propose_title(person: Person, player: Player) -> bool:
    """Lay a title before Congress or the commissioner, which a federation does: its delegate, or he himself."""
    return not is_his(person, player) and may_apply_for(person, player)


def may_see_application(person: Person, application: Application) -> bool:
    """Whoever is concerned: the applicant, whoever handed it in, his delegate, and the offices that decide."""
    is_maker = isinstance(person, User) and application.made_by_id == person.pk
    return is_maker or may_apply_for(person, application.player) or holds(person, Office.Kind.CONGRESS)


def may_withdraw_application(person: Person, application: Application) -> bool:
    return isinstance(person, User) and (application.made_by_id == person.pk or is_his(person, application.player))


def may_decide_application(person: Person, application: Application) -> bool:
    """The commissioner, or Congress where the rules leave it to Congress; nobody about himself."""
    office = Office.Kind.CONGRESS if application.waits_for_congress else Office.Kind.QUALIFICATIONS
    return holds(person, office) and not is_his(person, application.player)


def may_report_to_congress(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - there is one report
    """Read the report on titles: the commissioner who gives it, those who receive it."""
    return holds(person, Office.Kind.QUALIFICATIONS, Office.Kind.CONGRESS, Office.Kind.EXECUTIVE_BOARD)


# -- over the board ---------------------------------------------------------------------------------------------------


KEEP_OVER_THE_BOARD = (
    Office.Kind.QUALIFICATIONS,
    Office.Kind.DIRECTOR,
    Office.Kind.ORGANISER,
    Office.Kind.DELEGATE,
)
"""Whose work it is to report an event over the board."""


def may_report_event(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - any event over the board
    return holds(person, *KEEP_OVER_THE_BOARD)


def may_keep_event(person: Person, event: OverTheBoardEvent) -> bool:
    """Correct an event over the board, say who its players are, and print its forms: who reported it, the office."""
    is_maker = isinstance(person, User) and event.made_by_id == person.pk
    return (is_maker and may_report_event(person)) or may_keep_titles(person)

"""Who confirms norms and titles: the Qualifications Commissioner, for some the Executive Board; nobody their own."""

from functools import reduce
from operator import or_

from django.db.models import Q

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.permissions import is_delegate_of
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds
from slowmate.server.site.rules import NOTHING, Rule
from slowmate.server.titles.models import Application, Certificate, Norm, OverTheBoardEvent, TitleAward
from slowmate.titles.iccf.confirmation import ConfirmingBody


def may_keep_titles(person: Person, thing: object = None) -> bool:  # noqa: ARG001 - the same for all of them
    """The register of norms and titles is the Qualifications Commissioner's."""
    return holds(person, Office.Kind.QUALIFICATIONS)


def is_own(person: Person, player: Player) -> bool:
    """Whether somebody is that player."""
    return isinstance(person, User) and player.user_id == person.pk


def _of_others(person: Person) -> Q:
    """Return the condition of rows about another player."""
    return ~Q(player__user=person)


def _settles_norm(person: Person, norm: Norm) -> bool:
    return may_keep_titles(person) and not is_own(person, norm.player)


def _norms_settled_by(person: Person) -> Q:
    return _of_others(person) if may_keep_titles(person) else NOTHING


may_settle_norm = Rule(Norm, _settles_norm, _norms_settled_by)
"""Confirm a norm that was found, or say why it is none."""


def _recommends(person: Person, award: TitleAward) -> bool:
    by_board = award.confirmed_by == ConfirmingBody.COMMISSIONER_FOR_BOARD
    return by_board and holds(person, Office.Kind.EXECUTIVE_BOARD) and not is_own(person, award.player)


def _recommended_by(person: Person) -> Q:
    if not holds(person, Office.Kind.EXECUTIVE_BOARD):
        return NOTHING
    return Q(confirmed_by=ConfirmingBody.COMMISSIONER_FOR_BOARD) & _of_others(person)


may_recommend_award = Rule(TitleAward, _recommends, _recommended_by)
"""The Board recommends the titles that places bring."""


def _settles_award(person: Person, award: TitleAward) -> bool:
    body = ConfirmingBody(award.confirmed_by)
    office = Office.Kind.CONGRESS if body is ConfirmingBody.CONGRESS else Office.Kind.QUALIFICATIONS
    return holds(person, office) and not is_own(person, award.player)


def _awards_settled_by(person: Person) -> Q:
    by_congress = Q(confirmed_by=ConfirmingBody.CONGRESS)
    return _by_office(person, commissioner=~by_congress, congress=by_congress)


def _by_office(person: Person, *, commissioner: Q, congress: Q) -> Q:
    """Return the condition of what somebody decides as commissioner or for Congress; nothing about themselves."""
    conditions = [commissioner] if may_keep_titles(person) else []
    if holds(person, Office.Kind.CONGRESS):
        conditions.append(congress)
    return reduce(or_, conditions) & _of_others(person) if conditions else NOTHING


may_settle_award = Rule(TitleAward, _settles_award, _awards_settled_by)
"""Confirm a title that was earned, or say why it is not: the office the rules name, and nobody about themselves."""


# -- certificates -----------------------------------------------------------------------------------------------------


def may_download_certificate(person: Person, certificate: Certificate) -> bool:
    """Return whether a person may download a certificate: its holder and the office; others verify its code."""
    return may_keep_titles(person) or is_own(person, certificate.holder)


def may_issue_again(person: Person, certificate: Certificate) -> bool:
    """Replace a certificate by one that says what is right now."""
    return may_keep_titles(person) and not is_own(person, certificate.holder)


# -- applications -----------------------------------------------------------------------------------------------------


def may_apply_for(person: Person, player: Player) -> bool:
    """Return whether a person may apply for a player: the player, their federation's delegate, or the commissioner."""
    if is_own(person, player) or may_keep_titles(person):
        return True
    return isinstance(person, User) and bool(player.federation) and is_delegate_of(person, player.federation)


def may_propose_title(person: Person, player: Player) -> bool:
    """Return whether a person may propose a title for a player to Congress or the commissioner."""
    return not is_own(person, player) and may_apply_for(person, player)


def may_see_application(person: Person, application: Application) -> bool:
    """Return whether an application concerns a person: the player, its author, the delegate, the deciding offices."""
    is_maker = isinstance(person, User) and application.made_by_id == person.pk
    return is_maker or may_apply_for(person, application.player) or holds(person, Office.Kind.CONGRESS)


def may_withdraw_application(person: Person, application: Application) -> bool:
    return isinstance(person, User) and (application.made_by_id == person.pk or is_own(person, application.player))


def _decides_application(person: Person, application: Application) -> bool:
    office = Office.Kind.CONGRESS if application.waits_for_congress else Office.Kind.QUALIFICATIONS
    return holds(person, office) and not is_own(person, application.player)


def _applications_decided_by(person: Person) -> Q:
    before_congress = Q(state=Application.State.CONGRESS)
    return _by_office(person, commissioner=~before_congress, congress=before_congress)


may_decide_application = Rule(Application, _decides_application, _applications_decided_by)
"""The commissioner, or Congress where the rules leave it to Congress; nobody about themselves."""


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

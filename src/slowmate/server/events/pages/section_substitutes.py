"""The page of substitutes of a section: boards and who sat there, and requests for Replacement status."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.rulebook import Ruling
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, CaseStep, SeatHolding, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.permissions import may_decide_status, may_place_substitute
from slowmate.server.events.queries.record import names_in
from slowmate.server.events.queries.sections import Participant, ReplacedPlayer, participant, replaced_players
from slowmate.server.events.queries.substitutes import (
    Board,
    asked_in,
    boards_of,
    case_of,
    cases_of,
    holding_of,
    may_ask,
    played_on,
)
from slowmate.server.events.text import office_words
from slowmate.server.people.models import Office, Player
from slowmate.server.people.permissions import holds, player_of
from slowmate.server.site.text import word


@dataclass(frozen=True, slots=True)
class TakenBoard:
    """A board that a substitute took."""

    team: str
    board: int
    who: Participant
    replaced: tuple[ReplacedPlayer, ...]


@dataclass(frozen=True, slots=True)
class StepLine:
    words: str
    office: str
    who: Player | None
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request for Replacement status, and whether it waits for the reader."""

    case: Case
    state: str
    steps: tuple[StepLine, ...]
    grounds: tuple[RenderedGround, ...]
    ways: "tuple[StatusWay, ...]"
    """What the reader can decide; nothing where it is not his turn."""


@dataclass(frozen=True, slots=True)
class StatusWay:
    """What an office can decide on a request: the address's word for it, what the button says, and where a reason is
    asked for, a draft of it."""

    what: str
    words: str
    draft: str = ""


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """The board that the reader took himself, and whether he may ask for the status."""

    holding: SeatHolding
    may_ask: bool
    grounds: tuple[RenderedGround, ...]


@dataclass(frozen=True, slots=True)
class SubstitutesPage:
    boards: list[Board]
    taken: tuple[TakenBoard, ...]
    requests: tuple[Request, ...]
    own: OwnBoard | None
    may_place: bool


def may_see_substitutes(person: Person, section: Section) -> bool:
    """Its director, the Qualifications Commissioner, and a substitute himself; everybody else reads the journal."""
    if not section.event.kind_of.teams:
        return False
    if may_place_substitute(person, section) or holds(person, Office.Kind.QUALIFICATIONS):
        return True
    return holding_of(section, player_of(person)) is not None


def substitutes_page(section: Section, person: User) -> SubstitutesPage:
    boards, names = boards_of(section), names_in(section)
    return SubstitutesPage(
        boards,
        tuple(
            TakenBoard(one.team, one.seat.board or 0, participant(one.holder), replaced_players(one.sat))
            for one in boards
            if len(one.sat) > 1
        ),
        tuple(_request(case, section, person, names) for case in cases_of(section)),
        _own(section, person, names),
        may_place_substitute(person, section) and section.state == Section.State.RUNNING,
    )


def status_ruling(case: Case, section: Section) -> Ruling[bool]:
    """What the rules say of a request, as it stood when it was made."""
    return may_ask(section, asked_in(case))


def _own(section: Section, person: User, names: dict[str, str]) -> OwnBoard | None:
    player = player_of(person)
    holding = holding_of(section, player)
    if player is None or holding is None or holding.has_replacement_status:
        return None
    if section.state != Section.State.RUNNING or case_of(section, player) is not None:
        return None
    ruling = may_ask(section, played_on(holding.seat))
    return OwnBoard(holding, ruling.value, tuple(render_grounds(ruling.grounds, names)))


def _request(case: Case, section: Section, person: User, names: dict[str, str]) -> Request:
    case.section = section
    waits = case.closed is None and may_decide_status(person, case)
    return Request(
        case,
        word("state", case.state),
        tuple(_step(step) for step in case.steps.all()),
        tuple(render_grounds(status_ruling(case, section).grounds, names)),
        ways_of(case) if waits else (),
    )


def ways_of(case: Case) -> tuple[StatusWay, ...]:
    """What the office whose turn it is can decide; a refusal has a reason."""
    yes = StatusWay("agree", _("Agree")) if case.state == "requested" else StatusWay("consent", _("Consent"))
    facts = {"name": str(case.player.name) if case.player else ""}
    return yes, StatusWay("refuse", _("Refuse"), _("%(name)s does not get Replacement status: ") % facts)


def _step(step: CaseStep) -> StepLine:
    who = getattr(step.by, "player", None)
    return StepLine(word("action", step.action), office_words(step.office), who, step.at, step.reason)

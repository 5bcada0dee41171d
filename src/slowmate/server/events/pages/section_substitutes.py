"""The page of substitutes of a section: boards and who sat there, and requests for Replacement status."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Case, CaseStep, SeatHolding, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.permissions import may_decide_status, may_place_substitute
from slowmate.server.events.queries.record import names_in
from slowmate.server.events.queries.sections import Participant, ReplacedPlayer, participant, replaced_players
from slowmate.server.events.queries.substitutes import (
    TeamBoard,
    board_progress,
    boards_of,
    case_of,
    cases_of,
    holding_of,
    may_request,
    status_ruling,
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
class StatusStep:
    words: str
    office: str
    who: Player | None
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class StatusRequest:
    """A request for Replacement status, and whether it waits for the reader."""

    case: Case
    state: str
    steps: tuple[StatusStep, ...]
    grounds: tuple[RenderedGround, ...]
    actions: "tuple[StatusAction, ...]"
    """What the reader can decide; empty where another office decides."""


@dataclass(frozen=True, slots=True)
class StatusAction:
    """What an office can decide on a request: its name in the address, the button, and the draft of a reason."""

    what: str
    words: str
    draft: str = ""


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """The board that the reader took as a substitute, and whether they may request the status."""

    holding: SeatHolding
    may_ask: bool
    grounds: tuple[RenderedGround, ...]


@dataclass(frozen=True, slots=True)
class SubstitutesPage:
    boards: list[TeamBoard]
    taken: tuple[TakenBoard, ...]
    requests: tuple[StatusRequest, ...]
    own: OwnBoard | None
    may_place: bool


def may_see_substitutes(person: Person, section: Section) -> bool:
    """Whether a person is its director, the Qualifications Commissioner or a substitute; others read the journal."""
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
            TakenBoard(board.team, board.seat.board or 0, participant(board.holder), replaced_players(board.sat))
            for board in boards
            if len(board.sat) > 1
        ),
        tuple(_request(case, section, person, names) for case in cases_of(section)),
        _own(section, person, names),
        may_place_substitute(person, section) and section.state == Section.State.RUNNING,
    )


def _own(section: Section, person: User, names: dict[str, str]) -> OwnBoard | None:
    player = player_of(person)
    holding = holding_of(section, player)
    if player is None or holding is None or holding.has_replacement_status:
        return None
    if section.state != Section.State.RUNNING or case_of(section, player) is not None:
        return None
    ruling = may_request(section, board_progress(holding.seat))
    return OwnBoard(holding, ruling.value, tuple(render_grounds(ruling.grounds, names)))


def _request(case: Case, section: Section, person: User, names: dict[str, str]) -> StatusRequest:
    case.section = section
    waits = case.closed is None and may_decide_status(person, case)
    return StatusRequest(
        case,
        word("state", case.state),
        tuple(_step(step) for step in case.steps.all()),
        tuple(render_grounds(status_ruling(case, section).grounds, names)),
        status_actions(case) if waits else (),
    )


def status_actions(case: Case) -> tuple[StatusAction, ...]:
    """Return what the office whose turn it is can decide; a refusal has a reason."""
    yes = StatusAction("agree", _("Agree")) if case.state == "requested" else StatusAction("consent", _("Consent"))
    facts = {"name": str(case.player.name) if case.player else ""}
    return yes, StatusAction("refuse", _("Refuse"), _("%(name)s does not get Replacement status: ") % facts)


def _step(step: CaseStep) -> StatusStep:
    who = getattr(step.by, "player", None)
    return StatusStep(word("action", step.action), office_words(step.office), who, step.at, step.reason)

"""Results corrected after their sections were settled: one case that is decided, and one that waits for its office."""

from datetime import datetime, timedelta

from slowmate.events.running.consequences import Step
from slowmate.play import commands
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.cases.services import correction
from slowmate.server.desk import services as desk
from slowmate.server.events.models import Case, Consequence, Right, Section
from slowmate.server.events.queries.reviews import correction_of
from slowmate.server.events.services import cases, settling
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office
from slowmate.server.site.errors import NotAllowed

DAY = timedelta(days=1)
DECIDED, OPEN = "world-cup-final", "world-cup-preliminary"
"""The kinds of event of both sections."""
MAX_CORRECTED = 3
"""Games corrected in one section."""


def make(officials: dict[Office.Kind, User], *, at: datetime) -> None:
    """Correct results in two settled sections, and decide what follows in the first of them."""
    for kind, when in ((DECIDED, at - 9 * DAY), (OPEN, at - 2 * DAY)):
        given = Right.objects.filter(section__isnull=False, state="open").values("section")
        sections = Section.objects.filter(pk__in=given, state=Section.State.SETTLED, event__kind=kind)
        section = sections.select_related("event", "director").order_by("-ended", "pk").first()
        case = _correct(section, at=when) if section is not None else None
        if case is not None and kind == DECIDED:
            _carry_out(case, officials[Office.Kind.NON_TITLE_TOURNAMENTS], at=when + 2 * DAY)


def _carry_out(case: Case, commissioner: User, *, at: datetime) -> None:
    """Choose between players who are equal after the correction, then carry out what follows."""
    questions = Consequence.objects.filter(
        section=case.section, what=Step.ASK.value, state=Consequence.State.PROPOSED
    ).order_by("pk")
    while question := questions.first():
        reason = "The longer game was the better one."
        settling.choose(question.pk, [int(question.sharing[0])], reason=reason, actor=commissioner, at=at)
    reason = "The reports of these games were misread."
    try:
        cases.take(correction.RULES, case.pk, correction.CARRY_OUT, reason=reason, actor=commissioner, at=at)
    except cases.Outdated:  # by the choice; what follows was found anew
        cases.take(correction.RULES, case.pk, correction.CARRY_OUT, reason=reason, actor=commissioner, at=at)


def _correct(section: Section, *, at: datetime) -> Case | None:
    """Correct games that the holder of a section's right has won, until the right would fall."""
    rights = Right.objects.filter(section=section, player__isnull=False, state="open")
    winner = list(rights.order_by("pk").values_list("player", flat=True)[:1])
    games = Game.objects.filter(pairing__section=section)
    won = games.filter(white__in=winner, result=Result.WHITE_WINS) | games.filter(
        black__in=winner, result=Result.BLACK_WINS
    )
    case = None
    for game in won.order_by("pk")[:MAX_CORRECTED]:
        lost = Result.BLACK_WINS if game.result == Result.WHITE_WINS else Result.WHITE_WINS
        case = _decide(section, game, lost, at=at) or case
        if case is not None and any(change.kind == "right" for change in correction.follows(case)):
            break
    return case


def _decide(section: Section, game: Game, result: Result, *, at: datetime) -> Case | None:
    """Correct one game by its director; None where an end on the board stands."""
    if section.director is None:
        return None

    def make_command(name: str) -> commands.DirectorCommand:
        return commands.CorrectResult(director=name, reason="The report was misread.", result=result)

    try:
        desk.decide(game.pk, make_command, actor=section.director, at=at)
    except (Refused, NotAllowed):
        return None
    return correction_of(section)

"""A result corrected after its section was settled: what falls and what follows anew, as its office decides.

What would follow is found by carrying it out and undoing that at once: what is shown is what is done.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.events.organising.offices import Acting, Actor
from slowmate.events.running.consequences import Step
from slowmate.events.running.correction import equals_are_chosen
from slowmate.play.codec import event_from_json
from slowmate.rulebook import Ground, Ruling
from slowmate.server.accounts.models import User
from slowmate.server.cases.queries.consequences import (
    CORRECTED,
    ConsequenceChange,
    CorrectedGame,
    as_json,
    changes,
    corrected_games,
    from_json,
    place_changes,
    snapshot,
)
from slowmate.server.events.models import Case, CaseStep, Consequence, Pairing, Section
from slowmate.server.events.queries import step_rulings
from slowmate.server.events.queries.case_turns import CORRECTION
from slowmate.server.events.queries.record import pairings_of
from slowmate.server.events.queries.reviews import correction_of
from slowmate.server.events.services import case_letters, cases, settling
from slowmate.server.events.services.cases import Asks, CaseRules, NewCase, Outdated
from slowmate.server.events.services.consequences import OVER, finish_section, propose
from slowmate.server.events.services.locking import locked_section
from slowmate.server.events.services.steps import By, by_server
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.mail import outbox
from slowmate.server.people.models import Player
from slowmate.server.titles.services import norm_search

CORRECT, CONCLUDE, CARRY_OUT = "correct", "conclude", "carry out"
IS_CORRECTED = "corrected"
LOOKED_BACK = timedelta(days=2)
"""How far back the worker looks for corrections without a case."""


# -- opened and continued by a corrected result -----------------------------------------------------------------------


def locked_if_over(game_pk: int) -> Section | None:
    """Lock the section of a game if a correction of its result is, or may become, a case; before the game is locked."""
    pairing = Pairing.objects.filter(game=game_pk).values_list("section", "section__state").first()
    if pairing is None or (pairing[1] not in OVER and not correction_of(Section(pk=pairing[0]))):
        return None
    return locked_section(pairing[0])


def result_corrected(section: Section, game: Game, *, actor: User | None, at: datetime) -> Case | None:
    """Record a corrected result of a game in the case about its section, opening it if the section is settled.

    In the transaction of the correction, which has locked the section (`locked_if_over`). Of a section that is not
    settled yet, what was carried out and does not follow any more is marked at once.
    """
    last = game.events.order_by("-number").first()
    case = correction_of(section)
    if last is None or last.type != CORRECTED:
        return None
    if case is None and section.state != Section.State.SETTLED:
        propose(section)
        return None
    grounds = event_from_json(last.data).grounds
    by = By(Acting(Actor.DIRECTOR if actor else Actor.SERVER), at, actor, _reason_of(grounds), {"game": game.pk})
    if case is None:
        new = NewCase(state=IS_CORRECTED, section=section)
        case = cases.start_case(RULES, new, by)
    else:
        case.section, case.event = section, section.event
    _record_consequences(case, at)
    step = cases.record_step(RULES, case, CORRECT, by, Ruling(True, tuple(grounds)))
    RULES.letters(case, step)
    return case


def _reason_of(grounds: Sequence[Ground]) -> str:
    return next((str(ground.facts["reason"]) for ground in grounds if ground.facts.get("reason")), "")


def open_missing(*, at: datetime) -> int:
    """Open the cases about corrected results of settled sections that have none, however they came; how many."""
    rows = GameEvent.objects.filter(type=CORRECTED, at__gte=at - LOOKED_BACK)
    rows = rows.filter(game__pairing__section__state=Section.State.SETTLED).select_related("game", "actor")
    opened = 0
    for row in rows.order_by("at", "pk"):
        with transaction.atomic():
            section = locked_if_over(row.game_id)
            if section is None or _is_in_a_case(section, row):
                continue
            opened += result_corrected(section, row.game, actor=row.actor, at=row.at) is not None
    return opened


def _is_in_a_case(section: Section, row: GameEvent) -> bool:
    """Return whether a correction came before the section was settled, or is in a case."""
    settled = section.decisions.filter(what="settle").order_by("-at").values_list("at", flat=True).first()
    if settled is None or row.at < settled:
        return True
    return Case.objects.filter(
        procedure=CORRECTION, section=section, opened__lte=row.at, steps__at__gte=row.at
    ).exists()


# -- what follows -----------------------------------------------------------------------------------------------------


def follows(case: Case) -> list[ConsequenceChange]:
    """Return what falls and what follows anew, as it was found when the last result was corrected."""
    return from_json(case.facts.get("follows", []))


def games_of(case: Case) -> list[CorrectedGame]:
    """Return the games that a case is about."""
    return [CorrectedGame(**row) for row in case.facts.get("games", [])]


def _record_consequences(case: Case, at: datetime) -> None:
    """Find what follows from the results as they are now, and keep it in the case with those whom it concerns."""
    section = case.section
    if section is None:
        raise ValueError("a correction is about a section")
    games = corrected_games(section, since=case.opened)
    several: list[ConsequenceChange] = []
    if section.state in OVER:
        propose(section)
        several = [*place_changes(section, games), *_rehearse(section, by_server(at))]
    case.facts = {
        "games": [
            {name: getattr(game, name) for name in ("game", "white", "black", "before", "after")} for game in games
        ],
        "follows": as_json(several),
    }
    case.save(update_fields=["facts"])
    concerned = {change.player for change in several} | {pk for game in games for pk in (game.white, game.black)}
    cases.add_parties(case, Player.objects.filter(pk__in=concerned))


def _rehearse(section: Section, by: By) -> list[ConsequenceChange]:
    """Return what would change if it were carried out: it is, and is undone."""
    with transaction.atomic():
        found = _carry_out(section, by)
        transaction.set_rollback(True)
    return found


def _carry_out(section: Section, by: By) -> list[ConsequenceChange]:
    """Make rights, prizes, norms and titles those of the corrected results; return what has changed."""
    before = snapshot(section)
    with outbox.silenced():
        settling.carry_out_again(section, by)
        norm_search.search_section(section.pk, at=by.at)
    return changes(before, snapshot(section))


# -- the steps --------------------------------------------------------------------------------------------------------


def _guards(case: Case, _at: datetime) -> cases.Guards:
    section = case.section
    if section is None:
        return {}
    questions = section.consequences.filter(what=Step.ASK.value, state=Consequence.State.PROPOSED)
    values = list(dict.fromkeys(questions.order_by("pk").values_list("value", flat=True)))
    end = step_rulings.ended(section, list(pairings_of(section)), besides=case)
    return {
        "equals chosen": equals_are_chosen(values, start=section.start),
        "all results": Ruling(end.value is not None, end.grounds),
    }


def _conclude(case: Case, by: By, _asks: Asks) -> Iterable[Ground]:
    """Close the section that was opened again: its results are final, and what follows is for the office."""
    if case.section is not None:
        finish_section(case.section, at=by.at)
        _record_consequences(case, by.at)
    return ()


def _decide(case: Case, by: By, _asks: Asks) -> Iterable[Ground]:
    """Carry out what falls and what follows anew, if it is what was shown."""
    section = case.section
    if section is not None:
        several = [*place_changes(section, games_of(case)), *_carry_out(section, by)]
        if several != follows(case):
            raise Outdated(_("What follows has changed since it was shown. Look at it again, then decide."))
    return ()


def _refresh(case: Case, at: datetime) -> None:
    _record_consequences(case, at)


def _letters(case: Case, step: CaseStep) -> None:
    """Tell everybody concerned: players once that it is under review, and once what has changed for them."""
    if step.action == CORRECT:
        on_turn = case_letters.users_on_turn(case)
        case_letters.queue(on_turn, "case-turn", case, step)
        others = [user for user in case_letters.parties(case) if user not in on_turn]
        case_letters.queue(others, "case-step", case, step, once=CORRECT)
        return
    if step.action != CARRY_OUT:
        case_letters.step_taken(case, step)
        return
    several = follows(case)
    for player in case_letters.players_with_accounts(case):
        own = as_json([change for change in several if change.player == player.pk])
        case_letters.queue([player.user], "correction-decided", case, step, changes=own)
    case_letters.queue(case_letters.parties(case), "case-step", case, step)


RULES = CaseRules(
    CORRECTION,
    guards=_guards,
    effects={CONCLUDE: _conclude, CARRY_OUT: _decide},
    need_reason={CONCLUDE, CARRY_OUT},
    in_journal={CORRECT: "correct", CONCLUDE: "conclude", CARRY_OUT: "decide what follows"},
    refresh=_refresh,
    letters=_letters,
)

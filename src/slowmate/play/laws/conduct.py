"""Article 13: conduct. What is never acceptable, what is serious, and how it is dealt with.

Judging words and motives is for people: a report leads to a director, who decides and says why.
"""

from slowmate.play.commands import DefaultPlayer, JudgeConduct, Penalise
from slowmate.play.conditions import Moment, refuse, require_reason
from slowmate.play.events import Event, Misconduct, MisconductFound, Penalty
from slowmate.play.game import Game
from slowmate.play.laws.director import PENALTY, RESULTS, default_player, penalise
from slowmate.play.laws.offers import HARASSMENT
from slowmate.rulebook import Fact, Ground, Ruling, clause

NEVER = clause("ICCF-LAWS-2019 13.3.1")
DISCIPLINE = clause("ICCF-LAWS-2019 13.3.2")
AT_ONCE = clause("ICCF-LAWS-2019 13.3.2.1")
BY_SEVERITY = clause("ICCF-LAWS-2019 13.3.2.2")
SERIOUS = {
    Misconduct.COLLUSION: clause("ICCF-LAWS-2019 13.3.2.3(a)"),
    Misconduct.WITHDRAWAL: clause("ICCF-LAWS-2019 13.3.2.3(b)"),
    Misconduct.ABUSE: clause("ICCF-LAWS-2019 13.3.2.3(c)"),
    Misconduct.SLOW_PLAY: clause("ICCF-LAWS-2019 13.3.2.3(d)"),
    Misconduct.OFFERS: HARASSMENT,
}
PENALTIES = tuple(Penalty)


def after_report(what: Misconduct, *, earlier: int) -> Ruling[tuple[Penalty, ...]]:
    """Decide which penalties a misconduct may bring: serious or recurring breaches at once, others after a warning.

    *earlier* is how often the player was found to have misbehaved before.
    """
    facts: dict[str, Fact] = {"what": what.value, "earlier": earlier}
    grounds = [Ground(SERIOUS.get(what, NEVER), facts)]
    if earlier:
        grounds.append(Ground(DISCIPLINE, facts))
    is_grave = what in SERIOUS or earlier > 0
    if is_grave:
        grounds.append(Ground(AT_ONCE, facts))
    open_ = PENALTIES[1:] if is_grave else PENALTIES[:1]
    return Ruling(open_, (*grounds, Ground(BY_SEVERITY, {"penalties": [penalty.value for penalty in open_]})))


def next_step(what: Misconduct, *, earlier: int) -> Penalty:
    """Return the mildest penalty: a step higher for a serious breach, and for each one found before."""
    return PENALTIES[min(earlier + (what in SERIOUS), len(PENALTIES) - 1)]


def judge_conduct(game: Game, command: JudgeConduct, moment: Moment) -> tuple[Event, ...]:
    """Record a misconduct with its penalty. Penalty days and the loss of the game are carried out here.

    The event and the federation carry out a disqualification or suspension.
    """
    require_reason(command)
    ruling = after_report(command.what, earlier=command.earlier)
    if command.penalty not in ruling.value:
        open_ = [penalty.value for penalty in ruling.value]
        raise refuse(BY_SEVERITY, "not-open", penalty=command.penalty.value, penalties=open_)
    is_about_game = command.penalty in (Penalty.DAYS, Penalty.LOSS)
    if game.outcome is not None and is_about_game:
        outcome = game.outcome
        raise refuse(RESULTS, "over", result=outcome.result.value, termination=outcome.termination.value)
    facts = {"player": command.colour.value, "what": command.what.value, "penalty": command.penalty.value}
    signed = {"director": command.director, "reason": command.reason}
    finding = MisconductFound(
        at=moment.at,
        grounds=(*ruling.grounds[:-1], Ground(PENALTY, {"outcome": "misconduct", **facts, **signed})),
        colour=command.colour,
        what=command.what,
        earlier=command.earlier,
        penalty=command.penalty,
        **signed,
    )
    match command.penalty:
        case Penalty.DAYS:
            days = Penalise(**signed, colour=command.colour, days=command.days or 0)
            return finding, *penalise(game, days, moment)
        case Penalty.LOSS:
            return finding, *default_player(game, DefaultPlayer(**signed, colour=command.colour), moment)
        case _:
            return (finding,)

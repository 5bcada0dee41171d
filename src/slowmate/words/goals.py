"""The goals of a section in words: a line for each place or score that leads on, as on a start list."""

from collections.abc import Callable

from slowmate.events.running.consequences import Step
from slowmate.events.running.goals import Goal
from slowmate.records import KINDS
from slowmate.rulebook import Fact
from slowmate.words.phrases import filled

_PLACES = "[one:Place|Places] %(places)s"
_SHARE = "at least %(percent)s%% of the points"
_POSITIVE = "[positive: (if the winner has more than half of the points)|]"
GOAL_TEXTS = {
    "places": f"{_PLACES}: %(what)s{_POSITIVE}.",
    "share": f"%(percent)s%% of the points: %(what)s{_POSITIVE}.",
    "places or share": f"{_PLACES}, or {_SHARE}: %(what)s{_POSITIVE}.",
    "all": "Everybody: %(what)s.",
    "down": "[last:The last one goes|The last %(last)s go] down to: %(to)s.",
    "best of rest": "Of those next placed in all sections the best go up, too: %(best)s.",
    "nothing": "Places lead to nothing further.",
    Step.RIGHT: "right to %(to)s",
    Step.HALF_RIGHT: "half a right to %(to)s",
    Step.UP: "up to %(to)s",
    "next stage": "the next stage",
}
"""Messages for gettext."""


def say_goal(
    goal: Goal, *, translate: Callable[[str], str] = str, name_kind: Callable[[str], str] | None = None
) -> str:
    """Render a goal: how it is reached, and what it is. *name_kind* names a kind of event for the reader."""
    facts: dict[str, Fact] = {
        "to": _named(goal.to, translate, name_kind),
        "positive": goal.asks_positive,
        "best": goal.best_of_rest,
    }
    if goal.share is not None:
        facts["percent"] = int(goal.share * 100)
    if goal.places is not None:
        first, last = goal.places
        facts |= {"places": str(first) if first == last else f"{first}-{last}", "one": first == last, "last": last}
    if goal.what is Step.DOWN:
        return _filled("down", facts, translate)
    facts["what"] = _filled(goal.what, facts, translate)
    if goal.best_of_rest and goal.places is not None:
        places = [_filled("places", facts, translate)] if goal.places[1] else []
        return " ".join([*places, _filled("best of rest", facts, translate)])
    return _filled(_how(goal), facts, translate)


def say_goals(
    goals: tuple[Goal, ...], *, translate: Callable[[str], str] = str, name_kind: Callable[[str], str] | None = None
) -> list[str]:
    """Render all goals of a section, a line each; one line if it has none."""
    lines = [say_goal(goal, translate=translate, name_kind=name_kind) for goal in goals]
    return lines or [translate(GOAL_TEXTS["nothing"])]


def _how(goal: Goal) -> str:
    if goal.by_taking_part:
        return "all"
    if goal.share is None:
        return "places"
    return "share" if goal.places is None else "places or share"


def _named(kind: str | None, translate: Callable[[str], str], name_kind: Callable[[str], str] | None) -> str:
    if kind is None:
        return translate(GOAL_TEXTS["next stage"])
    return name_kind(kind) if name_kind else KINDS[kind].name


def _filled(key: str, facts: dict[str, Fact], translate: Callable[[str], str]) -> str:
    return filled(translate(GOAL_TEXTS[key]), facts, {name: str(fact) for name, fact in facts.items()})

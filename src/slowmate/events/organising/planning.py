"""Planning of sections from a kind of event and its entrants: possible sizes, who waits, whether norms are possible."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import combinations

from slowmate.events.organising.offices import Actor
from slowmate.events.organising.sections import Division, judge, section_sizes
from slowmate.events.organising.sizes import NORM_SECTION, SIZES, Sizes, check_sections, check_size
from slowmate.events.organising.start_ratings import CountedRatings
from slowmate.records import BadInput, Director, Event, Kind, Player
from slowmate.rulebook import Ground, Refused, Ruling, in_force
from slowmate.titles.norms import norms

FEWEST = 3
"""The least players of any section."""
MOST_PASSED_OVER = 2
"""The most entries of a queue passed over for others, so that a section can give norms."""


@dataclass(frozen=True, slots=True)
class SizeProposal:
    """A way to form sections. *waiting* is how many entrants are left over; *allowed_by* who has to allow the sizes.

    *is_normal* is false where the rules warn of a size or of so many sections.
    """

    sizes: tuple[int, ...]
    waiting: int
    allowed_by: Actor | None
    is_normal: bool
    grounds: tuple[Ground, ...]


def propose_sizes(
    kind: Kind, entrants: int, *, start: date, preferred: int | None = None, already: int = 0
) -> tuple[SizeProposal, ...]:
    """Return the ways to divide so many entrants by the rules of a kind, those without a warning first.

    *preferred* is the announced size where the rules name none; *already* how many sections started this year. A final
    is one section. No way at all: nothing can start yet.
    """
    rule = SIZES.get(kind.slug)
    proposals = []
    for sizes in dict.fromkeys(_ways(kind, rule, entrants, preferred)):
        proposal = _proposal(kind, rule, sizes, entrants - sum(sizes), already, start)
        if proposal is not None:
            proposals.append(proposal)
    usual = rule.normal if rule and rule.normal else preferred
    return tuple(
        sorted(
            proposals,
            key=lambda proposal: (
                not proposal.is_normal,
                proposal.waiting,
                proposal.allowed_by is not None,
                sum(size != usual for size in proposal.sizes),
                len(proposal.sizes),
            ),
        )
    )


def is_one_section(kind: Kind) -> bool:
    """Decide whether all play together: in finals."""
    return kind.slug.endswith("-final") and not kind.slug.endswith("-semi-final")


def _ways(kind: Kind, rule: Sizes | None, entrants: int, preferred: int | None) -> list[tuple[int, ...]]:
    """Return sizes that are worth judging, whether or not the rules allow them."""
    normal = rule.normal if rule and rule.normal else preferred
    least = max(FEWEST, (rule.least if rule else None) or 0)
    most = rule.most if rule else None
    if is_one_section(kind):
        single = {entrants, *(size for size in (normal, most) if size and size <= entrants)}
        return [(size,) for size in sorted(single, reverse=True) if size >= FEWEST]
    ways: list[tuple[int, ...]] = []
    if normal and entrants >= normal:
        ways.append((normal,) * (entrants // normal))
    if normal and rule and rule.permitted:
        ways += _of_permitted(entrants, normal, rule.permitted)
    if normal and not (rule and rule.strict) and entrants >= least:
        ways.append(tuple(section_sizes(entrants, normal)))
    if rule and normal is None:
        ways += _evenly(entrants, least, most or entrants)
    return ways


def _of_permitted(entrants: int, normal: int, permitted: Sequence[int]) -> list[tuple[int, ...]]:
    """Seat all entrants in sections of the permitted sizes, or as many as these can take."""
    for seated in range(entrants, min(normal, *permitted) - 1, -1):
        try:
            return [tuple(section_sizes(seated, normal, permitted))]
        except BadInput:
            continue
    return []


def _evenly(entrants: int, least: int, most: int) -> list[tuple[int, ...]]:
    """Return sections of almost equal size, one way for each number of them; if none fits all, the largest."""
    for seated in range(entrants, least - 1, -1):
        numbers = range(-(-seated // most), seated // least + 1)
        if numbers:
            return [_equal(seated, number) for number in numbers]
    return []


def _equal(entrants: int, number: int) -> tuple[int, ...]:
    small, larger = divmod(entrants, number)
    return (small + 1,) * larger + (small,) * (number - larger)


def _proposal(
    kind: Kind, rule: Sizes | None, sizes: tuple[int, ...], waiting: int, already: int, start: date
) -> SizeProposal | None:
    """Judge a way by the rules; None where they leave no choice and it is not theirs."""
    grounds: list[Ground] = []
    is_normal, allowed_by = True, None
    for size in sorted(set(sizes)):
        by = rule.enlarged_by if rule and size in rule.permitted and rule.permitted_by else None
        try:
            ruling = check_size(kind.slug, size, by=by, start=start)
        except Refused:
            return None
        allowed_by = allowed_by or by
        is_normal = is_normal and ruling.value == "ok"
        grounds += ruling.grounds
    started = check_sections(kind.slug, already + len(sizes) - 1, start=start)
    return SizeProposal(sizes, waiting, allowed_by, is_normal and started.value == "ok", (*grounds, *started.grounds))


# -- what a section would be ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NormOutlook:
    """Whether players would make a title tournament, for which titles a player could make a norm, and the average of
    Appendix 2, in which the unrated may count with another rating than the one they start with."""

    complies: bool
    titles: tuple[str, ...]
    average: Decimal | None = None


def norms_possible(
    players: Sequence[Player], kind: Kind, *, start: date, director: Director | None = None
) -> Ruling[NormOutlook]:
    """Decide whether norms could be made in a section of these players, before anything is drawn.

    The grounds are what Appendix 2 asks of a title tournament, each with whether it is fulfilled.
    """
    draft = Event("", kind, start, tuple(players), (), director=director)
    report = norms(draft)
    titles = tuple(title for title, possible in report.titles_possible.items() if possible)
    grounds = tuple(requirement.stated for requirement in report.requirements)
    complies = all(requirement.holds or not requirement.binding for requirement in report.requirements)
    return Ruling(NormOutlook(complies, titles, report.average), grounds)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A division as it stands: its figures, what the rules say of each size, and which norms a section would give."""

    division: Division
    sizes: tuple[Ruling[str] | Refused, ...]
    norms: tuple[NormOutlook, ...]

    @property
    def is_allowed(self) -> bool:
        return not any(isinstance(ruling, Refused) for ruling in self.sizes)


def judge_division(
    entrants: Sequence[str],
    sections: Sequence[Sequence[Player]],
    kind: Kind,
    *,
    start: date,
    by: Actor | None = None,
    counted: CountedRatings | None = None,
) -> Judgement:
    """Judge sections after changes by hand: each entrant has to be in one of them, once, and no one else.

    *by* is the office that allowed sizes which need it. Averages are those of the ratings as *counted*, else of the
    players' own.
    """
    placed = Counter(player.id for section in sections for player in section)
    twice, missing = (
        [entrant for entrant, times in placed.items() if times > 1],
        [entrant for entrant in entrants if entrant not in placed],
    )
    strangers = [entrant for entrant in placed if entrant not in set(entrants)]
    for what, who in (("in two places", twice), ("in no section", missing), ("not among the entrants", strangers)):
        if who:
            raise BadInput(f"{', '.join(sorted(who))}: {what}", field="sections")
    if not all(sections):
        raise BadInput("a section has nobody in it", field="sections")
    sizes = tuple(_size_ruling(kind, len(section), by, start) for section in sections)
    outlooks = tuple(norms_possible(section, kind, start=start).value for section in sections)
    if counted is not None:
        sections = [[counted.apply_to(player) for player in section] for section in sections]
    return Judgement(judge(sections, assumed=counted.assumed if counted else ()), sizes, outlooks)


def _size_ruling(kind: Kind, size: int, by: Actor | None, start: date) -> Ruling[str] | Refused:
    try:
        return check_size(kind.slug, size, by=by, start=start)
    except Refused as refusal:
        return refusal


# -- sections that fill from a queue ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cut:
    """Players taken from a queue for a section, those passed over so that it can give norms, and who waits on."""

    players: tuple[Player, ...]
    passed_over: tuple[str, ...]
    waiting: tuple[str, ...]
    outlook: NormOutlook


def cut(queue: Sequence[Player], kind: Kind, *, start: date) -> Ruling[Cut | None]:
    """Return the next section of a queue, in the order of entry; None while it is too short.

    If the first ones would make no title tournament, as few as possible are passed over (two at most), the last of
    them first; they stay at the head of the queue. If that does not help, the first ones play all the same.
    """
    size = SIZES[kind.slug].normal or 0
    cited = in_force(NORM_SECTION, on=start)
    if len(queue) < size:
        return Ruling(None, (Ground(cited, {"waiting": len(queue), "players": size}),))
    chosen = _first_fitting(queue, kind, size, start)
    taken = {player.id for player in chosen}
    last = max(number for number, player in enumerate(queue) if player.id in taken)
    passed = tuple(player.id for player in queue[:last] if player.id not in taken)
    waiting = tuple(player.id for player in queue if player.id not in taken)
    outlook = norms_possible(chosen, kind, start=start)
    ground = Ground(cited, {"players": size, "passed_over": list(passed), "waiting": len(waiting)})
    return Ruling(Cut(chosen, passed, waiting, outlook.value), (ground, *outlook.grounds))


def _first_fitting(queue: Sequence[Player], kind: Kind, size: int, start: date) -> tuple[Player, ...]:
    for passed in range(min(MOST_PASSED_OVER, len(queue) - size) + 1):
        head = queue[: size + passed]
        for left in combinations(range(len(head) - 1, -1, -1), passed):
            chosen = tuple(player for number, player in enumerate(head) if number not in left)
            if norms_possible(chosen, kind, start=start).value.complies:
                return chosen
    return tuple(queue[:size])

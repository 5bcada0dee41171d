"""Entries once more, written from the text of the rule book alone, naively, for comparison: plain numbers and dates.

Nothing of the product is used here. Points are counted in half points; a career is what a secretary would note down.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.events.entry.by_the_book_results import LF, LS, NEW_BOOK, C, F, Held, Outcome, P, S, gives, series


@dataclass
class Career:
    """Everything noted down about a player."""

    sex: str = "m"
    member: bool = True
    direct: bool = False
    titles: dict[str, date] = field(default_factory=dict)
    lists: list[tuple[date, int, int]] = field(default_factory=list)
    fide: int | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    named: list[tuple[str, date, int | None, bool, str | None, int | None, str]] = field(default_factory=list)
    """id, day, rating, statement, kind, year, federation"""
    federation: str = "CZE"
    given: list[tuple[str, str, date, bool, int | None]] = field(default_factory=list)
    """reference, kind, day, free place, number"""
    used: list[tuple[str, str, date, str | None]] = field(default_factory=list)
    """sort, kind, start, name"""
    put_off: list[tuple[str, int | None]] = field(default_factory=list)
    suspended: list[tuple[date, date | None]] = field(default_factory=list)
    norms_started: list[tuple[date, bool]] = field(default_factory=list)
    norms: int = 0
    champion: list[int] = field(default_factory=list)
    national: list[int] = field(default_factory=list)


@dataclass
class Asked:
    """The event asked for."""

    kind: str
    on: date
    start: date
    number: int | None = None
    deadline: date | None = None
    post: bool = False
    minimum: int | None = None


def years_on(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def month_before(day: date) -> date:
    year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month, min(last, day.day))
        except ValueError:
            continue
    raise AssertionError


# -- the ledger (1.0.7, 1.4.3)


def ledger(career: Career, on: date, entered: date) -> list[Held]:
    book: list[Held] = []
    used_on: dict[int, date] = {}
    for one in sorted(career.outcomes, key=lambda each: (each.end is None, each.end or on, each.id)):
        if one.start > on or (one.end is not None and one.end > on):
            continue
        rights = gives(one, entered)
        for name in ("world", "ladies", "classes", "cup", "veterans"):
            mine = [held for held in rights if series(held.to) == name]
            spent = [use for use in career.used if use[0] == "right" and use[3] == one.id and series(use[1]) == name]
            if spent:
                _, kind, start, _ = spent[0]
                clause = next((held.clause for held in mine if held.to == kind), "")
                half = any(h.half and h.to == kind for h in mine)
                mine = [Held(kind, clause, one.id, one.number, one.end, half, played=one.kind)]
                mine[0].state = "used"
                used_on[id(mine[0])] = start
            for held in mine:
                date_it(held, book, used_on)
                book.append(held)
    for held in book:
        if held.to == F and held.state == "open":
            held.put_off = [number for source, number in career.put_off if source == held.source]
            if held.put_off:
                held.state = "deferred" if len(held.put_off) == 1 else "lost"
        if held.state == "open" and held.expires is not None and on > held.expires:
            held.state = "expired"
    return book


def date_it(held: Held, book: list[Held], used_on: dict[int, date]) -> None:
    """Three years from the end; each further one at the level that is still open then a year more; halves three."""
    if held.to not in (P, S, C) or held.end is None or held.state == "referred":
        return
    open_then = 0
    for other in book:
        if other.to != held.to or other.half or other.state == "referred":
            continue
        unused = id(other) not in used_on or used_on[id(other)] > held.end
        alive = other.expires is None or held.end <= other.expires
        open_then += unused and alive
    held.expires = years_on(held.end, 3 if held.half else 3 + open_then)


def fits(held: Held, asked: Asked) -> bool:
    """Whether the right is for the event of that number."""
    if held.state not in ("open", "deferred"):
        return False
    if asked.start >= NEW_BOOK and held.played == "veterans-world-cup-final":
        return False  # the book of the event entered says so, whatever that of the cup said
    if held.to == F:
        if asked.number is None:
            return True
        if held.clause == "1.4.1(a)" and held.number is not None and asked.number <= held.number:
            return False
        return all(number is None or asked.number == number + 1 for number in held.put_off)
    ahead = {
        "1.6.2(a)": (1,), "1.6.2(b)": (0,), "3.5/1": (0,), "3.6/1": (1,), "3.6/2": (1,),
        "1.5.1(a)": (1, 2), "1.5.1(b)": (1, 2),
    }.get(held.clause)  # fmt: skip
    if ahead is None:
        return True
    if held.number is None or asked.number is None:
        return held.end is None or asked.on <= years_on(held.end, 3)
    away = asked.number - held.number
    if held.end is None and held.clause.startswith("1.5.1") and away >= 1:
        return True
    return away in ahead


# -- the entry --------------------------------------------------------------------------------------------------------


def newest(career: Career, day: date) -> tuple[int, int] | None:
    """Rating and games on the newest list up to a day."""
    lists = [entry for entry in career.lists if entry[0] <= day and entry[2] >= 12]
    return max(lists)[1:] if lists else None


def best(career: Career, day: date, fixed: int = 12) -> int:
    since = years_on(day, -1)
    return max((rating for out, rating, games in career.lists if since < out <= day and games >= fixed), default=0)


def standing(career: Career, asked: Asked) -> list[str]:
    """The clauses of sections 1, 2, 4 and 6 by which a player may enter by standing, apart from nominations."""
    on, kind = asked.on, asked.kind

    def holds(*titles: str) -> bool:
        return any(title in career.titles and career.titles[title] <= on for title in titles)

    any_rating, fixed_rating = best(career, on), best(career, on, 30)
    found = []
    if kind == P:
        found += ["1.1.1(i)"] * (holds("IM") and any_rating > 2300)
        found += ["1.1.1(j)"] * (holds("SIM") and any_rating > 2250)
        found += ["1.1.1(k)"] * holds("GM")
        found += ["1.1.1(l)"] * (any_rating >= 2500)
    if kind == S:
        found += ["1.2.1(i)"] * (holds("IM") and fixed_rating > 2500)
        found += ["1.2.1(j)"] * (holds("SIM") and fixed_rating > 2450)
        found += ["1.2.1(k)"] * (holds("GM") and any_rating > 2400)
        found += ["1.2.1(l)"] * (fixed_rating > 2550)
    if kind == C:
        found += ["1.3.1(f)"] * bool(career.champion)
        found += ["1.3.1(g)"] * (holds("GM") and career.norms >= 5)
        found += ["1.3.1(h)"] * (fixed_rating >= 2600)
    if kind == LS and career.sex == "f":
        before = newest(career, asked.start - timedelta(days=1))
        found += ["1.5.1(c)/1"] * holds("LIM", "LGM", "CCM", "IM", "SIM", "GM")
        found += ["1.5.1(c)/2"] * holds("CCE")
        found += ["1.5.1(d)"] * (asked.minimum is not None and before is not None and before[0] >= asked.minimum)
    now = newest(career, on)
    rating = now[0] if now else career.fide
    if kind == "open-class":
        found += ["2.4(a)"] * (now is None)
        found += ["2.4(b)"] * (rating is not None and rating < 1900)
    if kind == "higher-class":
        found += ["2.5(a)"] * (rating is not None and 1900 <= rating <= 2099)
    if kind == "master-class":
        found += ["2.6(a)"] * (rating is not None and rating >= 2100)
    fide = career.fide or 0
    if kind == "master-norm":
        found += ["4.3(1)"] * (now is not None and now[1] > 29 and now[0] >= 2300)
        found += ["4.3(2)"] * (now is not None and now[1] <= 29 and now[0] >= 2350)
        found += ["4.3(3)"] * (fide >= 2350)
        finals = [one.worst for one in career.outcomes if one.kind == "national" and one.end and one.end <= on]
        found += ["4.3(4)"] * (min([*career.national, *finals, 99]) <= 3)
    if kind == "grandmaster-norm":
        least = 2400 if asked.start >= NEW_BOOK else 2450
        found += ["4.4(1)"] * (now is not None and now[1] > 29 and now[0] >= least)
        found += ["4.4(2)"] * (now is not None and now[1] <= 29 and now[0] >= 2500)
        found += ["4.4(3)"] * (fide >= 2500)
    if kind == "memorial-under-2300":
        found += ["6.1/2"] * (now is None or now[0] < 2300)
    return found


def nominated(career: Career, asked: Asked) -> list[tuple[str, str]]:
    """The clause and the name of a nomination that is open: the oldest."""
    gone = [name for sort, _, _, name in career.used if sort == "nomination"]
    found = []
    for name, day, rating, statement, kind, year, federation in sorted(career.named, key=lambda one: (one[1], one[0])):
        wrong = name in gone or day > asked.on or kind not in (None, asked.kind) or federation != career.federation
        if wrong or (year or day.year) != asked.start.year:
            continue
        high = rating is not None and rating >= 2400
        unrated = newest(career, asked.on) is None
        found += [("1.1.1(h)", name)] * (asked.kind == P and not high)
        found += [("1.2.1(h)", name)] * (asked.kind == S and high)
        found += [("1.5.1(c)/3", name)] * (asked.kind == LS and career.sex == "f")
        found += [("2.5(c)", name)] * (asked.kind == "higher-class" and statement and unrated)
        found += [("2.6(c)", name)] * (asked.kind == "master-class" and statement and unrated)
    return found[:1]


def is_barred(career: Career, asked: Asked) -> bool:
    out = any(since <= asked.on and (until is None or asked.on < until) for since, until in career.suspended)
    late = asked.deadline is not None and asked.on > asked.deadline
    stranger = not career.member and not career.direct
    too_early = asked.kind == "memorial-under-2300" and asked.start < NEW_BOOK
    return out or late or stranger or too_early or has_started_another(career, asked)


def has_started_another(career: Career, asked: Asked) -> bool:
    """4.7: by server once a quarter (half-year in 2016), by post once a year."""
    if asked.kind not in ("master-norm", "grandmaster-norm"):
        return False
    for start, post in career.norms_started:
        if post != asked.post or start.year != asked.start.year:
            continue
        months = 3 if asked.start >= NEW_BOOK else 6
        if post or (start.month - 1) // months == (asked.start.month - 1) // months:
            return True
    return False


def decide(career: Career, asked: Asked) -> tuple[str, list[str], list[tuple[str, str | None]]]:
    """The answer, the clauses of the ways that hold in order, and what the first of them uses up."""
    ways: list[tuple[str, list[tuple[str, str | None]]]] = []
    own = standing(career, asked)
    if asked.kind in (P, S, C):
        free = not any(
            sort == "yearly" and kind == asked.kind and start.year == asked.start.year
            for sort, kind, start, _ in career.used
        )
        ways += [(clause, [("yearly", None)]) for clause in own if free]
    else:
        ways += [(clause, []) for clause in own]
    ways += [(clause, [("nomination", name)]) for clause, name in nominated(career, asked)]
    rights = [held for held in ledger(career, asked.on, asked.start) if held.to == asked.kind and fits(held, asked)]
    rights.sort(key=lambda held: (held.expires or date.max, held.end or date.max, held.source))
    whole, halves = [held for held in rights if not held.half], [held for held in rights if held.half]
    if whole:
        ways.append((whole[0].clause, [("right", whole[0].source)]))
    elif len(halves) > 1:
        ways.append((halves[0].clause, [("right", held.source) for held in halves[:2]]))
    gone = [name for sort, _, _, name in career.used if sort == "grant"]
    for reference, kind, day, free_place, number in career.given:
        right_number = number is None or asked.number is None or number == asked.number
        if kind == asked.kind and day <= asked.on and reference not in gone and right_number:
            clause = {F: "1.4.4/2", LF: "1.6.3/2"}.get(kind, "1.0.11/3") if free_place else "1.0.11/3"
            ways.append((clause, [("grant", reference)]))
    if asked.kind == F and not any(use[0] == "champion" for use in career.used):
        earlier = [won for won in career.champion if asked.number is None or won < asked.number]
        if earlier and (asked.deadline is None or asked.on <= month_before(asked.deadline)):
            ways.append(("1.4.3/2", [("champion", None)]))
    if not ways and asked.kind in ("world-cup-preliminary", "thematic", "open"):
        ways.append(("2.2/3", []))
    if is_barred(career, asked):
        answer = "may not"
    elif ways:
        waits = ways[0][1] == [("champion", None)] and asked.deadline is None
        answer = "the announcement decides" if waits else "may"
    else:
        open_question = asked.kind in ("national", "olympiad-final", "champions-league-b", "invitational")
        may_admit = asked.kind in ("master-norm", "grandmaster-norm") and asked.start < NEW_BOOK
        answer = "the announcement decides" if open_question else "the commissioner decides" if may_admit else "may not"
    return answer, [clause for clause, _ in ways], ways[0][1] if ways else []

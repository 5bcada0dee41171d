"""10.8 and 10.9 (2016: 10.10 and 10.11): who confirms a title, from which day it is valid, and what it is called."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling
from slowmate.titles.iccf.arbiter import years_later
from slowmate.titles.levels import LADIES

AUTOMATIC: dict[str, Dated[str]] = {
    "GM": Dated({"ICCF-TR-2016 10.4/auto": "abc", "ICCF-TR-2017 10.2/auto": "abc"}),
    "SIM": Dated({"ICCF-TR-2016 10.5/auto": "a", "ICCF-TR-2017 10.3/auto": "a"}),
    "IM": Dated({"ICCF-TR-2016 10.6/auto": "abcd", "ICCF-TR-2017 10.4/auto": "abcd"}),
    "CCM": Dated({"ICCF-TR-2016 10.7/auto": "abc", "ICCF-TR-2017 10.5/auto": "abc"}),
    "CCE": Dated({"ICCF-TR-2016 10.8/auto": "abc", "ICCF-TR-2017 10.6/auto": "abc"}),
}
"""The routes that need no application. The text names (b) for SIM too, which is itself an application: not meant."""
BY_CONGRESS: dict[str, Dated[str]] = {
    "GM": Dated({"ICCF-TR-2016 10.4(d)": "two thirds", "ICCF-TR-2017 10.2(d)": "two thirds"}),
    "SIM": Dated({"ICCF-TR-2016 10.5(b)": "two thirds", "ICCF-TR-2017 10.3(b)": "two thirds"}),
    "IM": Dated({"ICCF-TR-2016 10.6(e)": "two thirds", "ICCF-TR-2017 10.4(e)": "two thirds"}),
    "CCM": Dated({"ICCF-TR-2016 10.7(d)": "two thirds", "ICCF-TR-2017 10.5(d)": "two thirds"}),
    "CCE": Dated({"ICCF-TR-2016 10.8(d)": "two thirds", "ICCF-TR-2017 10.6(d)": "two thirds"}),
}
CERTIFICATE = Dated({"ICCF-TR-2016 10.10(a)": "Congress", "ICCF-TR-2017 10.8(a)": "Congress"})
VALID = Dated({"ICCF-TR-2016 10.10(b)": "QC", "ICCF-TR-2017 10.8(b)": "server"})
"""The body that confirms a title from norms: in 2017 the server, the same day."""
REVOKED = Dated({"ICCF-TR-2016 10.10(c)": 3, "ICCF-TR-2017 10.8(c)": 3})
PUBLISHED_FOR = Dated({"ICCF-TR-2016 10.10(d)": timedelta(days=60)})
DIRECT = Dated({"ICCF-TR-2016 10.10(f)": "QC", "ICCF-TR-2017 10.8(e)": "QC"})
SPECIAL = Dated({"ICCF-TR-2016 10.10(h)": "QC or Congress", "ICCF-TR-2017 10.8(g)": "QC or Congress"})
REPORT = Dated({"ICCF-TR-2016 10.10(i)": "QC", "ICCF-TR-2017 10.8(h)": "QC"})
POSTHUMOUS = Dated({"ICCF-TR-2016 10.11": 2, "ICCF-TR-2017 10.9": 2})
LGM_OPTION = Dated({"ICCF-TR-2016 10.7/option": "LGM", "ICCF-TR-2017 10.5/option": "LGM"})
LIM_OPTION = Dated({"ICCF-TR-2016 10.8/option": "LIM", "ICCF-TR-2017 10.6/option": "LIM"})
LGM_END = Dated({"ICCF-TR-2016 10.7/end": date(2021, 1, 1), "ICCF-TR-2017 10.5/end": date(2021, 1, 1)})
LIM_END = Dated({"ICCF-TR-2016 10.8/end": date(2021, 1, 1), "ICCF-TR-2017 10.6/end": date(2021, 1, 1)})
EXCEPTIONAL = Dated({"ICCF-TR-2016 App2.5": "Executive Board", "ICCF-TR-2017 App2.4": "Executive Board"})


class TitleRoute(StrEnum):
    """The way a title was earned."""

    NORMS = "norms"
    DIRECT = "direct"
    APPLICATION = "application"


class ConfirmingBody(StrEnum):
    """The body that confirms a title in the end."""

    SERVER = "server"
    COMMISSIONER = "qualifications commissioner"
    COMMISSIONER_FOR_BOARD = "qualifications commissioner, on recommendation of the executive board"
    CONGRESS = "congress"


@dataclass(frozen=True, slots=True)
class ConfirmedTitle:
    """A title in the register."""

    player: str
    title: str
    route: TitleRoute
    confirmed: date


def confirmed_by(title: str, route: TitleRoute, *, on: date) -> Ruling[ConfirmingBody]:
    """Return who confirms a title earned on a day.

    The grounds say that it takes no application unless the route is one.
    """
    if route is TitleRoute.APPLICATION:
        cited, votes = BY_CONGRESS[title].on(on)
        return Ruling(ConfirmingBody.CONGRESS, (Ground(cited, {"title": title, "votes": votes}),))
    automatic = Ground(AUTOMATIC[title].on(on)[0], {"title": title, "applications": 0})
    if route is TitleRoute.DIRECT:
        cited, _ = DIRECT.on(on)
        return Ruling(ConfirmingBody.COMMISSIONER_FOR_BOARD, (automatic, Ground(cited, {"title": title})))
    confirms = norm_confirmed_by(title, on=on)
    return Ruling(confirms.value, (automatic, *confirms.grounds))


def norm_confirmed_by(title: str, *, on: date) -> Ruling[ConfirmingBody]:
    """Return who confirms a norm made on a day: as for titles from norms; in 2017 the server, at once."""
    cited, body = VALID.on(on)
    confirms = ConfirmingBody.SERVER if body == "server" else ConfirmingBody.COMMISSIONER
    return Ruling(confirms, (Ground(cited, {"title": title, "by": confirms.value}),))


def valid_from(title: str, route: TitleRoute, *, earned: date, registered: date | None) -> Ruling[date | None]:
    """Return the day a title is valid from: when earned if the server confirms, else the Commissioner's.

    *registered* is the day of the Commissioner's confirmation, None before it. The day of earning decides the edition.
    """
    confirms, cited = confirmed_by(title, route, on=earned), VALID.on(earned)[0]
    day = earned if confirms.value is ConfirmingBody.SERVER else registered
    if day is None:
        waits = Ground(cited, {"title": title, "earned": earned, "registered": None, "valid_from": None})
        return Ruling(None, (*confirms.grounds, waits))
    ground = Ground(cited, {"title": title, "earned": earned, "registered": registered, "valid_from": day})
    return Ruling(day, (*confirms.grounds, ground))


def needs_publication(submitted: date) -> bool:
    """Return whether the edition of a day asks for publication: 2016 alone does."""
    return SPECIAL.on(submitted)[0].edition == PUBLISHED_FOR.clause.edition


def may_confirm(published: date, *, on: date) -> Ruling[bool]:
    """Refuse to confirm before sixty days online (2016: champions, arbiters and special applications)."""
    cited, days = PUBLISHED_FOR.newest
    first = published + days
    ground = Ground(cited, {"published": published, "first": first, "on": on})
    if on < first:
        raise Refused(ground)
    return Ruling(True, (ground,))


def congress_grants(title: str, *, votes_for: int, votes: int, on: date) -> Ruling[bool]:
    """Return whether a federation's application has two thirds of the votes cast."""
    cited, _ = BY_CONGRESS[title].on(on)
    granted = votes > 0 and 3 * votes_for >= 2 * votes
    return Ruling(granted, (Ground(cited, {"title": title, "for": votes_for, "votes": votes, "granted": granted}),))


def is_revoked(*, commissioner: bool, disciplinary_committee: bool, congress: bool, on: date) -> Ruling[bool]:
    """Return whether a title is revoked: both recommend it and Congress approves."""
    cited, needed = REVOKED.on(on)
    decisions = sum((commissioner, disciplinary_committee, congress))
    return Ruling(decisions == needed, (Ground(cited, {"decisions": decisions, "needed": needed}),))


def may_submit_posthumously(*, died: date, on: date) -> Ruling[bool]:
    """Refuse a title for the dead after two years from the day. *on* is the day of submission."""
    cited, years = POSTHUMOUS.on(on)
    last = years_later(died, years)
    facts: dict[str, Fact] = {"died": died, "submitted": on, "last": last}
    if on > last:
        raise Refused(Ground(cited, facts))
    return Ruling(True, (Ground(cited, facts),))


def decide_special(*, is_clear: bool, is_posthumous: bool, on: date) -> Ruling[ConfirmingBody]:
    """Return who decides a special application: the Commissioner awards clear cases, Congress decides others.

    For a posthumous title the Commissioner may depart a little from the requirements (2017).
    """
    cited, _ = SPECIAL.on(on)
    decides = ConfirmingBody.COMMISSIONER if is_clear else ConfirmingBody.CONGRESS
    discretion = is_posthumous and cited.edition == "ICCF-TR-2017"
    return Ruling(decides, (Ground(cited, {"clear": is_clear, "discretion": discretion, "by": decides.value}),))


def decide_exceptionally(*, proposed_by_commissioner: bool, board_agrees: bool, on: date) -> Ruling[bool]:
    """Decide an exceptional case: by the Executive Board on a proposal of the Commissioner."""
    cited, _ = EXCEPTIONAL.on(on)
    holds = proposed_by_commissioner and board_agrees
    return Ruling(holds, (Ground(cited, {"proposal": proposed_by_commissioner, "decision": board_agrees}),))


def name_on_certificate(title: str, *, sex: str | None, wants_ladies_title: bool, earned: date) -> Ruling[str]:
    """Return the title that certificate and medal print.

    A woman may have LGM for CCM and LIM for CCE, earned until 1 January 2021. The title of record stays CCM or CCE.
    """
    if title not in LADIES.values():
        cited, last = LGM_OPTION.on(earned)[0], LGM_END.on(earned)[1]
        return Ruling(title, (Ground(cited, {"title": title, "earned": earned, "last": last, "outcome": "none"}),))
    (option, ladies), (end, last) = (
        (LGM_OPTION.on(earned), LGM_END.on(earned)) if title == "CCM" else (LIM_OPTION.on(earned), LIM_END.on(earned))
    )
    may = sex == "f" and earned <= last
    printed = ladies if may and wants_ladies_title else title
    facts: dict[str, Fact] = {"title": title, "earned": earned, "last": last, "shown": printed, "sex": sex}
    return Ruling(printed, (Ground(option, facts), Ground(end, {"earned": earned, "last": last, "may": may})))


def certificates_due(register: Sequence[ConfirmedTitle], *, congress: date) -> Ruling[tuple[ConfirmedTitle, ...]]:
    """Return the titles whose certificates Congress awards: those confirmed by its day."""
    cited, _ = CERTIFICATE.on(congress)
    due = tuple(title for title in register if title.confirmed <= congress)
    return Ruling(due, (Ground(cited, {"congress": congress, "certificates": len(due)}),))


def report_to_congress(
    register: Sequence[ConfirmedTitle], *, first: date, last: date
) -> Ruling[tuple[ConfirmedTitle, ...]]:
    """Return the titles confirmed between two days, for the Commissioner's report."""
    cited, _ = REPORT.on(last)
    reported = tuple(title for title in register if first <= title.confirmed <= last)
    return Ruling(reported, (Ground(cited, {"first": first, "last": last, "titles": len(reported)}),))

"""10.2 to 10.6 (2016: 10.4 to 10.8): titles from norms, and what is still missing for one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.ratings.outcome import FIXED_FROM
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause
from slowmate.titles.iccf.event_norms import SEVERAL
from slowmate.titles.iccf.quota import QUOTA, REPLACED_BY_SIM, SIM_GAMES_FOR_ONE, meets_quota
from slowmate.titles.levels import LADIES, is_at_least

TWO_NORMS = 2
NORMS: dict[str, Dated[int]] = {
    "GM": Dated({"ICCF-TR-2016 10.4(c)/norms": 24, "ICCF-TR-2017 10.2(c)/norms": 24}),
    "SIM": Dated({"ICCF-TR-2016 10.5(a)/norms": 24, "ICCF-TR-2017 10.3(a)/norms": 24}),
    "IM": Dated({"ICCF-TR-2016 10.6(d)": 24, "ICCF-TR-2017 10.4(d)": 24}),
    "CCM": Dated({"ICCF-TR-2016 10.7(c)": 24, "ICCF-TR-2017 10.5(c)": 24}),
    "CCE": Dated({"ICCF-TR-2016 10.8(c)": 24, "ICCF-TR-2017 10.6(c)": 24}),
}
"""The games two or more norms must cover together."""
OVERSCORE: dict[str, Dated[bool]] = {
    "GM": Dated({"ICCF-TR-2016 10.4(c)/over": True, "ICCF-TR-2017 10.2(c)/over": True}),
    "SIM": Dated({"ICCF-TR-2016 10.5(a)/over": True, "ICCF-TR-2017 10.3(a)/over": True}),
}
"""The other titles say in the same clause that overscored games count."""
OLD_IM_RESULTS = Dated({"ICCF-TR-2016 10.5(a)/Daytona": 14, "ICCF-TR-2017 10.3(a)/Daytona": 14})
OLD_LGM = Dated({"ICCF-TR-2016 10.7/old norms": date(2016, 1, 1), "ICCF-TR-2017 10.5/old norms": date(2016, 1, 1)})
OLD_LIM = Dated({"ICCF-TR-2016 10.8/old norms": date(2016, 1, 1), "ICCF-TR-2017 10.6/old norms": date(2016, 1, 1)})
LIM_FROM_ALL = clause("ICCF-TR-2016 App2.4(d)")
ESTABLISHED = clause("ICCF-TR-2017 App2.2.9/title")
CHESS960 = clause("ICCF-TR-2017 10.0.1/960")


@dataclass(frozen=True, slots=True)
class NormRecord:
    """A norm in the register: for which title, in which event, and what it is worth."""

    title: str
    event: str
    start: date
    earned: date
    games: int
    overscore: int = 0
    gm_games: int = 0
    sim_games: int = 0
    chess960: bool = False
    before_daytona: bool = False
    """The event started, or was approved, before the Congress of 2000 in Daytona Beach."""

    @property
    def counted(self) -> int:
        return self.games + self.overscore

    @property
    def played_in(self) -> tuple[str, date]:
        return event_key(self.event, self.start)


def event_key(name: str, start: date) -> tuple[str, date]:
    """Return the key of an event, in any spacing or capitals: it makes one norm for a title."""
    return " ".join(name.casefold().split()), start


@dataclass(frozen=True, slots=True)
class MissingForTitle:
    """The gap to a title from norms.

    Norms, games (by a further norm or by overscore), games against GMs, and rated games for a fixed rating.
    """

    title: str
    norms: int
    games: int
    gm_games: int
    rated_games: int

    @property
    def is_nothing(self) -> bool:
        return not (self.norms or self.games or self.gm_games or self.rated_games)


def counts_for(norm: NormRecord, title: str, *, on: date) -> Ruling[bool]:
    """Return whether a norm in the register counts for a title on the day *on*.

    A norm for a higher title counts for a lower one. Norms of the former ladies' titles count if their event started
    before 2016; results for IM from before the Congress of Daytona Beach count for SIM. Norms of Chess960 are as good
    as others.
    """
    grounds: tuple[Ground, ...] = (Ground(CHESS960, {"event": norm.event}),) if norm.chess960 else ()
    if norm.title in LADIES:
        old = _old_ladies_norm(norm, on=on)
        if not old.value or not is_at_least(norm.title, title):
            return Ruling(False, old.grounds if LADIES[norm.title] == title else ())
        grounds = (*old.grounds, *grounds)
    if LADIES.get(norm.title, norm.title) == title:
        return Ruling(True, grounds)
    if is_at_least(norm.title, title):
        cited, counts = SEVERAL.on(on)
        return Ruling(counts, (*grounds, Ground(cited, {"event": norm.event, "made": norm.title, "title": title})))
    if title == "SIM" and norm.title == "IM" and norm.before_daytona:
        cited, most = OLD_IM_RESULTS.on(on)
        return Ruling(True, (Ground(cited, {"event": norm.event, "games": norm.games, "most": most}), *grounds))
    return Ruling(False, ())


def _old_ladies_norm(norm: NormRecord, *, on: date) -> Ruling[bool]:
    cited, before = (OLD_LGM if norm.title == "LGM" else OLD_LIM).on(on)
    counts = norm.start < before
    grounds = [Ground(cited, {"event": norm.event, "start": norm.start, "before": before, "counts": counts})]
    if norm.title == "LIM":
        grounds.append(Ground(LIM_FROM_ALL, {"event": norm.event}))
    return Ruling(counts, tuple(grounds))


def norms_used(title: str, register: Iterable[NormRecord], *, on: date) -> tuple[tuple[NormRecord, Ruling[bool]], ...]:
    """Return the norms that count for a title, one of each event: the one that is worth most.

    Two norms are two results: an event brings one of them, however often it is listed.
    """
    best: dict[tuple[str, date], tuple[NormRecord, Ruling[bool]]] = {}
    for norm in register:
        ruling = counts_for(norm, title, on=on)
        best_norm = best.get(norm.played_in)
        if ruling.value and (best_norm is None or _worth(norm, title) > _worth(best_norm[0], title)):
            best[norm.played_in] = (norm, ruling)
    return tuple(best.values())


def _worth(norm: NormRecord, title: str) -> tuple[bool, int, bool]:
    """Rank norms: those that count in full before old results that count up to a limit, then the title's own."""
    return is_at_least(norm.title, title), norm.counted, norm.title == title


def missing_for_title(
    title: str, register: Sequence[NormRecord], *, on: date, rated_games: int | None
) -> Ruling[MissingForTitle]:
    """Return what a player still lacks for a title from norms, on a day.

    All their norms for the title are taken together, one from each event: more of them never hurt. *rated_games* are
    those behind their rating; None: not known, and then not required. The day decides the edition, since the norms may
    come from several.
    """
    cited, needed = NORMS[title].on(on)
    used = norms_used(title, register, on=on)
    counted = _games(title, [norm for norm, _ in used], on=on)
    facts: dict[str, Fact] = {"title": title, "norms": len(used), "games": counted, "needed": needed}
    grounds = [Ground(cited, facts), *(ground for _, ruling in used for ground in ruling.grounds)]
    over = sum(norm.overscore for norm, _ in used)
    if over and title in OVERSCORE:
        grounds.append(Ground(OVERSCORE[title].on(on)[0], {"title": title, "overscore": over}))
    lacking_gm = 0
    if title == "GM":
        quota = _quota([norm for norm, _ in used], cited.edition)
        lacking_gm, grounds = quota.value, [*grounds, *quota.grounds]
    fixed = FIXED_FROM.on(on)[1]
    lacking_rated = 0
    if cited.edition == ESTABLISHED.edition and rated_games is not None:
        lacking_rated = max(0, fixed - rated_games)
        grounds.append(Ground(ESTABLISHED, {"title": title, "rated_games": rated_games, "needed": fixed}))
    lacks = MissingForTitle(title, max(0, TWO_NORMS - len(used)), max(0, needed - counted), lacking_gm, lacking_rated)
    return Ruling(lacks, tuple(grounds))


def _games(title: str, norms: Sequence[NormRecord], *, on: date) -> int:
    """Return the games that count, overscored ones included; those of old IM results up to their limit for SIM."""
    full = [norm for norm in norms if is_at_least(norm.title, title)]
    old = sum(norm.games for norm in norms if norm not in full)
    return sum(norm.counted for norm in full) + min(old, OLD_IM_RESULTS.on(on)[1])


def _quota(norms: Sequence[NormRecord], edition: str) -> Ruling[int]:
    """Return how many games against GMs are missing, over all the norms together."""
    strong, senior = sum(norm.gm_games for norm in norms), sum(norm.sim_games for norm in norms)
    ruling = meets_quota(strong, senior, edition=edition)
    replaced = min(REPLACED_BY_SIM.under(edition)[1], senior // SIM_GAMES_FOR_ONE)
    return Ruling(max(0, QUOTA.under(edition)[1] - strong - replaced), ruling.grounds)

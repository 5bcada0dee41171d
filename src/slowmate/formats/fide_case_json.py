"""The cases of FIDE in CASE.json: titles by norms, by rating and by place, reports, removals, regions."""

from datetime import date
from fractions import Fraction

from slowmate.formats.event_json import MAX_RATING, SEXES, event_of, kind_of
from slowmate.formats.reading import Node, listed, names
from slowmate.records import Event, Family, Player
from slowmate.rulebook import Ground
from slowmate.titles.fide import cases as fide
from slowmate.titles.fide.application import DIRECT_STEPS, AttachedCertificate, BoardMeeting, ReportFiled
from slowmate.titles.fide.awards import EarnedNorm, RatingReached, interim_rating
from slowmate.titles.fide.championships import Championship
from slowmate.titles.fide.direct import Finish, KnockoutStage, Subgroup
from slowmate.titles.fide.norms import MissingNinth
from slowmate.titles.fide.titles import Body, FideTitle, TitleState

PAYERS = ("federation", "player")
AGREEING = ("Rating Administrator", "QC")


def _sex(node: Node) -> str | None:
    person = node.child("player") if node.has("player") else node
    sex = person.optional_text("sex")
    if sex is not None and sex not in SEXES:
        raise person.bad("sex", f"{sex!r} is not one of {', '.join(SEXES)}")
    return sex


def norms_case(node: Node) -> fide.NormsCase:
    ratings, reached_by = _ratings(node)
    entries = listed(node, "norms")
    return fide.NormsCase(
        node.choice("title", FideTitle),
        _sex(node),
        tuple(_norm(entry, node.choice("title", FideTitle)) for entry in entries if not entry.has("championship")),
        tuple(_event(entry) for entry in listed(node, "events")),
        tuple(_place(entry) for entry in entries if entry.has("championship")),
        ratings,
        reached_by,
        _papers(node.child("application")) if node.has("application") else None,
        node.optional_day("arrived"),
        _meeting(node.child("meeting")) if node.has("meeting") else None,
        _awarding(node),
    )


def _norm(node: Node, title: FideTitle) -> fide.NormOfCase:
    norm = EarnedNorm(
        title,
        node.text_of("event"),
        node.day("date"),
        node.whole("games", least=1, most=13),
        node.choice("missing_game", MissingNinth) if node.has("missing_game") else None,
        node.flag("normal_foreigners", default=True),
        node.optional_whole("single_round_days", least=0, most=100),
        node.optional_day("registered"),
    )
    return fide.NormOfCase(norm, names(node, "divisions"), node.optional_whole("season", least=1950, most=2100))


def _event(node: Node) -> tuple[Event, Player]:
    inner = node.child("event")
    kind = kind_of(inner)
    if kind.family is not Family.FIDE:
        raise inner.bad("kind", f"{kind.slug} is not played over the board; kinds begin with fide-")
    event = event_of(inner)
    who = node.text_of("player")
    for player in event.players:
        if who in (player.id, player.fide_id):
            return event, player
    raise node.bad("player", f"{who!r} is not the id or FIDE number of a player of this event")


def _place(node: Node) -> fide.PlaceOfCase:
    return fide.PlaceOfCase(
        node.text_of("event"),
        node.day("date"),
        _championship(node.child("championship")),
        _finish(node.child("finish")),
    )


def _ratings(node: Node) -> tuple[tuple[RatingReached, ...], tuple[Ground, ...]]:
    """Read the ratings that were reached; one with `changes` is computed from them, game by game."""
    reached, grounds = list[RatingReached](), list[Ground]()
    for entry in listed(node, "ratings"):
        if entry.has("changes"):
            interim = interim_rating(
                entry.whole("old", least=1, most=MAX_RATING), entry.whole("k", least=1, most=40), _changes(entry)
            )
            rating, published = interim.value, False
            grounds += interim.grounds
        else:
            rating, published = entry.whole("rating", least=1, most=MAX_RATING), entry.flag("published", default=True)
        agreed = names(entry, "agreed")
        if unknown := [name for name in agreed if name not in AGREEING]:
            raise entry.bad("agreed", f"{unknown[0]!r} is not one of {', '.join(AGREEING)}")
        reached.append(
            RatingReached(
                rating,
                entry.day("date"),
                entry.optional_whole("games", least=0, most=1_000_000) or 0,
                published,
                entry.flag("evidence", default=False),
                entry.flag("certified", default=False),
                agreed,
                entry.flag("period_rated", default=False),
            )
        )
    return tuple(reached), tuple(grounds)


def _changes(node: Node) -> tuple[Fraction, ...]:
    """Read the score less the expectancy of each game, in its order."""
    changes = node.value["changes"]
    if not isinstance(changes, list) or any(
        isinstance(change, bool) or not isinstance(change, int | float) or not -1 <= change <= 1 for change in changes
    ):
        raise node.bad("changes", "expected a list of differences between score and expectancy, such as [0.36, -0.64]")
    return tuple(Fraction(str(change)) for change in changes)


def _papers(node: Node) -> fide.Papers:
    paid = node.optional_text("fee_paid_by")
    if paid is not None and paid not in PAYERS:
        raise node.bad("fee_paid_by", f"{paid!r} is not one of {', '.join(PAYERS)}")
    return fide.Papers(
        tuple(
            AttachedCertificate(
                entry.text_of("event"),
                entry.flag("cross_table", default=True),
                entry.flag("signed_by_arbiter", default=True),
                entry.flag("signed_by_federation", default=True),
            )
            for entry in listed(node, "certificates")
        ),
        node.flag("form", default=True),
        node.flag("signed_by_federation", default=True),
        node.flag("refused_by_federation", default=False),
        node.flag("appealed", default=False),
        paid,
        node.optional_day("posted"),
    )


def _meeting(node: Node) -> BoardMeeting:
    begins, ends = node.day("begins"), node.day("ends")
    if ends < begins:
        raise node.bad("ends", f"{ends} is before it begins, {begins}")
    return BoardMeeting(begins, ends)


def _awarding(node: Node) -> fide.Awarding:
    if not node.has("award"):
        return fide.Awarding()
    award = node.child("award")
    return fide.Awarding(
        award.choice("body", Body) if award.has("body") else None,
        award.flag("clear_case", default=False),
        award.flag("qc_consulted", default=False),
        award.choice("state", TitleState) if award.has("state") else None,
        award.flag("applied_by_federation", default=False),
        award.flag("confirmed", default=False),
    )


def rating_case(node: Node) -> fide.RatingCase:
    ratings, reached_by = _ratings(node)
    if not ratings:
        raise node.bad("ratings", "missing; expected at least one rating that was reached")
    return fide.RatingCase(node.choice("title", FideTitle), _sex(node), ratings, reached_by, _awarding(node))


def direct_case(node: Node) -> fide.DirectCase:
    return fide.DirectCase(
        _championship(node.child("championship")),
        _finish(node.child("finish")),
        _sex(node),
        node.optional_whole("best_rating", least=1, most=MAX_RATING),
        _subgroup(node.child("subgroup")) if node.has("subgroup") else None,
        tuple(_step(entry) for entry in listed(node, "steps")),
        node.optional_whole("rating_now", least=1, most=MAX_RATING),
        node.flag("requested", default=False),
        _awarding(node),
    )


def _subgroup(node: Node) -> Subgroup:
    return Subgroup(node.whole("players", least=0, most=10_000), node.whole("federations", least=0, most=300))


def _step(node: Node) -> tuple[str, date]:
    step = node.text_of("step")
    if step not in DIRECT_STEPS:
        raise node.bad("step", f"{step!r} is not one of {', '.join(DIRECT_STEPS)}")
    return step, node.day("date")


def _championship(node: Node) -> Championship:
    return Championship(
        node.text_of("name"),
        node.flag("women", default=False),
        node.optional_whole("members", least=0, most=300),
        node.optional_whole("federations", least=0, most=300),
        node.optional_whole("participants", least=0, most=10_000),
        node.flag("qualifies", default=False),
    )


def _finish(node: Node) -> Finish:
    games, points = node.optional_whole("games", least=0, most=100) or 0, node.optional_score("points") or Fraction(0)
    if points > games:
        raise node.bad("points", f"{float(points):g} points are more than {games} games can bring")
    return Finish(
        node.optional_whole("rank", least=1, most=10_000),
        node.flag("tied_first", default=False),
        int(2 * points),
        games,
        node.choice("stage", KnockoutStage) if node.has("stage") else None,
        node.flag("qualified", default=False),
    )


def report_case(node: Node) -> ReportFiled:
    return ReportFiled(
        node.day("last_round"),
        node.flag("report_file", default=False),
        node.optional_day("to_officer"),
        node.optional_day("uploaded"),
        node.flag("arbiter_present", default=False),
        names(node, "games_of"),
        names(node, "norm_players"),
    )


def removal_case(node: Node) -> fide.RemovalCase:
    return fide.RemovalCase(
        node.text_of("breach_in"), names(node, "based_on"), node.optional_day("notice"), node.optional_day("appealed")
    )


def region_case(node: Node) -> fide.RegionCase:
    return fide.RegionCase(
        node.text_of("region"), names(node, "already"), node.whole("year", least=1950, most=2100), node.day("notified")
    )

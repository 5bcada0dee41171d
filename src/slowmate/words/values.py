"""Facts that are one of a few words, in the words people use for them, and what is said where there is nothing."""

from slowmate.events.entry.right import Turn
from slowmate.events.organising.offices import Actor
from slowmate.events.running.certainty import Chance
from slowmate.events.running.section8.application import WithdrawalReason
from slowmate.events.running.tiebreaks import MATCH_POINTS, MUTUAL, SONNEBORN_BERGER, WINS
from slowmate.play.events import ClaimKind, Misconduct, Penalty, Sheet
from slowmate.play.terms import Transmission
from slowmate.ratings.fide.eligible import FideList
from slowmate.records.events import Status
from slowmate.records.fide import FideCategory
from slowmate.records.kinds import KINDS
from slowmate.titles.fide.games import DecidedBy
from slowmate.titles.fide.titles import Body


def _themselves(*words: str) -> dict[str, str]:
    """Return words that are shown as they are, and translated."""
    return {word: word for word in words}


VALUES: dict[str, dict[str, str]] = {
    "transmission": {
        Transmission.SERVER: "server",
        Transmission.POST: "post",
        Transmission.EMAIL: "e-mail",
        Transmission.FAX: "fax",
    },
    "form": {Sheet.ELECTRONIC: "electronic", Sheet.PHYSICAL: "on paper"},
    "status": {
        Status.PLAYING: "playing",
        Status.WITHDRAWN_ACCEPTED: "withdrawn, and accepted",
        Status.WITHDRAWN: "withdrawn",
        Status.SILENT: "silent",
    },
    "decided": {
        DecidedBy.OVER_THE_BOARD: "over the board",
        DecidedBy.FORFEIT: "forfeit",
        DecidedBy.ADJUDICATED: "adjudicated",
    },
    "list": {FideList.STANDARD: "standard", FideList.RAPID: "rapid", FideList.BLITZ: "blitz"},
    "kind": {kind.name: kind.name for kind in KINDS.values()} | {kind.slug: kind.name for kind in KINDS.values()},
    "chance": {Chance.CERTAIN: "certain", Chance.POSSIBLE: "still possible", Chance.GONE: "not reached"},
    "claim": {
        ClaimKind.REPETITION: "repetition",
        ClaimKind.FIFTY_MOVES: "50-move rule",
        ClaimKind.TABLEBASE_WIN: "win by the tables",
        ClaimKind.TABLEBASE_DRAW: "draw by the tables",
        ClaimKind.FLAG: "flag",
    },
    "office": _themselves(*Actor),
    "body": {**_themselves(*Body), "QC": "Qualification Commission", "Rating Administrator": "Rating Administrator"},
    "withdrawal": _themselves(*WithdrawalReason),
    "conduct": _themselves(*Misconduct),
    "penalties": _themselves(*Penalty),
    "what": _themselves(
        "the fee of a tournament",
        "an entry deadline extended or a start postponed",
        "the identity of a player from a non-member country",
        "a player admitted without qualification",
        "a special tournament that gives a qualification",
        "an application the rules do not cover",
        "the schedule of a World Championship Final",
        "the start of an Olympiad",
        "the start of a Ladies' Olympiad",
        "a combined team",
        "a combined team of ladies",
        "a combined team of the Memorial",
        "a national event that is rated",
        "an event that is rated by authority",
        "the rating assumed of newcomers in a friendly match",
        "the schedule of the Memorial",
        "players assigned to Ladies' Semi-Final sections",
        "the number of Final places of a Candidates section",
        "a free place in the Final",
        "a player admitted to a vacant place of the Final",
        "a free place in the Ladies' Final",
        "next players admitted to the Ladies' Final",
        "the event accords with the Statutes",
        "an application referred to Congress",
        "several applications of one federation referred to Congress",
        "an open tournament weighed against similar ones",
        "a special tournament announced",
        "divisions, promotion and relegation of a season",
        "a team kept in its division although all players changed",
        "a dispute taken over from the captains",
        "a ban for repeated violations in various tournaments",
        "adjudication or a substitute after a death",
        "players chosen whom no tie-break sets apart from others",
    ),
    "state": _themselves(
        *(
            "pending",
            "accepted",
            "asked",
            "released",
            "admitted",
            "approved",
            "objected",
            "with Arbitration",
            "dismissed",
        ),
        *("transferred", "appealed", "heard", "allowed", "taken back", "applied", "refused", "with Congress", "lapsed"),
        *("minor", "major", "settled", "with the director", "requested", "director agrees", "granted", "in review"),
        *("federation asked", "consulted", "offered to continue", "continues", "not accepted", "possible", "confirmed"),
        *("awarded", "rejected", "found", "suspended", "not suspended", "called", "named", "placed", "not replaced"),
        *("closed", "open", "set", "in force", "draft", "announced", "sections proposed", "posted", "running"),
        *("finished", "cancelled", "proposed", "seated", "waiting", "withdrawn"),
        *("opened again", "corrected", "carried out"),
    )
    | {"decided": "decided upon"},
    "action": _themselves(
        *(
            "confirm",
            "verify identity",
            "consent",
            "object",
            "appeal",
            "allow",
            "dismiss",
            "notify",
            "admit",
            "approve",
        ),
        *(
            "refuse",
            "refer",
            "lapse",
            "renew",
            "settle",
            "take over",
            "decide",
            "agree",
            "accept",
            "forward",
            "release",
        ),
        *(
            "confirm inadequate",
            "continue",
            "withdraw",
            "consult",
            "answer",
            "go on without answer",
            "take back",
            "set",
        ),
        *(
            "ask",
            "place",
            "send back",
            "suspend",
            "do not suspend",
            "name",
            "let pass",
            "withdraw the call",
            "withdraw the team",
            "place",
        ),
        *("appeal for the team", "appeal for the federation", "announce", "open entries", "close entries"),
        *(
            "propose sections",
            "post",
            "start",
            "finish",
            "extend",
            "postpone",
            "correct the day",
            "cancel",
            "change",
            "name the director",
        ),
        *("open again", "wait for what is missing", "seat", "put on the waiting list", "wait for a place", "move up"),
        *("play out", "take out", "call off", "throw away", "conclude", "carry out"),
    )
    | {"fail": "give up"},
    "parties": _themselves(
        *("player", "federation", "old federation", "new federation", "team", "one team", "other team", "organiser"),
    ),
    "guard": {
        "acceptable": "the reason is adequate and no withdrawal came shortly before",
        "no word": "the player told neither opponents nor director",
        "first time": "no silent withdrawal came before",
        "in time": "it is in time",
        "time is up": "the time is up",
        "eligible": "the substitute may play for the team",
        "belongs": "the player belongs to the federation",
        "complete": "the application came in time and is complete",
        "lapsed": "the time for the start has passed",
        "announcement": "it says what the rules ask for, and in time",
        "deadline": "the deadline has passed",
        "sizes": "the rules let sections have these sizes",
        "published": "norms and promotion are published",
        "start": "the day of the start has come",
        "not started": "play has not begun",
        "all results": "all results are final",
        "queue": "too few wait for another section",
        "later": "the new day is later",
        "mistake": "the day was moved by mistake, and nobody is hurt",
        "director": "the director may direct it",
        "may enter": "the player may enter and nothing is missing",
        "full": "all places are taken",
        "place free": "a place is free",
        "no right is used": "the entry uses up no right",
        "equals chosen": "no choice between equals is open",
    },
    "cause": {
        "death": "died",
        "accepted": "withdrawal accepted",
        "not accepted": "withdrawal not accepted",
        "silent": "silent withdrawal",
    },
    "measures": {
        "stands": "the result stands",
        "adjudicate": "adjudication",
        "default": "loss by default",
        "cancel": "cancellation",
        "substitute": "a substitute",
    },
    "pending": {
        "payment": "payment",
        "bond": "the bond",
        "delegate": "confirmation by the delegate",
        "identity": "proof of identity",
        "office": "a decision of the Tournament Office",
    },
    "how": {
        "commissioner may admit": "the commissioner may admit the player if the category is not lowered",
        "never": "not admitted",
        "post or server": "post or server",
        "server": "server only",
    },
    "turn": {
        Turn.ANY: "any number of its series",
        Turn.SAME: "the same number of its series",
        Turn.NEXT: "the next number of its series",
        Turn.TWO_PREVIOUS: "one of the next two numbers of its series",
        Turn.DEFERRABLE: "the first Final that comes, or once the one after it",
    },
    "rule": {
        "both": "always both",
        "normally both": "normally both",
        "only": "they alone",
        "priority": "they come first",
    },
    "way": {
        "confirmed": "confirmed",
        "described": "described",
        "document": "document",
        "friendly match": "friendly match",
        "home page": "home page",
        "schedule": "schedule",
        "undefined": "no definition",
    },
    "missing": {
        "appearance_fees": "appearance fees",
        "category": "category",
        "norms": "norms",
        "prizes": "prizes",
        "promotion": "promotion",
        "source": "source of the prizes",
    },
    "wanted": _themselves("norms", "category and norms"),
    "positions": {"one": "one for all games", "each": "one for each pair of players"},
    "field": {
        "organisation": "promoting organisation",
        "entitled": "teams entitled",
        "conduct": "conditions of conduct",
        "boards": "boards",
        "games_per_board": "games per board",
        "substitution": "rules for substitution",
        "dates": "dates",
        "director": "director",
    },
    "options": _themselves("adjudication", "substitute"),
    "kept": {"number": "number", "rating history": "rating history"},
    "sex": {"f": "woman", "m": "man"},
    "pool": {"chess": "chess", "chess960": "Chess960"},
    "shows": _themselves("name", "federation", "title", "rating", "games"),
    "lacking": {
        "federation": "federation",
        "tournaments": "tournaments",
        "mentor name": "name of the mentor",
        "mentor email": "e-mail of the mentor",
    },
    "needed": {"appealed": "appealed", "approved": "allowed"},
    "votes": {"two thirds": "two thirds"},
    "stages": _themselves("Preliminary", "Semi-Final", "Final"),
    "type": _themselves("Championship", "Promotion", "Cup", "Norm", "Champions League", "ICCF League", "Special"),
    "tie-break": {
        WINS.name: "wins",
        SONNEBORN_BERGER.name: "Sonneborn-Berger",
        MUTUAL.name: "games among them",
        MATCH_POINTS.name: "match points",
    },
    "confirms": {
        "congress": "Congress",
        "Congress": "Congress",
        "qualifications commissioner": "Qualifications Commissioner",
        "server": "server",
    },
    "overrides": {"section 5": "section 5"},
    "payer": {"federation": "federation", "player": "player"},
    "grants": {"title": "title", "norm": "norm"},
    "route": {"direct": "a place in a championship", "norms": "norms", "rating": "rating"},
    "stage": {
        "finalist": "finalist",
        "winner": "winner",
        "reaching last 8": "last eight",
        "reaching last 16": "last sixteen",
    },
    "for": {
        "gold": "gold",
        "silver": "silver",
        "bronze": "bronze",
        "first equal (best 3 after tiebreak)": "first equal",
        "qualifying through play": "qualifying through play",
        **{
            f"score >= {percent}% in min {games} games": f"{percent} per cent in at least {games} games"
            for percent in (50, 65)
            for games in (7, 9)
        },
    },
    "category": {
        FideCategory.ORDINARY: "ordinary tournament",
        FideCategory.NATIONAL_CHAMPIONSHIP: "national championship",
        FideCategory.NATIONAL_TEAM: "national team championship",
        FideCategory.LEAGUE: "league",
        FideCategory.ZONAL: "Zonal",
        FideCategory.SUBZONAL: "Subzonal",
        FideCategory.WORLD_TEAM: "world team championship",
        FideCategory.WORLD_CLUB: "world club championship",
        FideCategory.CONTINENTAL_TEAM: "continental team championship",
        FideCategory.CONTINENTAL_CLUB: "continental club championship",
        FideCategory.WORLD_CUP: "World Cup",
        FideCategory.WOMENS_WORLD: "Women's World Championship",
    },
    "changed": _themselves("composition", "conditions", "rounds", "order", "opponents"),
    "verdicts": {"yes": "accepted", "cond": "on condition", "no": "refused"},
    "done": _themselves("results sent", "listed", "federation informed", "federation agrees"),
    "forms": _themselves("Certificate of title result", "Application for a title", "Tournament report"),
}
"""Messages with the name of the vocabulary as their context: another language has several words for one of ours."""

ALSO: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("stage", "next", "not_also"), ("kind", "stage")),
    "kinds": ("kind",),
    "to": ("state", "kind", "office"),
    "kept": ("kept", "kind"),
    "from": ("state",),
    "appeal": ("state",),
    "possible": ("action",),
    **dict.fromkeys(("entitled", "tell", "enlarged_by", "stands_in_for"), ("office",)),
    "questions": ("kind",),
    "paid_by": ("office", "payer"),
    "owed_by": ("payer",),
    "by": ("tie-break", "confirms"),
    "reason": ("withdrawal",),
    "what": ("what", "conduct"),
    "penalty": ("penalties",),
    "omitted": ("field",),
    "missing": ("missing", "body"),
    "agreed": ("body",),
    "restricted_to": ("sex",),
    "stages": ("stages",),
    "types": ("type",),
}
"""The vocabularies of a fact's words, if not the one of its own name."""

NOTHING: dict[str, str] = {
    **dict.fromkeys(("most", "maximum", "least", "minimum", "limit"), "no limit"),
    **dict.fromkeys(
        ("used", "granted", "confirmed", "commissioner", "registered", "assessment", "received"), "not yet"
    ),
    **dict.fromkeys(("average", "cycle", "birth_year", "members", "target", "final"), "not known"),
    "only_for": "any",
    **dict.fromkeys(("sex", "reason", "url", "updated", "conditions"), "not given"),
    **dict.fromkeys(("paid_by", "enlarged_by"), "nobody"),
    "restricted_to": "neither sex",
}
"""The word for a missing fact; "none" for all others."""
NONE = "none"


def vocabulary(key: str, fact: str) -> tuple[str, str] | None:
    """Return a fact's vocabulary and its word; None for names, moves and free text."""
    for name in ALSO.get(key, (key,)):
        if fact in VALUES.get(name, ()):
            return name, VALUES[name][fact]
    return None


def word_for(key: str, fact: str) -> str:
    """Return a fact in the words people use for it."""
    entry = vocabulary(key, fact)
    return entry[1] if entry else str(fact)


def nothing(key: str) -> str:
    """Return the word for a fact without a value."""
    return NOTHING.get(key, NONE)

"""How an event is played: its regulations, the numbers of its time control, and who may watch."""

from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate.events.choices import Bounds
from slowmate.events.kinds import Open
from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.terms import Notation, Transmission
from slowmate.server.events.choices.row import CLAIMS, NUMBERS, PLAY, Choice, StoredIn, Widget
from slowmate.server.events.regulations import MAX_TABLE_PIECES
from slowmate.server.games.terms import PRESETS
from slowmate.server.site.text import control_words

MAX_DAYS = 3650
DAYS = Bounds(0, MAX_DAYS)
DAYS_AT_LEAST_ONE = Bounds(1, MAX_DAYS)
LEAVE_DAYS = Bounds(0, 366)
MOVES = Bounds(1, 999)

CONTROLS = (
    *((key, lazy(control_words, str)(control)) for key, control in PRESETS.items()),
    ("own-classic", _("other: so many moves in so many days")),
    ("own-fischer", _("other: days for the game, and more for each move")),
    ("own-triple-block", _("other: Triple Block")),
    ("own-fixed", _("other: so many days for each move")),
)
"""The usual time controls, and each kind of control with numbers of the event's own."""


def live_words(is_shown: bool) -> str:  # noqa: FBT001 - the value of a choice
    """Say who may follow the games of an event while they run."""
    if is_shown:
        return gettext("everybody may follow the games, three moves behind")
    return gettext("running games are seen by their players and the director alone")


PLAY_ROWS = (
    Choice(
        name="transmission",
        label=_("Played"),
        widget=Widget.RADIO,
        group=PLAY,
        open=Open.BY_POST,
        options=((Transmission.SERVER, _("on the server")), (Transmission.POST, _("by post"))),
    ),
    Choice(
        name="control",
        label=_("Time"),
        widget=Widget.SELECT,
        group=PLAY,
        stored_in=StoredIn.CONTROL,
        is_required=True,
        options=CONTROLS,
    ),
    Choice(
        name="fen",
        label=_("Starting position"),
        widget=Widget.TEXT,
        group=PLAY,
        stored_in=StoredIn.REGULATIONS,
        hint=_("As a FEN, or as moves from the start: 1. e4 c5 2. Nf3."),
        open=Open.POSITION,
        required_if=Open.POSITION,
        missing=_("Say from which position the games start."),
        max_length=300,
    ),
    Choice(
        name="positions",
        label=_("Starting positions"),
        widget=Widget.RADIO,
        group=PLAY,
        stored_in=StoredIn.REGULATIONS,
        open=Open.POSITIONS,
        required_if=Open.POSITIONS,
        missing=_("Say which games start alike."),
        options=(
            (Positions.ONE, _("one for all games, drawn by lot")),
            (Positions.EACH, _("one for each pair of players, drawn by lot")),
        ),
    ),
    Choice(
        name="draw_after",
        label=_("Moves before a draw may be offered"),
        widget=Widget.NUMBER,
        group=PLAY,
        stored_in=StoredIn.REGULATIONS,
        bounds=Bounds(0, 200),
    ),
    Choice(
        name="is_shown_live",
        label=_("everybody may follow the games, three moves behind"),
        widget=Widget.CHECKBOX,
        group=PLAY,
        heading=_("Live display"),
        announce=live_words,
    ),
    Choice(
        name="moves", label=_("Moves"), widget=Widget.NUMBER, group=NUMBERS, stored_in=StoredIn.CONTROL, bounds=MOVES
    ),
    Choice(
        name="days",
        label=_("Days"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS_AT_LEAST_ONE,
    ),
    Choice(
        name="increment",
        label=_("Days more for each move"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS,
    ),
    Choice(
        name="cap",
        label=_("At most on the clock (days)"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS_AT_LEAST_ONE,
    ),
    Choice(
        name="clock",
        label=_("Triple Block: days on the clock"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS_AT_LEAST_ONE,
    ),
    Choice(
        name="bank",
        label=_("Triple Block: days in the bank"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS,
    ),
    Choice(
        name="increment_moves",
        label=_("Triple Block: moves that add days"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=MOVES,
    ),
    Choice(
        name="protection",
        label=_("Triple Block: protection (days)"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=DAYS_AT_LEAST_ONE,
    ),
    Choice(
        name="refill",
        label=_("Triple Block: the bank fills the clock"),
        widget=Widget.SELECT,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        options=(
            (None, "—"),
            (clocks.Refill.AFTER_MOVE, _("after each move")),
            (clocks.Refill.BY_HAND, _("by hand")),
        ),
    ),
    Choice(
        name="whole_days",
        label=_("Time is counted"),
        widget=Widget.SELECT,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        options=((None, _("as usual")), (True, _("in whole days of 24 hours")), (False, _("to the second"))),
    ),
    Choice(
        name="doubled_after",
        label=_("Days on one move after which they count twice"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        hint=_("0: never."),
        bounds=DAYS,
    ),
    Choice(
        name="falls_at_zero",
        label=_("A clock at zero"),
        widget=Widget.SELECT,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        options=((None, _("as usual")), (True, _("has fallen")), (False, _("has not fallen"))),
    ),
    Choice(
        name="leave_days",
        label=_("Days of leave a year"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=LEAVE_DAYS,
    ),
    Choice(
        name="extra_leave_days",
        label=_("Days of leave that the director may grant"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        bounds=LEAVE_DAYS,
    ),
    Choice(
        name="silence_days",
        label=_("Days of silence that lose a game"),
        widget=Widget.NUMBER,
        group=NUMBERS,
        stored_in=StoredIn.CONTROL,
        hint=_("0: silence does not lose."),
        bounds=DAYS,
    ),
    Choice(
        name="tablebase_pieces",
        label=_("Endgame tables up to (men)"),
        widget=Widget.NUMBER,
        group=CLAIMS,
        stored_in=StoredIn.REGULATIONS,
        hint=_("0: no claims."),
        bounds=Bounds(0, MAX_TABLE_PIECES),
    ),
    Choice(
        name="fifty_moves_from",
        label=_("50-move rule from (men)"),
        widget=Widget.NUMBER,
        group=CLAIMS,
        stored_in=StoredIn.REGULATIONS,
        bounds=Bounds(2, 32),
    ),
    Choice(
        name="penalty_days",
        label=_("Days proposed for an illegal move"),
        widget=Widget.NUMBER,
        group=CLAIMS,
        stored_in=StoredIn.REGULATIONS,
        open=Open.BY_POST,
        bounds=Bounds(0, 60),
    ),
    Choice(
        name="notation",
        label=_("Notation of games by post"),
        widget=Widget.SELECT,
        group=CLAIMS,
        stored_in=StoredIn.REGULATIONS,
        open=Open.BY_POST,
        options=((Notation.NUMERIC, _("numeric")), (Notation.ALGEBRAIC, _("algebraic"))),
    ),
)

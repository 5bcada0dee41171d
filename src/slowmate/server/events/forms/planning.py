"""What whoever plans an event fills in: what the rules leave open for its kind, and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from slowmate.board import Position
from slowmate.board.claims import FIFTY_MOVE_MIN_PIECES, TABLEBASE_MAX_PIECES
from slowmate.events.kinds import FILLED_FROM_A_QUEUE, Open, left_open
from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.codec import control_to_json
from slowmate.play.terms import Notation, Transmission
from slowmate.records import Kind, PromotionPlan
from slowmate.rulebook import NoEdition
from slowmate.server.events.models import Event
from slowmate.server.events.regulations import (
    MOST_PIECES,
    OWN,
    Regulations,
    own_control,
    regulations_from,
    with_numbers,
)
from slowmate.server.events.services.planning import FEWEST, LARGEST_FEE, MOST, Plan
from slowmate.server.games.terms import PRESETS
from slowmate.server.site.errors import Unfit
from slowmate.server.site.fields import DayField, typed_game
from slowmate.server.site.text import control_words
from slowmate.words.moves import reason

MOST_DAYS = 3650
CURRENCIES = ("EUR", "CHF", "CZK", "GBP", "PLN", "USD")


def _controls() -> list[tuple[str, Any]]:
    """The usual time controls, and each kind of control with numbers of the event's own."""
    own = {
        "own-classic": _("other: so many moves in so many days"),
        "own-fischer": _("other: days for the game, and more for each move"),
        "own-triple-block": _("other: Triple Block"),
        "own-fixed": _("other: so many days for each move"),
    }
    return [*((key, control_words(control)) for key, control in PRESETS.items()), *own.items()]


def _number(label: Any, least: int = 0, most: int = MOST_DAYS, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **{"required": False, **options})


class PlanForm(forms.Form):
    """The plan of an event of a kind; what the rules fix is not asked."""

    name = forms.CharField(label=_("Name"), max_length=120)
    number = _number(_("Number in its series"), 1, 999, help_text=_("Such as 28 for the 28th World Championship."))
    federation = forms.ChoiceField(label=_("Federation"), required=False)
    deadline = DayField(label=_("Entries until"), help_text=_("The day itself is in time."))
    start = DayField(label=_("Start"), required=False, help_text=_("All games begin on this day, at 0:00 UTC."))
    planned_end = DayField(label=_("Planned end"), required=False)
    transmission = forms.ChoiceField(
        label=_("Played"),
        choices=[(Transmission.SERVER.value, _("on the server")), (Transmission.POST.value, _("by post"))],
        widget=forms.RadioSelect,
        initial=Transmission.SERVER.value,
        required=False,
    )
    control = forms.ChoiceField(label=_("Time"), choices=_controls)
    moves = _number(_("Moves"), 1, 999)
    days = _number(_("Days"), 1)
    increment = _number(_("Days more for each move"))
    cap = _number(_("At most on the clock (days)"), 1)
    clock = _number(_("Triple Block: days on the clock"), 1)
    bank = _number(_("Triple Block: days in the bank"))
    increment_moves = _number(_("Triple Block: moves that add days"), 1, 999)
    protection = _number(_("Triple Block: protection (days)"), 1)
    refill = forms.ChoiceField(
        label=_("Triple Block: the bank fills the clock"),
        choices=[
            ("", "—"),
            (clocks.Refill.AFTER_MOVE.value, _("after each move")),
            (clocks.Refill.BY_HAND.value, _("by hand")),
        ],
        required=False,
    )
    whole_days = forms.TypedChoiceField(
        label=_("Time is counted"),
        choices=[("", _("as usual")), ("1", _("in whole days of 24 hours")), ("0", _("to the second"))],
        coerce=lambda value: value == "1",
        empty_value=None,
        required=False,
    )
    doubled_after = _number(_("Days on one move after which they count twice"), help_text=_("0: never."))
    falls_at_zero = forms.TypedChoiceField(
        label=_("A clock at zero"),
        choices=[("", _("as usual")), ("1", _("has fallen")), ("0", _("has not fallen"))],
        coerce=lambda value: value == "1",
        empty_value=None,
        required=False,
    )
    leave_days = _number(_("Days of leave a year"), most=366)
    extra_leave_days = _number(_("Days of leave that the director may grant"), most=366)
    silence_days = _number(_("Days of silence that lose a game"), help_text=_("0: silence does not lose."))
    draw_after = _number(_("Moves before a draw may be offered"), most=200, initial=0)
    tablebase_pieces = _number(
        _("Endgame tables up to (men)"), most=MOST_PIECES, initial=TABLEBASE_MAX_PIECES, help_text=_("0: no claims.")
    )
    fifty_moves_from = _number(_("50-move rule from (men)"), 2, 32, initial=FIFTY_MOVE_MIN_PIECES)
    penalty_days = _number(_("Days proposed for an illegal move"), most=60, initial=5)
    notation = forms.ChoiceField(
        label=_("Notation of games by post"),
        choices=[(Notation.NUMERIC.value, _("numeric")), (Notation.ALGEBRAIC.value, _("algebraic"))],
        required=False,
    )
    fen = forms.CharField(
        label=_("Starting position"),
        max_length=300,
        required=False,
        help_text=_("As a FEN, or as moves from the start: 1. e4 c5 2. Nf3."),
    )
    positions = forms.ChoiceField(
        label=_("Starting positions"),
        choices=[
            (Positions.ONE.value, _("one for all games, drawn by lot")),
            (Positions.EACH.value, _("one for each pair of players, drawn by lot")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    is_shown_live = forms.BooleanField(label=_("everybody may follow the games, three moves behind"), required=False)
    fee = _number(_("Entry fee"), most=LARGEST_FEE, help_text=_("In whole units; 0 if there is none."))
    currency = forms.ChoiceField(label=_("Currency"), choices=[(one, one) for one in CURRENCIES], required=False)
    places = _number(_("Places"), FEWEST, 10_000, help_text=_("Who comes later waits; empty: as many as enter."))
    preferred_size = _number(_("Players in a section"), FEWEST, MOST)
    games_per_pairing = forms.TypedChoiceField(
        label=_("Each pair plays"),
        choices=[("1", _("one game")), ("2", _("two games, one with each colour"))],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # whatever is coerced to
        required=False,
    )
    level = _number(_("Rating assumed of players without one"), 500, 3000)
    ties_broken = forms.TypedChoiceField(
        label=_("Who is level on points"),
        choices=[("1", _("is ranked by the tie-breaks")), ("0", _("shares the place"))],
        coerce=lambda value: value == "1",
        empty_value=True,  # type: ignore[arg-type]  # whatever is coerced to
        required=False,
    )
    up = _number(_("Of each section go on"), 0, 20)
    best_of_rest = _number(_("And of those next placed in all sections"), 0, 100)
    final_places = _number(_("Places in the Final for each section"), 1, 17, initial=2)
    is_acknowledged = forms.BooleanField(
        label=_("ICCF acknowledges this Zonal Championship"), required=False, initial=True
    )
    words = forms.CharField(
        label=_("In your own words"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(
        self, *args: Any, kind: Kind, today: date, federations: list[str], event: Event | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for name in _not_asked(kind, today, federations):
            del self.fields[name]
        if "federation" in self.fields:
            self.fields["federation"].choices = [(one, one) for one in federations]  # type: ignore[attr-defined]
        if event is not None:
            self.initial = {**self.initial, **initial_of(event)}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                data["plan"] = self._plan(data)
            except Unfit as unfit:
                self.complain(unfit)
        return data

    def complain(self, unfit: Unfit) -> None:
        """Show what does not fit beside its field."""
        field = unfit.field if unfit.field in self.fields else None
        self.add_error(field, forms.ValidationError(unfit.why))

    @property
    def plan(self) -> Plan:
        found: Plan = self.cleaned_data["plan"]
        return found

    def _plan(self, data: dict[str, Any]) -> Plan:
        plan: dict[str, Any] = {
            name: data[name]
            for name in (
                *("name", "number", "deadline", "start", "planned_end", "words", "fee", "currency", "places"),
                *("preferred_size", "level", "is_shown_live", "federation"),
            )
            if name in data and data[name] not in (None, "")
        }
        optional = ("games_per_pairing", "ties_broken", "final_places", "is_acknowledged")
        plan |= {name: data[name] for name in optional if name in data and data[name] is not None}
        how = Transmission(data.get("transmission") or Transmission.SERVER.value)
        return Plan(
            **{"start": None, **plan},
            kind=self.kind.slug,
            transmission=how,
            regulations=self._regulations(data, how),
            promotion=_promotion(data),
        )

    def _regulations(self, data: dict[str, Any], how: Transmission) -> Regulations:
        choice = data["control"]
        control = own_control(choice, data) if choice in OWN else PRESETS[choice]
        usual = Regulations()
        return Regulations(
            time_control=with_numbers(control, data),
            draw_after=data.get("draw_after") or 0,
            tablebase_pieces=_given(data, "tablebase_pieces", usual.tablebase_pieces),
            fifty_moves_from=_given(data, "fifty_moves_from", usual.fifty_moves_from),
            penalty_days=_given(data, "penalty_days", usual.penalty_days),
            notation=Notation(data.get("notation") or Notation.NUMERIC) if not how.is_server else Notation.NUMERIC,
            fen=_position(data.get("fen", "")),
            positions=Positions(data["positions"]) if data.get("positions") else None,
        )


def _given(data: dict[str, Any], name: str, usual: int) -> int:
    return usual if data.get(name) is None else data[name]


def _promotion(data: dict[str, Any]) -> PromotionPlan | None:
    up, rest = data.get("up"), data.get("best_of_rest")
    return PromotionPlan(up=up or 0, best_of_rest=rest or 0) if up is not None or rest is not None else None


def _position(text: str) -> str | None:
    """A starting position: the FEN itself, or the one after the moves that were given."""
    if not text.strip() or "/" in text:
        return text.strip() or None
    try:
        position = Position.initial()
        for move in typed_game(text).moves:
            position = position.play(position.parse(move))
    except ValueError as wrong:
        why = reason(str(wrong), translate=_now)
        raise Unfit(_now("These moves cannot be played: %(why)s.") % {"why": why}, field="fen") from None
    return position.fen


def _not_asked(kind: Kind, today: date, federations: list[str]) -> list[str]:
    """The fields of what the rules fix for a kind, by the edition of this year."""
    try:
        asked = left_open(kind, start=today)
    except NoEdition:
        asked = frozenset(Open)
    needs = {
        "number": Open.NUMBER,
        "transmission": Open.BY_POST,
        "notation": Open.BY_POST,
        "penalty_days": Open.BY_POST,
        "preferred_size": Open.SIZE,
        "places": Open.PLACES,
        "games_per_pairing": Open.GAMES,
        "level": Open.LEVEL,
        "ties_broken": Open.TIES,
        "up": Open.PROMOTION,
        "best_of_rest": Open.PROMOTION,
        "final_places": Open.FINAL_PLACES,
        "is_acknowledged": Open.ACKNOWLEDGED,
        "planned_end": Open.END,
        "fen": Open.POSITION,
        "positions": Open.POSITIONS,
    }
    left_out = [name for name, what in needs.items() if what not in asked]
    if kind.slug in FILLED_FROM_A_QUEUE:
        left_out.append("start")
    if len(federations) < 2:
        left_out.append("federation")
    return left_out


def initial_of(event: Event) -> dict[str, Any]:
    """A draft as its form shows it."""
    rules = regulations_from(event.regulations)
    found: dict[str, Any] = {
        name: getattr(event, name)
        for name in (
            *("name", "deadline", "start", "planned_end", "transmission", "words", "fee", "currency", "places"),
            *("preferred_size", "level", "final_places", "is_acknowledged", "is_shown_live", "federation"),
        )
    }
    found |= {"number": event.cycle, "games_per_pairing": str(event.games_per_pairing)}
    found |= {"ties_broken": "1" if event.ties_broken else "0", **(event.promotion or {})}
    found |= {name: getattr(rules, name) for name in ("draw_after", "tablebase_pieces", "fifty_moves_from")}
    found |= {"penalty_days": rules.penalty_days, "notation": rules.notation.value, "fen": rules.fen or ""}
    found["positions"] = rules.positions.value if rules.positions else ""
    return found | _control(rules.time_control)


def _control(control: clocks.TimeControl) -> dict[str, Any]:
    """A time control as the form shows it: a usual one by its name, any other by its numbers."""
    usual = next((key for key, one in PRESETS.items() if one == control), None)
    if usual is not None:
        return {"control": usual}
    choice = next(key for key, kind in OWN.items() if isinstance(control, kind))
    numbers = {name: value for name, value in control_to_json(control).items() if isinstance(value, int | str)}
    found: dict[str, Any] = {**numbers, "control": choice}
    if not isinstance(control, clocks.TripleBlock | clocks.Unrecorded):
        counting = control.counting
        found |= {
            "whole_days": "1" if counting.whole_days else "0",
            "doubled_after": counting.doubled_after or 0,
            "falls_at_zero": "1" if counting.falls_at_zero else "0",
            "silence_days": control.silence.days if control.silence else 0,
        }
    return found


# -- as it is laid out ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """Fields that belong together, under one heading; *folded* until somebody needs them."""

    words: Any
    fields: tuple[BoundField, ...]
    hint: Any = ""
    is_folded: bool = False


PLAYED = ("transmission", "control", "fen", "positions", "draw_after", "is_shown_live")
NUMBERS = (
    *("moves", "days", "increment", "cap", "clock", "bank", "increment_moves", "protection", "refill"),
    *("whole_days", "doubled_after", "falls_at_zero", "leave_days", "extra_leave_days", "silence_days"),
)
DETAILS = ("tablebase_pieces", "fifty_moves_from", "penalty_days", "notation")


def parts(form: PlanForm) -> list[Part]:
    """The form as people fill it in: what it is, when, how it is played, who enters, what follows."""
    hint = _("For a time that is not in the list, and for leave and silence of your own. Empty: as usual.")
    laid = (
        (_("What it is"), ("name", "number", "federation", "words"), "", False),
        (_("When"), ("deadline", "start", "planned_end"), "", False),
        (
            _("How it is played"),
            ("transmission", "control", "fen", "positions", "draw_after", "is_shown_live"),
            "",
            False,
        ),
        (_("Numbers of the time control, leave and silence"), NUMBERS, hint, True),
        (_("Claims and notation"), DETAILS, "", True),
        (
            _("Who plays"),
            ("fee", "currency", "places", "preferred_size", "games_per_pairing", "level"),
            "",
            False,
        ),
        (
            _("What follows"),
            ("ties_broken", "up", "best_of_rest", "final_places", "is_acknowledged"),
            "",
            False,
        ),
    )
    found = []
    for words, names, about, folded in laid:
        own = tuple(form[name] for name in names if name in form.fields)
        if own:
            is_open = _is_filled(own)
            found.append(Part(words, own, about, is_folded=folded and not is_open))
    return found


def _is_filled(fields: Iterable[BoundField]) -> bool:
    """Whether something stands in these fields that is not what always does."""
    return any(
        field.errors or (field.value() not in (None, "", False) and field.value() != field.field.initial)
        for field in fields
    )

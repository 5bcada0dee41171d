"""A director's decision, with the fields it needs; what they write to a section."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from slowmate import play
from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.clocks import TripleBlock
from slowmate.play.events import Misconduct, Penalty
from slowmate.play.laws.conduct import after_report
from slowmate.play.laws.flags import clock_at
from slowmate.play.terms import LAWS
from slowmate.records import Result
from slowmate.rulebook import Clause, find
from slowmate.server.desk.decisions import DECISIONS
from slowmate.server.desk.pages.conduct import named
from slowmate.server.desk.queries.conduct import findings_against
from slowmate.server.desk.queries.decisions import emptied, time_put_down
from slowmate.server.desk.services import LONGEST_MESSAGE
from slowmate.server.games.models import Game
from slowmate.server.site.fields import DayField, GameField, RowNumberField, RowNumbersField, TimeField
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.server.site.text import span

VERDICTS = [(Result.WHITE_WINS, "1-0"), (Result.BLACK_WINS, "0-1"), (Result.DRAW, "½-½")]
RESULTS = [*VERDICTS, (Result.BOTH_LOSE, "0-0"), (Result.CANCELLED, _("cancelled: it does not count"))]

SURE = "sure"
ALL_OF_IT = _(
    "%(player)s has %(left)s left, and this takes all of it: the flag falls as soon as that clock runs. "
    "Tick the box if that is what you decide."
)


class DecisionForm(forms.Form):
    """One decision in one game. Only what it needs is asked, and always the reason."""

    def __init__(self, *args: Any, what: str, row: Game, state: play.Game, at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.what, self.decision, self.row, self.state, self.at = what, DECISIONS[what], row, state, at
        for name in self.decision.fields:
            if name == "bank" and not isinstance(state.control, TripleBlock):
                continue
            self.fields[name] = FIELDS[name](self)
            self.fields[name].required = name in self.decision.needs
        self.fields["reason"] = forms.CharField(
            label=_("Reason (both players read it)"), max_length=1000, widget=forms.Textarea(attrs={"rows": 4})
        )

    def clean(self) -> dict[str, Any]:
        """Ask again before a decision that leaves a clock without any time: it may be a slip of the hand."""
        if "misconduct" in self.fields:
            self._clean_misconduct()
        if not self.errors and not self.data.get(SURE):
            for colour, left in emptied(self.state, self.command("director"), at=self.at):
                self.fields[SURE] = forms.BooleanField(label=_("Yes, take all the time that is left"), required=False)
                facts = {"player": self.row.player(colour).name, "left": span(left)}
                self.add_error(SURE, forms.ValidationError(ALL_OF_IT, params=facts))
        return self.cleaned_data

    def _clean_misconduct(self) -> None:
        """Allow days with that penalty alone. Earlier findings are looked up, not filled in."""
        colour, penalty, days = (self.cleaned_data.get(name) for name in ("colour", "penalty", "penalty_days"))
        if penalty is Penalty.DAYS and days is None and "penalty_days" not in self.errors:
            self.add_error("penalty_days", forms.ValidationError(_("Say how many days.")))
        if penalty is not None and penalty is not Penalty.DAYS and days is not None:
            self.add_error("penalty_days", forms.ValidationError(_("Days are taken with the penalty days alone.")))
        if colour is not None:
            player = self.row.player(colour)
            self.cleaned_data["earlier"] = len(findings_against(player)[player.pk])

    def clean_article(self) -> str:
        """Return a clause with its edition, or a clause of the Laws given by its number alone."""
        text: str = self.cleaned_data["article"].strip()
        cited, edition = text, LAWS.on(self.state.terms.starts.date())[1]
        for text_of_clause in (text, f"{edition} {text}"):
            try:
                if find(Clause.parse(text_of_clause)) is not None:
                    return text_of_clause
            except ValueError:
                continue
        raise forms.ValidationError(_("There is no clause %(cited)s."), params={"cited": cited[:80]})

    def command(self, director: str) -> commands.DirectorCommand:
        """Return the command that the filled-in form asks for."""
        data = self.cleaned_data
        return self.decision.make({"director": director, "reason": data["reason"]}, data)


def _colour(form: DecisionForm) -> forms.Field:
    sides = [(Colour.WHITE, _("White")), (Colour.BLACK, _("Black"))]
    claimants = {claim.by for claim in form.state.pending}
    if form.decision.group == "claim" and claimants:
        sides = [(colour, side) for colour, side in sides if colour in claimants]
    choices = [(colour, f"{side}: {form.row.player(colour).name}{_time_left(form, colour)}") for colour, side in sides]
    initial = choices[0][0] if len(choices) == 1 else None
    return forms.TypedChoiceField(
        label=_("Player"), choices=choices, coerce=Colour, widget=forms.RadioSelect, initial=initial
    )


def _time_left(form: DecisionForm, colour: Colour) -> str:
    """Say how much time a player has left, where the decision changes it."""
    if form.what not in {"set-clock", "penalise", "grant-leave"} or form.state.is_over:
        return ""
    left = clock_at(form.state, colour, max(form.at, form.state.latest)).left
    words = gettext("%(span)s left") % {"span": span(left)}
    return f" ({words})"


def _result(choices: list[tuple[Result, Any]]) -> Callable[[DecisionForm], forms.Field]:
    return lambda _form: forms.TypedChoiceField(
        label=_("Result"), choices=choices, coerce=Result, widget=forms.RadioSelect
    )


def _ply(form: DecisionForm) -> forms.Field:
    """Return a choice of the half-moves that may be illegal, the latest first, with none chosen unless one was just
    sent."""
    position = form.state.start
    choices: list[tuple[Any, Any]] = []
    for ply, uci in enumerate(form.state.moves, 1):
        move = position.move_from_uci(uci)
        dots = "." if position.turn is Colour.WHITE else "..."
        choices.append((ply, f"{position.fullmove}{dots} {in_own_letters(position.algebraic(move))}"))
        position = position.play(move)
    if form.state.irregularity is not None:
        choices.append((form.state.irregularity.ply, _("the move that was just sent")))
    else:
        choices.append(("", _("choose")))
    gone = {"invalid_choice": _("That move is not in the game any more.")}
    return forms.TypedChoiceField(label=_("The illegal move"), choices=choices[::-1], coerce=int, error_messages=gone)


def _misconduct(form: DecisionForm) -> forms.Field:
    """Return a choice of misconduct; for a warning only the kinds that allow one on a first finding."""
    kinds = named(Misconduct, "conduct")
    if form.what == "warn":
        kinds = [
            (what, words) for what, words in kinds if Penalty.WARNING in after_report(Misconduct(what), earlier=0).value
        ]
    return forms.TypedChoiceField(label=_("What it was"), choices=[("", _("choose")), *kinds], coerce=Misconduct)


def _left(colour: Colour, label: Any) -> Callable[[DecisionForm], forms.Field]:
    def field(form: DecisionForm) -> forms.Field:
        needed = "fen" in form.decision.fields
        initial = time_put_down(form.row, form.state, colour, at=form.at) if needed else None
        hint = "" if needed else _("Left empty, the clock goes back with the moves.")
        return TimeField(label=label, initial=initial, help_text=hint)

    return field


def _moves_made(form: DecisionForm) -> forms.Field:
    """Return a field with the number recorded in an open reconstruction; else with that of the record."""
    reconstruction = form.state.reconstruction
    return forms.IntegerField(
        label=_("Moves that both players have made"),
        min_value=0,
        max_value=2000,
        initial=reconstruction.moves_made if reconstruction else len(form.state.moves) // 2,
        help_text=_("A last move without an answer does not count: if White has made 6 and Black 5, put down 5."),
    )


def _number(label: Any, *, least: int, most: int, hint: Any = "") -> Callable[[DecisionForm], forms.Field]:
    return lambda _form: forms.IntegerField(label=label, min_value=least, max_value=most, help_text=hint)


FIELDS: dict[str, Callable[[DecisionForm], forms.Field]] = {
    "colour": _colour,
    "left": lambda _form: TimeField(label=_("Time the clock shall show")),
    "bank": lambda _form: TimeField(label=_("Time in the bank"), help_text=_("Left empty, it stays as it is.")),
    "moves": _number(
        _("Moves the clock has counted"), least=0, most=10_000, hint=_("Left empty, the counter stays as it is.")
    ),
    "shown": _number(
        _("Moves that other evidence shows"),
        least=0,
        most=10_000,
        hint=_("Only if it shows more."),
    ),
    "days": lambda form: forms.IntegerField(
        label=_("Penalty days"),
        min_value=1,
        max_value=3650,
        initial=form.state.terms.penalty_days,
        help_text=_("They are taken off the time that the player has left."),
    ),
    "misconduct": _misconduct,
    "penalty": lambda _form: forms.TypedChoiceField(
        label=_("Penalty"), choices=[("", _("choose")), *named(Penalty, "penalties")], coerce=Penalty
    ),
    "penalty_days": _number(_("Days, if the penalty is days"), least=1, most=3650),
    "first": lambda _form: DayField(label=_("First day")),
    "last": lambda _form: DayField(label=_("Last day")),
    "verdict": _result(VERDICTS),
    "result": _result(RESULTS),
    "ply": _ply,
    "white_left": _left(Colour.WHITE, _("Time left for White")),
    "black_left": _left(Colour.BLACK, _("Time left for Black")),
    "fen": lambda form: forms.CharField(
        label=_("Position (FEN)"), max_length=100, initial=(form.state.reconstruction or form.state.position).fen
    ),
    "moves_made": _moves_made,
    "line": lambda _form: GameField(label=_("All moves from the start")),
    "article": lambda _form: forms.CharField(
        label=_("Clause"), max_length=80, help_text=_("Such as 6.11a for the Laws, or ICCF-TR-2017 7.4.")
    ),
    "by_analogy": lambda _form: forms.BooleanField(label=_("by analogy: the clause does not quite cover the case")),
}


class MessageForm(forms.Form):
    """A message from an office to players, by mail."""

    text = forms.CharField(
        label=_("What you write"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Each gets it by mail, in your words. An empty line begins a new paragraph."),
    )


class SeenVersionForm(forms.Form):
    """The version of a game that the director saw."""

    version = RowNumberField(missing=None)


class AnswerForm(forms.Form):
    """The answer to a request: written, or chosen among those that are given often."""

    answer = forms.CharField(required=False)
    ready = forms.CharField(required=False)


class NoteForm(forms.Form):
    """The games of whose end the director takes note."""

    game = RowNumbersField()

"""A game by post: arranging it, entering a move with its dates, and what its players hand in."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from slowmate.board import Colour
from slowmate.play.events import Sheet
from slowmate.play.terms import Notation, Transmission
from slowmate.records import Result
from slowmate.server.games.forms.challenges import controls
from slowmate.server.games.models import Game
from slowmate.server.games.services.documents import LARGEST, Scan, readable
from slowmate.server.people.forms import PlayerField
from slowmate.server.people.queries import players_named
from slowmate.server.people.validators import name_of_person
from slowmate.server.site import text
from slowmate.server.site.errors import Unfit
from slowmate.server.site.fields import DayField, FederationField, GameField, InstantField, MoveField, RowNumberField

LONGEST_MOVE = 20


class ArrangeForm(forms.Form):
    """The players, the transmission of moves, and the time control."""

    white = PlayerField(label=_("White"))
    black = PlayerField(label=_("Black"), help_text="")
    transmission = forms.TypedChoiceField(
        label=_("The moves travel"),
        choices=[
            (Transmission.POST, _("by post")),
            (Transmission.EMAIL, _("by e-mail")),
            (Transmission.FAX, _("by fax")),
        ],
        coerce=Transmission,
        widget=forms.RadioSelect,
        initial=Transmission.POST,
    )
    control = forms.ChoiceField(label=_("Time"), choices=controls)
    notation = forms.TypedChoiceField(
        label=_("Notation of the scoresheet"),
        choices=[(Notation.NUMERIC, _("numeric (5254)")), (Notation.ALGEBRAIC, _("algebraic (e4), if both agreed"))],
        coerce=Notation,
    )
    starts = DayField(label=_("First day"))
    is_rated = forms.BooleanField(label=_("the game is rated"), required=False)


class EnterPlayerForm(forms.Form):
    """A player without an account. Whether they are another is asked only if there is one of that name."""

    name = forms.CharField(label=_("Name"), max_length=120, validators=[name_of_person])
    federation = FederationField()
    is_another = forms.BooleanField(label=_("this is another person of the same name"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not players_named(self.data.get("name", "")[:120]).exists():
            del self.fields["is_another"]


class DocumentField(forms.CharField):
    """The document that a director holds, in their words."""

    def __init__(self, **options: Any) -> None:
        hint = _("Such as: letter of 3 May, postmarked Brno 4 May. The two players read it in the journal.")
        super().__init__(label=_("The document you hold"), max_length=200, help_text=hint, **options)


class RecordForm(forms.Form):
    """A move with the dates it bears, in the reader's zone."""

    move = MoveField(label=_("Move"), max_length=LONGEST_MOVE)
    received = InstantField(label=_("Received"), required=False)
    sent = InstantField(label=_("Sent"))
    offer = forms.BooleanField(label=_("with an offer of a draw"), required=False)
    document = DocumentField(required=False)
    ply = RowNumberField(missing=None)
    """The number of moves that the page showed."""

    def typed(self, name: str) -> str:
        """Return what was typed into a field."""
        return str(self[name].value() or "")[:200]


class ScanField(forms.FileField):
    """A picture, a PDF or a text, as it may be given out again."""

    def __init__(self, **options: Any) -> None:
        hint = _("A picture (JPEG, PNG, WebP), a PDF or a text, 5 MB at most. The two players and the director see it.")
        widget = forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp,application/pdf,.pgn,.txt"})
        super().__init__(required=False, help_text=hint, widget=widget, **options)

    def clean(self, data: Any, initial: Any = None) -> Scan | None:
        file = super().clean(data, initial)
        if not isinstance(file, UploadedFile):
            return None
        if (file.size or 0) > LARGEST:  # before it is read
            raise forms.ValidationError(_("The file is too large: 5 MB at most."))
        try:
            return readable(file.name or "", file.read())
        except Unfit as unfit:
            raise forms.ValidationError(unfit.why) from None


class ReceivedForm(forms.Form):
    """When the last move was received, in the reader's zone; left out: at once."""

    received = InstantField(label=_("Received"), required=False)


class InGameForm(forms.Form):
    """An act of a player in one game."""

    def __init__(self, *args: Any, row: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row


class ReceiptForm(InGameForm):
    received = InstantField(label=_("When you received the last move"))


class FlagForm(InGameForm):
    against = forms.TypedChoiceField(label=_("Whose flag has fallen?"), coerce=Colour, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = ((Colour.WHITE, _("White")), (Colour.BLACK, _("Black")))
        named = [(colour, f"{side}: {self.row.player(colour).name}") for colour, side in sides]
        self.fields["against"].choices = named  # type: ignore[attr-defined]


class SheetForm(InGameForm):
    form = forms.TypedChoiceField(
        label=_("The form of your scoresheet"),
        choices=[(Sheet.PHYSICAL, _("on paper")), (Sheet.ELECTRONIC, _("as a file"))],
        coerce=Sheet,
        widget=forms.RadioSelect,
    )
    assistant = forms.CharField(label=_("Who keeps score, if another does"), max_length=100, required=False, strip=True)
    scan = ScanField(label=_("The scoresheet, scanned or as a file"))


class ReportGameForm(InGameForm):
    result = forms.TypedChoiceField(
        label=_("Result"),
        choices=[(Result.WHITE_WINS, "1-0"), (Result.BLACK_WINS, "0-1"), (Result.DRAW, "½-½")],
        coerce=Result,
        widget=forms.RadioSelect,
    )
    moves = GameField(label=_("All moves"))

    def clean(self) -> dict[str, Any]:
        """Refuse a chosen result that differs from the result in the file."""
        chosen, typed = self.cleaned_data.get("result"), self.cleaned_data.get("moves")
        if chosen and typed:
            if typed.result and typed.result != chosen.value:
                facts = {"written": text.result(typed.result), "chosen": text.result(chosen.value)}
                words = _("The game you gave ends %(written)s, but you chose %(chosen)s.")
                self.add_error("result", forms.ValidationError(words, params=facts))
            self.cleaned_data["moves"] = typed.moves
        return self.cleaned_data

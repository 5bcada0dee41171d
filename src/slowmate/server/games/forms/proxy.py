"""What a player without an account wrote, as the director enters it for them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.play.events import ClaimKind
from slowmate.server.games.forms.postal import (
    DocumentField,
    FlagForm,
    InGameForm,
    ReportGameForm,
    ScanField,
    SheetForm,
)
from slowmate.server.site.fields import InstantField, MoveField


class DocumentForm(InGameForm):
    """The document that shows it, in words, and scanned if the director wishes; asked last."""

    document = DocumentField()
    scan = ScanField(label=_("The document, scanned or as a file"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name not in ("document", "scan")), "document", "scan"])


class ReceiptDocumentForm(DocumentForm):
    received = InstantField(label=_("When the player received the last move"))


class ClaimDocumentForm(DocumentForm):
    claim = forms.TypedChoiceField(
        label=_("What the player claims"),
        choices=[
            (ClaimKind.REPETITION, _("a draw: the same position for the third time")),
            (ClaimKind.FIFTY_MOVES, _("a draw by the 50-move rule")),
            (ClaimKind.TABLEBASE_WIN, _("a win by the endgame tables")),
            (ClaimKind.TABLEBASE_DRAW, _("a draw by the endgame tables")),
        ],
        coerce=ClaimKind,
        widget=forms.RadioSelect,
    )
    intended = MoveField(
        label=_("The move declared with the claim, if any"), max_length=20, required=False, empty_value=""
    )
    received = InstantField(label=_("When the player received the last move, if they say so"), required=False)


class FlagDocumentForm(DocumentForm, FlagForm):
    pass


class SheetDocumentForm(DocumentForm, SheetForm):
    pass


class ReportDocumentForm(DocumentForm, ReportGameForm):
    pass

"""A director's decision."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

DECISIONS = [
    ("stop", _("stop the clocks")),
    ("restart", _("restart the clocks")),
    ("set-clock", _("set a clock (days)")),
    ("penalise", _("charge penalty days")),
    ("grant-leave", _("grant extra leave")),
    ("uphold-claim", _("uphold the claim of a player")),
    ("reject-claim", _("reject the claim of a player")),
    ("call-adjudication", _("call for adjudication")),
    ("adjudicate", _("adjudicate the game")),
    ("default", _("default a player")),
    ("double-default", _("default both players")),
    ("cancel", _("cancel the game")),
    ("reinstate", _("put back the position before an illegal move")),
    ("correct-colours", _("end it because the colours were reversed")),
    ("correct-result", _("correct the result")),
]
NEEDS = {
    "set-clock": ("colour", "days"),
    "penalise": ("colour", "days"),
    "grant-leave": ("colour", "first", "last"),
    "uphold-claim": ("colour",),
    "reject-claim": ("colour",),
    "adjudicate": ("result",),
    "correct-result": ("result",),
    "default": ("colour",),
    "reinstate": ("ply", "days"),
}


class DecisionForm(forms.Form):
    """What is decided, on whom, and why; each decision says what else it needs."""

    what = forms.ChoiceField(label=_("Decision"), choices=DECISIONS)
    colour = forms.ChoiceField(
        label=_("Player"), choices=[("", "—"), ("white", _("White")), ("black", _("Black"))], required=False
    )
    days = forms.IntegerField(label=_("Days"), required=False, min_value=0, max_value=1000)
    ply = forms.IntegerField(label=_("Half-move that was illegal (1 is White's first)"), required=False, min_value=1)
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[("", "—"), ("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "½-½"), ("0-0", "0-0")],
        required=False,
    )
    first = forms.DateField(label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    reason = forms.CharField(
        label=_("Reason (both players read it)"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in NEEDS.get(data.get("what", ""), ()):
            if data.get(name) in (None, ""):
                self.add_error(name, _("This decision needs it."))
        return data

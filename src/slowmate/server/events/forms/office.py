"""Forms of offices about entries, nominations and rights."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.events.entry.routes import ROUTES
from slowmate.events.entry.standing_routes import STANDING
from slowmate.server.accounts.models import User
from slowmate.server.events.permissions import may_grant, may_nominate_player
from slowmate.server.events.queries.federations import BY_RATING, NAMED_FOR
from slowmate.server.events.services.locking import LONGEST_REASON
from slowmate.server.events.text import kind_words
from slowmate.server.people.forms import PlayerField
from slowmate.server.people.models import Player
from slowmate.server.site.digits import parse_positive_int

MAX_TICKED = 1000
WAYS = tuple(dict.fromkeys([*(route.kind for route in STANDING), *(route.to for route in ROUTES)]))
"""Kinds of event that the rules open by ways of their own: only for these is there something to give."""


class DealForm(forms.Form):
    """One thing to do with the ticked entries."""

    what = forms.CharField(required=False, max_length=20)
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)

    @property
    def ticked(self) -> list[int]:
        texts = self.data.getlist("entry")[:MAX_TICKED]  # type: ignore[attr-defined]  # of a request
        return [number for text in texts if (number := parse_positive_int(text)) is not None]


class NominationForm(forms.Form):
    """A player of the federation, for what and for which year."""

    player = PlayerField()
    kind = forms.ChoiceField(label=_("Named for"), required=False)
    year = forms.TypedChoiceField(label=_("Year in which the event starts"), coerce=int)
    statement = forms.CharField(
        label=_("Statement of the federation"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For a promotion class: what qualifies a player without a rating for it."),
    )

    def __init__(self, *args: Any, actor: User, on: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor
        self.fields["kind"].choices = [(kind, _named_for(kind)) for kind in NAMED_FOR]  # type: ignore[attr-defined]
        years = [(year, str(year)) for year in (on.year, on.year + 1)]
        self.fields["year"].choices = years  # type: ignore[attr-defined]

    def clean_player(self) -> Player:
        player: Player = self.cleaned_data["player"]
        if not may_nominate_player(self.actor, player):
            raise forms.ValidationError(_("Name a player of your federation, other than yourself."))
        return player


def _named_for(kind: str) -> Any:
    return _("World Championship, at the stage of the rating") if kind == BY_RATING else kind_words(kind)


class GrantForm(forms.Form):
    """A decision of the Executive Board that opens an event to a player."""

    player = PlayerField()
    kind = forms.ChoiceField(label=_("May enter"), choices=lambda: [(kind, kind_words(kind)) for kind in WAYS])
    cycle = forms.IntegerField(
        label=_("Only the one of this number in its series"), required=False, min_value=1, max_value=999
    )
    is_free_place = forms.BooleanField(label=_("It is a free place in a Final"), required=False)
    reference = forms.CharField(label=_("Reference of the decision"), max_length=80)
    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor

    def clean_player(self) -> Player:
        player: Player = self.cleaned_data["player"]
        if not may_grant(self.actor, player):
            raise forms.ValidationError(_("Nobody decides their own case."))
        return player

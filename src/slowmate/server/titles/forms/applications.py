"""The forms of applications for titles, each giving the facts of a case of the core."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.people.forms import PlayerField
from slowmate.server.people.models import Player
from slowmate.server.site.fields import DayField
from slowmate.server.titles.models import TitleAward
from slowmate.server.titles.pages.applications import revocable_words
from slowmate.server.titles.queries import applications as cases
from slowmate.titles.fide.awards import RATING_TITLES
from slowmate.titles.fide.championships import SUB_CONTINENTAL_KINDS
from slowmate.titles.fide.direct import KnockoutStage
from slowmate.titles.fide.tables import direct_title_entries
from slowmate.titles.fide.titles import NORM_TITLES
from slowmate.titles.iccf.arbiter import Appeal
from slowmate.titles.levels import TITLES

MAX_RATING = 3500


def _titles(titles: Sequence[str]) -> list[tuple[str, str]]:
    return [(str(title), str(title)) for title in titles]


class ForWhomForm(forms.Form):
    """The player for whom a federation or the commissioner applies."""

    whom = PlayerField(label=_("For which player?"))


class CaseForm(forms.Form):
    """An application; its answers are the facts of the core's case."""

    case = ""

    def __init__(self, *args: Any, player: Player, is_own: bool, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player, self.is_own, self.today = player, is_own, today

    @property
    def title(self) -> str:
        return str(self.cleaned_data.get("title", ""))

    @property
    def award(self) -> TitleAward | None:
        return None

    def facts(self) -> dict[str, Any]:
        raise NotImplementedError


class ArbiterForm(CaseForm):
    """International Arbiter (10.7): the server counts the games directed, the applicant names a mentor."""

    case = cases.ARBITER

    mentor_name = forms.CharField(label=_("Name of the mentor"), max_length=120)
    mentor_email = forms.EmailField(label=_("E-mail of the mentor"), max_length=160)
    unmentored = forms.MultipleChoiceField(
        label=_("Events in which no mentor looked on (they do not count)"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    refused_by_federation = forms.BooleanField(label=_("The federation has refused to apply"), required=False)
    appeal = forms.ChoiceField(
        label=_("Appeal against that"),
        required=False,
        choices=[
            ("", _("none")),
            (Appeal.PENDING.value, _("pending")),
            (Appeal.APPROVED.value, _("approved")),
            (Appeal.REJECTED.value, _("rejected")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.directed = cases.directed_by(self.player)
        choices = [(str(event["event"]), event["name"]) for event in self.directed]
        self.fields["unmentored"].choices = choices  # type: ignore[attr-defined]
        for name in ("refused_by_federation", "appeal"):
            if not self.is_own:
                del self.fields[name]
        if not choices:
            del self.fields["unmentored"]

    @property
    def title(self) -> str:
        return "IA"

    def facts(self) -> dict[str, Any]:
        answers = self.cleaned_data
        unmentored = set(answers.get("unmentored", ()))
        tournaments = [{**event, "mentored": str(event["event"]) not in unmentored} for event in self.directed]
        facts: dict[str, Any] = {
            "mentor": {"name": answers["mentor_name"], "email": answers["mentor_email"]},
            "federation": self.player.federation,
            "applied": self.today.isoformat(),
            "tournaments": tournaments,
            "by_the_candidate": self.is_own,
            "refused_by_federation": answers.get("refused_by_federation", False),
        }
        return facts | ({"appeal": answers["appeal"]} if answers.get("appeal") else {})


class CongressForm(CaseForm):
    """A title that a federation asks Congress for: two thirds of the votes give it."""

    case = cases.TITLE

    title_ = forms.ChoiceField(label=_("Title"), choices=_titles(TITLES))
    words = forms.CharField(label=_("Why"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))

    @property
    def title(self) -> str:
        return str(self.cleaned_data["title_"])

    def facts(self) -> dict[str, Any]:
        return {"title": self.title, "submitted": self.today.isoformat(), "words": self.cleaned_data["words"]}


class SpecialForm(CongressForm):
    """A title in special circumstances: the commissioner awards clear cases."""

    def facts(self) -> dict[str, Any]:
        return super().facts() | {"special": True}


class PosthumousForm(CongressForm):
    """A title for a player who has died."""

    died = DayField(label=_("Day of death"))

    def clean_died(self) -> date:
        died: date = self.cleaned_data["died"]
        if died > self.today:
            raise forms.ValidationError(_("That day has not come."))
        return died

    def facts(self) -> dict[str, Any]:
        return super().facts() | {"died": self.cleaned_data["died"].isoformat()}


class RevocationForm(CaseForm):
    """A title to be revoked: commissioner and disciplinary committee recommend it, Congress decides."""

    case = cases.REVOCATION

    which = forms.ChoiceField(label=_("Title"))
    words = forms.CharField(label=_("Why"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.revocable = cases.revocable(self.player)
        self.fields["which"].choices = [(title.key, revocable_words(title)) for title in self.revocable]  # type: ignore[attr-defined]

    @property
    def _chosen(self) -> cases.Revocable:
        return next(title for title in self.revocable if title.key == self.cleaned_data["which"])

    @property
    def title(self) -> str:
        return self._chosen.title

    @property
    def award(self) -> TitleAward | None:
        return self._chosen.award

    def facts(self) -> dict[str, Any]:
        chosen = self._chosen
        return {
            "title": self.title,
            "commissioner": True,
            "words": self.cleaned_data["words"],
            **({} if chosen.award else {"held": chosen.held.pk if chosen.held else None}),
        }


class FideNormsForm(CaseForm):
    """A title of FIDE by norms (IT2): the norms come from the register, the rest from the form."""

    case = cases.FIDE_NORMS

    title_ = forms.ChoiceField(label=_("Title"), choices=_titles(NORM_TITLES))
    rating = forms.IntegerField(label=_("Highest published rating"), required=False, min_value=1, max_value=MAX_RATING)
    reached = DayField(label=_("Reached on"), required=False)
    signed_by_federation = forms.BooleanField(label=_("The federation has signed the application"), required=False)
    refused_by_federation = forms.BooleanField(label=_("The federation refuses to apply"), required=False)
    appealed = forms.BooleanField(label=_("The player has appealed against that"), required=False)
    fee_paid_by = forms.ChoiceField(
        label=_("Fee paid by"),
        required=False,
        choices=[("", _("nobody yet")), ("federation", _("the federation")), ("player", _("the player"))],
    )
    posted = DayField(
        label=_("Posted for all to see since"), required=False, help_text=_("Applications are posted for 60 days.")
    )

    @property
    def title(self) -> str:
        return str(self.cleaned_data["title_"])

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        if answers.get("rating") and not answers.get("reached") and "reached" not in self.errors:
            self.add_error("reached", _("Say when that rating was reached."))
        return answers

    def facts(self) -> dict[str, Any]:
        answers = self.cleaned_data
        ratings = [{"rating": answers["rating"], "date": answers["reached"].isoformat()}] if answers["rating"] else []
        return {"title": self.title, "ratings": ratings, "application": papers(answers)}


def papers(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the papers of an application as facts of the core."""
    return {
        "form": True,
        "signed_by_federation": answers["signed_by_federation"],
        "refused_by_federation": answers["refused_by_federation"],
        "appealed": answers["appealed"],
        "fee_paid_by": answers["fee_paid_by"] or None,
        "posted": answers["posted"].isoformat() if answers["posted"] else None,
    }


class FideRatingForm(CaseForm):
    """A title of FIDE by rating."""

    case = cases.FIDE_RATING

    title_ = forms.ChoiceField(label=_("Title"), choices=_titles(tuple(RATING_TITLES)))
    rating = forms.IntegerField(label=_("Rating"), min_value=1, max_value=MAX_RATING)
    reached = DayField(label=_("Reached on"))
    games = forms.IntegerField(label=_("Rated games by then"), min_value=0, max_value=100_000)
    published = forms.BooleanField(label=_("It was published in a list"), required=False, initial=True)

    @property
    def title(self) -> str:
        return str(self.cleaned_data["title_"])

    def facts(self) -> dict[str, Any]:
        answers = self.cleaned_data
        reached = {"rating": answers["rating"], "date": answers["reached"].isoformat(), "games": answers["games"]}
        return {"title": self.title, "ratings": [{**reached, "published": answers["published"]}]}


def championships() -> list[tuple[str, str]]:
    rows = (*direct_title_entries(women=False), *direct_title_entries(women=True))
    names = dict.fromkeys((*(row.event for row in rows), *SUB_CONTINENTAL_KINDS))
    return [(name, name) for name in sorted(names)]


class FideDirectForm(CaseForm):
    """A title or norm of FIDE by a place in a championship."""

    case = cases.FIDE_DIRECT

    name = forms.ChoiceField(label=_("Championship"), choices=championships)
    women = forms.BooleanField(label=_("The championship of women"), required=False)
    members = forms.IntegerField(
        label=_("Federations of the continent or region"), required=False, min_value=0, max_value=300
    )
    federations = forms.IntegerField(label=_("Federations that took part"), required=False, min_value=0, max_value=300)
    participants = forms.IntegerField(label=_("Players"), required=False, min_value=0, max_value=10_000)
    qualifies = forms.BooleanField(label=_("It qualifies for the World Cup or Championship"), required=False)
    rank = forms.IntegerField(label=_("Place, after tie-breaks"), required=False, min_value=1, max_value=10_000)
    tied_first = forms.BooleanField(label=_("Level on points with the first"), required=False)
    points = forms.DecimalField(
        label=_("Points"), required=False, min_value=0, max_value=100, decimal_places=1, max_digits=4
    )
    games = forms.IntegerField(label=_("Games"), required=False, min_value=0, max_value=100)
    stage = forms.ChoiceField(
        label=_("In a knockout"),
        required=False,
        choices=[("", "–"), *((stage.value, stage.value) for stage in KnockoutStage)],
    )
    qualified = forms.BooleanField(label=_("Qualified through play"), required=False)
    best_rating = forms.IntegerField(label=_("Highest rating ever"), required=False, min_value=1, max_value=MAX_RATING)

    @property
    def title(self) -> str:
        return ""

    def facts(self) -> dict[str, Any]:
        answers = self.cleaned_data
        championship = {name: answers[name] for name in ("name", "women", "members", "federations", "participants")}
        finish = {name: answers[name] for name in ("rank", "tied_first", "games", "qualified")}
        points = float(answers["points"]) if answers["points"] is not None else None
        return {
            "championship": {**championship, "qualifies": answers["qualifies"]},
            "finish": {**finish, "points": points, **({"stage": answers["stage"]} if answers["stage"] else {})},
            "best_rating": answers["best_rating"],
        }


@dataclass(frozen=True, slots=True)
class ApplicationKind:
    """Something to apply for: its form and its name. *is_by_federation* if a federation applies for its player,
    *is_by_commissioner* if only the Qualifications Commissioner does."""

    form: type[CaseForm]
    words: Any
    about: Any
    """Whom it is for, in a sentence."""
    is_by_federation: bool = False
    is_by_commissioner: bool = False

    @property
    def names_player(self) -> bool:
        """Whether it is never for the person who applies."""
        return self.is_by_federation or self.is_by_commissioner


KINDS: dict[str, ApplicationKind] = {
    "arbiter": ApplicationKind(
        ArbiterForm,
        _("International Arbiter"),
        _("For directors: the events they directed, and a mentor's word on their work (10.7)."),
    ),
    "congress": ApplicationKind(
        CongressForm,
        _("A title by vote of Congress"),
        _("A federation proposes its player to Congress, which votes (10.2(d) to 10.6(d))."),
        is_by_federation=True,
    ),
    "special": ApplicationKind(
        SpecialForm,
        _("A title in special circumstances"),
        _(
            "A federation applies; the Qualifications Commissioner decides clear cases; "
            "others go to Congress (10.8(g))."
        ),
        is_by_federation=True,
    ),
    "posthumous": ApplicationKind(
        PosthumousForm,
        _("A title for somebody who has died"),
        _("The player's federation applies, within two years of the death (10.8(g), 10.9)."),
        is_by_federation=True,
    ),
    "revocation": ApplicationKind(
        RevocationForm,
        _("A title to be revoked"),
        _("For a title used against the system: recommended by two bodies, approved by Congress (10.8(c))."),
        is_by_commissioner=True,
    ),
    "fide-norms": ApplicationKind(
        FideNormsForm,
        _("A title of FIDE by norms (IT2)"),
        _("For norms made over the board; it makes the form IT2 for FIDE."),
    ),
    "fide-rating": ApplicationKind(
        FideRatingForm,
        _("A title of FIDE by rating"),
        _("For the titles CM, FM, WCM and WFM, which a rating over the board gives."),
    ),
    "fide-direct": ApplicationKind(
        FideDirectForm,
        _("A title of FIDE by a place in a championship"),
        _("For a title that FIDE gives at once for a place in a championship over the board."),
    ),
}
"""What can be applied for, by the name in the address."""

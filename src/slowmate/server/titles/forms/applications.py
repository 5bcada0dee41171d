"""What is filled in for an application, by whoever applies and by the office that decides: each as the core's case."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.records import KINDS
from slowmate.server.people.forms import player_named
from slowmate.server.people.models import Player
from slowmate.server.site.fields import DayField
from slowmate.server.titles.models import Application, TitleAward
from slowmate.server.titles.queries import applications as cases
from slowmate.titles.fide.awards import RATING_TITLES
from slowmate.titles.fide.championships import SUB_CONTINENTAL_KINDS
from slowmate.titles.fide.direct import KnockoutStage
from slowmate.titles.fide.tables import direct_title_entries
from slowmate.titles.fide.titles import NORM_TITLES
from slowmate.titles.iccf.arbiter import Appeal
from slowmate.titles.levels import TITLES

MOST_RATING = 3500


def _titles(titles: Sequence[str]) -> list[tuple[str, str]]:
    return [(str(title), str(title)) for title in titles]


class ForWhomForm(forms.Form):
    """For whom somebody applies who does not apply for himself."""

    player = forms.CharField(label=_("Player (number or full name)"), max_length=120)

    def clean_player(self) -> Player:
        return player_named(self.cleaned_data["player"])


class CaseForm(forms.Form):
    """An application: what it asks, as the facts of the core's case."""

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
    """International Arbiter (10.7): the server counts the games directed, the applicant names his mentor."""

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
        choices = [(str(one["event"]), one["name"]) for one in self.directed]
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
        kept = self.cleaned_data
        alone = set(kept.get("unmentored", ()))
        tournaments = [{**one, "mentored": str(one["event"]) not in alone} for one in self.directed]
        said: dict[str, Any] = {
            "mentor": {"name": kept["mentor_name"], "email": kept["mentor_email"]},
            "federation": self.player.federation,
            "applied": self.today.isoformat(),
            "tournaments": tournaments,
            "by_the_candidate": self.is_own,
            "refused_by_federation": kept.get("refused_by_federation", False),
        }
        return said | ({"appeal": kept["appeal"]} if kept.get("appeal") else {})


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
    """A title for somebody who has died."""

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
        self.fields["which"].choices = [(one.key, one.words) for one in self.revocable]  # type: ignore[attr-defined]

    @property
    def _chosen(self) -> cases.Revocable:
        return next(one for one in self.revocable if one.key == self.cleaned_data["which"])

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
    """A title of FIDE by norms (IT2): the norms are those of the register, the rest is told."""

    case = cases.FIDE_NORMS

    title_ = forms.ChoiceField(label=_("Title"), choices=_titles(NORM_TITLES))
    rating = forms.IntegerField(label=_("Highest published rating"), required=False, min_value=1, max_value=MOST_RATING)
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
        kept = super().clean() or {}
        if kept.get("rating") and not kept.get("reached") and "reached" not in self.errors:
            self.add_error("reached", _("Say when that rating was reached."))
        return kept

    def facts(self) -> dict[str, Any]:
        kept = self.cleaned_data
        ratings = [{"rating": kept["rating"], "date": kept["reached"].isoformat()}] if kept["rating"] else []
        return {"title": self.title, "ratings": ratings, "application": papers(kept)}


def papers(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The papers of an application, as the core asks for them."""
    return {
        "form": True,
        "signed_by_federation": kept["signed_by_federation"],
        "refused_by_federation": kept["refused_by_federation"],
        "appealed": kept["appealed"],
        "fee_paid_by": kept["fee_paid_by"] or None,
        "posted": kept["posted"].isoformat() if kept["posted"] else None,
    }


class FideRatingForm(CaseForm):
    """A title of FIDE by rating."""

    case = cases.FIDE_RATING

    title_ = forms.ChoiceField(label=_("Title"), choices=_titles(tuple(RATING_TITLES)))
    rating = forms.IntegerField(label=_("Rating"), min_value=1, max_value=MOST_RATING)
    reached = DayField(label=_("Reached on"))
    games = forms.IntegerField(label=_("Rated games by then"), min_value=0, max_value=100_000)
    published = forms.BooleanField(label=_("It was published in a list"), required=False, initial=True)

    @property
    def title(self) -> str:
        return str(self.cleaned_data["title_"])

    def facts(self) -> dict[str, Any]:
        kept = self.cleaned_data
        reached = {"rating": kept["rating"], "date": kept["reached"].isoformat(), "games": kept["games"]}
        return {"title": self.title, "ratings": [{**reached, "published": kept["published"]}]}


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
    best_rating = forms.IntegerField(label=_("Highest rating ever"), required=False, min_value=1, max_value=MOST_RATING)

    @property
    def title(self) -> str:
        return ""

    def facts(self) -> dict[str, Any]:
        kept = self.cleaned_data
        championship = {name: kept[name] for name in ("name", "women", "members", "federations", "participants")}
        finish = {name: kept[name] for name in ("rank", "tied_first", "games", "qualified")}
        points = float(kept["points"]) if kept["points"] is not None else None
        return {
            "championship": {**championship, "qualifies": kept["qualifies"]},
            "finish": {**finish, "points": points, **({"stage": kept["stage"]} if kept["stage"] else {})},
            "best_rating": kept["best_rating"],
        }


WAYS: dict[str, type[CaseForm]] = {
    "arbiter": ArbiterForm,
    "congress": CongressForm,
    "special": SpecialForm,
    "posthumous": PosthumousForm,
    "revocation": RevocationForm,
    "fide-norms": FideNormsForm,
    "fide-rating": FideRatingForm,
    "fide-direct": FideDirectForm,
}
"""What can be applied for, by the name in the address."""


# -- the office -------------------------------------------------------------------------------------------------------


class DecisionForm(forms.Form):
    """What the office adds to a case, its reason, and the decision of a meeting it rests on. As the case needs it."""

    assessment = forms.ChoiceField(
        label=_("The mentor's word on the work"),
        required=False,
        choices=[("", _("not given yet")), ("yes", _("good")), ("no", _("not good enough"))],
    )
    votes_for = forms.IntegerField(label=_("Votes for it"), required=False, min_value=0, max_value=1000)
    votes_cast = forms.IntegerField(label=_("Votes cast"), required=False, min_value=0, max_value=1000)
    disciplinary_committee = forms.BooleanField(label=_("The disciplinary committee recommends it"), required=False)
    congress = forms.BooleanField(label=_("Congress approves of it"), required=False)
    signed_by_federation = forms.BooleanField(label=_("The federation has signed"), required=False)
    fee_paid_by = forms.ChoiceField(
        label=_("Fee paid by"),
        required=False,
        choices=[("", _("nobody yet")), ("federation", _("the federation")), ("player", _("the player"))],
    )
    posted = DayField(label=_("Posted for all to see since"), required=False)
    reference = forms.CharField(label=_("Reference (minutes, decision)"), max_length=160, required=False)
    reason = forms.CharField(
        label=_("Reason (the applicant reads it)"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, row: Application, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row
        wanted = {"reference", "reason", *_asked(row)}
        for name in list(self.fields):
            if name not in wanted:
                del self.fields[name]
        papers_ = row.facts.get("application", {})
        for name in ("signed_by_federation", "fee_paid_by", "posted"):
            if name in self.fields:
                self.fields[name].initial = papers_.get(name)

    def clean(self) -> dict[str, Any]:
        kept = super().clean() or {}
        votes, cast = kept.get("votes_for"), kept.get("votes_cast")
        if votes is not None and cast is not None and votes > cast:
            self.add_error("votes_for", _("More votes for it than votes cast."))
        return kept

    def more(self) -> dict[str, Any]:
        """What is put into the facts of the case."""
        kept, found = self.cleaned_data, dict[str, Any]()
        if kept.get("assessment"):
            found["assessment"] = kept["assessment"] == "yes"
        if kept.get("votes_cast") is not None:
            found["votes"] = {"for": kept.get("votes_for") or 0, "cast": kept["votes_cast"]}
        for name in ("disciplinary_committee", "congress"):
            if name in self.fields:
                found[name] = kept[name]
        if "posted" in self.fields:
            posted = kept["posted"].isoformat() if kept["posted"] else None
            paid = kept["fee_paid_by"] or None
            found["application"] = {
                "signed_by_federation": kept["signed_by_federation"],
                "fee_paid_by": paid,
                "posted": posted,
            }
        if self.row.case == cases.TITLE and not self.row.waits_for_congress:
            found["clear"] = True
        return found


def _asked(row: Application) -> tuple[str, ...]:
    """What the office is asked about a case."""
    if row.waits_for_congress:
        by_case = {
            cases.REVOCATION: ("disciplinary_committee", "congress", "votes_for", "votes_cast"),
            cases.ARBITER: ("assessment", "votes_for", "votes_cast"),
        }
        return by_case.get(row.case, ("votes_for", "votes_cast"))
    by_case = {
        cases.ARBITER: ("assessment",),
        cases.FIDE_NORMS: ("signed_by_federation", "fee_paid_by", "posted"),
    }
    return by_case.get(row.case, ())


def kinds_directed(directed: Sequence[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], str]]:
    """What somebody has directed, with the kind in words."""
    return [(one, KINDS[one["kind"]].name) for one in directed]


class PeriodForm(forms.Form):
    """The time of which the report to Congress tells."""

    since = DayField(label=_("Since"))
    until = DayField(label=_("Until"))

    def clean(self) -> dict[str, Any]:
        kept = super().clean() or {}
        since, until = kept.get("since"), kept.get("until")
        if since and until and until < since:
            self.add_error("until", _("That is before the first day."))
        return kept

"""The forms of the offices that decide on applications and report to Congress."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.site.fields import DayField, RowNumbersField
from slowmate.server.titles.models import Application
from slowmate.server.titles.queries import applications as cases


class ApplicationDecisionForm(forms.Form):
    """What an office adds to a case, with its reason and the minutes it rests on; only the fields the case needs."""

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
        names = {"reference", "reason", *_fields_for(row)}
        for name in list(self.fields):
            if name not in names:
                del self.fields[name]
        papers = row.facts.get("application", {})
        for name in ("signed_by_federation", "fee_paid_by", "posted"):
            if name in self.fields:
                self.fields[name].initial = papers.get(name)

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        votes, cast = answers.get("votes_for"), answers.get("votes_cast")
        if votes is not None and cast is not None and votes > cast:
            self.add_error("votes_for", _("More votes for it than votes cast."))
        return answers

    def more(self) -> dict[str, Any]:
        """Return what the office adds to the facts of the case."""
        answers, facts = self.cleaned_data, dict[str, Any]()
        if answers.get("assessment"):
            facts["assessment"] = answers["assessment"] == "yes"
        if answers.get("votes_cast") is not None:
            facts["votes"] = {"for": answers.get("votes_for") or 0, "cast": answers["votes_cast"]}
        for name in ("disciplinary_committee", "congress"):
            if name in self.fields:
                facts[name] = answers[name]
        if "posted" in self.fields:
            posted = answers["posted"].isoformat() if answers["posted"] else None
            paid = answers["fee_paid_by"] or None
            facts["application"] = {
                "signed_by_federation": answers["signed_by_federation"],
                "fee_paid_by": paid,
                "posted": posted,
            }
        if self.row.case == cases.TITLE and not self.row.waits_for_congress:
            facts["clear"] = True
        return facts


def _fields_for(row: Application) -> tuple[str, ...]:
    """Return the fields that the office fills in for a case."""
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


class PressedButtonForm(forms.Form):
    """Which button of the form was pressed: any that decides nothing shows what the rules say."""

    do = forms.CharField(required=False)


class PeriodForm(forms.Form):
    """The period of the report to Congress."""

    since = DayField(label=_("Since"))
    until = DayField(label=_("Until"))

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        since, until = answers.get("since"), answers.get("until")
        if since and until and until < since:
            self.add_error("until", _("That is before the first day."))
        return answers


class OptionalReasonForm(forms.Form):
    """A reason; the service says where one is needed."""

    reason = forms.CharField(required=False)


class TickedNormsForm(forms.Form):
    """The norms ticked on the desk, one for each result."""

    norm = RowNumbersField()

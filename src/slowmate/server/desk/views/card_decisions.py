"""Decisions that a card offers: those that follow from facts alone, and leave, which needs only the days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from slowmate.play.game import PendingClaim
from slowmate.play.proposals import Proposal, ProposedDecision
from slowmate.server.desk.decisions import DECISIONS, reason_of
from slowmate.server.desk.forms import DecisionForm
from slowmate.server.desk.pages.conduct import in_words
from slowmate.server.desk.queries.desk import GameItem
from slowmate.server.games.repository import state_of
from slowmate.server.site.text import sentence

BY_FACTS = frozenset(
    {
        ProposedDecision.UPHOLD_CLAIM,
        ProposedDecision.REJECT_CLAIM,
        ProposedDecision.DOUBLE_DEFAULT,
        ProposedDecision.REINSTATE,
        ProposedDecision.ADJUDICATE,
        ProposedDecision.GRANT_LEAVE,
    }
)
"""Decisions that need no more than the card shows. Those with a judgement, as of conduct, have a page."""
TO_FILL_IN = ("first", "last")
"""Fields to fill in on the card, if nothing proposes them."""


@dataclass(frozen=True, slots=True)
class CardDecision:
    """A decision that is proposed, with all it needs: one button of the card takes it."""

    what: str
    form: DecisionForm
    is_said: bool
    """The reason stands on the card already, as its grounds."""

    @property
    def reason(self) -> str:
        """The drafted reason."""
        return str(self.form["reason"].value())

    @property
    def visible_fields(self) -> list[BoundField]:
        return [field for field in self.form.visible_fields() if field.name != "reason"]


def card_decisions(item: GameItem, *, at: datetime) -> list[CardDecision]:
    """Return the decisions that the card of a game offers, the proposed first; several if only directors know."""
    proposed, on_card = item.proposed, list[CardDecision]()
    for what in _candidates(proposed):
        reason, missing = drafted(what, proposed, item.claims), set(DECISIONS[what].needs) - set(proposed.filled)
        if what in BY_FACTS and reason and missing <= set(TO_FILL_IN):
            form = _form(what, item, {**proposed.filled, "reason": reason}, at)
            on_card.append(CardDecision(what, form, is_said=bool(grounds_words(proposed))))
    return on_card


def _candidates(proposed: Proposal) -> tuple[ProposedDecision, ...]:
    return (proposed.decision,) if proposed.decision else proposed.either


def _form(what: str, item: GameItem, filled: Mapping[str, Any], at: datetime) -> DecisionForm:
    """Return the form with only the open fields visible; optional ones are on the page of the decision."""
    name = f"{what}-%s"
    form = DecisionForm(what=what, row=item.game, state=state_of(item.game), at=at, initial=filled, auto_id=name)
    for field in DECISIONS[what].may:
        form.fields.pop(field, None)
    for field in DECISIONS[what].needs:
        if field in filled:
            form.fields[field].widget = forms.HiddenInput()
    form.fields["reason"].widget.attrs["rows"] = 2
    return form


def drafted(what: str, proposed: Proposal, claims: Sequence[PendingClaim]) -> str:
    """Return the reason for a proposed decision: its grounds, or what the director must have found; empty for
    others."""
    if is_found(what, proposed):
        conduct = in_words(str(proposed.filled["misconduct"]), "conduct")
        return _("The director finds that what was reported is so: %(found)s") % {"found": conduct}
    if what not in _candidates(proposed):
        return ""
    return grounds_words(proposed) or reason_of(what, claims)


def is_found(what: str, proposed: Proposal) -> bool:
    """Return whether a decision finds that a player behaved as reported, also with the warning that may follow."""
    return what in ("warn", ProposedDecision.JUDGE_CONDUCT) and ProposedDecision.JUDGE_CONDUCT in _candidates(proposed)


def grounds_words(proposed: Proposal) -> str:
    """Return the grounds for the players as a reason: without a full stop, as it is quoted in others."""
    return " ".join(sentence(ground) for ground in proposed.reasons).removesuffix(".")

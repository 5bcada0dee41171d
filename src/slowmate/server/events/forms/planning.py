"""The plan of an event as a form: what the rules leave open for its kind, and nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from slowmate.board import Position
from slowmate.events.kinds import FILLED_FROM_A_QUEUE, Open, left_open
from slowmate.play import clocks
from slowmate.play.codec import control_to_json
from slowmate.play.terms import Notation, Transmission
from slowmate.records import Kind, PromotionPlan
from slowmate.rulebook import NoEdition
from slowmate.server.events.choices import CHOICES, GROUPS, Choice, Group, Plan, StoredIn, option_text
from slowmate.server.events.forms.choice_fields import form_field, shown_value
from slowmate.server.events.models import Event
from slowmate.server.events.regulations import OWN, Regulations, own_control, regulations_from, with_numbers
from slowmate.server.games.terms import PRESETS
from slowmate.server.site.errors import Unfit
from slowmate.server.site.fields import typed_game
from slowmate.words.moves import reason


class PlanForm(forms.Form):
    """The plan of an event of a kind; a cleaned form has a `plan`."""

    def __init__(
        self, *args: Any, kind: Kind, today: date, federations: list[str], event: Event | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for row in _open_choices(kind, today, federations):
            self.fields[row.name] = form_field(row)
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
        """Show an error beside its field."""
        field = unfit.field if unfit.field in self.fields else None
        self.add_error(field, forms.ValidationError(unfit.why))

    @property
    def plan(self) -> Plan:
        plan: Plan = self.cleaned_data["plan"]
        return plan

    def _plan(self, data: dict[str, Any]) -> Plan:
        promotion = _given(data, StoredIn.PROMOTION)
        plan = {"start": None} | _given(data, StoredIn.EVENT) | _given(data, StoredIn.SERVICE)
        return Plan(
            **plan,
            kind=self.kind.slug,
            regulations=_regulations(data),
            promotion=PromotionPlan(**promotion) if promotion else None,
        )


def _open_choices(kind: Kind, today: date, federations: list[str]) -> Iterator[Choice]:
    """Yield what the rules leave open for a kind, by the edition of this year."""
    try:
        left = left_open(kind, start=today)
    except NoEdition:
        left = frozenset(Open)
    for row in CHOICES:
        if row.open is not None and row.open not in left:
            continue
        if row.name == "start" and kind.slug in FILLED_FROM_A_QUEUE:
            continue
        if row.name == "federation":
            if len(federations) > 1:
                yield replace(row, options=tuple((federation, federation) for federation in federations))
            continue
        yield row


def _given(data: dict[str, Any], stored_in: StoredIn) -> dict[str, Any]:
    """Return what a form says of the choices stored in one place; an empty field says nothing."""
    values = {row.name: data.get(row.name) for row in CHOICES if row.stored_in is stored_in}
    return {name: value for name, value in values.items() if value not in (None, "")}


def _regulations(data: dict[str, Any]) -> Regulations:
    choice = data["control"]
    control = own_control(choice, data) if choice in OWN else PRESETS[choice]
    regulations = Regulations(time_control=with_numbers(control, data), **_given(data, StoredIn.REGULATIONS))
    by_post = data.get("transmission") is Transmission.POST
    return replace(
        regulations,
        notation=regulations.notation if by_post else Notation.NUMERIC,
        fen=_position(regulations.fen) if regulations.fen else None,
    )


def _position(text: str) -> str:
    """Return a starting position as a FEN, whether it was given as such or as moves from the start."""
    if "/" in text:
        return text
    try:
        position = Position.initial()
        for move in typed_game(text).moves:
            position = position.play(position.parse(move))
    except ValueError as wrong:
        why = reason(str(wrong), translate=_)
        raise Unfit(_("These moves cannot be played: %(why)s.") % {"why": why}, field="fen") from None
    return position.fen


# -- a draft in its form ----------------------------------------------------------------------------------------------


def initial_of(event: Event) -> dict[str, Any]:
    """Return the initial values with which the form shows a draft."""
    regulations = regulations_from(event.regulations)
    owners = {StoredIn.EVENT: event, StoredIn.SERVICE: event, StoredIn.REGULATIONS: regulations}
    values = {
        row.name: shown_value(row, getattr(owners[row.stored_in], row.name, None))
        for row in CHOICES
        if row.stored_in in owners
    }
    return values | {"number": event.cycle} | (event.promotion or {}) | _control_values(regulations.time_control)


def _control_values(control: clocks.TimeControl) -> dict[str, Any]:
    """Return a time control as the form shows it: a usual one by its name, any other by its numbers."""
    preset = next((key for key, usual in PRESETS.items() if usual == control), None)
    if preset is not None:
        return {"control": preset}
    choice = next(key for key, kind in OWN.items() if isinstance(control, kind))
    numbers = {name: value for name, value in control_to_json(control).items() if isinstance(value, int | str)}
    values: dict[str, Any] = {**numbers, "control": choice}
    if not isinstance(control, clocks.TripleBlock | clocks.Unrecorded):
        counting = control.counting
        values |= {
            "whole_days": option_text(counting.whole_days),
            "doubled_after": counting.doubled_after or 0,
            "falls_at_zero": option_text(counting.falls_at_zero),
            "silence_days": control.silence.days if control.silence else 0,
        }
    return values


# -- layout -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The fields under one heading of the page."""

    group: Group
    fields: tuple[BoundField, ...]
    is_folded: bool


def field_groups(form: PlanForm) -> list[FieldGroup]:
    """Return the form as its page lays it out; a folded group with something in it is open."""
    groups = []
    for group in GROUPS:
        fields = tuple(form[row.name] for row in CHOICES if row.group is group and row.name in form.fields)
        if fields:
            groups.append(FieldGroup(group, fields, is_folded=group.is_folded and not _is_filled(fields)))
    return groups


def _is_filled(fields: Iterable[BoundField]) -> bool:
    """Return whether a field has an error, or another value than its initial one."""
    return any(
        field.errors or (field.value() not in (None, "", False) and field.value() != field.field.initial)
        for field in fields
    )

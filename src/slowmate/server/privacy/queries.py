"""What is kept of a player in events, as they take it along: one file for each table, with the names of its columns."""

from typing import Any

from django.db.models import Model, Q, QuerySet

from slowmate.server.events.models import (
    Bar,
    Bond,
    Case,
    CaseParty,
    Consequence,
    Decision,
    EventEntry,
    Grant,
    Nomination,
    Right,
    RightUse,
    Seat,
    SeatHolding,
)
from slowmate.server.people.models import Player, TitleHeld
from slowmate.server.titles.models import Application, Certificate, Norm, OverTheBoardPlayer, TitleAward

IN_EVENTS: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "entries.json": (
        EventEntry,
        (
            *("id", "event_id", "event__name", "state", "made", "via", "answer", "route", "uses", "grounds", "pending"),
            *("fee", "paid", "bond", "bond_paid", "words", "settled"),
        ),
    ),
    "seats.json": (
        Seat,
        (
            *("section_id", "section__event__name", "section__name", "number", "name", "federation", "sex", "title"),
            *("birth_year", "rating", "rating_games", "start_rating", "fide_rating", "status", "withdrawn_on"),
        ),
    ),
    "boards_taken.json": (
        SeatHolding,
        (
            *("seat__section_id", "seat__section__event__name", "begins", "ends", "has_replacement_status", "granted"),
            *("name", "federation", "sex", "title", "birth_year", "rating", "rating_games", "start_rating"),
        ),
    ),
    "cases.json": (Case, ("procedure", "state", "event_id", "section_id", "facts", "opened", "closed")),
    "case_parties.json": (CaseParty, ("case_id", "case__procedure", "case__state", "part")),
    "rights.json": (
        Right,
        ("id", "to", "clause", "event", "section_id", "cycle", "earned", "expires", "is_half", "is_free", "state"),
    ),
    "rights_used.json": (RightUse, ("entry_id", "of", "right_id", "kind", "start", "clause", "at", "given_back")),
    "nominations.json": (
        Nomination,
        ("id", "federation", "kind", "year", "on", "rating", "has_statement", "words", "withdrawn"),
    ),
    "grants.json": (Grant, ("kind", "cycle", "on", "reference", "is_free_place")),
    "bars.json": (Bar, ("since", "until", "clause", "reason")),
    "bonds.json": (Bond, ("since", "federation", "entry_id", "amount", "state", "ended_regularly")),
    "decisions.json": (
        Decision,
        ("event_id", "section_id", "entry_id", "what", "office", "at", "reason", "facts", "grounds"),
    ),
    "consequences.json": (Consequence, ("section_id", "what", "value", "clause", "cycle", "place", "state")),
    "titles.json": (TitleHeld, ("title", "confirmed", "number", "source")),
    "norms.json": (
        Norm,
        (
            *("id", "title", "section_id", "event", "started", "earned", "rules", "games", "overscore", "gm_games"),
            *("sim_games", "score", "needed", "source", "state", "reason", "grounds"),
        ),
    ),
    "applications.json": (Application, ("case", "title", "facts", "grounds", "state", "made", "settled", "reason")),
    "over_the_board.json": (OverTheBoardPlayer, ("event_id", "event__name", "event__start", "key")),
    "awards.json": (
        TitleAward,
        (
            *("id", "title", "number", "is_fide", "earned", "valid_from", "route", "source", "state", "reason"),
            *("facts", "grounds"),
        ),
    ),
}


CERTIFIED = ("code", "content", "issued", "withdrawn", "reason")


def in_events(player: Player) -> dict[str, list[dict[str, Any]]]:
    """Return all of it by the name of the file."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for name, (model, columns) in IN_EVENTS.items():
        rows: QuerySet[Any, Any] = model._default_manager.filter(player=player)
        tables[name] = list(rows.order_by("pk").values(*columns))
    certificates = Certificate.objects.filter(Q(norm__player=player) | Q(award__player=player))
    tables["certificates.json"] = list(certificates.order_by("pk").values(*CERTIFIED))
    return tables

"""Editions, clauses, dated values and rulings: the words every decision is made of."""

from slowmate.rulebook.catalogue import Row, catalogue, find
from slowmate.rulebook.dated import Dated, in_force
from slowmate.rulebook.editions import EDITIONS, SERIES, Edition, NoEdition, governing
from slowmate.rulebook.rulings import (
    Clause,
    Fact,
    Ground,
    Refused,
    Requirement,
    Role,
    Ruling,
    all_hold,
    clause,
    with_role,
)

__all__ = [
    "EDITIONS",
    "SERIES",
    "Clause",
    "Dated",
    "Edition",
    "Fact",
    "Ground",
    "NoEdition",
    "Refused",
    "Requirement",
    "Role",
    "Row",
    "Ruling",
    "all_hold",
    "catalogue",
    "clause",
    "find",
    "governing",
    "in_force",
    "with_role",
]

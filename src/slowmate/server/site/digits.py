"""Numbers that stand in addresses and forms."""

LONGEST = 17
"""Digits of a number that any column of the database can hold."""


def parse_positive_int(text: str) -> int | None:
    """The number a text is, if it is one that a row could have; other signs that count as digits (²) are none."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST else None

"""Numbers that stand in addresses and forms."""

MAX_DIGITS = 17
"""Digits of a number that any column of the database can hold."""


def parse_positive_int(text: str) -> int | None:
    """Return the number a text is, if a row could have it; other signs that count as digits (²) are refused."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None

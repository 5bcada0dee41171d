"""The error in an input, in one line: what, where, and what to do."""

import re

LONGEST = 120
"""Longer words are cut in messages: a damaged file may have one of many thousand characters."""
_LONG = re.compile(rf"\S{{{LONGEST + 1},}}")


class BadInput(ValueError):
    """Input that cannot be used. *field* is a path such as ``players[3].rating``; *line* counts from 1."""

    def __init__(self, why: str, *, file: str | None = None, line: int | None = None, field: str | None = None) -> None:
        super().__init__(why)
        self.why, self.file, self.line, self.field = why, file, line, field

    def __str__(self) -> str:
        where = [self.file, f"line {self.line}" if self.line else None, self.field]
        why = _LONG.sub(lambda word: f"{word[0][:LONGEST]}...", self.why)
        return ": ".join(part for part in (*where, why) if part)

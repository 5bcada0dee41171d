"""How much the tests try: a fifth of the rounds in the ordinary run, all of them in `make test-long`."""

import os

import pytest

IS_LONG = bool(os.environ.get("SLOWMATE_LONG"))

BOTH_DATABASES = ["sqlite", "postgresql"]

COLOUR_SCHEMES = ["light", pytest.param("dark", marks=pytest.mark.long)]


def rounds(many: int) -> int:
    """So many rounds in the long run, else a fifth of them, and at least one."""
    return many if IS_LONG else max(1, many // 5)

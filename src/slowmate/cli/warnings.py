"""Warnings on standard error, printed once the command has answered, and not at all if it refuses."""

_WARNINGS: list[str] = []


def warn(text: str) -> None:
    """Warn of something, in one line."""
    _WARNINGS.append(" ".join(text.split()))


def take_warnings() -> list[str]:
    """Return the warnings since the last call, each once, and forget them."""
    warnings = list(dict.fromkeys(_WARNINGS))
    _WARNINGS.clear()
    return warnings

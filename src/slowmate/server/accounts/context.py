"""What every template knows of the reader: the colours and the board they have chosen."""

from django.http import HttpRequest

from slowmate.server.accounts.models import User

THEME = "theme"
"""The cookie of a visitor's choice between light and dark."""


def reader(request: HttpRequest) -> dict[str, object]:
    theme = _theme(request)
    return {
        "chosen_theme": "" if theme == User.Theme.SYSTEM else theme,
        "other_themes": [(value, words) for value, words in User.Theme.choices if value != theme],
        "board_style": _board_style(request),
    }


def _board_style(request: HttpRequest) -> str:
    """Return the classes of a board: whose pieces, which squares."""
    reader = request.user if isinstance(request.user, User) else User()
    return f"pieces-{reader.pieces} squares-{reader.board}"


def _theme(request: HttpRequest) -> str:
    chosen = request.user.theme if isinstance(request.user, User) else request.COOKIES.get(THEME, "")
    return chosen if chosen in User.Theme.values else User.Theme.SYSTEM.value

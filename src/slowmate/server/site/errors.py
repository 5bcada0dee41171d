"""Why something is not done, apart from what the rules refuse (`slowmate.rulebook.Refused`)."""


class NotAllowed(PermissionError):
    """This person may not ask for that. Says no more than that: what may not be seen is not described."""


class Unfit(ValueError):
    """An input that does not fit; *field* is the one to correct."""

    def __init__(self, why: str, *, field: str | None = None) -> None:
        super().__init__(why)
        self.why, self.field = why, field


class TooMany(Unfit):
    """More requests than a person needs; *wait* is the number of seconds until the next may come."""

    def __init__(self, why: str, *, wait: int) -> None:
        super().__init__(why)
        self.wait = wait


class Stale(RuntimeError):
    """The thing has changed since the page was shown: look again, then decide."""

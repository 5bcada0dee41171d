"""The time a control gives, in the terms of rule 9.2: so many days for so many moves."""

from slowmate.play.clocks import Classic, Fischer, FixedDays, TimeControl, Unrecorded

MOVES = 50
"""Rule 9.2 names its least time for a server by fifty moves: controls without periods of their own are measured so."""


def reflection(control: TimeControl) -> tuple[int, int] | None:
    """Return a number of moves and the least days a player has for them; None where no archive says."""
    if isinstance(control, Unrecorded):
        return None
    if isinstance(control, Classic):
        return control.moves, control.days
    if isinstance(control, FixedDays):
        return 1, control.days
    if isinstance(control, Fischer):
        return MOVES, control.days + MOVES * control.increment
    added = control.increment * min(MOVES, control.increment_moves)
    return MOVES, control.clock + (control.bank or 0) + added

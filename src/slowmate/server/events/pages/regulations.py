"""The regulations of an event in words, as its announcement shows them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from slowmate.board import Colour, Position
from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.terms import Notation, Transmission
from slowmate.rulebook import Clause, clause
from slowmate.server.events.regulations import Regulations
from slowmate.server.games import tablebases
from slowmate.server.site.text import control_words, transmission_words

TIME = clause("ICCF-LAWS-2019 6.2")
LEAVE = clause("ICCF-LAWS-2019 10.1b")
OFFERS = clause("ICCF-LAWS-2019 9.1.1")
TABLES = clause("ICCF-LAWS-2019 5.1.3")
FIFTY_MOVES = clause("ICCF-LAWS-2019 9.3.2")
ILLEGAL = clause("ICCF-LAWS-2019 7.2b")
NOTATION = clause("ICCF-LAWS-2019 8.1.1")
POSITIONS = clause("ICCF-LAWS-2019 B.2.4")
CHOSEN = clause("ICCF-LAWS-2019 Glossary: regulations of an event")


@dataclass(frozen=True, slots=True)
class RegulationLine:
    """One line of an announcement: its heading, what it says, and the clause that leaves it to the event."""

    name: str
    words: str
    clause: Clause = CHOSEN
    position: Position | None = None
    """What the words describe, if a board can show it."""


def regulation_lines(regulations: Regulations, transmission: Transmission) -> list[RegulationLine]:
    """Return the regulations of an event one by one, in words."""
    control = regulations.time_control
    lines = [
        RegulationLine(_("Played"), transmission_words(transmission)),
        RegulationLine(_("Time"), control_words(control), TIME),
        *_of_control(control),
        RegulationLine(_("Offers of a draw"), _offers(regulations.draw_after), OFFERS),
        RegulationLine(_("Endgame tables"), _tables(regulations.tablebase_pieces, transmission), TABLES),
        RegulationLine(_("50-move rule"), _from_pieces(regulations.fifty_moves_from), FIFTY_MOVES),
    ]
    if regulations.positions is Positions.ONE:
        lines.append(RegulationLine(_("Start"), _("Chess960: one position for all games, drawn by lot"), POSITIONS))
    if regulations.positions is Positions.EACH:
        lines.append(
            RegulationLine(_("Start"), _("Chess960: a position for each pair of players, drawn by lot"), POSITIONS)
        )
    if regulations.fen:
        position = Position.from_fen(regulations.fen)
        lines.append(RegulationLine(_("Start"), _starting(regulations.fen, position), position=position))
    if not transmission.is_server:
        numeric = regulations.notation is Notation.NUMERIC
        lines.append(RegulationLine(_("Notation"), _("numeric") if numeric else _("algebraic"), NOTATION))
        illegal = ngettext("%(n)d day", "%(n)d days", regulations.penalty_days) % {"n": regulations.penalty_days}
        lines.append(RegulationLine(_("Proposed for an illegal move"), illegal, ILLEGAL))
    return lines


def _starting(fen: str, position: Position) -> str:
    """Say a thematic start so that players can set it up on a board."""
    words = _("White moves first: %(fen)s") if position.turn is Colour.WHITE else _("Black moves first: %(fen)s")
    return words % {"fen": fen}


def _of_control(control: clocks.TimeControl) -> list[RegulationLine]:
    if isinstance(control, clocks.Unrecorded):
        return []
    if isinstance(control, clocks.TripleBlock):
        return [RegulationLine(_("Bank"), _bank(control))]
    lines = []
    if isinstance(control, clocks.Fischer) and control.cap is not None:
        lines.append(RegulationLine(_("At most on the clock"), _days(control.cap)))
    leave = _("%(days)s a year, and %(more)s that the director may grant") % {
        "days": _days(control.leave_days),
        "more": _days(control.extra_leave_days),
    }
    return [
        *lines,
        RegulationLine(_("Days are counted"), _counting(control.counting)),
        RegulationLine(_("Leave"), leave if control.leave_days or control.extra_leave_days else _("none"), LEAVE),
        RegulationLine(_("Silence"), _silence(control.silence)),
    ]


def _bank(control: clocks.TripleBlock) -> str:
    words = [
        _("it fills the clock after each move")
        if control.refill is clocks.Refill.AFTER_MOVE
        else _("the player fills the clock from it"),
        _("days are added for the first %(n)d moves") % {"n": control.increment_moves},
    ]
    if control.protection is not None:
        words.append(_("then never less than %(days)s after a move") % {"days": _days(control.protection)})
    return "; ".join(words)


def _counting(counting: clocks.Counting) -> str:
    words = [_("in whole days of 24 hours") if counting.whole_days else _("to the second")]
    if counting.doubled_after is not None:
        words.append(_("on one move, those after %(days)s twice") % {"days": _days(counting.doubled_after)})
    words.append(_("a clock at zero has fallen") if counting.falls_at_zero else _("a clock may show zero"))
    return "; ".join(words)


def _silence(silence: clocks.Silence | None) -> str:
    if silence is None:
        return _("does not lose")
    return _("a player who lets %(days)s pass on one move without a word loses") % {"days": _days(silence.days)}


def _offers(moves: int) -> str:
    if not moves:
        return _("at any time")
    return ngettext("after %(n)d move by each player", "after %(n)d moves by each player", moves) % {"n": moves}


def _tables(most: int, transmission: Transmission) -> str:
    """Say which claims of the endgame tables are heard, and who answers those that the tables here do not reach."""
    men = tablebases.complete()
    if not most:
        return _("no claims")
    if not transmission.is_server:
        return _("claims with up to %(n)d men on the board; the director decides") % {"n": most}
    if most <= men:
        return _("claims with up to %(n)d men on the board, answered at once") % {"n": most}
    words = _("claims with up to %(n)d men on the board; up to %(men)d are answered at once, more go to the director")
    return words % {"n": most, "men": men}


def _from_pieces(number: int) -> str:
    return _("claims with at least %(n)d men on the board") % {"n": number}


def _days(number: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", number) % {"n": number}

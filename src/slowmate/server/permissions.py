"""Who may ask what, in one table. What the rules allow is decided in the core; here only who may ask at all.

The predicates stand in the slices. `TABLE` says who may and, by leaving them out, who may not: `docs/permissions.md`
is made from it, and the tests try every cell.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from slowmate.server.accounts.permissions import may_use_token
from slowmate.server.cases.permissions import may_see_case, may_take_step
from slowmate.server.correspondence.permissions import (
    may_read_analysis,
    may_read_message,
    may_read_note,
    may_read_report,
    may_settle_report,
)
from slowmate.server.events.permissions import (
    may_agree_to_rating,
    may_call_off,
    may_cancel,
    may_confirm_entry,
    may_decide_entry,
    may_decide_status,
    may_direct_section,
    may_enter_player,
    may_fill_vacancies,
    may_grant,
    may_nominate,
    may_nominate_player,
    may_open_again,
    may_place_substitute,
    may_plan,
    may_read_record,
    may_run_event,
    may_see_entries,
    may_see_entry,
    may_see_event,
    may_see_section,
    may_settle,
    may_withdraw_entry,
)
from slowmate.server.games.permissions import (
    may_act_for,
    may_answer_challenge,
    may_arrange_game,
    may_direct,
    may_play,
    may_read_document,
    may_record_move,
    may_see_everything_of_game,
    may_see_game,
    may_withdraw_challenge,
)
from slowmate.server.people.permissions import may_change_player, may_give_offices, may_keep_accounts, may_use_desk
from slowmate.server.ratings.permissions import may_adjust_rating, may_keep_lists
from slowmate.server.titles.permissions import (
    may_apply_for,
    may_decide_application,
    may_download_certificate,
    may_issue_again,
    may_keep_event,
    may_keep_titles,
    may_propose_title,
    may_recommend_award,
    may_report_event,
    may_report_to_congress,
    may_see_application,
    may_settle_award,
    may_settle_norm,
    may_withdraw_application,
)


class Role(StrEnum):
    """Who somebody is to a thing: a game, what belongs to it, or what belongs to its player with White."""

    VISITOR = "visitor"
    PLAYER = "another player"
    WHITE = "White"
    BLACK = "Black"
    DIRECTOR = "the game's director"
    OTHER_DIRECTOR = "another director"
    FORMER_DIRECTOR = "a director until yesterday"
    PLAYING_DIRECTOR = "a director who has White in it"
    ADMINISTRATOR = "administrator"
    EXECUTIVE_BOARD = "Executive Board"
    DELEGATE = "delegate of a federation"
    ORGANISER = "tournament organiser"
    RATINGS = "Ratings Commissioner"
    PLAYING_RATINGS = "a Ratings Commissioner who has White in it"
    TTC = "Title Tournament Commissioner"
    NTTC = "Non-Title Tournament Commissioner"
    EVENT_ORGANISER = "organiser of the event"
    OWN_DELEGATE = "delegate of White's federation"
    WORLD_DIRECTOR = "World Tournament Director"
    APPEALS = "Appeals Commission"
    QUALIFICATIONS = "Qualifications Commissioner"
    PLAYING_QUALIFICATIONS = "a Qualifications Commissioner who has White in it"
    CONGRESS = "Congress"


@dataclass(frozen=True, slots=True)
class Right:
    """One row: what is asked, of which thing, by which predicate, and who may."""

    words: str
    thing: str
    predicate: Callable[[Any, Any], bool]
    who: frozenset[Role]


ALL = frozenset(Role)
_WHITE = frozenset({Role.WHITE, Role.PLAYING_DIRECTOR, Role.PLAYING_RATINGS, Role.PLAYING_QUALIFICATIONS})
_PLAYERS = _WHITE | {Role.BLACK}
_DIRECTOR = frozenset({Role.DIRECTOR})
_DIRECTORS = _DIRECTOR | {Role.OTHER_DIRECTOR}
_RATINGS = frozenset({Role.RATINGS, Role.PLAYING_RATINGS})
_TTC = frozenset({Role.TTC})
_ORGANISERS = frozenset({Role.ORGANISER, Role.EVENT_ORGANISER})
_EVENT_ORGANISER = frozenset({Role.EVENT_ORGANISER})
_OWN_DELEGATE = frozenset({Role.OWN_DELEGATE})
_DELEGATES = _OWN_DELEGATE | {Role.DELEGATE}
_BOARD = frozenset({Role.EXECUTIVE_BOARD})
_NTTC = frozenset({Role.NTTC})
_WORLD_DIRECTOR = frozenset({Role.WORLD_DIRECTOR})
_APPEALS = frozenset({Role.APPEALS})
_QUALIFICATIONS = frozenset({Role.QUALIFICATIONS})
_KEEPS_TITLES = _QUALIFICATIONS | {Role.PLAYING_QUALIFICATIONS}
_CONGRESS = frozenset({Role.CONGRESS})
_ARRANGE = _DIRECTORS | _ORGANISERS | {Role.PLAYING_DIRECTOR}
_ANY_OFFICE = _ARRANGE | _RATINGS | _BOARD | _DELEGATES | _TTC | _NTTC | _WORLD_DIRECTOR | _APPEALS
_ANY_OFFICE |= _KEEPS_TITLES | _CONGRESS

_CONCERNED = _PLAYERS | _DIRECTOR | _NTTC | _APPEALS | _BOARD

DECIDE = "decide on"
RUN = "announce, divide, draw, post, postpone"

TABLE: tuple[Right, ...] = (
    Right("see", "a running game", may_see_game, _PLAYERS | _DIRECTOR),
    Right("see", "a running game without a director of its own", may_see_game, _PLAYERS | _DIRECTORS),
    Right("see", "a running game whose director is out of office", may_see_game, _PLAYERS | _DIRECTORS),
    Right("follow, three moves behind,", "a running game that its event shows", may_see_game, ALL),
    Right(
        "see moves at once, clocks and journal of", "a running game", may_see_everything_of_game, _PLAYERS | _DIRECTOR
    ),
    Right(
        "see moves at once, clocks and journal of",
        "a running game that its event shows",
        may_see_everything_of_game,
        _PLAYERS | _DIRECTOR,
    ),
    Right(
        "see moves at once, clocks and journal of",
        "a running game whose director is out of office",
        may_see_everything_of_game,
        _PLAYERS | _DIRECTORS,
    ),
    Right("see moves, clocks and journal of", "a finished game", may_see_everything_of_game, ALL),
    Right("move, offer, claim, resign, write, ask the director in", "a running game", may_play, _PLAYERS),
    Right("enter a move with its dates in", "a running game by post", may_record_move, _PLAYERS | _DIRECTOR),
    Right(
        "act, with the document they hold, for",
        "a player without an account in a game by post",
        may_act_for,
        _DIRECTOR,
    ),
    Right("read", "a document handed in with a running game by post", may_read_document, _PLAYERS | _DIRECTOR),
    Right("arrange", "a game by post", may_arrange_game, _ARRANGE),
    Right("enter a player without an account for", "a game by post", may_arrange_game, _ARRANGE),
    Right("decide as director in", "a running game", may_direct, _DIRECTOR),
    Right("decide as director in", "a running game without a director of its own", may_direct, _DIRECTORS),
    Right("decide as director in", "a running game whose director is out of office", may_direct, _DIRECTORS),
    Right("correct the result of", "a finished game", may_direct, _DIRECTOR),
    Right("take note of the end of", "a finished game", may_direct, _DIRECTOR),
    Right("see how all games stand, and write to all players, in", "a section", may_direct_section, _DIRECTOR),
    Right(
        "see how all games stand, and write to all players, in",
        "a section whose director is out of office",
        may_direct_section,
        _DIRECTORS,
    ),
    Right("place a substitute in", "a section of teams", may_place_substitute, _DIRECTOR),
    Right("agree to, or refuse,", "White's request for Replacement status", may_decide_status, _DIRECTOR),
    Right(
        "consent to, or refuse,",
        "White's request for Replacement status to which the director agreed",
        may_decide_status,
        _QUALIFICATIONS,
    ),
    Right("read and change", "White's note", may_read_note, _WHITE),
    Right("read and delete", "White's saved analysis", may_read_analysis, _WHITE),
    Right("read", "a message", may_read_message, _PLAYERS),
    Right("read", "a message that was reported", may_read_message, _PLAYERS | _DIRECTOR),
    Right("read", "a request or report by Black", may_read_report, _DIRECTOR | {Role.BLACK}),
    Right("answer", "a request or report by Black", may_settle_report, _DIRECTOR),
    Right("answer", "a request whose game's director is out of office", may_settle_report, _DIRECTORS),
    Right("see", "a case about a correction in a section", may_see_case, _CONCERNED),
    Right("change", "White's profile", may_change_player, _WHITE),
    Right("put up and delete", "White's picture", may_change_player, _WHITE),
    Right("accept or decline", "White's challenge to Black", may_answer_challenge, frozenset({Role.BLACK})),
    Right("accept", "White's challenge to anybody", may_answer_challenge, ALL - _WHITE - {Role.VISITOR}),
    Right("withdraw", "White's challenge to Black", may_withdraw_challenge, _WHITE),
    Right("see and end", "White's token", may_use_token, _WHITE),
    Right("enter for an event", "White", may_enter_player, _WHITE | _OWN_DELEGATE),
    Right("see", "White's entry", may_see_entry, _WHITE | _OWN_DELEGATE | _TTC),
    Right("see", "White's entry in an organiser's event", may_see_entry, _WHITE | _OWN_DELEGATE | _EVENT_ORGANISER),
    Right("withdraw", "White's entry", may_withdraw_entry, _WHITE | _OWN_DELEGATE),
    Right("confirm for the federation", "White's entry", may_confirm_entry, _OWN_DELEGATE),
    Right("admit, refuse, and note the payment of", "White's entry", may_decide_entry, _TTC),
    Right(
        "admit, refuse, and note the payment of",
        "White's entry in an organiser's event",
        may_decide_entry,
        _EVENT_ORGANISER,
    ),
    Right("see all entries of", "an event of the Title Tournament Commissioner", may_see_entries, _TTC),
    Right("see all entries of", "an organiser's event", may_see_entries, _EVENT_ORGANISER),
    Right("plan", "a stage of the World Championship", may_plan, _TTC),
    Right("plan", "an open tournament", may_plan, _NTTC | _ORGANISERS),
    Right("plan", "a national championship", may_plan, _DELEGATES),
    Right("see", "a draft of the Title Tournament Commissioner", may_see_event, _TTC),
    Right("see", "an organiser's draft", may_see_event, _EVENT_ORGANISER),
    Right(RUN, "an event of the Title Tournament Commissioner", may_run_event, _TTC),
    Right(RUN, "an organiser's event", may_run_event, _EVENT_ORGANISER),
    Right(RUN, "the national championship of White's federation", may_run_event, _OWN_DELEGATE),
    Right("see", "a section that is proposed", may_see_section, _TTC),
    Right("carry out what follows from, and settle", "a section of the World Championship", may_settle, _TTC),
    Right("open again", "a section of the World Championship", may_open_again, _APPEALS),
    Right(DECIDE, "an application for approval", may_take_step, _WORLD_DIRECTOR),
    Right(DECIDE, "an application by the other World Tournament Director", may_take_step, _WORLD_DIRECTOR | _BOARD),
    Right(DECIDE, "an application that was referred to Congress", may_take_step, _CONGRESS),
    Right("fill vacant places of", "the World Championship Final", may_fill_vacancies, _BOARD),
    Right("fill vacant places of", "the Ladies' World Championship Final", may_fill_vacancies, _TTC),
    Right("cancel", "an event of the Title Tournament Commissioner", may_cancel, _BOARD),
    Right("call off", "an organiser's event", may_call_off, _EVENT_ORGANISER),
    Right("call off", "the national championship of White's federation", may_call_off, _OWN_DELEGATE),
    Right("agree to rate", "the national championship of White's federation", may_agree_to_rating, _RATINGS),
    Right("agree to rate", "an organiser's event", may_agree_to_rating, _BOARD),
    Right("read the record that entries are judged by, of", "White", may_read_record, _WHITE),
    Right("see the nominations of", "White's federation", may_nominate, _OWN_DELEGATE),
    Right("nominate", "White", may_nominate_player, _OWN_DELEGATE),
    Right("give a right that the rules do not to", "White", may_grant, _BOARD),
    Right("give and end", "an office", may_give_offices, _BOARD | {Role.ADMINISTRATOR}),
    Right("correct the name, and block the account, of", "White", may_keep_accounts, frozenset({Role.ADMINISTRATOR})),
    Right("preview, compute anew, publish and revise", "a rating list", may_keep_lists, _RATINGS),
    Right("adjust", "White's rating", may_adjust_rating, frozenset({Role.RATINGS})),
    Right("keep", "the register of norms and titles", may_keep_titles, _KEEPS_TITLES),
    Right("confirm, or say why it is none,", "White's norm", may_settle_norm, _QUALIFICATIONS),
    Right("confirm, or say why it is not awarded,", "White's title from norms", may_settle_award, _QUALIFICATIONS),
    Right("confirm, or say why it is not awarded,", "White's title by application", may_settle_award, _CONGRESS),
    Right("recommend", "White's title by place", may_recommend_award, _BOARD),
    Right("download", "White's certificate", may_download_certificate, _WHITE | _KEEPS_TITLES),
    Right("issue again", "White's certificate", may_issue_again, _QUALIFICATIONS),
    Right("apply as arbiter or to FIDE for", "White", may_apply_for, _WHITE | _OWN_DELEGATE | _KEEPS_TITLES),
    Right(
        "ask Congress or the commissioner for a title for", "White", may_propose_title, _OWN_DELEGATE | _QUALIFICATIONS
    ),
    Right(
        "see",
        "White's application for a title",
        may_see_application,
        _WHITE | _OWN_DELEGATE | _KEEPS_TITLES | _CONGRESS,
    ),
    Right("withdraw", "White's application for a title", may_withdraw_application, _WHITE),
    Right("decide", "White's application for a title", may_decide_application, _QUALIFICATIONS),
    Right("decide", "White's application before Congress", may_decide_application, _CONGRESS),
    Right("read", "the report to Congress", may_report_to_congress, _KEEPS_TITLES | _CONGRESS | _BOARD),
    Right("report", "an event over the board", may_report_event, _ARRANGE | _DELEGATES | _KEEPS_TITLES),
    Right(
        "correct, and print the forms of",
        "an event over the board that the game's director reported",
        may_keep_event,
        _DIRECTOR | _KEEPS_TITLES,
    ),
    Right("open", "one's own desk", may_use_desk, _ANY_OFFICE),
)

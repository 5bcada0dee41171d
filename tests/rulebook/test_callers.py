"""Every function of the core has a caller that a command, a page, an API call or a job reaches, or is listed here.

What only tests call helps nobody. A new rule is written together with what applies it. The lists below hold what is
there for library users, and the rules whose pages are not built yet. They only get shorter.
"""

import ast

from slowmate.rulebook.reach import reached
from slowmate.rulebook.source import templates, trees

APART = ("slowmate.server", "slowmate.cli", "slowmate.rulebook", "slowmate.__main__")
"""Packages that are no core, or that other tests look at."""
LIBRARY = {
    "slowmate.formats.pgn": {"write_games"},
    "slowmate.ratings": {"__getattr__"},
    "slowmate.ratings.engines.expressions": {"partial_sums"},
    "slowmate.ratings.notebook": {"history", "rate_list"},
    "slowmate.titles.fide.ignoring": {"every_choice"},
    "slowmate.titles.iccf.bulk": {"thresholds"},
}
"""What programs import (docs/scale.md, docs/titles.md), and the slow ways that the benchmarks compare with."""
OFFICES = {
    "slowmate.events.entry.decision": {"may_admit_without"},
    "slowmate.events.entry.federations": {"appeal_to", "may_belong", "transferred"},
    "slowmate.events.entry.nominations": {"may_announce_special", "within_ladies_quota"},
    "slowmate.events.entry.rights": {"table_of_qualifiers"},
    "slowmate.events.general": {"tournament_type"},
    "slowmate.events.organising.invitational": {
        "invitation_route",
        "may_advertise",
        "may_invite",
        "may_start",
        "norm_is_final",
        "settle_deposit",
    },
    "slowmate.events.organising.start_list": {"may_start"},
    "slowmate.events.procedures": {"has_all_results"},
}
"""Transfers, invitations and decisions of offices that have no page."""
LEAVING = {
    "slowmate.events.organising.approved": {"ApprovalCase", "is_approved"},
    "slowmate.events.running.section8.application": {
        "WithdrawalApplication",
        "has_details",
        "is_adequate",
        "may_accept",
        "proposed_answer",
        "receive_application",
    },
    "slowmate.events.running.section8.bonds": {
        "BondedEvent",
        "PastWithdrawal",
        "bond_for",
        "bond_ground",
        "bond_owed",
        "settle_bond",
    },
    "slowmate.events.running.section8.leaving": {
        "Departure",
        "HeldSeat",
        "SeatGame",
        "after_abuse",
        "after_acceptance",
        "after_refusal",
        "first_day_again",
        "sections_left",
    },
    "slowmate.events.running.section8.open_games": {
        "Cause",
        "GameProposal",
        "Measure",
        "confirm_games",
        "propose_games",
    },
    "slowmate.events.running.section8.silence": {
        "after_silence",
        "has_left_silently",
        "is_first_silence",
        "silent_since",
    },
    "slowmate.events.running.section8.substitution": {
        "BeginRule",
        "TeamBoard",
        "after_death",
        "call_on_captain",
        "captain_task",
        "exceeded_from",
        "games_lost",
        "is_in_time",
        "rated_for",
        "request_documents",
    },
}
"""Leaving a running event: no page takes an application, records silence or owes a bond."""
TEAMS_AND_CYCLES = {
    "slowmate.events.organising.cycles": {
        "cup_rhythm",
        "cup_starts_together",
        "may_adjudicate",
        "may_enter_team",
        "next_stage",
        "olympiad_cycle_may_start",
        "olympiad_first_stage",
        "section_is_uniform",
        "stage_plan",
        "yearly_start",
    },
    "slowmate.events.organising.league": {
        "LeagueTeam",
        "Season",
        "SeasonStarts",
        "first_division",
        "groups_named",
        "is_relegated_for_changes",
        "league_name",
        "may_change_team",
        "may_rename",
        "may_team_enter",
        "next_season",
        "starts_together",
    },
    "slowmate.events.organising.pairings": {"friendly_match", "scheveningen"},
    "slowmate.events.organising.season": {"Composition", "compose", "moves_balance"},
    "slowmate.events.organising.team_rules": {
        "Notice",
        "TeamKind",
        "is_friendly_match",
        "may_write_to_player",
        "missing_fields",
    },
    "slowmate.events.running.rosters": {"as_team", "line_up", "may_line_up", "rated_as"},
    "slowmate.events.running.team_finals": {"may_play_final"},
}
"""Events of teams cannot be planned on the server, and nothing plans a cycle of events."""
LIVE_DISPLAY = {
    "slowmate.events.running.live_display": {
        "Display",
        "Sanction",
        "SecondViolation",
        "after_violation",
        "ban_until",
        "may_display",
        "shown_plies",
    },
}
"""Nobody declares a display of games elsewhere."""


def unreached() -> dict[str, set[str]]:
    """Return the public functions and classes of the core that no entry point reaches, by module."""
    parsed = trees("slowmate")
    places = reached(parsed, templates("slowmate"))
    missing: dict[str, set[str]] = {}
    for module, tree in parsed.items():
        if module.startswith(APART):
            continue
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            is_private = node.name.startswith("_") and not node.name.startswith("__")
            if not is_private and f"{module}.{node.name}" not in places:
                missing.setdefault(module, set()).add(node.name)
    return missing


def test_every_function_of_the_core_has_a_caller_or_a_reason() -> None:
    listed: dict[str, set[str]] = {}
    for table in (LIBRARY, OFFICES, LEAVING, TEAMS_AND_CYCLES, LIVE_DISPLAY):
        for module, names in table.items():
            listed.setdefault(module, set()).update(names)
    assert unreached() == listed

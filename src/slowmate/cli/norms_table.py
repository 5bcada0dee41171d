"""The norms of an event as people read them: a line for each player, norms made in bold, and the reasons on request."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowmate.records import Event, Status
from slowmate.rulebook import EDITIONS, Requirement
from slowmate.titles.fide.federations import HOST_UNKNOWN
from slowmate.titles.iccf.direct import DirectTitle
from slowmate.titles.reports import Norm, NormOutlook, NormReport, PlayerNorms
from slowmate.words import say, score

LEGEND = "✓ norm made (+ overscored games), · still open, ✗ out of reach, – opponents too weak, (8) no norm open here"
FOR_WOMEN = "WGM and WIM are titles for women: nothing is shown for others, or where the sex is not given"

NAMED = frozenset({"player", "players", "opponent", "opponents", "ignored"})
"""Facts that hold ids of players."""


def print_report(event: Event, report: NormReport, out: Console, *, explain: bool) -> None:
    """Print the statement of norms, the norms made or missed, and why."""
    out.print(event.name, style="bold", highlight=False)
    rules = EDITIONS[report.rules].title if report.rules in EDITIONS else report.rules
    facts = [f"{event.kind.name}, started {event.start:%d %B %Y}", f"as if by {rules}" if report.as_if else rules]
    if report.average is not None:
        facts.append(f"average {report.average}")
    if report.category is not None:
        facts.append(f"category {report.category}")
    out.print("; ".join(facts), highlight=False)
    if report.as_if:
        why = "These rules were asked for and are not those of the day it started: no norm of this event rests on them."
        out.print(why, highlight=False)
    _print_boards(report, out)
    out.print(_table(event, report))
    out.print(LEGEND, highlight=False, style="dim")
    if any(title not in line.norms for line in report.players for title in report.titles_possible):
        out.print(FOR_WOMEN, highlight=False, style="dim")
    names = {player.id: player.name for player in event.players}
    failed = [requirement for requirement in report.requirements if not requirement.holds and requirement.binding]
    if failed and not explain:
        out.print("\nWhat the event lacks", style="bold")
        _print_requirements(failed, names, out, boards=bool(report.boards))
    unknown = [
        requirement for requirement in report.requirements if requirement.ground.facts.get("outcome") == HOST_UNKNOWN
    ]
    if unknown and not explain:
        out.print("\nWhat the file does not say", style="bold")
        _print_requirements(unknown, names, out)
    if explain:
        out.print("\nThe event", style="bold")
        _print_requirements(list(report.requirements), names, out, boards=bool(report.boards))
        for line in report.players:
            _explain(line, names, out)


def print_direct_titles(event: Event, direct: Sequence[DirectTitle], out: Console) -> None:
    """Print the titles an event brings without norms."""
    names = {player.id: player.name for player in event.players}
    if direct:
        out.print("\nDirect titles", style="bold")
    for title in direct:
        number = f" {title.number}" if title.number is not None else ""
        out.print(Text(f"{title.title}{number}: {names[title.player]} [{title.ground.clause}]"))


def _print_boards(report: NormReport, out: Console) -> None:
    for board in report.boards:
        average = f"average {board.average}" if board.average is not None else "no average"
        category = f", category {board.category}" if board.category is not None else ""
        out.print(f"Board {board.board}: {average}{category}", highlight=False)


def _table(event: Event, report: NormReport) -> Table:
    players = {player.id: player for player in event.players}
    titles = list(report.titles_possible)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    boards = ["Board"] if report.boards else []
    for heading in (*boards, "", "Name", "Fed", "Rating", "Opponents", "Score", *titles):
        table.add_column(heading, justify="left" if heading in {"", "Name", "Fed"} else "right", no_wrap=True)
    for line in report.players:
        player = players[line.id]
        name = Text(player.name, style="" if player.status is Status.PLAYING else "dim")
        if player.status is not Status.PLAYING:
            name.append(f" ({player.status.value})")
        average = "" if line.opponents_average is None else f"{float(line.opponents_average):.1f}"
        table.add_row(
            *([str(line.board or "")] if boards else []),
            player.title or "",
            name,
            player.federation or "",
            str(player.rating or ""),
            average,
            f"{score(line.score)}/{line.games - line.running}" + (f" of {line.games}" if line.running else ""),
            *(_cell(line.norms[title]) if title in line.norms else Text("") for title in titles),
        )
    return table


def _cell(norm: Norm) -> Text:
    if norm.needed is None:
        return Text("–", style="dim")
    needed = score(norm.needed)
    if norm.achieved:
        over = f" +{norm.overscore_games}" if norm.overscore_games else ""
        return Text(f"{needed} ✓{over}", style="bold")
    if not norm.possible:
        return Text(f"({needed})", style="dim")
    return Text(f"{needed} {'✗' if norm.outlook is NormOutlook.GONE else '·'}")


def _print_requirements(
    requirements: list[Requirement], names: dict[str, str], out: Console, *, boards: bool = False
) -> None:
    for requirement in requirements:
        mark = "✓" if requirement.holds else "✗"
        if not requirement.holds and not requirement.binding:
            mark = "~"
        shown = names if requirement.ground.facts.keys() & NAMED else {}
        board = f"Board {requirement.ground.facts['board']}: " if boards and "board" in requirement.ground.facts else ""
        out.print(Text(f"{mark} {board}{say(requirement.ground, names=shown)} [{requirement.ground.clause}]"))


def _explain(line: PlayerNorms, names: dict[str, str], out: Console) -> None:
    out.print()
    out.print(Text(names[line.id], style="bold"))
    if line.lines:
        out.print(_opponents(line, names))
    _print_requirements(list(line.requirements), names, out)
    for title, norm in line.norms.items():
        out.print(Text(f"{title}: {_verdict(norm)}", style="bold" if norm.achieved else ""))
        _print_requirements(list(norm.requirements), names, out)


def _opponents(line: PlayerNorms, names: dict[str, str]) -> Table:
    titles = list(dict.fromkeys(title for game in line.lines for title in game.expectancies))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("Opponent", "Rating", "Score", *titles):
        table.add_column(heading, justify="left" if heading == "Opponent" else "right", no_wrap=True)
    for game in line.lines:
        points = "·" if game.score is None else score(game.score)
        table.add_row(
            names.get(game.opponent, game.opponent),
            "" if game.rating is None else str(game.rating),
            points if game.counts else "left out",
            *(str(game.expectancies.get(title, "")) for title in titles),
        )
    sums = {title: norm.sum for title, norm in line.norms.items() if norm.sum is not None}
    if sums:
        table.add_section()
        table.add_row("Sum", "", score(line.score), *(str(sums.get(title, "")) for title in titles), style="bold")
    return table


def _verdict(norm: Norm) -> str:
    if norm.needed is None:
        return "not open"
    needed = f"{score(norm.needed)} needed"
    if norm.achieved:
        over = f", {norm.overscore_games} of them by overscore" if norm.overscore_games else ""
        return f"{needed}: norm made, counts {norm.counted_games} games{over}"
    if norm.performance:
        return f"{needed}: the score is there, the norm is not"
    if not norm.possible:
        return f"{needed}, but no norm is open"
    more = "" if norm.still_needed is None else f", {score(norm.still_needed)} more"
    return f"{needed}{more}: {norm.outlook.value}"

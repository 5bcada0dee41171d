"""`slowmate standings --chances` and `--game`: what a running section, and one of its games, holds for everybody."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from slowmate.cli.tables import Column, fitted
from slowmate.events.running.consequences import Step
from slowmate.events.running.outlook import PlayerOutlook, SectionOutlook, Stakes, game_stakes, section_outlook
from slowmate.events.running.standings import Standing
from slowmate.records import KINDS, BadInput, Event
from slowmate.titles.reports import NormOutlook
from slowmate.words import say_odds, score

LEFT_OUT = ("first", "norms")
NORM_SAID = {NormOutlook.GUARANTEED: "made", NormOutlook.GONE: "no longer possible"}


def chances_of(event: Event, *, seed: str | None, file: str) -> SectionOutlook:
    try:
        return section_outlook(event, seed=seed)
    except BadInput as error:
        raise BadInput(error.why, file=file, field=error.field) from None


def stakes_of(event: Event, pair: Sequence[str], *, seed: str | None, file: str) -> tuple[Stakes, Stakes]:
    """Return what is at stake in the running game between two players, whichever has White."""
    running = [game for game in event.games if game.result is None and {game.white, game.black} == set(pair)]
    if not running:
        raise BadInput(f"{pair[0]!r} and {pair[1]!r} have no running game", file=file, field="--game")
    return game_stakes(event, running[0], seed=seed)


def print_chances(event: Event, lines: Sequence[Standing], outlook: SectionOutlook, out: Console) -> None:
    """Print everybody's chances in the order of the table; for teams first theirs, then the players' norms."""
    names = _names(event)
    order = {line.id: row for row, line in enumerate(lines)}
    out.print(f"\nChances, from {outlook.runs:,} ways to end, drawn from the seed {outlook.seed!r}", style="bold")
    ranked = sorted(outlook.teams or outlook.players, key=lambda entrant: order[entrant.id])
    out.print(_table([(names[entrant.id], entrant) for entrant in ranked], "Team" if outlook.teams else "Name", out))
    norms = [(names[entrant.id], entrant) for entrant in outlook.players if outlook.teams and _norms_of(entrant)]
    if norms:
        columns = [Column("Name", [name for name, _ in norms], left=True, shrinks=True), _norms(norms)]
        out.print(fitted(columns, LEFT_OUT, out.width)[0])


def print_stakes(event: Event, sides: tuple[Stakes, Stakes], out: Console) -> None:
    names = _names(event)
    for stakes in sides:
        out.print(f"\nWhat this game means for {names[stakes.player]}", style="bold")
        after = [("now", stakes.now), ("a win", stakes.win), ("a draw", stakes.draw), ("a loss", stakes.loss)]
        out.print(_table(after, "", out))


def _names(event: Event) -> Mapping[str, str]:
    return {player.id: player.name for player in event.players} | {team.id: team.name for team in event.teams}


def _table(rows: Sequence[tuple[str, PlayerOutlook]], heading: str, out: Console) -> object:
    """Lay out a row for each, with as much as there is room for."""
    columns = [
        Column(heading, [name for name, _ in rows], left=True, shrinks=True),
        Column("Place", [_places(outlook) for _, outlook in rows], left=True),
        Column("First", [say_odds(outlook.first) for _, outlook in rows], "first", left=True),
        Column("Leads to", [_rights(outlook) for _, outlook in rows], left=True),
        _norms(rows),
    ]
    return fitted([column for column in columns if any(column.cells)], LEFT_OUT, out.width)[0]


def _norms(rows: Sequence[tuple[str, PlayerOutlook]]) -> Column:
    return Column("Norms", [_norms_of(outlook) for _, outlook in rows], "norms", left=True)


def _places(outlook: PlayerOutlook) -> str:
    return str(outlook.best) if outlook.best == outlook.worst else f"{outlook.best}-{outlook.worst}"


def _rights(outlook: PlayerOutlook) -> str:
    """Say which rights are still possible; going down, too."""
    moves = (*outlook.rights, *((outlook.down,) if outlook.down else ()))
    texts = []
    for right in moves:
        if right.odds == 0:
            continue
        to = KINDS[right.to].name if right.to in KINDS else "the next stage"
        half = "half a right to " if right.what is Step.HALF_RIGHT else "down to " if right.what is Step.DOWN else ""
        texts.append(f"{half}{to}: {say_odds(right.odds)}")
    return "; ".join(texts)


def _norms_of(outlook: PlayerOutlook) -> str:
    return "; ".join(
        f"{norm.title} ({score(norm.needed)}): {NORM_SAID.get(norm.state) or say_odds(norm.odds)}"
        for norm in outlook.norms
        if norm.state is not NormOutlook.GONE
    )

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
    """What the running game between two players means, whoever of them has White."""
    running = [game for game in event.games if game.result is None and {game.white, game.black} == set(pair)]
    if not running:
        raise BadInput(f"{pair[0]!r} and {pair[1]!r} have no running game", file=file, field="--game")
    return game_stakes(event, running[0], seed=seed)


def print_chances(event: Event, lines: Sequence[Standing], found: SectionOutlook, out: Console) -> None:
    """Everybody's chances in the order of the table; of team events those of the teams, then the players' norms."""
    names = _names(event)
    order = {line.id: row for row, line in enumerate(lines)}
    out.print(f"\nChances, from {found.runs:,} ways to end, drawn from the seed {found.seed!r}", style="bold")
    ranked = sorted(found.teams or found.players, key=lambda one: order[one.id])
    out.print(_table([(names[one.id], one) for one in ranked], "Team" if found.teams else "Name", out))
    norms = [(names[one.id], one) for one in found.players if found.teams and _norms_of(one)]
    if norms:
        columns = [Column("Name", [name for name, _ in norms], left=True, shrinks=True), _norms(norms)]
        out.print(fitted(columns, LEFT_OUT, out.width)[0])


def print_stakes(event: Event, found: tuple[Stakes, Stakes], out: Console) -> None:
    names = _names(event)
    for one in found:
        out.print(f"\nWhat this game means for {names[one.player]}", style="bold")
        after = [("now", one.now), ("a win", one.win), ("a draw", one.draw), ("a loss", one.loss)]
        out.print(_table(after, "", out))


def _names(event: Event) -> Mapping[str, str]:
    return {player.id: player.name for player in event.players} | {team.id: team.name for team in event.teams}


def _table(rows: Sequence[tuple[str, PlayerOutlook]], heading: str, out: Console) -> object:
    """A row for each, with as much as there is room for."""
    columns = [
        Column(heading, [name for name, _ in rows], left=True, shrinks=True),
        Column("Place", [_places(one) for _, one in rows], left=True),
        Column("First", [say_odds(one.first) for _, one in rows], "first", left=True),
        Column("Leads to", [_rights(one) for _, one in rows], left=True),
        _norms(rows),
    ]
    return fitted([one for one in columns if any(one.cells)], LEFT_OUT, out.width)[0]


def _norms(rows: Sequence[tuple[str, PlayerOutlook]]) -> Column:
    return Column("Norms", [_norms_of(one) for _, one in rows], "norms", left=True)


def _places(one: PlayerOutlook) -> str:
    return str(one.best) if one.best == one.worst else f"{one.best}-{one.worst}"


def _rights(one: PlayerOutlook) -> str:
    """What is not gone; going down, too."""
    moves = (*one.rights, *((one.down,) if one.down else ()))
    said = []
    for right in moves:
        if right.odds == 0:
            continue
        to = KINDS[right.to].name if right.to in KINDS else "the next stage"
        half = "half a right to " if right.what is Step.HALF_RIGHT else "down to " if right.what is Step.DOWN else ""
        said.append(f"{half}{to}: {say_odds(right.odds)}")
    return "; ".join(said)


def _norms_of(one: PlayerOutlook) -> str:
    return "; ".join(
        f"{norm.title} ({score(norm.needed)}): {NORM_SAID.get(norm.state) or say_odds(norm.odds)}"
        for norm in one.norms
        if norm.state is not NormOutlook.GONE
    )

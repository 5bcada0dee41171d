"""`slowmate draw ENTRANTS.csv`: sections of equal strength, colours by lot, start lists."""

import argparse
import json
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

from rich.console import Console

from slowmate.cli.files import day, read_bytes, write_files, write_text
from slowmate.cli.tables import Column, console, plain, progress
from slowmate.cli.warnings import warn
from slowmate.events.organising.cycles import governing_edition
from slowmate.events.organising.draw import (
    Difference,
    Differs,
    Field,
    draw_section,
    first_difference,
    published,
)
from slowmate.events.organising.pairings import Draw
from slowmate.events.organising.sections import Division, divide, section_sizes
from slowmate.events.organising.sizes import check_size
from slowmate.formats.draw_json import draw_text, read_draw
from slowmate.formats.entrants_csv import MAX_BYTES, read_entrants
from slowmate.formats.event_writing import event_text
from slowmate.formats.grounds import Json, ground_json, number
from slowmate.records import KINDS, BadInput, Event, Player, not_a_kind
from slowmate.rulebook import Ground, NoEdition, Refused
from slowmate.words import say

EXAMPLES = """examples:
  slowmate draw entrants.csv --section-size 13 --seed "Amici 2024"
  slowmate draw entrants.csv --section-size 13 --sizes 13,15,17 --seed "Amici 2024"
  slowmate draw entrants.csv --section-size 7 --seed s --start 2024-09-01 --kind open-class --out sections/
  slowmate draw entrants.csv --section-size 13 --seed s --format json
  slowmate draw entrants.csv --section-size 13 --seed s --publish draw.json
  slowmate draw --verify draw.json

Whoever has the list of entrants and the seed can make the same draw again. --out writes one EVENT.json for each
section, ready for `slowmate norms` and `slowmate standings`. --publish writes the draw with its commitment (the SHA-256
of the seed, to be published when entries close); --verify draws again from such a file: status 0 if everything is the
same, 1 with the first difference.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "entrants", nargs="?", metavar="ENTRANTS.csv", help="columns id, name, federation, title, rating, ..."
    )
    parser.add_argument("--section-size", type=int, metavar="N", help="players in a section")
    parser.add_argument(
        "--sizes", metavar="N,N", help="other sizes the rules permit; without it sizes differ by one at most"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the text the lots are drawn from; publish it")
    parser.add_argument(
        "--start", default="2024-01-01", metavar="DATE", help="the day all games start (default: %(default)s)"
    )
    parser.add_argument("--kind", default="open", metavar="KIND", help="the kind of event (default: %(default)s)")
    parser.add_argument(
        "--name", default="Section", metavar="TEXT", help="what the sections are called (default: %(default)s)"
    )
    parser.add_argument("--games", type=int, choices=(1, 2), default=1, help="games between each two players")
    parser.add_argument("--out", metavar="DIR", help="write one EVENT.json for each section")
    parser.add_argument("--publish", metavar="FILE", help="write the draw for whoever wants to verify it")
    parser.add_argument("--verify", metavar="FILE", help="draw again from a published draw, and compare")
    parser.add_argument("--format", choices=("table", "json"), default="table")


def run(options: argparse.Namespace) -> int:
    if options.verify:
        return _verify(options.verify)
    for name, value in (("ENTRANTS.csv", options.entrants), ("--section-size", options.section_size)):
        if value is None:
            raise BadInput("missing; only --verify FILE goes without", field=name)
    if options.seed is None:
        raise BadInput("missing; give the text the lots are drawn from", field="--seed")
    entrants = read_entrants(read_bytes(options.entrants, limit=MAX_BYTES), file=options.entrants)
    if len(entrants) < 2:
        raise BadInput(f"{len(entrants)} entrants are too few for a section", file=options.entrants)
    start = day(options.start, "--start") if options.start else datetime.now(UTC).date()
    if options.kind not in KINDS:
        raise BadInput(not_a_kind(options.kind), field="--kind")
    if KINDS[options.kind].teams:
        raise BadInput(f"{options.kind} is an event of teams; entrants who are players make none", field="--kind")
    try:
        edition = governing_edition(start).value
    except NoEdition as error:
        raise BadInput(str(error), field="--start") from None
    sizes = section_sizes(len(entrants), options.section_size, _sizes(options.sizes))
    _check_sizes(options.kind, sizes, start)
    with progress("dividing") as advance:
        division = divide(entrants, sizes, seed=options.seed, edition=edition, progress=advance)
    draws = [_draw_section(section, turn, options, start) for turn, section in enumerate(division.value.sections, 1)]
    sections = [event for event, _, _ in draws]
    if options.out:
        texts = {f"section-{turn}.json": event_text(event) for turn, event in enumerate(sections, 1)}
        write_files(Path(options.out), texts)
    if options.publish:
        field = Field(tuple(entrants), tuple(sizes), start, options.games)
        write_text(options.publish, draw_text(published(field, seed=options.seed)))
    if options.format == "json":
        grounds = (*division.grounds, *(ground for _, _, section_grounds in draws for ground in section_grounds))
        print(json.dumps(_json(division.value, draws, grounds, options.seed), ensure_ascii=False, indent=2))
    else:
        _print(division.value, draws, console(), options)
    return 0


def _verify(file: str) -> int:
    draw = read_draw(read_bytes(file), file=file)
    try:
        different = first_difference(draw)
    except NoEdition as error:
        raise BadInput(str(error), file=file, field="start") from None
    if different is None:
        print("yes: the sections, numbers and colours follow from the seed, and the seed is the one committed to")
        return 0
    print(f"no: {_description(different)}")
    return 1


def _description(different: Difference) -> str:
    """Describe the first difference."""
    drawn, published = different.drawn or "none", different.published or "none"
    match different.what:
        case Differs.NO_SEED:
            return "the seed is not published yet; it is with the start lists"
        case Differs.COMMITMENT:
            return f"the commitment {published} is not that of the seed, which is {drawn}"
        case Differs.NUMBER:
            return f"section {different.section}, number {different.place}: {published}, but {drawn} was drawn"
        case Differs.POSITION:
            return f"section {different.section}, a starting position: {published}, but {drawn} was drawn"
    return f"section {different.section}, a game: {published}, but drawn was {drawn}"


def _check_sizes(kind: str, sizes: list[int], start: date) -> None:
    """Refuse a size that the rules of this kind of event leave no choice about; warn of one that is not normal."""
    for size in sorted(set(sizes)):
        try:
            ruling = check_size(kind, size, start=start)
        except Refused as refusal:
            why = "; ".join(f"{say(ground)} [{ground.clause}]" for ground in refusal.grounds)
            raise BadInput(f"a section of {size} is not allowed: {why}", field="--section-size") from None
        if ruling.value != "ok":
            warn(f"--section-size: {say(ruling.grounds[0])} [{ruling.grounds[0].clause}]")


def _sizes(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadInput(f"{text!r} is not a list of sizes such as 13,15,17", field="--sizes") from None


Drawn = tuple[Event, Draw, tuple[Ground, ...]]


def _draw_section(section: tuple[Player, ...], turn: int, options: argparse.Namespace, start: date) -> Drawn:
    field = Field(section, (len(section),), start, options.games)
    ruling = draw_section([player.id for player in section], turn, field, seed=options.seed)
    players = {player.id: player for player in section}
    event = Event(
        name=f"{options.name} {turn}",
        kind=KINDS[options.kind],
        start=start,
        players=tuple(players[identity] for identity in ruling.value.numbers),
        games=ruling.value.games,
        games_per_pairing=options.games,
    )
    return event, ruling.value, ruling.grounds


def _json(division: Division, draws: list[Drawn], grounds: tuple[Ground, ...], seed: str) -> Json:
    return {
        "seed": seed,
        "spread": number(division.spread),
        "bound": number(division.bound),
        "gap": number(division.gap),
        "crowded": division.crowded,
        "sections": [
            {
                "name": event.name,
                "average": round(float(average), 4),
                "players": [player.id for player in event.players],
                "games": [[game.white, game.black] for game in draw.games],
            }
            for (event, draw, _), average in zip(draws, division.averages, strict=True)
        ],
        "grounds": [ground_json(ground) for ground in grounds],
    }


def _print(division: Division, draws: list[Drawn], out: Console, options: argparse.Namespace) -> None:
    for (event, draw, _), average in zip(draws, division.averages, strict=True):
        out.print(f"{event.name}, average {float(average):.2f}, {len(draw.games)} games", style="bold", highlight=False)
        white, black = Counter(game.white for game in draw.games), Counter(game.black for game in draw.games)
        players = event.players
        columns = [
            Column("No", [str(turn) for turn in range(1, len(players) + 1)]),
            Column("", [player.title or "" for player in players], left=True),
            Column("Name", [player.name for player in players], left=True),
            Column("Fed", [player.federation or "" for player in players], left=True),
            Column("Rating", [str(player.rating or "") for player in players]),
            Column("White", [str(white[player.id]) for player in players]),
            Column("Black", [str(black[player.id]) for player in players]),
        ]
        out.print("\n".join([*plain(columns), ""]), highlight=False, no_wrap=True, overflow="ignore", crop=False)
    out.print(
        f"{sum(len(s) for s in division.sections)} entrants in sections of {_sizes_text(division)}. Averages within "
        f"{float(division.spread):.2f} (no division can be closer than {float(division.bound):.2f}); "
        f"{division.crowded or 'no'} player{'s' * (division.crowded != 1)} too many of a federation or title. "
        f'Seed "{options.seed}".',
        highlight=False,
    )


def _sizes_text(division: Division) -> str:
    """Write the sizes one by one, or of very many sections how many there are of each."""
    sizes = [len(section) for section in division.sections]
    if len(sizes) <= 20:
        return ", ".join(map(str, sizes))
    return " and ".join(f"{size} ({count:,} of them)" for size, count in sorted(Counter(sizes).items(), reverse=True))

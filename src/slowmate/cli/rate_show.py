"""Rating lists, explanations and forecasts as people like to read them."""

import io
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowmate.cli.rate_period import Explained, Job, Rated, left_out_lines
from slowmate.cli.tables import WIDE, console
from slowmate.ratings import Forecast
from slowmate.ratings.fide.reporting import listed_federation
from slowmate.ratings.lists import rating_list
from slowmate.ratings.periods import Period, postal_until, published_on, window
from slowmate.records import BadInput
from slowmate.words import say


def _table(*headings: str, left: tuple[str, ...] = ("Name", "Fed", "Title", "")) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=True)
    return table


def _whole(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def table(rated: Rated, *, top: int, seconds: float) -> str:
    """Lay out the list, highest rated first, and one line about it."""
    order = rated.frame.filter(pl.col("rating").is_not_null()).sort("rating", descending=True, maintain_order=True)
    shown = order.head(min(top, len(order))) if top > 0 else order
    # ask rich whether standard output is a terminal, but collect the text: a list is written whole or not at all
    real = console()
    shown_at = real.is_terminal
    out = Console(
        file=io.StringIO(),
        width=real.width if shown_at else WIDE,
        color_system="standard" if shown_at else None,
        force_terminal=shown_at,
        soft_wrap=not shown_at,
    )
    heading = f"{rated.edition}" + (
        f", list {rated.period}, valid from {rated.period.valid_from:%d %B %Y}" if rated.period else ""
    )
    out.print(Text(heading, style="bold"))
    body = _table("#", "Name", "Fed", "Title", "Old", "Change", "New", "RD", "Games", "+", "")
    for rank, row in enumerate(shown.iter_rows(named=True), 1):
        body.add_row(
            str(rank),
            Text(str(row.get("name") or row["id"])),
            Text(str(row.get("federation") or "")),
            Text(str(row.get("title") or "")),
            _whole(row["old_rating"]),
            "new" if row["change"] is None else f"{row['change']:+.0f}" if row["change"] else "0",
            Text(_whole(row["rating"]), style="bold"),
            _whole(row["rd"]),
            _whole(row["games"]),
            str(row["period_games"] or ""),
            mark(published=row["published"], fixed=row["fixed"]),
        )
    out.print(body)
    if len(shown) < len(order):
        out.print(f"... and {len(order) - len(shown):,} more (--top 0 shows all)", highlight=False)
    out.print(summary(rated, seconds), highlight=False)
    for line in (*left_out_lines(rated.left_out), *about_list(rated), *rated.remarks):
        out.print(Text(line))
    text = out.file.getvalue()  # type: ignore[attr-defined]
    return str(text)


def about_list(rated: Rated) -> list[str]:
    """Say when the list appears, what it contains, and until when results by post could be registered."""
    if not isinstance(rated.period, Period) or rated.edition.startswith("FIDE"):
        return []
    rulings = (window(rated.period), published_on(rated.period), postal_until(rated.period))
    grounds = [ruling.grounds[-1] for ruling in rulings]
    return [f"{say(ground)} [{ground.clause}]" for ground in grounds]


def mark(*, published: bool, fixed: bool) -> str:
    """Return the mark of a rating: fixed from 30 games, provisional before, unpublished under 12."""
    return "fixed" if fixed else "provisional" if published else "unpublished"


def summary(rated: Rated, seconds: float | None) -> str:
    """Say in one line how many players and games, the mean change and the time it took."""
    played = rated.frame.filter(pl.col("period_games") > 0)
    mean = played["change"].drop_nulls().mean()
    words = [
        f"{len(rated.frame):,} players ({len(played):,} with games)",
        f"{rated.games:,} games",
        f"mean change {mean:+.2f}" if isinstance(mean, float) else "no change",
    ]
    return ", ".join(words if seconds is None else [*words, f"{seconds:.2f} s"])


def published(rated: Rated, no_members: frozenset[str] = frozenset()) -> Rated:
    """Return only those in the published list, with what it shows of them."""
    if rated.period is None:
        raise BadInput("a published list has a date: give --period", field="--list")
    if rated.edition.startswith("FIDE"):
        return replace(rated, frame=rated.frame.filter(_listed_by_fide(rated.frame, no_members)))
    if not isinstance(rated.period, Period):
        raise BadInput(f"{rated.period} is no list of ICCF's", field="--list")
    frame = rated.frame
    numbers = [frame[name].cast(pl.Float64).fill_null(np.nan).to_numpy() for name in ("rating", "games")]
    listed = rating_list(rated.period, numbers[0], numbers[1], frame["active"].to_numpy()).value
    return replace(rated, frame=frame[listed.rows.tolist()])


def _listed_by_fide(frame: pl.DataFrame, no_members: frozenset[str]) -> pl.Series:
    """Return who has a rating and a federation that may list them (13); without a federation, players are listed."""
    if "federation" not in frame.columns:
        return frame["rating"].is_not_null()
    names = ("federation", "unlisted_by", "dispensation", "rating")
    rows = frame.select([name for name in names if name in frame.columns]).iter_rows(named=True)
    listed = [
        row["rating"] is not None
        and listed_federation(
            row["federation"] or None,
            excluded=no_members,
            unlisted_by=row.get("unlisted_by"),
            dispensation=str(row.get("dispensation") or "0") not in {"0", "no", "false"},
        ).value
        is not None
        for row in rows
    ]
    return pl.Series(listed, dtype=pl.Boolean)


def print_explanation(explanation: Explained, names: dict[str, str]) -> None:
    """Print every step in its order, with the clause it rests on."""
    out, rated, ruling = console(), explanation.rated, explanation.ruling
    player = rated.frame.row(explanation.row, named=True)
    period = f", list {rated.period}" if rated.period else ""
    out.print(Text(f"{names[str(player['id'])]}: how the rating came about ({rated.edition}{period})", style="bold"))
    if not ruling.grounds:
        out.print("No rating and no rated games: nothing was calculated.")
        return
    steps = [ground.facts for ground in ruling.grounds]
    for event, identity, start in explanation.starts:
        for ground in start.grounds:
            if ground.facts in steps:
                continue
            out.print(Text(f"  {names[identity]} ({event}): {say(ground, names=names)} [{ground.clause}]"))
    shown = explanation.shown.grounds if explanation.shown else ()
    for number, ground in enumerate((*ruling.grounds, *shown), 1):
        out.print(Text(f"{number:>3}. {say(ground, names=names)} [{ground.clause}]"))
    old = "unrated" if player["old_rating"] is None else _whole(player["old_rating"])
    rd = "" if player["rd"] is None else f", RD {_whole(player['rd'])}"
    new = "no rating" if ruling.value is None else str(ruling.value)
    out.print(Text(f"{old} → {new}{rd}", style="bold"))


def forecast_json(job: Job, identity: str, forecast: Forecast) -> dict[str, Any]:
    """Return the forecast with ids for rows."""
    games = [{**asdict(game), "opponent": job.players.ids[game.opponent]} for game in forecast.games]
    return {"rules": job.edition, "id": identity, **asdict(forecast), "games": games}


def print_forecast(job: Job, identity: str, forecast: Forecast) -> None:
    """Print each running game with its three results, the rating by score, the expected one and the break-even."""
    out, names = console(), job.players.names()
    out.print(Text(f"{names[identity]}: what the running games may bring ({job.edition})", style="bold"))
    old = "unrated" if forecast.old_rating is None else str(forecast.old_rating)
    out.print(
        f"Rating {old}; with the games finished so far {forecast.now if forecast.now is not None else 'none yet'}."
    )
    games = _table("Running game", "Colour", "Expected", "Win", "Draw", "Loss", left=("Running game", "Colour"))
    for game in forecast.games:
        games.add_row(
            Text(names[job.players.ids[game.opponent]]),
            "White" if game.as_white else "Black",
            "" if game.expected is None else f"{game.expected:.4f}",
            *(_whole(value) for value in (game.win, game.draw, game.loss)),
        )
    out.print(games)
    scores = _table("Score", "Rating", left=())
    for score in forecast.scores:
        both = score.lowest == score.highest
        scores.add_row(f"{score.points:g}", _whole(score.lowest) if both else f"{score.lowest} to {score.highest}")
    out.print(scores)
    if forecast.expected_score is not None and forecast.expected_rating is not None:
        out.print(
            f"Expected: {forecast.expected_score:.2f} points, rating {forecast.expected_rating:.1f}.", highlight=False
        )
    if forecast.break_even is not None:
        out.print(f"Break-even: {forecast.break_even:g} points or more keep the rating.", highlight=False)
    elif forecast.old_rating is not None:
        out.print("Break-even: no score keeps the rating.", highlight=False)

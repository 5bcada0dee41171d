"""A list in the form that was asked for, or that the name of the file to write says."""

import gzip
import io
import json
from typing import Any

import polars as pl

from slowmate.formats.grounds import ground_json
from slowmate.formats.rating_csv import outcome_json, write_csv
from slowmate.ratings.chosen import LeftOut
from slowmate.records import BadInput

FORMATS = ("table", "csv", "csv.gz", "json", "parquet")
SUFFIXES = {
    ".csv": "csv", ".csv.gz": "csv.gz", ".json": "json", ".parquet": "parquet", ".pq": "parquet", ".txt": "table",
}  # fmt: skip


def style(asked: str | None, out: str | None) -> str:
    """The form of the output: the one asked for, else by the suffix of the file; both must agree."""
    by_name = None if out is None else _by_suffix(out)
    if asked is not None and by_name is not None and asked != by_name:
        raise BadInput(f"a name that ends in {_suffix(out or '')} is for {by_name}, not for {asked}", field="--out")
    if asked is None and out is not None and by_name is None and out != "-":
        raise BadInput(f"{out!r} ends in none of {', '.join(SUFFIXES)}; give such a name, or --format", field="--out")
    return asked or by_name or "table"


def _suffix(out: str) -> str | None:
    return next((suffix for suffix in sorted(SUFFIXES, key=len, reverse=True) if out.lower().endswith(suffix)), None)


def _by_suffix(out: str) -> str | None:
    suffix = _suffix(out)
    return SUFFIXES[suffix] if suffix else None


def packed(form: str, frame: pl.DataFrame, about: dict[str, Any]) -> bytes:
    """The list as bytes of a form that programs read; *about* stands around it in JSON."""
    if form == "json":
        answer = {**about, "players": outcome_json(frame)}
        return (json.dumps(answer, ensure_ascii=False, indent=1, default=str) + "\n").encode()
    if form == "parquet":
        file = io.BytesIO()
        frame.write_parquet(file)
        return file.getvalue()
    text = write_csv(frame).encode()
    return gzip.compress(text, mtime=0) if form == "csv.gz" else text


def left_out_json(left_out: tuple[LeftOut, ...]) -> list[dict[str, Any]]:
    return [{"games": one.games, **ground_json(one.ground)} for one in left_out]

"""A list in the chosen form, or in that of the output file's suffix."""

import gzip
import io
import json
from typing import Any

import polars as pl

from slowmate.cli.files import form_of
from slowmate.formats.grounds import ground_json
from slowmate.formats.rating_csv import outcome_json, write_csv
from slowmate.ratings.chosen import LeftOut

FORMATS = ("table", "csv", "csv.gz", "json", "parquet")
SUFFIXES = {
    ".csv": "csv", ".csv.gz": "csv.gz", ".json": "json", ".parquet": "parquet", ".pq": "parquet", ".txt": "table",
}  # fmt: skip


def style(form: str | None, out: str | None) -> str:
    """Return the form of the output: the one given, else by the suffix of the file; both must agree."""
    return form_of(form, out, SUFFIXES, field="--out") or "table"


def packed(form: str, frame: pl.DataFrame, about: dict[str, Any]) -> bytes:
    """Return the list as bytes of a form that programs read; *about* stands around it in JSON."""
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
    return [{"games": group.games, **ground_json(group.ground)} for group in left_out]

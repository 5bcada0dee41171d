"""Whatever is wrong in a JSON file is named by its line."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from slowmate.formats.reading import _line_of

values = st.recursive(
    st.integers() | st.text() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, child in inner for found in paths(child, (*path, key)))]


def line_by_marking(value: object, path: tuple[str | int, ...]) -> int:
    """Where a value starts in indented JSON, found by putting a mark in its place."""
    copy = json.loads(json.dumps({"root": value}))
    holder: Any = copy
    key: str | int = "root"
    for step in path:
        holder, key = holder[key], step
    holder[key] = "\x00mark"
    text = json.dumps(copy["root"], indent=1)
    return text[: text.index("\\u0000mark")].count("\n") + 1


@given(st.dictionaries(st.text(max_size=3), values, max_size=4))
def test_the_line_of_every_field_is_the_line_it_stands_on(value: dict[str, object]) -> None:
    text = json.dumps(value, indent=1)
    for path in paths(value)[1:]:
        assert _line_of(text, path) == line_by_marking(value, path), path


def test_a_missing_field_is_on_the_line_of_its_object() -> None:
    text = '{\n "players": [\n  {"id": 1},\n  {"name": "x"}\n ]\n}'
    assert _line_of(text, ("players", 1, "id")) == 4
    assert _line_of(text, ("games",)) == 1

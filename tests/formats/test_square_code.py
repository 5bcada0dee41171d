"""Square codes are read back here as a telephone reads them: from the drawing, by the standard (ISO 18004)."""

import re
from collections.abc import Callable

import pytest

from slowmate.formats.documents.square_code import square_code

BLOCKS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 4}
DATA = {1: 16, 2: 28, 3: 44, 4: 64, 5: 86, 6: 108}
"""Of level M, by the version: into how many blocks the data goes, and how many bytes of it there are."""
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: (row + column) % 2,
    lambda row, _column: row % 2,
    lambda _row, column: column % 3,
    lambda row, column: (row + column) % 3,
    lambda row, column: (row // 2 + column // 3) % 2,
    lambda row, column: row * column % 2 + row * column % 3,
    lambda row, column: (row * column % 2 + row * column % 3) % 2,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2,
)
MARGIN = 4


def signs(drawing: str) -> list[list[bool]]:
    """The dark signs of a drawing, without its margin."""
    size = int(re.search(r'viewBox="0 0 (\d+)', drawing)[1])  # type: ignore[index]
    grid = [[False] * size for _ in range(size)]
    for column, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawing):
        for step in range(int(length)):
            grid[int(row)][int(column) + step] = True
    return [line[MARGIN:-MARGIN] for line in grid[MARGIN:-MARGIN]]


def is_fixed(row: int, column: int, size: int) -> bool:
    """Whether a sign is one by which readers find their way, and no data."""
    corner = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    middle = size - 7
    alignment = size > 21 and abs(row - middle) <= 2 and abs(column - middle) <= 2
    return corner or alignment or row == 6 or column == 6


def read(drawing: str) -> str:
    grid = signs(drawing)
    size = len(grid)
    version = (size - 17) // 4
    told = int("".join(str(int(grid[8][column])) for column in range(5)), 2) ^ 0b10101
    assert told >> 3 == 0, "not of level M"
    mask = MASKS[told & 7]
    bits, upwards, column = [], True, size - 1
    while column > 0:
        column -= column == 6
        for row in range(size - 1, -1, -1) if upwards else range(size):
            pair = (at for at in (column, column - 1) if not is_fixed(row, at, size))
            bits += [grid[row][at] ^ (mask(row, at) == 0) for at in pair]
        upwards, column = not upwards, column - 2
    words = [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]
    blocks = BLOCKS[version]
    data = [word for block in range(blocks) for word in words[: DATA[version]][block::blocks]]
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100", "not of bytes"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


@pytest.mark.parametrize(
    "address",
    [
        "https://a.example",
        "https://chess.example/verify/ABCD-EFGH-JKMN-PQRS",
        "http://127.0.0.1:8000/verify/0123-4567-89AB-CDEF",
        "https://correspondence.chess-federation.example/verify/ZYXW-VTSR-QPNM-KJHG",
    ],
)
def test_a_square_code_leads_where_it_says(address: str) -> None:
    assert read(square_code(address)) == address


def test_the_drawing_has_its_white_margin() -> None:
    drawing = square_code("https://chess.example/verify/ABCD-EFGH-JKMN-PQRS")
    assert min(int(column) for column in re.findall(r"M(\d+) ", drawing)) == MARGIN

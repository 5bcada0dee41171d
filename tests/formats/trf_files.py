"""Tournament report files of our own for the tests: every field in its columns, unless a test moves it."""

from collections.abc import Sequence

COLUMNS = (
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR"
    "  1111 1 1  2222 2 2  3333 3 3"
)
"""The ruler that people put into their files; it is not a record, and nothing is read from it."""

PLAYERS = """\
001    1 m GM Novák, Jiří                       2512 CZE     3300001 1970/02/28  2.0    1     4 w 1     3 b =     2 w =
001    2 w IM Παπαδοπούλου, Ελένη               2431 GRE     4200002 1988/11/05  2.0    1     3 w 1     4 b =     1 b =
001    3 m    Øye, Åse                          2207 NOR     1500003 1991/00/00  1.5    3     2 b 0     1 w =     4 w 1
001    4 m FM Unrated, Ulf                           SWE                         0.5    4     1 b 0     2 w =     3 b 0
"""

HEADERS = """\
012 Small Masters
022 Brno
032 CZE
042 2018/03/01
052 2018/03/03
062 4
072 3
092 Individual: Round-Robin
102 IA Chief, Anna
112 FA Deputy, Bo
112 Third, Cy
122 90 min/40 moves + 30 min, 30 s a move
132                                                                                        18/03/01  18/03/02  18/03/03
"""

SMALL = HEADERS + PLAYERS


def swiss(*rows: Sequence[str], start: str = "2019/05/04") -> bytes:
    """A Swiss whose players' rounds are given as they stand in the file, such as ``"   2 w 1"``."""
    lines = ["012 Swiss of the tests", f"042 {start}", "092 Individual: Swiss-System"]
    for number, rounds in enumerate(rows, 1):
        head = f"001 {number:4d}      Player {number}".ljust(80) + " 0.0".rjust(4) + f" {number:4d}"
        lines.append(head + "".join(f"  {text:8}" for text in rounds))
    return ("\n".join(lines) + "\n").encode()

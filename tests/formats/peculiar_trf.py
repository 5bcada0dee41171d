"""Tournament reports with the peculiarities of real ones, each by its name: made here, line by line.

The points in each line are what the tournament counts. Where a file contradicts itself, `doubts` holds a part of each
warning, and `wrong` the numbers of those whose points in the file are not the sum of their results.
"""

from collections.abc import Sequence
from dataclasses import dataclass

DATED = ("042 2019/05/04",)


@dataclass(frozen=True, slots=True)
class Peculiar:
    data: bytes
    doubts: tuple[str, ...] = ()
    wrong: tuple[int, ...] = ()


def row(number: int, points: object, *rounds: str, name: str = "", head: str = "", rating: int = 2000) -> str:
    """A line 001. *head* stands in columns 10 to 13 (sex and title); a round is such as ``"   2 w 1"``."""
    left = f"001 {number:4d} {head:4} {name or f'Player {number}':33} {rating or '':>4} CZE"
    line = f"{left:80}{points!s:>4} {number:4d}" + "".join(f"  {one:8}" for one in rounds)
    return line.rstrip()


def game(opponent: int, rest: str) -> str:
    return f"{opponent:4d} {rest}"


def report(
    rows: Sequence[str],
    headers: Sequence[str] = DATED,
    tail: Sequence[str] = (),
    *,
    end: str = "\n",
    encoding: str = "utf-8",
    doubts: tuple[str, ...] = (),
    wrong: tuple[int, ...] = (),
) -> Peculiar:
    lines = ["012 A tournament", *headers, *rows, *tail]
    return Peculiar("".join(f"{line}{end}" for line in lines).encode(encoding), doubts, wrong)


def pair(white: object = "1.0", black: object = "0.0") -> list[str]:
    """Two players and their game."""
    return [row(1, white, game(2, "w 1")), row(2, black, game(1, "b 0"))]


def with_bye(code: str, points: str) -> list[str]:
    """Three players: the third has a bye while the others play."""
    return [*pair(), row(3, points, code)]


def team(number: int, players: Sequence[int], matches: object = "", games: object = "", name: str = "") -> str:
    left = f"310 {number:3d} {name or f'Team {number}':32} {'':5} {'':6} {matches!s:>6} {games!s:>6} {number:3d}  "
    return f"{left}{' '.join(f'{one:4d}' for one in players)}"


def old_team(name: str, players: Sequence[int]) -> str:
    return f"013 {name:32}{' '.join(f'{one:4d}' for one in players)}"


TWO_BOARDS = [
    row(1, "1.0", game(3, "w 1")),
    row(2, "0.5", game(4, "b =")),
    row(3, "0.0", game(1, "b 0")),
    row(4, "0.5", game(2, "w =")),
]
TWO_TEAMS = [team(1, (1, 2), "2.0", "1.5"), team(2, (3, 4), "0.0", "0.5")]
EMPTY_BOARD = [
    row(1, "0.0", game(3, "w 0")),
    row(2, "1.0", "0000 - +"),
    row(3, "1.0", game(1, "b 1")),
    row(4, "0.0", "0000 - -"),
]
ALONE = [row(5, "0.0", "0000 - -"), row(6, "0.0", "0000 - -")]
TWO_FOR_A_WIN = "WW=2.0 BW=2.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=2.0 PAB=2.0 FW=2.0 FL=0.0"
COLOURS = (*DATED, "192 FIDE_TEAM", "352 WB")

FILES: dict[str, Peculiar] = {
    "lines end in LF": report(pair()),
    "lines end in CR": report(pair(), end="\r"),
    "lines end in CRLF": report(pair(), end="\r\n"),
    "with a byte order mark": report(pair(), encoding="utf-8-sig"),
    "in Windows Latin": report([row(1, "1.0", game(2, "w 1"), name="Müller, Jürgen"), pair()[1]], encoding="cp1252"),
    "no date at all": report(pair(), headers=()),
    "no date but those of the rounds": report(
        pair(), headers=[f"132{'':88}19/05/04"], doubts=("042 is missing; the start is taken from the first round",)
    ),
    "a date of 2006": report(pair(), headers=["042 04.05.2019"]),
    "a date whose year may stand first or last": report(
        pair(),
        headers=["042 04.05.06"],
        doubts=("042: '04.05.06' is read as 2004-05-06 and may be 2006-05-04; write the year in full",),
    ),
    "a date whose year the end tells": report(pair(), headers=["042 04.05.19", "052 2019/05/13"]),
    "a half-point bye": report(with_bye("0000 - H", "0.5")),
    "a full-point bye": report(with_bye("0000 - F", "1.0")),
    "a bye by the pairing": report(with_bye("0000 - U", "1.0")),
    "a zero-point bye": report(with_bye("0000 - Z", "0.0")),
    "a blank round": report([*pair(), row(3, "0.0")]),
    "a half-point bye of 2006": report(with_bye("0000 - =", "0.5")),
    "a full-point bye of 2006": report(with_bye("0000 - +", "1.0")),
    "a bye with a blank opponent": report(with_bye("     - H", "0.5")),
    "a bye in small letters": report(with_bye("0000 - h", "0.5")),
    "a forfeit": report([row(1, "1.0", game(2, "w +")), row(2, "0.0", game(1, "b -"))]),
    "a forfeit of both": report([row(1, "0.0", game(2, "- -")), row(2, "0.0", game(1, "- -"))]),
    "a game of less than a move": report([row(1, "0.5", game(2, "w D")), row(2, "0.5", game(1, "b D"))]),
    "a game only one line tells": report([row(1, "1.0", game(2, "w 1")), row(2, "0.0")]),
    "a running game": report([row(1, "0.0", game(2, "w")), row(2, "0.0", game(1, "b"))]),
    "titles of one letter": report(
        [row(1, "1.0", game(2, "w 1"), head="m  g"), row(2, "0.0", game(1, "b 0"), head="w wf")]
    ),
    "an unrated player": report([row(1, "1.0", game(2, "w 1"), rating=0), pair()[1]]),
    "blank points": report(pair("", "")),
    "three points for a win": report(
        [*pair("3.0"), row(3, "1.0", game(4, "w =")), row(4, "1.0", game(3, "b =")), row(5, "2.0", "0000 - U")],
        headers=[*DATED, "162  W 3.0    D 1.0    L 0.0    P 2.0"],
    ),
    "three points for a win by a pairing program": report(
        [*pair("3.0"), row(3, "1.5", game(4, "w =")), row(4, "1.5", game(3, "b =")), row(5, "2.0", "0000 - U")],
        headers=[*DATED, "XXS W=3.0 D=1.5", "XXS PAB=2.0"],
    ),
    "a score system in twelve codes": report(
        [row(1, "2.0", game(2, "w 1")), row(2, "0.0", game(1, "b 0")), row(3, "2.0", "0000 - U")],
        headers=[*DATED, f"XXS {TWO_FOR_A_WIN}"],
    ),
    "a score system by colour": report(
        [
            row(1, "1.4", game(2, "w 1"), game(2, "b =")),
            row(2, "0.6", game(1, "b 0"), game(1, "w =")),
            row(3, "0.4", game(4, "w 0"), game(4, "b 0")),
            row(4, "2.3", game(3, "b 1"), game(3, "w 1")),
        ],
        headers=[*DATED, "XXS WW=1.0 BW=1.3 WD=.4 BD=0.4", "XXS WL=0,2 BL=0.2"],
    ),
    "byes and forfeits with points of their own": report(
        [
            row(1, "1.5", game(2, "w +"), "0000 - H"),
            row(2, "0.5", game(1, "b -"), "0000 - Z"),
            row(3, "1.3", "0000 - U", "0000 - F"),
        ],
        headers=[*DATED, "XXS FW=1.2 FL=0.4 HPB=0.3 ZPB=0.1", "XXS PAB=0.6 FPB=0.7"],
    ),
    "forfeits lost that are worth more than a blank round": report(
        [row(1, "1.0", game(2, "w +")), row(2, "0.6", game(1, "b -")), row(3, "0.0"), row(4, "0.0", "0000 - Z")],
        headers=[*DATED, "XXS FL=0.6"],
    ),
    "three points for a win and one for a bye by the pairing": report(
        [*pair("3.0"), row(3, "1.0", "0000 - U")], headers=[*DATED, "XXS W=3 D=1"]
    ),
    "a code after the one that includes it": report(
        [
            row(1, "3.0", game(2, "w 1")),
            row(2, "1.0", game(1, "b 0")),
            row(3, "0.0", "0000 - H"),
            row(4, "3.0", "0000 - F"),
        ],
        headers=[*DATED, "XXS FPB=0 W=3 D=2", "XXS WL=1 BL=1 HPB=0"],
    ),
    "a score system in records of one program": report(
        [*pair("3.0"), row(3, "3.0", "0000 - U"), row(4, "0.5", "0000 - Z"), row(5, "1.0", "0000 - H")],
        headers=[*DATED, "BBW  3.0", "BBD  1.0", "BBZ  0.5"],
    ),
    "a bye by the pairing in a record of its own": report(
        [*pair("3.0"), row(3, "2.0", "0000 - U")], headers=[*DATED, "BBU  2.0", "BBW  3.0"]
    ),
    "codes of points that nobody knows": report(
        [*pair("2.0"), row(3, "1.0", "0000 - U")],
        headers=[*DATED, "XXS WW=2.0 QW=3.0 BL=none", "162  W 2.0    Q 1.0    P 1.0", "BBW many"],
        doubts=(
            "line 3: XXS: 'QW' is no code of a score system, and is left out",
            "line 3: XXS: 'BL=none' is not understood, and is left out",
            "line 4: 162: 'Q' is no code of a score system, and is left out",
            "line 5: BBW: 'many' is no number of points, and is left out",
        ),
    ),
    "points for staying away": report(
        [*pair(), row(3, "0.5", "0000 - Z")], headers=[*DATED, "162  W 1.0    A 0.5    L 0.0"]
    ),
    "byes asked for in a record": report(
        [*pair(), row(3, "0.5"), row(4, "1.0")], tail=["240 H   1    3", "240 F   1    4"]
    ),
    "a bonus and a penalty": report(
        pair("0.5", "2.0"), tail=["299           2.0    1    2", "299          -0.5    1    1"]
    ),
    "a win that counted for less": report(pair("0.5"), tail=["299 W         0.5    1    1"]),
    "a total that contradicts": report(
        pair("1.5"), doubts=("player 1 (Player 1) has 1.5 in the file, 1 by",), wrong=(1,)
    ),
    "a round too many": report(
        [row(1, "1.0", game(2, "w 1"), game(2, "b 0")), row(2, "1.0", game(1, "b 0"), game(1, "w 1"))],
        headers=[*DATED, "XXR 1"],
        doubts=("XXR says 1 round, but there are results of 2",),
    ),
    "a record misspelt": report(
        [*pair(), row(3, "0.0").replace("001", "0O1", 1)],
        headers=[*DATED, "062 3"],
        doubts=(
            "line 6: '0O1' is no record of a report, and the line is left out; did you mean 001?",
            "062 says 3 players",
        ),
    ),
    "a player under another number of a record": report(
        [*pair(), row(3, "0.0").replace("001", "101", 1)],
        doubts=("line 5: '101' is no record of a report, and the line is left out; did you mean 001?",),
    ),
    "a ruler that begins as a header does": report(["0123456789" * 12, *pair()]),
    "rulers, comments and extensions": report(
        ["DDD SSSS sTTT NNNN", "### by hand", "1234567890123456789012345678901", *pair(), "XXC white1", "BBW  1.0"]
    ),
    "national ratings": report(
        pair(),
        tail=["CZE    1      Player 1".ljust(48) + "2100", "CZE    9      Nobody".ljust(48) + "2100"],
        doubts=("CZE speaks of player 9, who is not there",),
    ),
    "teams of 2006": report(TWO_BOARDS, tail=[old_team("Left", (1, 2)), old_team("Right", (3, 4))]),
    "teams of 2006 beside those of 2026": report(
        TWO_BOARDS, headers=COLOURS, tail=[*TWO_TEAMS, old_team("Left", (1, 2)), old_team("Right", (3, 4))]
    ),
    "colours in capitals": report([row(1, "1.0", game(2, "W 1")), row(2, "0.0", game(1, "B 0"))]),
    "teams of 2026": report(TWO_BOARDS, headers=COLOURS, tail=TWO_TEAMS),
    "a board won against nobody": report(
        EMPTY_BOARD, headers=COLOURS, tail=[team(1, (1, 2), "1.0", "1.0"), team(2, (3, 4), "1.0", "1.0")]
    ),
    "byes of teams": report(
        [*TWO_BOARDS, *ALONE, row(7, "0.0"), row(8, "0.0"), row(9, "0.0"), row(10, "0.0")],
        headers=COLOURS,
        tail=[
            *TWO_TEAMS,
            team(3, (5, 6), "2.0", "2.0"),
            team(4, (7, 8), "1.0", "1.0"),
            team(5, (9, 10), "1.0", "0.5"),
            "240 F   1    3",
            "240 H   1    4",
            "320  1.0  0.5   5",
        ],
    ),
    "a forfeited match": report(
        [row(1, "1.0", "0000 - +"), row(2, "1.0", "0000 - +"), row(3, "0.0"), row(4, "0.0")],
        headers=COLOURS,
        tail=[team(1, (1, 2), "2.0", "2.0"), team(2, (3, 4), "0.0", "0.0"), "330 +-   1   1   2"],
    ),
    "a match won against nobody that no record tells": report(
        [*TWO_BOARDS, row(5, "1.0", "0000 - +"), row(6, "1.0", "0000 - +")],
        headers=COLOURS,
        tail=[*TWO_TEAMS, team(3, (5, 6), "2.0", "2.0")],
    ),
    "a forfeited match that counted otherwise": report(
        [row(1, "1.0", "0000 - +"), row(2, "1.0", "0000 - +"), row(3, "0.0"), row(4, "0.0")],
        headers=COLOURS,
        tail=[
            team(1, (1, 2), "2.0", "1.5"),
            team(2, (3, 4), "1.0", "0.5"),
            "330 +-   1   1   2",
            "299 +   2.0   1.5    1    1",
            "299 -   1.0   0.5",
        ],
    ),
    "match points of three": report(
        TWO_BOARDS,
        headers=[*COLOURS, "362 TW 3.0   TD 1.0   TL 0.5"],
        tail=[team(1, (1, 2), "3.0", "1.5"), team(2, (3, 4), "0.5", "0.5")],
    ),
    "totals of teams that contradict": report(
        TWO_BOARDS,
        headers=COLOURS,
        tail=[team(1, (1, 2), "1.0", "1.5"), team(2, (3, 4), "0.0", "0.5")],
        doubts=("team 1 (Team 1) has 1 match points in the file, 2 by results",),
        wrong=(1,),
    ),
    "a team that the headers do not count": report(
        TWO_BOARDS[:1] + TWO_BOARDS[2:3],
        headers=[*COLOURS, "062 1", "082 0"],
        tail=[old_team("Both", (1, 3))],
        doubts=("062 says 1 player, but there are 2", "082 says 0 teams, but there is 1"),
    ),
    "totals of a team's players that contradict": report(
        [row(1, "2.0", game(3, "w 1")), *TWO_BOARDS[1:]],
        headers=COLOURS,
        tail=TWO_TEAMS,
        doubts=("player 1 (Player 1) has 2 in the file, 1 by results",),
    ),
    "a running game of a team's player": report(
        [*TWO_BOARDS[:3], row(4, "9.0", game(2, "w ="), game(1, "w"))],
        headers=COLOURS,
        tail=TWO_TEAMS,
    ),
    "a record with its fields shifted": report(
        pair(),
        tail=["299         2.0     1    2"],
        doubts=("line 5: column 13: '2' stands between two fields of 299; the line is shifted",),
    ),
    "byes that only the totals tell": report(
        [*pair(), row(3, "0.5")],
        doubts=("player 3 (Player 3) has 0.5 in the file, 0 by",),
        wrong=(3,),
    ),
    "a win of less than a move": report([row(1, "1.0", game(2, "w W")), row(2, "0.0", game(1, "b L"))]),
    "numbers with gaps": report([row(4, "1.0", game(9, "w 1")), row(9, "0.0", game(4, "b 0"))]),
    "all headers of 2016": report(
        pair(),
        headers=[
            *("022 Praha", "032 CZE", "042 2019/05/04", "052 2019/05/12", "062 2", "072 2", "082 0"),
            *(
                "092 Individual: Swiss-System",
                "102 Anna Arbiter (12345)",
                "112 Boris",
                "112 Cyril",
                "122 90 min + 30 s",
            ),
            f"132{'':88}19/05/04",
        ],
    ),
    "all records of 2026 that change no points": report(
        pair(),
        headers=[
            *DATED,
            *("142 1", "152 W", "172 CZE FIDE ", "182 Pairer 1.0", "192 FIDE_DUTCH_2025", "202 BH,SB", "212 RATING"),
            "222 40/6000+30:900+30",
        ],
        tail=["250       1.0   1   1    1    2", "260   1   1    1    2", "801 anything", "802 anything"],
    ),
    "records of pairing programs": report(
        pair(),
        headers=[*DATED, "XXR 1", "XXC rank white1", "XXZ 3", "XXP 1 2", "XXA    1  1.0", "DAT 2019/05/04"],
    ),
    "boards played out of order": report(TWO_BOARDS, headers=COLOURS, tail=[*TWO_TEAMS, "300   1   1   2    2    1"]),
}

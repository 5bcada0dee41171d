"""A draw that anybody can verify."""

from dataclasses import replace
from datetime import date
from hashlib import sha256

import pytest

from slowmate.events.organising.draw import (
    Difference,
    Differs,
    Field,
    Positions,
    PublishedDraw,
    commitment,
    draw,
    first_difference,
    published,
)
from slowmate.events.organising.sections import divide, section_sizes
from slowmate.formats.draw_json import draw_text, read_draw
from slowmate.records import BadInput, Player

START = date(2018, 6, 1)
ENTRANTS = tuple(
    Player(str(n), f"P{n}", ["CZE", "GER", "POL"][n % 3], rating=2200 + 17 * n % 300) for n in range(1, 27)
)
FIELD = Field(ENTRANTS, (13, 13), START)
SEED = " žluťoučký kůň\n"
DRAWN = published(FIELD, seed=SEED)


def test_a_commitment_is_the_hash_of_the_seed_to_the_letter() -> None:
    assert commitment(SEED) == sha256(SEED.encode("utf-8")).hexdigest()
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.clause("ICCF-TR-2017 0.3/2", "ICCF-TR-2017 1.0.5/4")
def test_what_was_drawn_is_drawn_again() -> None:
    assert first_difference(DRAWN) is None
    assert first_difference(read_draw(draw_text(DRAWN).encode())) is None
    assert published(replace(FIELD, entrants=ENTRANTS[::-1]), seed=SEED).sections == DRAWN.sections
    assert published(FIELD, seed="another").sections != DRAWN.sections
    assert len(DRAWN.pairings) == 2 * 78


def test_a_field_that_is_dealt_into_groups_is_drawn_again_from_its_file() -> None:
    """Its sizes, which are known from its sections alone, are not all the same."""
    many = tuple(
        Player(str(n), f"P{n}", ["CZE", "GER", "POL"][n % 3], rating=1800 + 17 * n % 800) for n in range(4_300)
    )
    drawn = published(Field(many, tuple(section_sizes(4_300, 13)), START), seed=SEED)
    assert len({len(section) for section in drawn.sections}) == 2
    assert first_difference(read_draw(draw_text(drawn).encode())) is None


def test_the_draw_of_many_thousands_can_be_read_again() -> None:
    """50,000 entrants take more bytes than an event may."""
    large = draw_text(DRAWN).encode() + b" " * 27_000_000
    assert read_draw(large) == read_draw(draw_text(DRAWN).encode())


def test_the_file_says_exactly_what_was_drawn() -> None:
    assert read_draw(draw_text(DRAWN).encode()) == replace(
        DRAWN,
        field=replace(FIELD, entrants=tuple(Player(p.id, p.name, p.federation, rating=p.rating) for p in ENTRANTS)),
    )


def swapped(draw: PublishedDraw) -> PublishedDraw:
    first, second, *rest = draw.sections[1]
    return replace(draw, sections=(draw.sections[0], (second, first, *rest)))


def recoloured(draw: PublishedDraw) -> PublishedDraw:
    (section, white, black), *rest = draw.pairings
    return replace(draw, pairings=((section, black, white), *rest))


@pytest.mark.parametrize(
    ("told", "what", "section"),
    [
        (replace(DRAWN, seed="chosen later"), Differs.COMMITMENT, None),
        (replace(DRAWN, seed="chosen later", commitment=commitment("chosen later")), Differs.NUMBER, 1),
        (swapped(DRAWN), Differs.NUMBER, 2),
        (recoloured(DRAWN), Differs.PAIRING, 1),
        (replace(DRAWN, pairings=DRAWN.pairings[:-1]), Differs.PAIRING, 2),
        (replace(DRAWN, pairings=(*DRAWN.pairings, (3, "1", "2"))), Differs.PAIRING, 3),
        (replace(DRAWN, seed=None), Differs.NO_SEED, None),
    ],
)
def test_whatever_was_changed_afterwards_is_found(told: PublishedDraw, what: Differs, section: int | None) -> None:
    different = first_difference(told)
    assert different is not None
    assert (different.what, different.section) == (what, section)


def test_the_first_difference_says_what_was_drawn_and_what_was_published() -> None:
    first, second = DRAWN.sections[1][:2]
    assert first_difference(swapped(DRAWN)) == Difference(Differs.NUMBER, 2, 1, first, second)


def test_a_rating_changed_afterwards_shows() -> None:
    stronger = (replace(ENTRANTS[0], rating=2700), *ENTRANTS[1:])
    assert first_difference(replace(DRAWN, field=replace(FIELD, entrants=stronger))) is not None


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_players_exchanged_by_hand_are_part_of_what_is_published() -> None:
    division = divide(ENTRANTS, (13, 13), seed=SEED).value
    one, other = division.sections[0][0].id, division.sections[1][0].id
    changed = published(replace(FIELD, exchanges=((one, other),)), seed=SEED)
    assert other in changed.sections[0]
    assert one in changed.sections[1]
    assert first_difference(changed) is None
    hidden = replace(changed, field=FIELD)
    assert first_difference(hidden) is not None
    with pytest.raises(BadInput, match="99"):
        draw(replace(FIELD, exchanges=((one, "99"),)), seed=SEED)


@pytest.mark.clause("ICCF-TR-2017 8.7(g)")
def test_teams_draw_their_numbers_and_play_board_by_board() -> None:
    teams = {f"T{n}": tuple(f"T{n}/{board}" for board in (1, 2)) for n in range(1, 6)}
    field = Field(tuple(Player(one, one, rating=2300) for one in teams), (5,), START, teams=teams)
    drawn = published(field, seed="s")
    assert sorted(drawn.sections[0]) == sorted(teams)
    assert len(drawn.pairings) == 20
    assert first_difference(read_draw(draw_text(drawn).encode())) is None
    first, second = drawn.sections[0][:2]
    assert (1, f"{first}/1", f"{second}/1") in drawn.pairings


def test_two_games_with_each_opponent_are_drawn_again_too() -> None:
    drawn = published(replace(FIELD, games_per_pairing=2), seed="s")
    assert len(drawn.pairings) == 4 * 78
    assert first_difference(read_draw(draw_text(drawn).encode())) is None


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"{}", "entrants"),
        (b'{"commitment": "x", "entrants": [{"id": 1}, {"id": 1}]}', "entrants"),
        (b'{"commitment": "x", "seed": 5, "entrants": [{"id": 1}]}', "seed"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": [["2"]], "pairings": []}', "sections"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": [], "pairings": []}', "sections"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": "1", "pairings": []}', "sections"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": [[[1]]], "pairings": []}', "sections"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": [["1"]]}', "pairings"),
        (b'{"commitment": "x", "seed": "s", "entrants": [], "sections": [], "pairings": []}', "entrants"),
        (b'{"commitment": "x", "seed": "s", "entrants": [{"id": 1}], "sections": [["1"]], "exchanges": [["1"]]}',
         "exchanges"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_draw_is_refused_with_the_field(data: bytes, where: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_draw(data, file="draw.json")
    assert (wrong.value.file, (wrong.value.field or "").split(".")[0].split("[")[0]) == ("draw.json", where)


def test_before_the_start_lists_only_the_commitment_and_the_entrants_are_told() -> None:
    closed = PublishedDraw(commitment(SEED), None, replace(FIELD, sizes=()))
    again = read_draw(draw_text(closed).encode())
    assert (again.seed, again.sections, again.pairings) == (None, (), ())
    assert SEED not in draw_text(closed)
    assert first_difference(again) == Difference(Differs.NO_SEED)


@pytest.mark.clause("ICCF-LAWS-2019 B.2.4")
def test_in_chess960_all_games_start_alike_or_those_of_each_pair_do() -> None:
    field = Field(ENTRANTS[:6], (6,), START, games_per_pairing=2)
    alike = published(replace(field, positions=Positions.ONE), seed="s")
    assert len(alike.positions) == len(alike.pairings) == 30
    assert len(set(alike.positions)) == 1
    each = published(replace(field, positions=Positions.EACH), seed="s")
    by_pair: dict[frozenset[str], set[int]] = {}
    for (_, white, black), position in zip(each.pairings, each.positions, strict=True):
        by_pair.setdefault(frozenset((white, black)), set()).add(position)
    assert len(by_pair) == 15
    assert all(len(positions) == 1 for positions in by_pair.values())
    assert len(set(each.positions)) > 10
    assert published(field, seed="s").positions == ()


@pytest.mark.clause("ICCF-LAWS-2019 B.2.4")
@pytest.mark.parametrize("positions", Positions)
def test_starting_positions_are_verified_with_the_draw(positions: Positions) -> None:
    drawn = published(replace(FIELD, positions=positions), seed=SEED)
    read = read_draw(draw_text(drawn).encode())
    assert read.positions == drawn.positions
    assert first_difference(read) is None
    first, *rest = drawn.positions
    different = first_difference(replace(read, positions=((first + 1) % 960, *rest)))
    assert different is not None
    assert (different.what, different.drawn) == (Differs.POSITION, str(first))


def test_a_file_says_which_games_start_alike_or_is_refused() -> None:
    told = draw_text(published(replace(FIELD, positions=Positions.ONE), seed=SEED))
    with pytest.raises(BadInput, match="neither one position"):
        read_draw(told.replace('"chess960": "one"', '"chess960": "some"').encode())

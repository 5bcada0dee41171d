"""A team event of an archive in which boards were taken over: seats, tables, norms and ratings as the file has them."""

import json
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from slowmate.events.running.standings import standings
from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_text
from slowmate.ratings.periods import Period
from slowmate.records import Event, Result
from slowmate.server.events.models import Seat, SeatHolding, Section
from slowmate.server.events.queries.record import record_of, sections_with_event
from slowmate.server.games.models import Game
from slowmate.server.jobs import titles, verify
from slowmate.server.people.models import Player
from slowmate.server.ratings.queries.candidate_games import candidate_games
from slowmate.server.titles.models import Norm
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.titles.norms import norms
from tests.server.archives.bringing import Importer
from tests.server.ratings.made import go_on_until
from tests.server.ratings.redone import assert_redone
from tests.support.finished import all_games
from tests.support.people import AT
from tests.support.sections import rated_team_event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

START = date(2018, 3, 1)
ENDED = date(2018, 10, 1)


def substituted(*, has_status: bool, keeps: bool = True, kind: str = "zonal-team") -> Event:
    """Thirteen teams of one board, all games drawn but those of the first board of team 1: Nova has won them all since
    she came for the first player. He keeps the games he ended himself, or the file gives all of them to her."""
    event = all_games(rated_team_event(kind, [[2400] * 13], start=START))
    first = event.players[0]
    newcomer = replace(
        first, id="99", name="Nova Newcomer", rating=2500, replaces=first, has_replacement_status=has_status,
        replaces_since=START + timedelta(days=20),
    )  # fmt: skip
    games = []
    for number, game in enumerate(event.games):
        mine = "1" in (game.white, game.black)
        who = {"1": "1" if keeps and number < 2 else "99"}
        result = (Result.WHITE_WINS if game.white == "1" else Result.BLACK_WINS) if mine else Result.DRAW
        white, black = who.get(game.white, game.white), who.get(game.black, game.black)
        games.append(replace(game, white=white, black=black, result=result, ended=ENDED))
    players = (*event.players, newcomer) if keeps else (newcomer, *event.players[1:])
    teams = tuple(replace(team, name=f"Team {team.id}") for team in event.teams)
    if not keeps:
        teams = (replace(teams[0], players=("99",)), *teams[1:])
    return replace(event, players=players, games=tuple(games), teams=teams, end=ENDED, director=None)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3", "ICCF-TR-2017 8.7(e)/6")
@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("has_status", [True, False])
def test_an_event_with_a_substitute_comes_whole(bring: Importer, client: Client, has_status: bool, keeps: bool) -> None:
    event = substituted(has_status=has_status, keeps=keeps)
    said = bring("event", bring.file("e.json", event_text(event)), "--write")
    assert said.status == 0, said
    section = sections_with_event().get()
    assert (section.seats.count(), SeatHolding.objects.count()) == (13, 1)
    holding = SeatHolding.objects.get()
    assert (holding.name, holding.rating, holding.seat.name) == ("Nova Newcomer", 2500, "Player 1")
    assert (holding.begins, holding.has_replacement_status) == (START + timedelta(days=20), has_status)
    here, there = record_of(section), event
    assert [line.points for line in standings(here).value] == [line.points for line in standings(there).value]
    own = next(line for line in norms(here).players if line.id == str(holding.player_id))
    assert own.score == 12
    assert own.norms["GM"].achieved is has_status
    titles.look_at_ended(at=AT)
    assert Norm.objects.filter(player=holding.player, title="GM").exists() is has_status
    assert list(wrong_norms()) == []
    assert list(verify.differences()) == []
    page = client.get(f"/sections/{section.pk}").content.decode()
    assert "Nova Newcomer" in page
    assert "Player 1" in page
    again = read_event(_content(client, f"/sections/{section.pk}/event.json"), file="e.json")
    assert [line.score for line in norms(again).players] == [line.score for line in norms(here).players]
    assert standings(again).value == standings(here).value
    assert "event: 1 there already" in bring("event", bring.file("e.json", event_text(event)), "--write").out


def _content(client: Client, path: str) -> bytes:
    said: Any = client.get(path)
    return b"".join(said.streaming_content) if said.streaming else bytes(said.content)


@pytest.mark.clause("ICCF-TR-2017 App1.18(a)", "ICCF-TR-2017 App1.18(b)", "ICCF-TR-2017 8.7(e)/8")
@pytest.mark.parametrize("has_status", [True, False])
def test_games_are_rated_for_the_original_only_without_the_status(bring: Importer, has_status: bool) -> None:
    event = substituted(has_status=has_status)
    assert bring("event", bring.file("e.json", event_text(event)), "--write").status == 0
    first, newcomer = Player.objects.get(name="Player 1"), Player.objects.get(name="Nova Newcomer")
    own = Game.objects.filter(white=newcomer) | Game.objects.filter(black=newcomer)
    originals = {game.white_original if game.white == newcomer else game.black_original for game in own}
    assert originals == ({None} if has_status else {first})
    others = Game.objects.exclude(pk__in=own).filter(white_original=None, black_original=None)
    assert others.count() == Game.objects.count() - own.count()
    rated, _ = candidate_games("chess", Period.parse("2019/1"))
    named = {*rated["white_original"].drop_nulls(), *rated["black_original"].drop_nulls()}
    assert named == (set() if has_status else {first.pk})


@pytest.mark.clause("ICCF-TR-2017 App1.18(a)", "ICCF-TR-2017 App1.18(b)")
@pytest.mark.parametrize(("has_status", "his", "hers"), [(False, 6, 6), (True, 2, 10)])
def test_a_list_with_a_substitute_is_made_again_from_its_files(
    bring: Importer, tmp_path: Path, has_status: bool, his: int, hers: int
) -> None:
    """Her last four games are draws with lower rated players: without the status they count for the original."""
    event = substituted(has_status=has_status)
    drawn = [game for game in event.games if "99" in (game.white, game.black)][-4:]
    games = tuple(replace(game, result=Result.DRAW) if game in drawn else game for game in event.games)
    said = event_text(replace(event, games=games))
    assert bring("event", bring.file("e.json", said), "--write").status == 0
    Player.objects.filter(name="Player 1").update(rating=2400, rating_games=100)
    row = go_on_until("2019/1")[-1]
    both = row.entries.filter(name__in=("Player 1", "Nova Newcomer"))
    assert dict(both.values_list("name", "period_games")) == {"Player 1": his, "Nova Newcomer": hers}
    assert_redone(row, tmp_path)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"teams": []}, "only boards of teams are taken over"),
        ({"kind": "open-class", "teams": []}, "only boards of teams are taken over"),
        (
            {"teams": [{"id": "A", "players": ["1"]}, {"id": "B", "name": "A", "players": ["2"]}]},
            "two teams are called",
        ),
    ],
)
def test_a_substitute_who_takes_no_board_is_refused(bring: Importer, more: dict[str, Any], why: str) -> None:
    said = json.loads(event_text(substituted(has_status=False)))
    found = bring("event", bring.file("e.json", json.dumps({**said, **more})), "--write")
    assert found.status == 1
    assert why in found.out
    assert not Section.objects.exists()
    assert not Seat.objects.exists()


def test_the_second_substitute_on_a_board_is_known_with_the_first(bring: Importer) -> None:
    event = substituted(has_status=False)
    second = replace(event.players[-1], id="100", name="Dora Second", replaces=event.players[-1])
    games = [game for game in event.games if "99" in (game.white, game.black)]
    last = replace(games[-1], white="100") if games[-1].white == "99" else replace(games[-1], black="100")
    event = replace(
        event,
        players=(*event.players, second),
        games=tuple(last if game == games[-1] else game for game in event.games),
    )
    assert bring("event", bring.file("e.json", event_text(event)), "--write").status == 0
    assert list(SeatHolding.objects.order_by("pk").values_list("name", flat=True)) == ["Nova Newcomer", "Dora Second"]
    section = sections_with_event().get()
    line = norms(record_of(section)).players
    assert next(one.score for one in line if one.id == str(Player.objects.get(name="Dora Second").pk)) == Fraction(12)

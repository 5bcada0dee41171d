"""The demo: made by the core, the same every time, and what the page and the start-up line say of it is true."""

import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from slowmate import play
from slowmate.board import Colour
from slowmate.cli.main import main
from slowmate.play import commands
from slowmate.server.accounts.models import User
from slowmate.server.correspondence.models import Message, Report
from slowmate.server.demo import games, load
from slowmate.server.demo.offices import OFFICIALS
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.events.models import Case, Decision, Event, EventEntry, Pairing, Right, Seat, SeatHolding, Section
from slowmate.server.events.queries.rights_check import wrong_rights
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.jobs import verify
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Federation, MembersDeclared, Player, TitleHeld
from slowmate.server.ratings.models import RatingList
from slowmate.server.site import clock
from slowmate.server.titles.models import Application, Certificate, Norm, OverTheBoardEvent, TitleAward
from slowmate.server.titles.pages.profile import prospects
from slowmate.server.titles.queries.register_check import wrong_norms
from tests.server.archives.bringing import Importer
from tests.server.demo.links import Walk
from tests.server.tampering import unguarded
from tests.support.effort import IS_LONG
from tests.support.people import AT

pytestmark = pytest.mark.django_db

ON_THE_DESK = {"claim", "request", "report", "irregularity", "adjudication"}


@pytest.fixture
def made() -> None:
    load.make(at=AT, running=3, over=1, is_whole=False)


@pytest.mark.usefixtures("made")
def test_every_game_of_the_demo_is_what_its_events_say() -> None:
    assert list(verify.differences()) == []
    assert Player.objects.filter(is_demo=True).count() == load.PLAYERS + len(OFFICIALS)


@pytest.mark.usefixtures("made")
def test_there_is_something_of_everything() -> None:
    ends = set(Game.objects.exclude(termination="").values_list("termination", flat=True))
    assert {"agreement", "resignation", "stalemate", "dead-position", "fifty-move", "cancelled"} <= ends
    assert Game.objects.filter(awaits_director=True).exists()
    assert Game.objects.filter(status=Game.Status.RUNNING, plies__gt=0).exists()
    assert Message.objects.exists()
    bound = [event.game for event in GameEvent.objects.filter(type="conditionals-set")]
    states = [play.game_from_text(game.snapshot) for game in bound]
    assert [sum(len(state.side(colour).lines) for colour in Colour) for state in states] == [1]
    assert Report.objects.filter(settled=None).exists()
    assert {item.kind for item in waiting(User.objects.get(email=load.DIRECTOR_MAIL), at=AT).items} >= ON_THE_DESK
    assert not Mail.objects.exists()
    assert not Game.objects.filter(due__lte=AT).exists()  # the clocks are as if the server had run all the time


@pytest.mark.usefixtures("made")
def test_one_can_sign_in_as_a_player_and_as_the_director(client: Client) -> None:
    for mail, page in ((load.ADA, "/games"), (load.DIRECTOR_MAIL, "/desk")):
        client.logout()
        done = client.post("/accounts/login/", {"login": mail, "password": load.PASSWORD})
        assert done.status_code == 302, mail
        assert client.get(page).status_code == 200


EVERYTHING = (
    *(Case, Decision, SeatHolding),
    *(Report, Message, Mail, Certificate, Application, TitleAward, Norm, OverTheBoardEvent),
    *(Pairing, Seat, Section, Event, TitleHeld, MembersDeclared, Federation),
)
"""What hangs on players, in an order in which it can be deleted."""


@pytest.mark.usefixtures("made")
def test_substitutes_play_in_a_team_match_and_one_asks_for_the_status_of_a_replacement(client: Client) -> None:
    section = Section.objects.get(event__kind="zonal-team")
    ada, boris = (Player.objects.get(user__email=f"{name}@demo.example") for name in ("ada", "boris"))
    assert set(SeatHolding.objects.filter(seat__section=section).values_list("player", flat=True)) == {ada.pk, boris.pk}
    case = Case.objects.get(section=section, procedure="replacement status")
    assert (case.player, case.state) == (boris, "requested")
    client.force_login(User.objects.get(email="director@demo.example"))
    assert f"/cases/{case.pk}" in client.get("/desk?kind=case").content.decode()


@pytest.mark.usefixtures("made")
def test_it_is_made_once_and_the_same_every_time() -> None:
    def seen() -> list[tuple[object, ...]]:
        return list(
            Game.objects.order_by("pk").values_list(
                "pairing__section__event__name", *("white__name", "black__name", "last_move", "last_move_at"), "version"
            )
        )

    first = seen()
    load.ensure()
    assert seen() == first
    for model in EVERYTHING:
        model.objects.all().delete()
    with unguarded():
        GameEvent.objects.all().delete()
    Game.objects.all().delete()
    Player.objects.all().delete()
    User.objects.all().delete()
    load.make(at=AT, running=3, over=1, is_whole=False, processes=2)
    assert seen() == first


def test_a_told_game_has_the_events_that_deciding_it_gives() -> None:
    """The shortcut of the demo, held against the core move by move."""
    line = next(line for line in games.lines() if line.stood != "*" and 20 < len(line.moves) < 26)
    terms = play.Terms(starts=AT, time_control=play.clocks.Classic(), chess960=line.chess960)
    told = games.Telling(terms)
    for number, uci in enumerate(line.moves, 1):
        told.move(uci, after=30 * games.HOUR, is_last=number == len(line.moves))
    game, decided = play.fold(told.told[:2]), list(told.told[:2])
    at = AT
    for uci in line.moves:
        at += 30 * games.HOUR
        for event in play.decide(game, commands.MakeMove(by=game.position.turn, move=uci), at=at):
            game = play.evolve(game, event)
            decided.append(event)
    assert told.told == decided


@pytest.mark.slow
def test_the_whole_demo_has_events_in_every_state_lists_of_every_system_and_the_norms_that_the_command_finds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bring: Importer
) -> None:
    at = AT.replace(year=2026)
    load.make(at=at, running=2, over=2)
    assert set(Event.objects.values_list("state", flat=True)) == {
        *("draft", "announced", "open", "closed", "sections proposed", "confirmed", "posted"),
        *("running", "finished", "settled", "cancelled"),
    }
    assert set(EventEntry.objects.values_list("state", flat=True)) == {"asked", "accepted", "waiting", "seated"}
    assert set(RatingList.objects.values_list("rules", flat=True)) == {"iccf-2016", "iccf-2017", "iccf-2023"}
    assert list(verify.differences()) == []
    assert list(wrong_norms()) == []
    assert Right.objects.filter(section__event__kind="world-cup-final").exists()
    assert list(wrong_rights(lambda _done: None, on=at.date())) == []
    last_week = TitleAward.objects.filter(route="norms", state="confirmed", earned__gte=at.date() - timedelta(days=8))
    assert last_week.exists(), "a title earned last week"
    assert TitleAward.objects.filter(state="proposed", recommended=None).exists(), "something for the Board"
    assert TitleAward.objects.filter(state="proposed").exclude(recommended=None).exists(), "and for the commissioner"
    steps = [norm.step for player in Player.objects.filter(seats__section__event__kind="master-norm").distinct()
             for one in prospects(player) for norm in one.norms]  # fmt: skip
    assert set(steps) == {"made", "open", "gone"}
    for section in Section.objects.filter(state__in=("finished", "settled")).order_by("pk"):
        assert _registered(section) == _by_the_command(section, tmp_path / "event.json", capsys), section
    masters = Game.objects.filter(pairing__section__event__name__startswith="Amici Masters")
    assert masters.exists()
    assert not masters.filter(plies=0).exists(), "the event that the front page shows has its moves"
    assert wrong_links(at) == []
    _sections_come_back(bring)


def _sections_come_back(bring: Importer) -> None:
    """Bring every section that is over once more, as its files offer it, and compare the files."""
    there = Section.objects.filter(state__in=("finished", "settled")).exclude(pairings=None).order_by("pk")
    before = {(files.events["name"], files.events["start"]): files for files in map(_Files.of, there)}
    assert len(before) == len(there) > 70
    assert any("fen" in game or "chess960" in game for files in before.values() for game in files.events["games"])
    taken = set(there.values_list("pk", flat=True))
    names = [(f"{number}.json", f"{number}.pgn") for number, _ in enumerate(before)]
    for (table, pgn), files in zip(names, before.values(), strict=True):
        bring.file(table, json.dumps(files.events))
        bring.file(pgn, files.pgn)
    for kind, files_of_kind in (("event", [table for table, _ in names]), ("games", [pgn for _, pgn in names])):
        paths = [str(bring.folder / name) for name in files_of_kind if (bring.folder / name).stat().st_size]
        said = bring(kind, *paths, "--write", "--by-name", "--source", "itself")
        assert (said.status, said.err) == (0, ""), said.out
    made = Section.objects.exclude(pk__in=taken).filter(state="settled").order_by("pk")
    after = {(files.events["name"], files.events["start"]): files for files in map(_Files.of, made)}
    assert [name for name in before if before[name].content != after[name].content] == []
    assert not Game.objects.filter(pairing=None, event_key__in=[name for name, _ in before]).exists()
    assert list(verify.differences()) == []


@dataclass(frozen=True)
class _Files:
    """What a section offers: its EVENT.json and its PGN."""

    events: dict[str, Any]
    pgn: str

    @classmethod
    def of(cls, section: Section) -> "_Files":
        path = f"/api/sections/{section.pk}"
        pgn = Client().get(f"{path}/games.pgn").getvalue().decode()
        return cls(Client().get(f"{path}/event.json").json(), pgn)

    @property
    def content(self) -> tuple[dict[str, Any], list[str]]:
        """Everything but what one file of a section cannot tell: numbers, office holders, series and clocks."""
        table = {key: value for key, value in self.events.items() if key not in ("id", "director", "cycle")}
        table["games"] = [{key: value for key, value in game.items() if key != "id"} for game in table["games"]]
        tags = "GameId|TimeControl|Mode|Termination|Site|Event|Section"
        texts = re.sub(rf'\[({tags}) "[^"]*"\]\n|\{{[^}}]*\}}|\d+\.{{3}}', "", self.pgn)
        return table, sorted(" ".join(game.split()) for game in re.split(r"\n\n(?=\[)", texts))


def _registered(section: Section) -> set[tuple[str, str, float, int]]:
    rows = Norm.objects.filter(section=section, state__in=Norm.LIVE)
    return {(str(row.player_id), row.title, float(row.needed or 0), row.counted) for row in rows}


def _by_the_command(
    section: Section, file: Path, capsys: pytest.CaptureFixture[str]
) -> set[tuple[str, str, float, int]]:
    """What `slowmate norms` finds in the file that the section offers."""
    file.write_text(Client().get(f"/api/sections/{section.pk}/event.json").content.decode(), "utf-8")
    assert main(["norms", str(file), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {
        (line["id"], title, norm["needed"], norm["counted_games"])
        for line in found["players"]
        for title, norm in line["norms"].items()
        if norm["achieved"]
    }


def wrong_links(at: datetime) -> list[str]:
    """Follow the links of all pages as a visitor, a player and an official; in the long run as every office."""
    people: list[str | None] = [None, load.ADA, load.DIRECTOR_MAIL]
    if IS_LONG:
        people += [official.mail for official in OFFICIALS[1:]]
    wrong = []
    with clock.shifted(at - clock.now()):
        for mail in people:
            client = Client()
            if mail:
                client.force_login(User.objects.get(email=mail))
            walk = Walk(client, per_kind=None if IS_LONG else 1)
            walk.follow("/")
            assert len(walk.asked) > 90, "kinds of pages"
            wrong += [f"{mail or 'a visitor'}: {found}" for found in walk.wrong]
    return wrong

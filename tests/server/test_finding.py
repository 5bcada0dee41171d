"""Players and games are found whatever the capitals, the accents and the order of the words."""

from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from slowmate.server import clock
from slowmate.server.folding import folded
from slowmate.server.models import Player, User
from slowmate.server.queries.mine import Wanted, finished, my_queue
from slowmate.server.queries.people import namesakes, players
from slowmate.server.services import backup
from slowmate.testing.people import game, person


@pytest.mark.parametrize(
    ("written", "looked_for"),
    [
        ("Čeněk", "cenek"),
        ("ČENĚK", "čeněk"),
        ("Łukasz Brzeziński", "lukasz brzezinski"),
        ("Søren Kjærgård", "soren kjaergard"),
        ("Đorđe", "dorde"),
        ("Groß", "GROSS"),
        ("Birutė  Ąžuolytė", "birute azuolyte"),
        ("İpek Işık", "ipek isik"),
        ("O’Neill", "o'neill"),
        ("Cˇeneˇk", "Cˇeneˇk"),
    ],
)
def test_what_is_written_and_what_is_looked_for_fold_alike(written: str, looked_for: str) -> None:
    assert folded(written) == folded(looked_for)


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = folded(text)
    assert folded(once) == once


@pytest.mark.django_db
def test_players_are_found_by_words_of_their_names_in_any_order(client: Client) -> None:
    for name in ("Čeněk Havránek", "Boris Novotný", "Boris Havránek", "100% Novak"):
        person(name)

    def names(words: str) -> set[str]:
        return {player.name for player in players(words)}

    assert names("čeněk") == names("CENEK") == {"Čeněk Havránek"}
    assert names("novotny") == names("novotný boris") == {"Boris Novotný"}
    assert names("havra") == {"Čeněk Havránek", "Boris Havránek"}
    assert names("%") == {"100% Novak"}
    assert names("cenek boris") == set()
    page = client.get("/players", {"q": "NOVOTNY boris"}).content.decode()
    assert ("Boris Novotný" in page, "Havránek" in page) == (True, False)
    listed = client.get("/api/players", {"q": "novotny"}).json()
    assert [one["name"] for one in listed["items"]] == ["Boris Novotný"]


@pytest.mark.django_db
def test_a_list_of_players_goes_by_the_alphabet_without_marks() -> None:
    for name in ("Zdeněk", "Čeněk", "Dora", "Ángel"):
        person(name)
    assert [player.name for player in players()] == ["Ángel", "Čeněk", "Dora", "Zdeněk"]


@pytest.mark.django_db
def test_a_name_is_folded_however_it_is_written() -> None:
    one = person("Ålesund").player
    Player.objects.bulk_create([Player(name="Årsta")])
    one.name = "Österlund"
    one.save()
    assert {player.folded for player in Player.objects.all()} == {"osterlund", "arsta"}
    assert namesakes("arsta").get().name == "Årsta"
    assert not namesakes("ˇ ´").exists()
    assert person("ﷺ" * 120).player.folded, "letters that become many are cut, and not refused"


@pytest.mark.django_db(transaction=True)
def test_a_portable_backup_brings_back_names_that_are_found(tmp_path: Path) -> None:
    person("Čeněk")
    backup.backup(tmp_path / "kept", portable=True)
    Player.objects.all().delete()
    User.objects.all().delete()
    backup.restore(tmp_path / "kept")
    assert players("cenek").count() == 1


@pytest.mark.django_db
def test_my_games_are_found_by_words_from_opponent_and_event_together() -> None:
    anna, boris, carl = person("Anna Cup"), person("Boris Novotný"), person("Karel Čapek")
    spring = game(anna, boris, label="Jarní pohár 2026/01")
    autumn = game(carl, anna, label="Autumn Cup 2026/02")
    ended = game(boris, anna, "f3", "e5", "g4", "Qh4", label="Challenge")

    def found(words: str) -> set[int]:
        queue = my_queue(anna.player, Wanted(words=words), at=clock.now())
        over = finished(anna.player, Wanted(words=words))
        return {row.pk for row in (*queue.to_act, *queue.waiting, *over)}

    assert found("novotny") == found("NOVOTNÝ boris") == {spring.pk, ended.pk}
    assert found("boris jarni") == found("POHAR Boris") == {spring.pk}
    assert found("capek autumn") == {autumn.pk}
    assert found("challenge") == {ended.pk}
    assert found("boris autumn") == set()

"""Players are found whatever the capitals, the accents and the order of the words."""

from pathlib import Path

import pytest
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.jobs import backup
from slowmate.server.people.models import Player
from slowmate.server.people.queries import namesakes, players
from slowmate.server.people.views import people
from tests.support.people import person

pytestmark = pytest.mark.postgresql


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
def test_players_are_listed_by_federation_and_by_strength(client: Client) -> None:
    for name, federation, rating in (("Anna", "CZE", 2100), ("Ben", "ENG", 2300), ("Cyril", "CZE", None)):
        Player.objects.filter(user=person(name)).update(federation=federation, rating=rating)
    assert [one.name for one in players(by_rating=True)] == ["Ben", "Anna", "Cyril"]
    assert [one.name for one in players(federation="CZE")] == ["Anna", "Cyril"]
    page = client.get("/players?federation=CZE&sort=rating").content.decode()
    assert ("Anna" in page, "Ben" in page) == (True, False)
    assert page.index("Anna") < page.index("Cyril")
    assert "Ben" in client.get("/players?federation=nowhere").content.decode(), "what is no federation narrows nothing"


@pytest.mark.django_db
def test_each_page_of_a_list_has_a_title_of_its_own(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PAGE_SIZE", 2)
    for name in ("Anna", "Ben", "Cleo"):
        person(name)
    pages = [
        client.get(f"/players{query}").content.decode() for query in ("", "?page=1", "?page=2", "?page=9", "?page=x")
    ]
    titles = [" ".join(page.partition("<title>")[2].partition("</title>")[0].split()) for page in pages]
    first, last = "Players · Slowmate", "Players · Slowmate, page 2"
    assert titles == [first, first, last, last, first]

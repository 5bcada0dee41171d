"""The desk of entries: what waits, filters and order, several at once; the same few queries for many entries."""

import csv
import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.pages.desk_items import SOURCES, desk_links
from slowmate.server.events.queries.desk_rows import entries_to_confirm
from slowmate.server.events.services import admitting
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from slowmate.server.site.desk_items import DeskItem, items_of
from slowmate.server.site.errors import NotAllowed, Unfit
from tests.server.events.building import delegate_of, entered, open_event, rated, runner
from tests.server.reading import tight
from tests.support.people import AT, account, person

pytestmark = pytest.mark.django_db

State = EventEntry.State


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def desk_of(who: User) -> Client:
    client = Client()
    client.force_login(who)
    return client


def many(event: Event, number: int, state: str = State.PENDING) -> list[EventEntry]:
    """Entries as rows, without the rest of what entering does."""
    names = [f"Player {n:04}" for n in range(number)]
    players = [
        Player(name=name, federation=("CZE", "GER", "ITA")[n % 3], rating=2000 + n % 500)
        for n, name in enumerate(names)
    ]
    made = Player.objects.bulk_create(players)
    return EventEntry.objects.bulk_create(
        EventEntry(
            event=event,
            player=player,
            state=state,
            made=AT + timedelta(minutes=n),
            answer="may",
            route="ICCF-TR-2017 2.2/3",
            pending=["payment"],
            fee=20,
        )
        for n, player in enumerate(made)
    )


def names_on(client: Client, event: Event, **query: str) -> list[str]:
    page = tight(client.get(f"/events/{event.pk}/entries", query).content)
    return [part.split("<")[0] for part in page.split('<th scope="row">')[1:] for part in [part.split(">", 1)[1]]]


def test_whoever_runs_the_event_sees_its_entries_and_nobody_else_does() -> None:
    event, player = open_event(fee=20), rated(2000)
    entered(event, player)
    assert names_on(desk_of(runner()), event) == [player.name]
    strangers = (person(), runner(Office.Kind.TITLE_TOURNAMENTS), person(offices=(Office.Kind.DIRECTOR,)))
    for stranger in (*strangers, player.user):
        assert isinstance(stranger, User)
        assert desk_of(stranger).get(f"/events/{event.pk}/entries").status_code == 404
        assert desk_of(stranger).post(f"/events/{event.pk}/entries", {"entry": "1"}).status_code == 404


def test_entries_are_filtered_and_sorted() -> None:
    event, client = open_event(fee=20), desk_of(runner())
    found = many(event, 6)
    EventEntry.objects.filter(pk=found[0].pk).update(state=State.ACCEPTED)
    everybody = [f"Player {n:04}" for n in range(6)]
    assert names_on(client, event) == everybody
    assert names_on(client, event, order="-made") == everybody[::-1]
    assert names_on(client, event, order="rating") == everybody[::-1]
    assert names_on(client, event, order="federation") == [everybody[n] for n in (0, 3, 1, 4, 2, 5)]
    assert names_on(client, event, order="nonsense", state="nonsense") == everybody
    assert names_on(client, event, state="accepted") == everybody[:1]
    assert names_on(client, event, federation="ger") == [everybody[1], everybody[4]]
    assert names_on(client, event, q="0003 player") == [everybody[3]]
    assert names_on(client, event, q="0003", state="accepted") == []


def test_several_are_noted_as_paid_with_one_button_and_each_is_told() -> None:
    event, client = open_event(fee=20), desk_of(runner())
    found = [entered(event, at=AT + timedelta(minutes=n)) for n in range(4)]
    ticked = [str(entry.pk) for entry in found[:3]]
    page = client.post(
        f"/events/{event.pk}/entries", {"what": "payment", "entry": ticked}, follow=True
    ).content.decode()
    assert "Done for 3 entries." in page
    assert list(EventEntry.objects.order_by("pk").values_list("state", flat=True)) == ["accepted"] * 3 + ["pending"]
    assert Mail.objects.filter(kind="entry-accepted").count() == 3
    again = client.post(f"/events/{event.pk}/entries", {"what": "payment", "entry": ticked[:2]}, follow=True)
    assert "2 entries did not wait for that" in again.content.decode()


def test_several_are_refused_with_one_reason_and_none_without() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    event, client = open_event("invitational", organiser=organiser), desk_of(organiser)
    found = [entered(event) for _ in range(2)]
    body: dict[str, Any] = {"what": "refuse", "entry": [entry.pk for entry in found]}
    wrong = client.post(f"/events/{event.pk}/entries?state=asked", body)
    page = tight(wrong.content)
    assert (wrong.status_code, "Say why: the player is told." in page) == (422, True)
    assert page.count("checked>") == 2
    assert set(EventEntry.objects.values_list("state", flat=True)) == {"asked"}
    done = client.post(f"/events/{event.pk}/entries?state=asked", {**body, "reason": "It is for veterans."})
    assert done["Location"] == f"/events/{event.pk}/entries?state=asked"
    assert set(EventEntry.objects.values_list("state", flat=True)) == {"refused"}
    assert {mail.facts["reason"] for mail in Mail.objects.filter(kind="entry-refused")} == {"It is for veterans."}


def test_what_makes_no_sense_is_refused() -> None:
    event, other, client = open_event(fee=20), open_event(fee=20), desk_of(runner())
    entry, elsewhere = entered(event), entered(other)
    path = f"/events/{event.pk}/entries"
    assert "No entry was ticked" in client.post(path, {"what": "payment"}, follow=True).content.decode()
    assert client.post(path, {"what": "nonsense", "entry": str(entry.pk)}).status_code == 422
    assert client.post(path, {"entry": str(entry.pk)}).status_code == 422
    assert client.post(path, {"what": "refuse", "reason": "x" * 1001, "entry": str(entry.pk)}).status_code == 422
    assert client.post(path, {"what": "payment", "entry": str(elsewhere.pk)}).status_code == 404
    assert client.post(path, {"what": "payment", "entry": "10" * 30}, follow=True).status_code == 200
    assert set(EventEntry.objects.values_list("state", flat=True)) == {"pending"}


def test_one_who_came_from_the_desk_of_all_offices_goes_back_there() -> None:
    event, client = open_event(fee=20), desk_of(runner())
    entry = entered(event)
    body = {"what": "payment", "entry": str(entry.pk), "desk": "1", "next": "entry-5", "kind": "entry"}
    assert client.post(f"/events/{event.pk}/entries", body)["Location"] == "/desk?kind=entry&open=entry-5#entry-5"


def test_a_thousand_entries_take_the_same_queries_as_one_and_no_large_page() -> None:
    event, commissioner = open_event(fee=20), runner()
    client = desk_of(commissioner)
    many(event, 1)
    with CaptureQueriesContext(
        connection,
    ) as one:
        client.get(f"/events/{event.pk}/entries")
    many(event, 999)
    with CaptureQueriesContext(connection) as thousand:
        page = client.get(f"/events/{event.pk}/entries")
    assert len(thousand) <= len(one)
    assert len(page.content) < 120_000
    assert "1 / 10" in page.content.decode()
    assert names_on(client, event, page="10")[-1] == "Player 0998"


# the desk of a delegate


def waiting_for_delegate(who: User) -> list[DeskItem]:
    return [item for item in items_of(SOURCES, who, at=clock.now()) if item.kind == "word"]


def number_for_delegate(who: User) -> int:
    return len(entries_to_confirm(who, clock.now()))


def test_a_free_entry_waits_on_the_delegates_desk_until_he_gives_his_word() -> None:
    player, delegate = rated(2500), delegate_of("CZE")
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    entry = entered(open_event("grandmaster-norm", fee=30, name="Grandmaster norm 7"), player)
    entered(open_event(fee=20), player)
    (item,) = waiting_for_delegate(delegate)
    assert (item.key, item.event, item.players) == (f"word-{entry.pk}", "Grandmaster norm 7", (player.name,))
    assert [str(ground.clause) for ground in item.grounds] == ["ICCF-TR-2017 4.5/2"]
    assert number_for_delegate(delegate) == 1
    assert [link for _words, link in desk_links(delegate)] == ["/events/plan", "/federations/CZE/nominations"]
    for other in (delegate_of("GER"), person(), runner()):
        assert (waiting_for_delegate(other), number_for_delegate(other)) == ([], 0)
    body = {"desk": "1", "next": "word-7"}
    assert desk_of(delegate).post(item.actions[0].link, body)["Location"] == "/desk?open=word-7#word-7"
    assert waiting_for_delegate(delegate) == []


def test_nobody_is_asked_for_his_word_on_himself() -> None:
    player = rated(2500)
    TitleHeld.objects.create(player=player, title="GM", confirmed=date(2010, 1, 1))
    user = account(player)
    Office.objects.create(user=user, kind=Office.Kind.DELEGATE, federation="CZE", begins=date(2020, 1, 1))
    entered(open_event("grandmaster-norm", fee=30), player)
    assert waiting_for_delegate(user) == []


def test_whoever_runs_the_event_takes_out_accepted_entries_that_use_no_right_with_a_reason() -> None:
    event, who = open_event("open", places=2), runner()
    free, with_right, waiting = many(event, 3, State.ACCEPTED)
    EventEntry.objects.filter(pk=waiting.pk).update(state=State.WAITING)
    EventEntry.objects.filter(pk=with_right.pk).update(uses=[{"of": "right"}])
    user = person("Tessa Taken")
    EventEntry.objects.filter(pk=free.pk).update(player=user.player)

    def deal(pk: int, reason: str, by: User = who) -> admitting.Done:
        return admitting.deal_with(event, "take-out", [pk], reason=reason, actor=by, at=AT)

    with pytest.raises(Unfit, match="Say why"):
        deal(free.pk, " ")
    with pytest.raises(NotAllowed):
        deal(free.pk, "entered twice", person())
    assert deal(free.pk, "entered twice").done == 1
    (refusal,) = deal(with_right.pk, "no").refused
    assert refusal.grounds[0].facts["outcome"] == "right stays"
    states = dict(EventEntry.objects.values_list("pk", "state"))
    assert states == {free.pk: State.REFUSED, with_right.pk: State.ACCEPTED, waiting.pk: State.ACCEPTED}
    mail = Mail.objects.get(user=user, kind="entry-refused")
    assert mail.facts["reason"] == "entered twice"
    assert deal(free.pk, "again").passed_over == 1
    page = tight(desk_of(who).get(f"/entries/{with_right.pk}").content)
    assert "Take out, with this reason" in page


def test_entries_are_taken_away_as_a_table_with_their_fees_as_they_are_filtered() -> None:
    event, office = open_event(), desk_of(runner())
    first, second, *_ = many(event, 4)
    EventEntry.objects.filter(pk=first.pk).update(paid=15, bond=50)
    EventEntry.objects.filter(pk=second.pk).update(state=State.WITHDRAWN)
    Player.objects.filter(entries=second).update(name="=Formula")

    def table(**query: str) -> list[dict[str, str]]:
        answer = office.get(f"/events/{event.pk}/entries.csv", query)
        assert answer["Content-Disposition"] == f'attachment; filename="entries-{event.pk}.csv"'
        return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))

    rows = table()
    assert [row["name"] for row in rows] == ["Player 0000", "'=Formula", "Player 0002", "Player 0003"]
    assert [row["due"] for row in rows] == ["55", "0", "20", "20"], "nothing is due of who withdrew"
    money = ("currency", "fee", "paid", "bond", "bond_paid")
    assert [rows[0][name] for name in money] == ["EUR", "20", "15", "50", "0"]
    assert [row["name"] for row in table(state="pending", federation="ITA")] == ["Player 0002"]
    assert (
        f"/events/{event.pk}/entries.csv?federation=ITA"
        in office.get(f"/events/{event.pk}/entries", {"federation": "ITA"}).text
    )
    assert desk_of(person()).get(f"/events/{event.pk}/entries.csv").status_code == 404


def test_the_desk_is_taken_away_as_a_table() -> None:
    event, ttc = open_event(), runner()
    many(event, 2, State.ASKED)
    office = desk_of(ttc)
    lines = list(csv.DictReader(io.StringIO(office.get("/desk.csv").getvalue().decode())))
    assert lines
    assert {line["event"] for line in lines} == {event.name}
    assert all(line["address"].startswith("http") for line in lines)
    assert list(csv.DictReader(io.StringIO(office.get("/desk.csv?player=nobody").getvalue().decode()))) == []
    assert desk_of(person()).get("/desk.csv").status_code == 404

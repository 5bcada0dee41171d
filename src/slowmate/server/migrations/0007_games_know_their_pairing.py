"""Games know their pairing: what was written on them becomes an event with one section, so that nothing is lost."""

from collections import Counter
from typing import Any
from unicodedata import combining, normalize

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

CHALLENGES = ("Challenge", "Match")
"""What the server itself wrote on a game that came of a challenge."""
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "’": "'"}
)
AT_ONCE = 1000
READ = (
    *("pk", "white_id", "black_id", "director_id", "starts", "status", "finished"),
    *("is_rated", "is_shown_live", "is_demo"),
)


def table(apps: StateApps, name: str) -> Any:
    """The rows of a table as it is now."""
    return apps.get_model("slowmate", name).objects


def folded(text: str) -> str:
    """As people look for a name: without capitals, accents and double spaces."""
    plain = without_marks(without_marks(text).casefold())
    return " ".join(plain.translate(LETTERS).split())[:240]


def without_marks(text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))


def link(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    find_challenges(apps)
    labelled = table(apps, "Game").exclude(label__in=("", *CHALLENGES))
    for label in labelled.order_by("label").values_list("label", flat=True).distinct():
        make_event(apps, label)
    schema_editor.connection.check_constraints()  # now: a table whose keys are still to be checked cannot be altered


def find_challenges(apps: StateApps) -> None:
    """A challenge began its games at the instant it was accepted."""
    rows = table(apps, "Game")
    for challenge in table(apps, "Challenge").filter(state="accepted", opponent__isnull=False).iterator():
        players = (challenge.challenger_id, challenge.opponent_id)
        began = rows.filter(label__in=CHALLENGES, challenge=None, starts=challenge.answered)
        began = began.filter(white__in=players, black__in=players).order_by("pk").values_list("pk", flat=True)
        games = list(began[: challenge.games])
        rows.filter(pk__in=games).update(challenge=challenge)
        rows.filter(replaces__in=games).update(challenge=challenge)


def make_event(apps: StateApps, label: str) -> None:
    """An event of that name with one section: everybody who plays under it, and every game but those played anew."""
    rows = table(apps, "Game")
    anew = set(rows.filter(replaces__label=label).values_list("replaces_id", flat=True))
    games = [game for game in rows.filter(label=label).order_by("starts", "pk").only(*READ) if game.pk not in anew]
    if not games:
        return
    section = make_section(apps, label, games)
    seats = make_seats(apps, section, games)
    met: Counter[tuple[int, int]] = Counter()
    pairing, pairings = apps.get_model("slowmate", "Pairing"), []
    for game in games:
        pair = game.white_id, game.black_id
        met[pair] += 1
        white, black = (seats[player] for player in pair)
        pairings.append(pairing(section=section, white=white, black=black, game=game, game_number=met[pair]))
    table(apps, "Pairing").bulk_create(pairings, batch_size=AT_ONCE)


def make_section(apps: StateApps, label: str, games: list[Any]) -> Any:
    starts = games[0].starts.date()
    is_over = all(game.status == "finished" for game in games)
    ended = max(game.finished for game in games).date() if is_over else None
    state = "finished" if is_over else "running"
    met = Counter(frozenset((game.white_id, game.black_id)) for game in games)
    event = table(apps, "Event").create(
        name=label,
        folded=folded(label),
        kind="open",
        state=state,
        start=starts,
        announced=starts,
        transmission=transmission_of(apps, games[0].pk),
        games_per_pairing=min(2, max(met.values())),
        is_rated=any(game.is_rated for game in games),
        is_shown_live=any(game.is_shown_live for game in games),
        ended=ended,
        made=games[0].starts,
        is_demo=all(game.is_demo for game in games),
    )
    directors = {game.director_id for game in games}
    return table(apps, "Section").create(
        event=event,
        number=1,
        name="",
        state=state,
        start=starts,
        posted=starts,
        director_id=directors.pop() if len(directors) == 1 else None,
        ended=ended,
    )


def transmission_of(apps: StateApps, game: int) -> str:
    """How the moves of a game travel, as its first event says."""
    arranged = table(apps, "GameEvent").filter(game=game, number=1).first()
    terms = arranged.data.get("terms", {}) if arranged else {}
    return str(terms.get("transmission", "server"))


def make_seats(apps: StateApps, section: Any, games: list[Any]) -> dict[int, Any]:
    """The players as they are today: what they were at the start nobody wrote down."""
    order = dict.fromkeys(player for game in games for player in (game.white_id, game.black_id))
    players, seat = table(apps, "Player").in_bulk(order), apps.get_model("slowmate", "Seat")
    rows = [
        seat(
            section=section,
            number=number,
            player=player,
            name=player.name,
            federation=player.federation,
            sex=player.sex,
            birth_year=player.birth_year,
            title=player.title,
            rating=player.rating,
            rating_games=player.rating_games,
            fide_rating=player.fide_rating,
            start_rating=player.rating,
        )
        for number, player in enumerate((players[pk] for pk in order), 1)
    ]
    table(apps, "Seat").bulk_create(rows, batch_size=AT_ONCE)
    return {row.player_id: row for row in rows}


def label_again(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Back: each game says what it belongs to; the events stay."""
    games = table(apps, "Game")
    games.filter(challenge__games=1).update(label="Challenge")
    games.filter(challenge__games__gt=1).update(label="Match")
    for section in table(apps, "Section").select_related("event").iterator():
        name = f"{section.event.name}, {section.name}" if section.name else section.event.name
        paired = table(apps, "Pairing").filter(section=section, game__isnull=False).values("game")
        games.filter(pk__in=paired).update(label=name[:120])
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("slowmate", "0006_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="challenge",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="started",
                to="slowmate.challenge",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("challenge__isnull", False)), fields=["challenge"], name="games_of_a_challenge"
            ),
        ),
        migrations.RunPython(link, label_again),
        migrations.RemoveField(model_name="game", name="label"),
    ]

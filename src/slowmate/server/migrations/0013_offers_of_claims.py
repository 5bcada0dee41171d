from typing import Any

from django.db import migrations

from slowmate import play

BATCH = 200


def tell_the_opponent(apps: Any, _schema_editor: Any) -> None:
    """A claim that failed without a move left an offer that no column told: who is asked is read off the game again."""
    games = apps.get_model("slowmate", "Game")
    found = games.objects.filter(status="running", snapshot__contains='"offers"').only(
        "snapshot", "white_id", "black_id"
    )
    changed = []
    for row in found.order_by("pk").iterator(chunk_size=BATCH):
        state = play.game_from_text(row.snapshot)
        asked = [offer.by.other for offer in state.offers]
        asked.sort(key=lambda colour: colour is state.position.turn)
        row.offer_to_id = row.white_id if asked[0].value == "white" else row.black_id
        changed.append(row)
    games.objects.bulk_update(changed, ["offer_to"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("slowmate", "0012_players_to_act")]

    operations = [migrations.RunPython(tell_the_opponent, migrations.RunPython.noop)]

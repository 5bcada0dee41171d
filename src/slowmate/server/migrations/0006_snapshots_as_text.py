from typing import Any

from django.db import migrations, models

from slowmate import play

BATCH = 500


def fold_again(apps: Any, _schema_editor: Any) -> None:
    """The snapshot is kept in a shorter form: made again from the events, which are as they were."""
    games, events = apps.get_model("slowmate", "Game"), apps.get_model("slowmate", "GameEvent")
    keys = list(games.objects.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), BATCH):
        some = keys[first : first + BATCH]
        happened: dict[int, list[Any]] = {key: [] for key in some}
        kept = events.objects.filter(game_id__in=some).order_by("game_id", "number").values_list("game_id", "data")
        for key, data in kept.iterator():
            happened[key].append(play.event_from_json(data))
        rows = [games(pk=key, snapshot=play.game_to_text(play.fold(told))) for key, told in happened.items()]
        games.objects.bulk_update(rows, ["snapshot"], batch_size=50)


class Migration(migrations.Migration):
    dependencies = [("slowmate", "0005_pictures")]

    operations = [
        migrations.AlterField(model_name="game", name="snapshot", field=models.TextField()),
        migrations.RunPython(fold_again, migrations.RunPython.noop),
    ]

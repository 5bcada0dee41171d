from typing import Any

from django.db import migrations, models

from slowmate.server.folding import MOST, folded
from slowmate.server.models.people import FoldedName

BATCH = 500


def fold(apps: Any, _schema_editor: Any) -> None:
    """Every player is found by his name without capitals and accents."""
    players = apps.get_model("slowmate", "Player")
    rows = [
        players(pk=pk, folded=folded(name)[:MOST])
        for pk, name in players.objects.order_by("pk").values_list("pk", "name")
    ]
    players.objects.bulk_update(rows, ["folded"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("slowmate", "0010_names_of_people")]

    operations = [
        migrations.AddField(model_name="player", name="folded", field=FoldedName()),
        migrations.RemoveIndex(model_name="player", name="player_by_name"),
        migrations.RemoveIndex(model_name="player", name="player_by_federation"),
        migrations.AddIndex(model_name="player", index=models.Index(fields=["folded"], name="player_by_name")),
        migrations.AddIndex(
            model_name="player", index=models.Index(fields=["federation", "folded"], name="player_by_federation")
        ),
        migrations.RunPython(fold, migrations.RunPython.noop),
    ]

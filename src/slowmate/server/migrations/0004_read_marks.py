"""Messages are marked as read from now on; those sent before count as read."""

from typing import Any

from django.db import migrations, models


def count_as_read(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - Django passes both
    apps.get_model("slowmate", "Message").objects.filter(read__isnull=True).update(read=models.F("sent"))


class Migration(migrations.Migration):
    dependencies = [
        ("slowmate", "0003_requests"),
    ]

    operations = [
        migrations.RunPython(count_as_read, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(condition=models.Q(("read__isnull", True)), fields=["game"], name="messages_not_read"),
        ),
    ]

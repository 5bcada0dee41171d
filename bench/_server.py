"""A server to measure: a process of its own, with a database of its own."""

import json
import os
import subprocess
import sys
import tempfile


def measured_apart(module: str, url: str | None = None) -> list[tuple[str, str]]:
    """What a module prints as rows of JSON when it is run on an empty place; *url* is its database, if not SQLite."""
    with tempfile.TemporaryDirectory() as place:
        environment = {**os.environ, "SLOWMATE_DATA": place, "SLOWMATE_SECRET_KEY": "bench" * 8, "SLOWMATE_HOSTS": "*"}
        environment.pop("DATABASE_URL", None)
        environment |= {"DATABASE_URL": url} if url else {}
        command = [sys.executable, "-m", module]
        done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    rows: list[tuple[str, str]] = [tuple(row) for row in json.loads(done.stdout)]
    return rows


def set_up() -> None:
    """Django with empty tables; people's passwords are hashed quickly."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
    import django  # noqa: PLC0415 - after the environment is set

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)

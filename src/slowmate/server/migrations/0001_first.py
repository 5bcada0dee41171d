"""The tables, and what the database itself refuses: nobody changes or deletes what happened in a game."""

import functools
from typing import Any

import django.db.models.deletion
import django.utils.crypto
from django.conf import settings
from django.db import migrations, models

COLUMNS = ("id", "game_id", "number", "type", "at", "line", "ply", "data")
"""All but the account that asked, which is forgotten when it is deleted."""
WHY = "what happened in a game is never changed"
SAME = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in COLUMNS)
SQLITE = (
    f"""
    CREATE TRIGGER slowmate_gameevent_update BEFORE UPDATE ON slowmate_gameevent
    WHEN NOT (NEW.actor_id IS NULL AND {SAME})
    BEGIN SELECT RAISE(ABORT, '{WHY}'); END
    """,
    f"""
    CREATE TRIGGER slowmate_gameevent_delete BEFORE DELETE ON slowmate_gameevent
    BEGIN SELECT RAISE(ABORT, '{WHY}'); END
    """,
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION slowmate_gameevent_unchanged() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
                RETURN NEW;
            END IF;
        END IF;
        RAISE EXCEPTION '{WHY}' USING ERRCODE = 'integrity_constraint_violation';
    END
    $$
    """,
    """
    CREATE TRIGGER slowmate_gameevent_update BEFORE UPDATE ON slowmate_gameevent
    FOR EACH ROW EXECUTE FUNCTION slowmate_gameevent_unchanged()
    """,
    """
    CREATE TRIGGER slowmate_gameevent_delete BEFORE DELETE ON slowmate_gameevent
    FOR EACH ROW EXECUTE FUNCTION slowmate_gameevent_unchanged()
    """,
)


def guard(_apps: Any, schema_editor: Any) -> None:
    """The database itself refuses to change or delete an event.

    On SQLite a later migration that alters the table makes it anew, without triggers: it has to call this again.
    """
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in SQLITE if is_sqlite else POSTGRESQL:
        schema_editor.execute(statement, params=None)


def unguard(_apps: Any, schema_editor: Any) -> None:
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for name in ("slowmate_gameevent_update", "slowmate_gameevent_delete"):
        schema_editor.execute(f"DROP TRIGGER {name}" + ("" if is_sqlite else " ON slowmate_gameevent"))
    if not is_sqlite:
        schema_editor.execute("DROP FUNCTION slowmate_gameevent_unchanged()")


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail")),
                ("is_active", models.BooleanField(default=True)),
                ("joined", models.DateTimeField(auto_now_add=True)),
                ("language", models.CharField(default="en", max_length=8)),
                ("zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                (
                    "theme",
                    models.CharField(
                        choices=[("system", "as the device is set"), ("light", "light"), ("dark", "dark")],
                        default="system",
                        max_length=8,
                    ),
                ),
                (
                    "board",
                    models.CharField(
                        choices=[("brown", "brown"), ("blue", "blue"), ("green", "green"), ("grey", "grey")],
                        default="brown",
                        max_length=8,
                    ),
                ),
                (
                    "pieces",
                    models.CharField(
                        choices=[("cburnett", "classic"), ("letters", "letters")], default="cburnett", max_length=12
                    ),
                ),
                (
                    "mail_mode",
                    models.CharField(
                        choices=[("each", "a mail for each event"), ("digest", "one mail a day"), ("none", "no mail")],
                        default="each",
                        max_length=8,
                    ),
                ),
                (
                    "unsubscribe_key",
                    models.CharField(
                        default=functools.partial(django.utils.crypto.get_random_string, *(32,)),
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("last_digest", models.DateTimeField(blank=True, null=True)),
                ("is_administrator", models.BooleanField(default=False)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                ("name", models.CharField(max_length=30, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("label", models.CharField(blank=True, max_length=120)),
                ("is_rated", models.BooleanField(default=False)),
                ("is_shown_live", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("lines", models.PositiveSmallIntegerField(default=0)),
                ("snapshot", models.TextField()),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "not started"), ("running", "running"), ("finished", "finished")],
                        max_length=8,
                    ),
                ),
                ("deadline", models.DateTimeField(null=True)),
                ("due", models.DateTimeField(null=True)),
                ("starts", models.DateTimeField()),
                ("plies_before", models.PositiveIntegerField(default=0)),
                ("plies", models.PositiveSmallIntegerField(default=0)),
                ("last_move", models.CharField(blank=True, max_length=16)),
                ("last_move_at", models.DateTimeField(null=True)),
                ("awaits_director", models.BooleanField(default=False)),
                ("result", models.CharField(blank=True, max_length=12)),
                ("termination", models.CharField(blank=True, max_length=20)),
                ("finished", models.DateTimeField(null=True)),
                ("noted", models.DateTimeField(null=True)),
                ("is_demo", models.BooleanField(default=False)),
                (
                    "director",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="directed_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("folded", models.CharField(default="", editable=False, max_length=240)),
                ("federation", models.CharField(blank=True, max_length=3, verbose_name="federation")),
                (
                    "iccf_id",
                    models.CharField(blank=True, max_length=12, null=True, unique=True, verbose_name="ICCF number"),
                ),
                (
                    "fide_id",
                    models.CharField(blank=True, max_length=12, null=True, unique=True, verbose_name="FIDE number"),
                ),
                (
                    "sex",
                    models.CharField(
                        blank=True, choices=[("f", "female"), ("m", "male")], max_length=1, verbose_name="sex"
                    ),
                ),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="year of birth")),
                ("title", models.CharField(blank=True, max_length=4, verbose_name="title")),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="rating")),
                ("rating_games", models.PositiveIntegerField(default=0)),
                ("rating_deviation", models.FloatField(blank=True, null=True)),
                ("fide_rating", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("about", models.TextField(blank=True, max_length=2000, verbose_name="about me")),
                ("is_demo", models.BooleanField(default=False)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("image", models.BinaryField()),
                ("digest", models.CharField(max_length=16)),
                ("changed", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="slowmate.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True, max_length=20000)),
                ("changed", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="slowmate.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="slowmate.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000)),
                ("sent", models.DateTimeField()),
                ("read", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="slowmate.game"
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="slowmate.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeavePeriod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField()),
                ("last", models.DateField()),
                ("made", models.DateTimeField()),
                ("ended", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="leaves", to="slowmate.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeaveInGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begins", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("last", models.DateField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leaves",
                        to="slowmate.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="slowmate.player",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "ends"], name="leave_in_games_by_player")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player", "begins"), name="one_leave_at_a_time")
                ],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="black",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games_as_black",
                to="slowmate.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="offer_to",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="slowmate.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="on_move",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="slowmate.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="white",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games_as_white",
                to="slowmate.player",
            ),
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "colour",
                    models.CharField(
                        choices=[("white", "White"), ("black", "Black"), ("lot", "by lot")], default="lot", max_length=8
                    ),
                ),
                ("games", models.PositiveSmallIntegerField(default=1)),
                ("terms", models.JSONField()),
                ("words", models.CharField(blank=True, max_length=500)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("made", models.DateTimeField()),
                ("answered", models.DateTimeField(null=True)),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_made",
                        to="slowmate.player",
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_received",
                        to="slowmate.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=80)),
                ("from_ply", models.PositiveSmallIntegerField()),
                ("moves", models.CharField(max_length=2000)),
                ("comment", models.CharField(blank=True, max_length=500)),
                ("made", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="slowmate.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="slowmate.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("leave", "I need extra leave"),
                            ("adjudication", "The game should be adjudicated"),
                            ("result", "The result is wrong"),
                            ("report", "My opponent's conduct"),
                            ("other", "Something else"),
                        ],
                        default="report",
                        max_length=12,
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("made", models.DateTimeField()),
                ("settled", models.DateTimeField(null=True)),
                ("answer", models.TextField(blank=True, max_length=2000)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="slowmate.player"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="slowmate.game"
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="slowmate.message",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "read my games"), ("play", "read and play my games")],
                        default="read",
                        max_length=8,
                    ),
                ),
                ("prefix", models.CharField(max_length=8)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made", models.DateTimeField()),
                ("used", models.DateTimeField(blank=True, null=True)),
                ("window", models.DateTimeField(blank=True, null=True)),
                ("requests", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("what", models.CharField(max_length=60)),
                ("about", models.CharField(max_length=80)),
                ("facts", models.JSONField(default=dict)),
                ("grounds", models.JSONField(default=list)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                "indexes": [models.Index(fields=["about", "at"], name="journal_by_thing")],
            },
        ),
        migrations.CreateModel(
            name="GameEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("type", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("line", models.PositiveSmallIntegerField(default=0)),
                ("ply", models.PositiveSmallIntegerField(null=True)),
                ("data", models.JSONField()),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="slowmate.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game_id", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_event_a_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("ply__isnull", False)),
                        fields=("game", "line", "ply"),
                        name="one_move_a_ply",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=30)),
                ("key", models.CharField(max_length=120)),
                ("ply", models.PositiveSmallIntegerField(null=True)),
                ("facts", models.JSONField(default=dict)),
                ("recipient", models.EmailField(blank=True, max_length=254)),
                ("link", models.CharField(blank=True, max_length=500)),
                ("made", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("leased", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("sent", models.DateTimeField(null=True)),
                ("dropped", models.CharField(blank=True, max_length=200)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="slowmate.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("dropped", ""), ("sent__isnull", True)), fields=["due"], name="mail_to_send"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("key",), name="one_mail_a_cause"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("link", ""), models.Q(("dropped", ""), ("sent__isnull", True)), _connector="OR"
                        ),
                        name="settled_mail_keeps_no_private_address",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Office",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("director", "tournament director"),
                            ("organiser", "tournament organiser"),
                            ("ttc", "Title Tournament Commissioner"),
                            ("nttc", "Non-Title Tournament Commissioner"),
                            ("wtd", "World Tournament Director"),
                            ("ratings", "Ratings Commissioner"),
                            ("qualifications", "Qualifications Commissioner"),
                            ("delegate", "delegate of a federation"),
                            ("captain", "team captain"),
                            ("eb", "Executive Board"),
                            ("appeals", "Appeals Commission"),
                        ],
                        max_length=16,
                    ),
                ),
                ("federation", models.CharField(blank=True, max_length=3)),
                ("begins", models.DateField()),
                ("ends", models.DateField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="offices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "kind"], name="office_by_user")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends__isnull", True), ("ends__gte", models.F("begins")), _connector="OR"),
                        name="an_office_ends_after_it_begins",
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["folded"], name="player_by_name"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["federation", "folded"], name="player_by_federation"),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="one_note_a_player_and_game"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["game", "sent"], name="messages_by_game"),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(condition=models.Q(("read__isnull", True)), fields=["game"], name="messages_not_read"),
        ),
        migrations.AddIndex(
            model_name="leaveperiod",
            index=models.Index(fields=["player", "first"], name="leave_by_player"),
        ),
        migrations.AddConstraint(
            model_name="leaveperiod",
            constraint=models.CheckConstraint(
                condition=models.Q(("last__gte", models.F("first"))), name="leave_ends_after_it_begins"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["white", "status"], name="games_of_white"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["black", "status"], name="games_of_black"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["on_move", "deadline"], name="my_turn_by_time_left"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(condition=models.Q(("due__isnull", False)), fields=["due"], name="games_due"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["director", "awaits_director"], name="games_of_a_director"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("finished__isnull", False)), fields=["-finished"], name="games_finished"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("white", models.F("black")), _negated=True), name="nobody_plays_himself"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished__isnull", False), ("status", "finished")),
                    models.Q(models.Q(("status", "finished"), _negated=True), ("finished__isnull", True)),
                    _connector="OR",
                ),
                name="a_finished_game_has_an_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("on_move", None),
                        ("on_move", models.F("white")),
                        ("on_move", models.F("black")),
                        _connector="OR",
                    ),
                    models.Q(
                        ("offer_to", None),
                        ("offer_to", models.F("white")),
                        ("offer_to", models.F("black")),
                        _connector="OR",
                    ),
                ),
                name="whoever_is_to_act_plays",
            ),
        ),
        migrations.AddIndex(
            model_name="challenge",
            index=models.Index(fields=["opponent", "state"], name="challenges_to_answer"),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(("games__in", (1, 2))), name="a_challenge_is_one_game_or_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opponent__isnull", True),
                    models.Q(("opponent", models.F("challenger")), _negated=True),
                    _connector="OR",
                ),
                name="nobody_challenges_himself",
            ),
        ),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(fields=["game", "player"], name="analysis_by_game"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["settled", "made"], name="reports_to_settle"),
        ),
        migrations.AddIndex(
            model_name="token",
            index=models.Index(fields=["user", "made"], name="token_by_user"),
        ),
        migrations.RunPython(guard, unguard),
    ]

"""Rating lists, and what a game keeps of its rating. The database itself refuses to change what was published."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

IS_PUBLISHED = "(SELECT state FROM slowmate_ratinglist WHERE id = OLD.list_id) = 'published'"
WHO = ("name", "federation", "title", "sex")
"""What tells who somebody is: it may be blanked when he deletes his account."""
NUMBERS = (
    *("id", "list_id", "player_id", "rank", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd"),
    *("change", "period_games", "published", "fixed", "active", "exact_rating", "exact_rd", "last_game"),
    "has_reached_2400",
)
LIST = (
    *("id", "pool", "period", "revision", "rules", "state", "version", "results_from", "results_until", "valid_from"),
    *("prepared", "published", "reason", "supersedes_id", "previous_id", "is_imported", "players", "shown", "games"),
    "left_out",
)
ADJUSTMENT = (
    *("id", "list_id", "player_id", "kind", "event_key", "value", "is_withdrawn", "since", "reason", "grounds", "made"),
)
PUBLISHED = "what was published is never changed"
DECIDED = "what was decided is never changed"


def _same(columns: tuple[str, ...]) -> str:
    return " AND ".join(f"NEW.{name} IS OLD.{name}" for name in columns)


BLANKED = " AND ".join(f"NEW.{name} IN (OLD.{name}, '')" for name in WHO)
ACTS: dict[str, dict[str, tuple[str, str]]] = {
    "ratinglist": {
        "UPDATE": (f"OLD.state = 'published' AND NOT (NEW.published_by_id IS NULL AND {_same(LIST)})", PUBLISHED),
        "DELETE": ("OLD.state = 'published'", PUBLISHED),
    },
    "listentry": {
        "UPDATE": (f"{IS_PUBLISHED} AND NOT ({_same(NUMBERS)} AND {BLANKED})", PUBLISHED),
        "DELETE": (IS_PUBLISHED, PUBLISHED),
    },
    "listinput": {
        "UPDATE": (IS_PUBLISHED, PUBLISHED),
        "DELETE": (IS_PUBLISHED, PUBLISHED),
    },
    "adjustment": {
        "UPDATE": (f"NOT (NEW.by_id IS NULL AND {_same(ADJUSTMENT)})", DECIDED),
        "DELETE": ("TRUE", DECIDED),
    },
}
"""For each table and what is done to a row of it: when that is refused, and why."""


def guard(_apps: Any, schema_editor: Any) -> None:
    """The database itself refuses to change a list that was published, and what was adjusted.

    Rows may be added to what is published, so that a backup can be restored; `slowmate verify` finds one too many.
    On SQLite a later migration that alters one of these tables makes it anew, without triggers: it has to call this
    again for that table.
    """
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table, acts in ACTS.items():
        for act, (when, why) in acts.items():
            for statement in _sqlite(table, act, when, why) if is_sqlite else _postgresql(table, act, when, why):
                schema_editor.execute(statement, params=None)


def _sqlite(table: str, act: str, when: str, why: str) -> tuple[str, ...]:
    return (
        f"""
        CREATE TRIGGER slowmate_{table}_{act.lower()} BEFORE {act} ON slowmate_{table} WHEN {when}
        BEGIN SELECT RAISE(ABORT, '{why}'); END
        """,
    )


def _postgresql(table: str, act: str, when: str, why: str) -> tuple[str, ...]:
    name, when = f"slowmate_{table}_{act.lower()}", when.replace(" IS OLD.", " IS NOT DISTINCT FROM OLD.")
    return (
        f"""
        CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {when} THEN
                RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN {"OLD" if act == "DELETE" else "NEW"};
        END
        $$
        """,
        f"CREATE TRIGGER {name} BEFORE {act} ON slowmate_{table} FOR EACH ROW EXECUTE FUNCTION {name}()",
    )


def unguard(_apps: Any, schema_editor: Any) -> None:
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table, acts in ACTS.items():
        for act in acts:
            name = f"slowmate_{table}_{act.lower()}"
            schema_editor.execute(f"DROP TRIGGER {name}" + ("" if is_sqlite else f" ON slowmate_{table}"))
            if not is_sqlite:
                schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):
    dependencies = [
        ("slowmate", "0005_events"),
    ]

    operations = [
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("start-rating", "another start rating"), ("item-5", "item 5 instead of item 6")],
                        max_length=16,
                    ),
                ),
                ("event_key", models.CharField(blank=True, max_length=80)),
                ("value", models.PositiveSmallIntegerField(null=True)),
                ("is_withdrawn", models.BooleanField(default=False)),
                ("since", models.DateField()),
                ("reason", models.CharField(max_length=500)),
                ("grounds", models.JSONField()),
                ("made", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ListEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(blank=True, max_length=120)),
                ("federation", models.CharField(blank=True, max_length=3)),
                ("title", models.CharField(blank=True, max_length=4)),
                ("sex", models.CharField(blank=True, max_length=1)),
                ("rank", models.PositiveIntegerField(null=True)),
                ("rating", models.PositiveSmallIntegerField(null=True)),
                ("rd", models.PositiveSmallIntegerField(null=True)),
                ("games", models.PositiveIntegerField(null=True)),
                ("points", models.FloatField(null=True)),
                ("opponents_sum", models.FloatField(null=True)),
                ("old_rating", models.PositiveSmallIntegerField(null=True)),
                ("old_rd", models.PositiveSmallIntegerField(null=True)),
                ("change", models.SmallIntegerField(null=True)),
                ("period_games", models.PositiveIntegerField(default=0)),
                ("published", models.BooleanField(default=False)),
                ("fixed", models.BooleanField(default=False)),
                ("active", models.BooleanField(default=True)),
                ("exact_rating", models.FloatField(null=True)),
                ("exact_rd", models.FloatField(null=True)),
                ("last_game", models.DateField(null=True)),
                ("has_reached_2400", models.BooleanField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "pool",
                    models.CharField(
                        choices=[
                            ("chess", "chess"),
                            ("chess960", "Chess960"),
                            ("fide-standard", "FIDE standard"),
                            ("fide-rapid", "FIDE rapid"),
                            ("fide-blitz", "FIDE blitz"),
                        ],
                        default="chess",
                        max_length=16,
                    ),
                ),
                ("period", models.CharField(max_length=8)),
                ("revision", models.PositiveSmallIntegerField(default=1)),
                ("rules", models.CharField(max_length=16)),
                (
                    "state",
                    models.CharField(
                        choices=[("prepared", "prepared"), ("published", "published")],
                        default="prepared",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("results_from", models.DateField()),
                ("results_until", models.DateField()),
                ("valid_from", models.DateField()),
                ("prepared", models.DateTimeField()),
                ("published", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("is_imported", models.BooleanField(default=False)),
                ("players", models.PositiveIntegerField(default=0)),
                ("shown", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("left_out", models.JSONField(default=list)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="black_original",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="slowmate.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="black_start",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="event_key",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="game",
            name="event_kind",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="game",
            name="is_agreed",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="game",
            name="is_postal",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_scheveningen",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_void",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="level",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="over_the_board",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="pool",
            field=models.CharField(
                choices=[
                    ("chess", "chess"),
                    ("chess960", "Chess960"),
                    ("fide-standard", "FIDE standard"),
                    ("fide-rapid", "FIDE rapid"),
                    ("fide-blitz", "FIDE blitz"),
                ],
                default="chess",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="reflection_days",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="reflection_moves",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="reported",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="white_original",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="slowmate.player",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="white_start",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="wants_ratings",
            field=models.BooleanField(default=True, verbose_name="my new rating by mail"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("reported__isnull", False)), fields=["reported"], name="games_reported"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("over_the_board__isnull", False)),
                fields=["event_key"],
                name="over_the_board_by_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("white_original", None),
                    models.Q(
                        ("white_original", models.F("white")),
                        ("white_original", models.F("black")),
                        _connector="OR",
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="who_is_replaced_as_white_does_not_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("black_original", None),
                    models.Q(
                        ("black_original", models.F("white")),
                        ("black_original", models.F("black")),
                        _connector="OR",
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="who_is_replaced_as_black_does_not_play",
            ),
        ),
        migrations.AddField(
            model_name="adjustment",
            name="by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="adjustment",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="slowmate.player"
            ),
        ),
        migrations.AddField(
            model_name="listentry",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="list_entries",
                to="slowmate.player",
            ),
        ),
        migrations.CreateModel(
            name="ListInput",
            fields=[
                (
                    "list",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="input",
                        serialize=False,
                        to="slowmate.ratinglist",
                    ),
                ),
                ("players_csv", models.BinaryField()),
                ("games_csv", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="ratinglist",
            name="previous",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="following",
                to="slowmate.ratinglist",
            ),
        ),
        migrations.AddField(
            model_name="ratinglist",
            name="published_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ratinglist",
            name="supersedes",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="superseded_by",
                to="slowmate.ratinglist",
            ),
        ),
        migrations.AddField(
            model_name="listentry",
            name="list",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="slowmate.ratinglist",
            ),
        ),
        migrations.AddField(
            model_name="adjustment",
            name="list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="slowmate.ratinglist"
            ),
        ),
        migrations.AddIndex(
            model_name="ratinglist",
            index=models.Index(fields=["pool", "state", "valid_from"], name="lists_by_day"),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.UniqueConstraint(fields=("pool", "period", "revision"), name="one_list_a_revision"),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "prepared")), fields=("pool", "period"), name="one_list_in_preparation"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("published__isnull", True), ("state", "prepared")),
                    models.Q(("published__isnull", False), ("state", "published")),
                    _connector="OR",
                ),
                name="a_published_list_has_its_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("revision", 1), ("supersedes__isnull", True)),
                    models.Q(
                        ("revision__gt", 1), ("supersedes__isnull", False), models.Q(("reason", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="a_revision_says_why",
            ),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "rank"], name="entries_by_rank"),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "federation", "rank"], name="entries_by_federation"),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "title", "rank"], name="entries_by_title"),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "sex", "rank"], name="entries_by_sex"),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "change"], name="entries_by_change"),
        ),
        migrations.AddConstraint(
            model_name="listentry",
            constraint=models.UniqueConstraint(fields=("player", "list"), name="one_entry_a_list"),
        ),
        migrations.AddConstraint(
            model_name="listentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rank__isnull", True),
                    models.Q(("active", True), ("published", True), ("rating__isnull", False)),
                    _connector="OR",
                ),
                name="only_who_is_shown_has_a_rank",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="an_adjustment_says_why"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("is_withdrawn", True), ("value__isnull", True)),
                    models.Q(("is_withdrawn", False), ("kind", "start-rating"), ("value__isnull", False)),
                    models.Q(("is_withdrawn", False), ("kind", "item-5"), ("value__isnull", True)),
                    _connector="OR",
                ),
                name="a_start_rating_is_a_number",
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]

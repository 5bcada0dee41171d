"""What lists of ratings ask beside the numbers: whether a start rating is the level of its event, whether a friendly match
is one between countries, and who has once been published with 2300. Filled in as far as it can be known.

A player's flag is that of the list alone and of the one before, from which the list can be computed again."""

from typing import Any

from django.db import migrations, models
from django.db.models import Q

NUMBERS = (
    *("id", "list_id", "player_id", "rank", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd"),
    *("change", "period_games", "published", "fixed", "active", "exact_rating", "exact_rd", "last_game"),
    *("has_reached_2400", "is_new"),
)
WHO = ("name", "federation", "title", "sex", "folded")
IS_PUBLISHED = "(SELECT state FROM slowmate_ratinglist WHERE id = OLD.list_id) = 'published'"
WHY = "what was published is never changed"
REACHED = 2300
FROM_LEVEL = "9.4/3"
BATCH_SIZE = 500


def fill(apps: Any, schema_editor: Any) -> None:
    """Fill in who has reached 2300, and which start ratings are levels."""
    entries = apps.get_model("slowmate", "ListEntry").objects.filter(has_reached_2400__isnull=False)
    has_reached = Q(rating__gte=REACHED) | Q(old_rating__gte=REACHED) | Q(has_reached_2400=True)
    entries.update(has_reached_2300=False)
    entries.filter(has_reached).update(has_reached_2300=True)
    games = apps.get_model("slowmate", "Game").objects
    pairings = apps.get_model("slowmate", "Pairing").objects.filter(game__isnull=False)
    for colour in ("white", "black"):
        stated = pairings.filter(**{f"{colour}__rated_by__endswith": f" {FROM_LEVEL}"}).values_list("game", flat=True)
        numbers = list(stated)
        for place in range(0, len(numbers), BATCH_SIZE):
            some = games.filter(pk__in=numbers[place : place + BATCH_SIZE], **{f"{colour}_original": None})
            some.update(**{f"{colour}_by_level": True})
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.check_constraints()


def guard(_apps: Any, schema_editor: Any) -> None:
    """Let the database refuse any change of the numbers of a published entry, the new one among them."""
    _guard(schema_editor, (*NUMBERS, "has_reached_2300"))


def guard_as_before(_apps: Any, schema_editor: Any) -> None:
    _guard(schema_editor, NUMBERS)


def _guard(schema_editor: Any, numbers: tuple[str, ...]) -> None:
    same = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in numbers)
    blanked = " AND ".join(f"NEW.{name} IN (OLD.{name}, '')" for name in WHO)
    acts = {"UPDATE": f"{IS_PUBLISHED} AND NOT ({same} AND {blanked})", "DELETE": IS_PUBLISHED}
    make = _sqlite if schema_editor.connection.vendor == "sqlite" else _postgresql
    for act, when in acts.items():
        for statement in make(f"slowmate_listentry_{act.lower()}", act, when):
            schema_editor.execute(statement, params=None)


def _sqlite(name: str, act: str, when: str) -> tuple[str, ...]:
    return (
        f"""
        CREATE TRIGGER {name} BEFORE {act} ON slowmate_listentry WHEN {when}
        BEGIN SELECT RAISE(ABORT, '{WHY}'); END
        """,
    )


def _postgresql(name: str, act: str, when: str) -> tuple[str, ...]:
    when = when.replace(" IS OLD.", " IS NOT DISTINCT FROM OLD.")
    return (
        f"""
        CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {when} THEN
                RAISE EXCEPTION '{WHY}' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN {"OLD" if act == "DELETE" else "NEW"};
        END
        $$
        """,
        f"CREATE TRIGGER {name} BEFORE {act} ON slowmate_listentry FOR EACH ROW EXECUTE FUNCTION {name}()",
    )


def unguard(_apps: Any, schema_editor: Any) -> None:
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for act in ("update", "delete"):
        name = f"slowmate_listentry_{act}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}" + ("" if is_sqlite else " ON slowmate_listentry"))
        if not is_sqlite:
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):
    dependencies = [
        ("slowmate", "0012_piece_letters_of_the_pages"),
    ]

    operations = [
        migrations.RunPython(unguard, guard_as_before),
        migrations.AddField("listentry", "has_reached_2300", models.BooleanField(null=True)),
        migrations.AddField("game", "white_by_level", models.BooleanField(null=True)),
        migrations.AddField("game", "black_by_level", models.BooleanField(null=True)),
        migrations.AddField("game", "is_between_countries", models.BooleanField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(guard, unguard),
    ]

"""An entry of a rating list keeps its name as people look for it, and whether it is new, with an index for each way in
which lists are looked through. What is published stays as it is: both follow from what the lists say."""

from typing import Any
from unicodedata import combining, normalize

from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Subquery

NUMBERS = (
    *("id", "list_id", "player_id", "rank", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd"),
    *("change", "period_games", "published", "fixed", "active", "exact_rating", "exact_rd", "last_game"),
    "has_reached_2400",
)
WHO = ("name", "federation", "title", "sex")
"""What tells who somebody is: it may be blanked when he deletes his account."""
IS_PUBLISHED = "(SELECT state FROM slowmate_ratinglist WHERE id = OLD.list_id) = 'published'"
WHY = "what was published is never changed"
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "’": "'"}
)
MOST = 240


def fill(apps: Any, schema_editor: Any) -> None:
    """What the entries of every list would have kept."""
    entries = apps.get_model("slowmate", "ListEntry").objects
    player = apps.get_model("slowmate", "Player").objects.filter(pk=OuterRef("player"))
    entries.exclude(name="").update(folded=Subquery(player.values("folded")[:1]))
    for one in entries.exclude(name="").exclude(name=F("player__name")).only("name").iterator(chunk_size=2000):
        entries.filter(pk=one.pk).update(folded=folded(one.name)[:MOST])  # he had another name that day
    before = entries.filter(list=OuterRef("list__previous"), player=OuterRef("player"), published=True)
    new = entries.filter(~Exists(before), list__is_imported=False, published=True, period_games__gt=0)
    entries.filter(pk__in=new.values("pk")).update(is_new=True)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.connection.check_constraints()  # now: a table whose keys are still to be checked gets no index


def folded(text: str) -> str:
    plain = _without_marks(_without_marks(text).casefold())
    return " ".join(plain.translate(LETTERS).split())


def _without_marks(text: str) -> str:
    return "".join(letter for letter in normalize("NFKD", text) if not combining(letter))


def guard(_apps: Any, schema_editor: Any) -> None:
    """The database itself refuses to change an entry of a list that was published: its numbers and who is new never,
    what tells who somebody is only to nothing. SQLite has made the table anew, without triggers."""
    _guard(schema_editor, (*NUMBERS, "is_new"), (*WHO, "folded"))


def guard_as_before(_apps: Any, schema_editor: Any) -> None:
    _guard(schema_editor, NUMBERS, WHO)


def _guard(schema_editor: Any, numbers: tuple[str, ...], who: tuple[str, ...]) -> None:
    same = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in numbers)
    blanked = " AND ".join(f"NEW.{name} IN (OLD.{name}, '')" for name in who)
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
        ("slowmate", "0010_substitutes"),
    ]

    operations = [
        migrations.RunPython(unguard, guard_as_before),
        migrations.AddField(
            model_name="listentry",
            name="folded",
            field=models.CharField(blank=True, default="", editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="listentry",
            name="is_new",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(fields=["list", "folded", "rank"], name="entries_by_name"),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(
                condition=models.Q(("published", True), ("rating__isnull", False)),
                fields=["list", "-rating"],
                name="entries_by_rating",
            ),
        ),
        migrations.AddIndex(
            model_name="listentry",
            index=models.Index(
                condition=models.Q(("is_new", True)), fields=["list", "rank"], name="entries_who_are_new"
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]

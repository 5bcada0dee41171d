from typing import Any

from django.db import migrations

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
    dependencies = [("slowmate", "0007_fewer_indexes")]

    operations = [migrations.RunPython(guard, unguard)]

"""Settings from the environment, checked: databases, mail, the secret."""

import os
import re
import secrets
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    "PRAGMA wal_autocheckpoint=8000;"  # 32 MB: whoever writes the log back does so while others wait, so seldom
)


ON, OFF = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
MAX_NUMBER = 256
"""Processes and threads, at most: more would only starve the machine."""
MIN_SECRET_LENGTH = 32


def on(name: str) -> bool:
    """Return whether a switch is set."""
    given = os.environ.get(name, "").strip().lower()
    if given not in ON + OFF:
        raise ImproperlyConfigured(f"{name}: {given!r} is not a switch; it is on with {', '.join(ON)}")
    return given in ON


def number(name: str, default: int) -> int:
    """Return a whole number from 1 to `MAX_NUMBER`."""
    given = os.environ.get(name, "").strip()
    if not given:
        return default
    if not given.isdecimal() or len(given) > len(str(MAX_NUMBER)) or not 1 <= int(given) <= MAX_NUMBER:
        raise ImproperlyConfigured(f"{name}: {given!r} is not a whole number from 1 to {MAX_NUMBER}")
    return int(given)


def _parts(name: str, url: str) -> SplitResult:
    """Split an address. The error does not quote it: there may be a password in it."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - it is read only when it is asked for
    except ValueError:
        raise ImproperlyConfigured(
            f"{name}: cannot be read; a port is a number, and in a password # / : @ are written %23 %2F %3A %40"
        ) from None
    return parts


def address() -> str:
    """Return SLOWMATE_URL, the address people use."""
    given = (os.environ.get("SLOWMATE_URL") or "http://127.0.0.1:8000").strip().rstrip("/")
    parts = _parts("SLOWMATE_URL", given)
    if parts.scheme not in {"http", "https"} or not _is_name_and_port(parts.netloc) or given != _base(parts):
        raise ImproperlyConfigured("SLOWMATE_URL: is not an address of a server; write it as https://chess.example")
    return given


def _base(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def _is_name_and_port(place: str) -> bool:
    """Return whether a text is a name or an IP address, with or without a port, and nothing else."""
    return re.fullmatch(r"([\w-]+(\.[\w-]+)*|\[[0-9A-Fa-f:.]+\])(:\d+)?", place) is not None


def sender() -> str:
    """Return SLOWMATE_FROM, the sender of mail."""
    given = os.environ.get("SLOWMATE_FROM") or "Slowmate <noreply@localhost>"
    plain = parseaddr(given)[1]
    if not given.isprintable() or not re.fullmatch(r"[^@\s<>]+@[\w.-]+", plain):
        raise ImproperlyConfigured("SLOWMATE_FROM: is not a sender; write it as Chess <chess@chess.example>")
    return given


def contact() -> str:
    """Return SLOWMATE_CONTACT, how people reach the office of the server: an address of mail or of a page, or
    nothing."""
    given = os.environ.get("SLOWMATE_CONTACT", "").strip()
    is_page = re.fullmatch(r"https?://[^\s<>\"]+", given)
    if given and not is_page and not re.fullmatch(r"[^@\s<>?&]+@[\w.-]+", given):
        raise ImproperlyConfigured(
            "SLOWMATE_CONTACT: is no address; write it as office@chess.example or https://chess.example/contact"
        )
    return given


MAX_ABOUT_BYTES = 20_000
"""Bytes of the text about the server that its operators write."""


def about() -> str:
    """Return the text in the file of SLOWMATE_ABOUT."""
    given = os.environ.get("SLOWMATE_ABOUT", "").strip()
    if not given:
        return ""
    try:
        with Path(given).open("rb") as file:
            text = file.read(MAX_ABOUT_BYTES + 1)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise ImproperlyConfigured(f"SLOWMATE_ABOUT: {given!r} cannot be read: {why}") from None
    if len(text) > MAX_ABOUT_BYTES:
        raise ImproperlyConfigured(f"SLOWMATE_ABOUT: {given!r} is longer than {MAX_ABOUT_BYTES} bytes")
    try:
        return text.decode("utf-8-sig").strip()
    except UnicodeDecodeError as wrong:
        line = text[: wrong.start].count(b"\n") + 1
        raise ImproperlyConfigured(f"SLOWMATE_ABOUT: {given!r}, line {line}: is not UTF-8; save it as UTF-8") from None


MAX_SEAL_BYTES = 300_000
SIGNATURES = 2
"""Bytes of a picture, and people who sign: what fits on a certificate."""


def seal() -> bytes:
    """Return the picture in the file of SLOWMATE_SEAL: PNG, JPEG or SVG."""
    given = os.environ.get("SLOWMATE_SEAL", "").strip()
    if not given:
        return b""
    try:
        with Path(given).open("rb") as file:
            picture = file.read(MAX_SEAL_BYTES + 1)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise ImproperlyConfigured(f"SLOWMATE_SEAL: {given!r} cannot be read: {why}") from None
    if len(picture) > MAX_SEAL_BYTES:
        raise ImproperlyConfigured(f"SLOWMATE_SEAL: {given!r} is larger than {MAX_SEAL_BYTES} bytes")
    is_drawing = b"<svg" in picture[:1000].lower()
    if not is_drawing and not picture.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise ImproperlyConfigured(f"SLOWMATE_SEAL: {given!r} is not a picture; a seal is PNG, JPEG or SVG")
    return picture


def signatories() -> list[str]:
    """Return SLOWMATE_SIGNATORIES, who signs certificates: one or two names, between semicolons."""
    given = [name.strip() for name in os.environ.get("SLOWMATE_SIGNATORIES", "").split(";")]
    names = [name for name in given if name]
    if len(names) > SIGNATURES or not "".join(names).isprintable():
        raise ImproperlyConfigured(
            "SLOWMATE_SIGNATORIES: two people sign a certificate at most; write Eva Nová, President; Jan Nový"
        )
    return names


def tables() -> None:
    """Check that SLOWMATE_SYZYGY names folders that exist."""
    for folder in filter(None, os.environ.get("SLOWMATE_SYZYGY", "").split(os.pathsep)):
        if not Path(folder).is_dir():
            raise ImproperlyConfigured(f"SLOWMATE_SYZYGY: {folder!r} is not a folder")


THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a machine knows itself; every machine does, so they are no names of a server for others."""


def hosts(url: str) -> list[str]:
    """Return the names under which the server answers: those of SLOWMATE_HOSTS, and always that of its address.

    A server for this machine alone answers to each of the machine's names.
    """
    own = urlsplit(url).hostname or ""
    own = f"[{own}]" if ":" in own else own
    given = os.environ.get("SLOWMATE_HOSTS", "").split(",")
    names = [name.strip() for name in given if name.strip()] or (THIS_MACHINE if own in THIS_MACHINE else ())
    return [*names, own]


def secret_key(data: Path) -> str:
    """Return SLOWMATE_SECRET_KEY, or the key generated on the first start and stored beside the database."""
    given = os.environ.get("SLOWMATE_SECRET_KEY")
    if given:
        if len(given) < MIN_SECRET_LENGTH:
            raise ImproperlyConfigured(f"SLOWMATE_SECRET_KEY: is shorter than {MIN_SECRET_LENGTH} characters")
        return given
    path = data / "secret-key"
    if not path.exists():
        data.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"secret-key.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        try:
            path.hardlink_to(fresh)  # the first process wins, whoever else starts at the same time
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    key = path.read_text().strip()
    if not key:
        raise ImproperlyConfigured(
            f"SLOWMATE_DATA: {path} is empty; put the key kept with the backup there, or delete it"
        )
    return key


def database(url: str | None, data: Path) -> dict[str, Any]:
    """Return the database of DATABASE_URL: ``postgresql://user:password@host:port/name`` or ``sqlite:///path``.

    A socket of PostgreSQL is named as libpq does: ``postgresql:///name?host=/run/postgresql``. SQLite in write-ahead
    mode, with immediate transactions and full synchronisation: an accepted move is on disk.
    """
    parts = _parts("DATABASE_URL", url or f"sqlite:///{data / 'slowmate.sqlite3'}")
    if parts.scheme in {"postgresql", "postgres"}:
        if not parts.path.strip("/"):
            raise ImproperlyConfigured("DATABASE_URL: names no database; write it as postgresql://user@host/name")
        named = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        _require_known(named)
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.path.lstrip("/"),
            "USER": unquote(parts.username or "") or named.get("user", ""),
            "PASSWORD": unquote(parts.password or "") or named.get("password", ""),
            "HOST": parts.hostname or named.get("host", ""),
            "PORT": str(parts.port or named.get("port", "")),
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": {
                # a database that is away is told of within seconds: whoever watches does not wait longer
                "connect_timeout": 5,
                # a statement is planned once for each connection, not at every request: half of the database's work
                "server_side_binding": True,
                "prepare_threshold": 3,
            },
        }
    if parts.scheme == "sqlite":
        path = _made_file(parts, given=bool(url))
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": path,
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 30,
                "init_command": PRAGMAS,
            },
        }
    raise ImproperlyConfigured(
        f"DATABASE_URL: {parts.scheme!r} is not a database we know; use postgresql:// or sqlite:///"
    )


IN_QUERY = ("host", "port", "user", "password")
"""What an address of PostgreSQL may say after its question mark."""


def _require_known(named: dict[str, str]) -> None:
    """Refuse what would be passed over: a connection with other settings than were asked for."""
    for key in named:
        if key not in IN_QUERY:
            raise ImproperlyConfigured(
                f"DATABASE_URL: {key!r} is not known after the question mark, where {', '.join(IN_QUERY)} may stand; "
                f"set the variable of PostgreSQL's library instead, such as PGSSLMODE"
            )


def sqlite_file(url: str | None, data: Path) -> Path | None:
    """Return the file of an SQLite database, there or not; None for a database of another kind."""
    parts = _parts("DATABASE_URL", url or f"sqlite:///{data / 'slowmate.sqlite3'}")
    return _file_of(parts) if parts.scheme == "sqlite" else None


def _file_of(parts: SplitResult) -> Path:
    return Path(unquote(parts.path[1:]))


def _made_file(parts: SplitResult, *, given: bool) -> Path:
    """Return the file of an SQLite database, and create its folder. *given*: it is that of DATABASE_URL, not the
    default."""
    path = _file_of(parts)
    if not path.name or path.is_dir():
        raise ImproperlyConfigured("DATABASE_URL: names no file; write it as sqlite:////path/file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        if not given:
            raise
        why = (wrong.strerror or str(wrong)).lower()
        raise ImproperlyConfigured(f"DATABASE_URL: {path.parent} cannot be made: {why}") from None
    return path


def mail(url: str | None) -> dict[str, Any]:
    """Return where mail goes: SLOWMATE_MAIL as ``smtp://user:password@host:port`` (``smtps`` for TLS); else it is
    printed.

    ``file:///folder`` keeps each mail as a file, ``none:`` throws it away.
    """
    parts = _parts("SLOWMATE_MAIL", url or "console:")
    if parts.scheme == "console":
        backend = "django.core.mail.backends.console.EmailBackend"
    elif parts.scheme in {"smtp", "smtps"}:
        backend = "django.core.mail.backends.smtp.EmailBackend"
    elif parts.scheme == "file":
        backend = "django.core.mail.backends.filebased.EmailBackend"
    elif parts.scheme == "none":
        backend = "django.core.mail.backends.dummy.EmailBackend"
    else:
        raise ImproperlyConfigured(
            f"SLOWMATE_MAIL: {parts.scheme!r} is not a way to send mail; "
            "use smtp://, smtps://, file:///folder, console: or none:"
        )
    if parts.scheme == "file" and not parts.path.strip("/"):
        raise ImproperlyConfigured("SLOWMATE_MAIL: names no folder; write it as file:///folder")
    return {
        "backend": backend,
        "folder": unquote(parts.path) if parts.scheme == "file" else None,
        "host": parts.hostname or "localhost",
        "port": parts.port or (587 if parts.scheme == "smtps" else 25),
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "tls": parts.scheme == "smtps",
    }

"""The mail of a demonstration, as its files keep it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from django.conf import settings

_END = b"\n" + b"-" * 79 + b"\n"
"""The line that Django's file backend writes after each letter."""
_ORIGIN = re.compile(r"https?://[^/\s]+(?=/)")


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as its reader would see it."""

    to: str
    subject: str
    sent: datetime | None
    text: str


def letters(folder: Path, *, most: int) -> list[Letter]:
    """Return the latest letters in a folder; none where nothing was sent yet."""
    files = sorted(folder.glob("*.log"), key=lambda file: file.stat().st_mtime_ns, reverse=True)[:most]
    return [letter for file in files for letter in reversed(list(_letters(file)))][:most]


def _letters(file: Path) -> Iterator[Letter]:
    reader = BytesParser(EmailMessage, policy=policy.default)
    for raw in file.read_bytes().split(_END)[:-1]:
        message = reader.parsebytes(raw)
        body = message.get_body(("plain",))
        yield Letter(
            to=str(message["To"] or ""),
            subject=str(message["Subject"] or ""),
            sent=_instant(str(message["Date"] or "")),
            text=_with_links_here(body.get_content()) if body else "",
        )


def _with_links_here(text: str) -> str:
    """Lead the links of a letter to this server, which may have had another address when the letter was written.

    A letter ends with a link to the server that wrote it.
    """
    origins = _ORIGIN.findall(text)
    return text.replace(f"{origins[-1]}/", f"{settings.SLOWMATE_URL}/") if origins else text


def _instant(date: str) -> datetime | None:
    """Return the date of a mail; UTC where it names no zone."""
    if not date:
        return None
    sent = parsedate_to_datetime(date)
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)


def shows_mail() -> bool:
    """Return whether this is a demonstration that stores its mail as files, for everybody to read."""
    return bool(settings.SLOWMATE_DEMO and settings.EMAIL_FILE_PATH)

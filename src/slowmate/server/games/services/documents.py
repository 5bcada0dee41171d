"""Evidence in a game: a director's words for a letter they hold, and files that players hand in.

A file is stored as it may be given out: a picture is drawn anew, so that nothing of the file is left but its pixels; a
text is decoded; a PDF stays as it is, and is given out as a download, never shown.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from slowmate.play import commands
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games.models import Document, Game
from slowmate.server.games.services import games
from slowmate.server.people.models import Player
from slowmate.server.site.errors import Unfit

LARGEST = 5 * 1024 * 1024
"""Bytes of a file: the photograph of a scoresheet."""
MAX_TEXT_BYTES = 200_000
MOST_PIXELS = 25_000_000
SIDE = 2400
"""The longer side of a stored picture, in pixels: a page can be read in it."""
MOST_FILES = 10
"""The limit for one player in one game."""
PICTURES = ("JPEG", "PNG", "WEBP")
PDF = b"%PDF-"
ENDINGS = {"image/jpeg": "jpg", "application/pdf": "pdf", "text/plain": "txt"}
"""The types of what is kept, and how a download of it is named."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A file as it is stored."""

    name: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of an act in a game, in words, as a file, or both, and the player who acted."""

    player: Player
    words: str = ""
    scan: Scan | None = None
    is_for_player: bool = False


def readable(name: str, data: bytes) -> Scan:
    """Return a file as it may be given out; `Unfit` if we do not take it."""
    if len(data) > LARGEST:
        raise Unfit(_("The file is too large: 5 MB at most."), field="file")
    file_name = "".join(letter for letter in name if letter.isprintable()).strip()[-120:]
    if data.startswith(PDF):
        return Scan(file_name, "application/pdf", data)
    text = _text(data)
    if text is not None:
        return Scan(file_name, "text/plain", text.encode())
    return Scan(file_name, "image/jpeg", _redraw(data))


def _text(data: bytes) -> str | None:
    """Read a file if it is a text; PGN is mostly written in UTF-8, and else in Latin-1."""
    if len(data) > MAX_TEXT_BYTES or b"\0" in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text if all(letter.isprintable() or letter in "\r\n\t" for letter in text) else None


def _redraw(data: bytes) -> bytes:
    wrong = Unfit(_("That is no JPEG, PNG or WebP picture, no PDF and no text."), field="file")
    too_many = Unfit(_("The picture has too many pixels: 25 million at most."), field="file")
    try:
        image = Image.open(io.BytesIO(data), formats=PICTURES)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise too_many from None
    except Exception:  # whatever a reader of pictures meets in a file that is none
        raise wrong from None
    if image.width * image.height > MOST_PIXELS:
        raise too_many
    try:
        image.draft("RGB", (SIDE, SIDE))  # JPEG alone: read small what will be small
        upright = ImageOps.exif_transpose(image)
        upright.thumbnail((SIDE, SIDE))
        picture = Image.new("RGB", upright.size, "white")
        picture.paste(upright.convert("RGBA"), mask=upright.convert("RGBA") if upright.has_transparency_data else None)
        packed = io.BytesIO()
        picture.save(packed, "JPEG", quality=82)
    except Exception:  # the same
        raise wrong from None
    return packed.getvalue()


def require_room(game_id: int, actor: User) -> None:
    """Refuse one more file from a person who has handed in the most they may in a game."""
    if Document.objects.filter(game=game_id, by=actor, data__isnull=False).count() >= MOST_FILES:
        raise Unfit(
            _("You have handed in %(n)d files in this game; more are not taken.") % {"n": MOST_FILES}, field="scan"
        )


def with_command(
    game_id: int,
    make_command: Callable[[Game], commands.Command],
    make_evidence: Callable[[Game], Evidence | None],
    *,
    actor: User,
    at: datetime,
) -> Game:
    """Carry out a command and store its evidence with the first event it causes: both, or neither."""
    version = 0

    def note_version(row: Game) -> commands.Command:
        nonlocal version
        version = row.version
        return make_command(row)

    with transaction.atomic():
        try:
            row = games.command(game_id, note_version, at=at, actor=actor)
        except Refused as refused:
            refusal = refused  # raised when what the clock has brought about is kept
        else:
            evidence = make_evidence(row)
            if evidence is not None:
                _store(row, evidence, after=version, actor=actor, at=at)
            return row
    raise refusal


def _store(row: Game, evidence: Evidence, *, after: int, actor: User, at: datetime) -> None:
    event = row.events.filter(number__gt=after, actor=actor).order_by("number").first()
    if event is None:
        return
    scan = evidence.scan
    Document.objects.create(
        game=row,
        event=event.number,
        player=evidence.player,
        by=actor,
        is_for_player=evidence.is_for_player,
        words=evidence.words.strip()[:200],
        name=scan.name if scan else "",
        type=scan.type if scan else "",
        data=scan.data if scan else None,
        made=at,
    )
    if evidence.is_for_player:
        facts = {
            "event": event.number,
            "type": event.type,
            "player": evidence.player.pk,
            "document": evidence.words,
        }
        journal.write("acted for a player", f"game/{row.pk}", actor=actor, at=at, facts=facts)

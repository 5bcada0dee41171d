"""A player's picture: put up, changed, taken down. What is kept is never the file that was sent.

It is drawn anew, small and square, so that nothing else in the file survives: no place or camera, no script, no
second content for programs that guess types.
"""

import io
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.people.models import Picture, Player
from slowmate.server.people.permissions import may_change_player
from slowmate.server.site.errors import NotAllowed, Unfit

LARGEST = 1024 * 1024
"""Bytes of a file."""
MOST_PIXELS = 16_000_000
"""A file of few bytes can unfold into a picture that fills the memory; no telephone's picture of 1 MB has more."""
SIDE = 256
TYPES = ("JPEG", "PNG", "WEBP")


def put(player: Player, data: bytes, *, actor: User, at: datetime) -> Picture:
    """Put up a picture, in place of the one before."""
    if not may_change_player(actor, player):
        raise NotAllowed
    image = small_square(data)
    fields = {"image": image, "digest": sha256(image).hexdigest()[:16], "changed": at}
    with transaction.atomic():
        picture, _made = Picture.objects.update_or_create(player=player, defaults=fields)
        journal.write("picture changed", f"player/{player.pk}", actor=actor, at=at)
    return picture


def delete(player: Player, *, actor: User, at: datetime) -> None:
    """Take the picture down; nothing is left of it."""
    if not may_change_player(actor, player):
        raise NotAllowed
    with transaction.atomic():
        Picture.objects.filter(player=player).delete()
        journal.write("picture deleted", f"player/{player.pk}", actor=actor, at=at)


def small_square(data: bytes) -> bytes:
    """Return the middle of a picture as a small WebP with nothing but its pixels; `Unfit` if we do not take it."""
    if len(data) > LARGEST:
        raise Unfit(_("The picture is too large: 1 MB at most."), field="picture")
    try:
        image = Image.open(io.BytesIO(data), formats=TYPES)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Unfit(_too_many(), field="picture") from None
    except Exception:  # whatever a reader of pictures meets in a file that is none
        raise Unfit(_("That is not a JPEG, PNG or WebP picture."), field="picture") from None
    if image.width * image.height > MOST_PIXELS:
        raise Unfit(_too_many(), field="picture")
    try:
        image.draft("RGB", (2 * SIDE, 2 * SIDE))  # JPEG alone: read small what will be small
        upright = ImageOps.exif_transpose(image)
        square = ImageOps.fit(upright.convert("RGBA" if upright.has_transparency_data else "RGB"), (SIDE, SIDE))
    except Exception:  # the same
        raise Unfit(_("The picture cannot be read; the file may be damaged."), field="picture") from None
    packed = io.BytesIO()
    Image.frombytes(square.mode, square.size, square.tobytes()).save(packed, "WEBP", quality=82)
    return packed.getvalue()


def _too_many() -> str:
    return _("The picture has too many pixels: 16 million at most.")

"""A player's picture: drawn anew, refused where it is none, changed by its owner alone, gone with the account."""

import io
import struct
import zipfile
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from slowmate.server.accounts.models import Entry, User
from slowmate.server.people.models import Picture
from slowmate.server.people.services import pictures
from slowmate.server.privacy import services
from slowmate.server.site import clock, middleware
from slowmate.server.site.errors import NotAllowed, Unfit
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

PLACE = 0x8825
"""Where EXIF keeps where a picture was taken."""


def drawn(kind: str = "PNG", size: tuple[int, int] = (400, 300), mode: str = "RGB", **more: object) -> bytes:
    packed = io.BytesIO()
    Image.new(mode, size, "teal").save(packed, kind, **more)
    return packed.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb(width: int, height: int) -> bytes:
    """A PNG of few bytes that would unfold into a picture of this size."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * ((width // 8 + 1) * min(height, 4000)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def put(client: Client, data: bytes, name: str = "me.png", kind: str = "image/png") -> str:
    """Send a file as the form does; what the page then says."""
    sent = SimpleUploadedFile(name, data, content_type=kind)
    return client.post("/settings/picture", {"picture": sent}, follow=True).content.decode()


@pytest.fixture
def anna(client: Client) -> User:
    user = person("Anna")
    client.force_login(user)
    return user


@pytest.mark.parametrize(
    ("kind", "mode"), [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "RGBA"), ("PNG", "P"), ("WEBP", "RGB")]
)
def test_a_picture_becomes_a_small_square_webp(kind: str, mode: str) -> None:
    shown = Image.open(io.BytesIO(pictures.small_square(drawn(kind, mode=mode))))
    assert (shown.format, shown.size) == ("WEBP", (256, 256))


def test_it_is_turned_upright_and_keeps_no_place_camera_or_words() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A camera"  # lies on its side; who made the camera
    exif.get_ifd(PLACE)[1] = "N"
    packed = io.BytesIO()
    half = Image.new("RGB", (400, 400), "white")
    half.paste("black", (0, 0, 200, 400))
    half.save(packed, "JPEG", exif=exif, comment=b"taken at home", icc_profile=b"profile")
    image = pictures.small_square(packed.getvalue())
    shown = Image.open(io.BytesIO(image))
    assert max(shown.crop((128, 10, 129, 11)).tobytes()) < 40
    assert min(shown.crop((128, 245, 129, 246)).tobytes()) > 215
    assert dict(shown.getexif()) == {}
    assert {"exif", "icc_profile", "xmp", "comment"} & set(shown.info) == set()
    assert not any(word in image for word in (b"camera", b"taken", b"profile", b"EXIF", b"ICCP", b"XMP"))


NOT_ONE = "That is not a JPEG, PNG or WebP picture."
TOO_MANY = "The picture has too many pixels: 16 million at most."
DAMAGED = "The picture cannot be read; the file may be damaged."
REFUSED = {
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NOT_ONE),
    "HTML with the name of a PNG": (b"<!doctype html><script>alert(1)</script>", NOT_ONE),
    "HTML with the first bytes of a PNG": (b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", NOT_ONE),
    "a GIF": (drawn("GIF"), NOT_ONE),
    "a TIFF": (drawn("TIFF"), NOT_ONE),
    "a PDF": (b"%PDF-1.7\n", NOT_ONE),
    "a text": (b"hello", NOT_ONE),
    "too many pixels": (bomb(4001, 4000), TOO_MANY),
    "a bomb the library warns of": (bomb(12_000, 10_000), TOO_MANY),
    "a bomb the library refuses": (bomb(60_000, 60_000), TOO_MANY),
    "a cut-off JPEG": (drawn("JPEG", (900, 900))[:3000], DAMAGED),
    "a cut-off PNG": (drawn("PNG", (900, 900))[:90], DAMAGED),
    "too many bytes": (b"\xff\xd8" + b"\0" * pictures.LARGEST, "The picture is too large: 1 MB at most."),
}


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.usefixtures("anna")
def test_what_is_no_fit_picture_is_refused_with_one_sentence(what: str, client: Client) -> None:
    data, why = REFUSED[what]
    if what.startswith("a bomb"):
        assert len(data) < 100_000
    with pytest.raises(Unfit) as refused:
        pictures.small_square(data)
    assert refused.value.why == why
    if len(data) <= pictures.LARGEST:
        assert why in put(client, data)
    assert not Picture.objects.exists()


@pytest.mark.usefixtures("anna")
def test_a_page_hears_of_a_file_that_is_far_too_large(client: Client) -> None:
    sent = SimpleUploadedFile("me.png", b"x" * middleware.LARGEST_BODY, content_type="image/png")
    answer = client.post("/settings/picture", {"picture": sent}, headers={"Accept-Language": "cs"})
    assert answer.status_code == 413
    assert "nejvýše 1 MB" in answer.content.decode()
    assert "Choose a file first." in client.post("/settings/picture", follow=True).content.decode()


def test_the_picture_is_shown_on_the_profile_under_an_address_that_changes(client: Client, anna: User) -> None:
    page = f"/players/{anna.player.pk}"
    assert "portrait" not in client.get(page).content.decode()
    assert "Your picture is changed." in put(client, drawn())
    first = Picture.objects.get()
    address = f"{page}/picture/{first.digest}.webp"
    client.logout()
    assert address in client.get(page).content.decode()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer.content == bytes(first.image)
    client.force_login(anna)
    put(client, drawn(size=(300, 400), mode="L"))
    second = Picture.objects.get()
    assert second.digest != first.digest
    assert client.get(address).status_code == 404


@pytest.mark.usefixtures("anna")
def test_the_owner_deletes_it(client: Client) -> None:
    put(client, drawn())
    assert "Your picture is deleted." in client.post("/settings/picture", {"delete": "1"}, follow=True).content.decode()
    assert not Picture.objects.exists()
    assert list(Entry.objects.order_by("pk").values_list("what", flat=True)) == ["picture changed", "picture deleted"]


def test_nobody_changes_the_picture_of_another(client: Client, anna: User) -> None:
    put(client, drawn())
    kept = Picture.objects.get()
    for other in (person(), person(is_administrator=True)):
        with pytest.raises(NotAllowed):
            pictures.put(anna.player, drawn("JPEG"), actor=other, at=clock.now())
        with pytest.raises(NotAllowed):
            pictures.delete(anna.player, actor=other, at=clock.now())
        client.force_login(other)
        client.post("/settings/picture", {"delete": "1"})
        assert client.post(f"/players/{anna.player.pk}/picture/{kept.digest}.webp").status_code == 405
    client.logout()
    assert client.post("/settings/picture", {"delete": "1"}).status_code == 302
    kept.refresh_from_db()
    assert Picture.objects.get() == kept


def test_it_is_in_the_export_and_goes_with_the_account(client: Client, anna: User) -> None:
    put(client, drawn())
    image = bytes(Picture.objects.get().image)
    with zipfile.ZipFile(io.BytesIO(services.export(anna, at=clock.now()))) as archive:
        assert archive.read("picture.webp") == image
    services.delete(anna, keep_name=True, resign=False, at=clock.now())
    assert not Picture.objects.exists()


def test_pictures_cost_lists_and_games_nothing(client: Client, anna: User) -> None:
    row = game(anna, person(), "f3", "e5", "g4", "Qh4", at=clock.now())

    def read() -> list[str]:
        with CaptureQueriesContext(connection) as made:
            for path in ("/players", "/games", f"/games/{row.pk}", "/"):
                assert client.get(path).status_code == 200
        return [query["sql"] for query in made]

    read()
    before = len(read())
    put(client, drawn())
    client.get("/")
    after = read()
    assert len(after) == before
    assert not any("slowmate_picture" in query for query in after)


def test_an_account_without_a_player_has_settings_but_no_picture(client: Client) -> None:
    admin = User.objects.create_user("admin@example.org", "a long password")
    client.force_login(admin)
    body = client.get("/settings").content.decode()
    assert "id_picture" not in body
    assert "player-name" not in body
    assert client.post("/settings/picture", {"delete": "1"}).status_code == 404
    wishes = {
        "language": "cs",
        "zone": "UTC",
        "mail_mode": "each",
        "theme": "dark",
        "board": "blue",
        "pieces": "letters",
    }
    assert client.post("/settings", {f"user-{key}": value for key, value in wishes.items()}).status_code == 302
    admin.refresh_from_db()
    assert (admin.language, admin.theme) == ("cs", "dark")

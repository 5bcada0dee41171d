"""Settings that cannot work are refused in one line that names them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from slowmate.server.site import environment

LONG = "a secret that is long enough for us"


def read(variable: str, data: Path) -> object:
    """What the settings make of a variable."""
    readers: dict[str, Callable[[], object]] = {
        "SLOWMATE_URL": environment.address,
        "SLOWMATE_FROM": environment.sender,
        "SLOWMATE_CONTACT": environment.contact,
        "SLOWMATE_ABOUT": environment.about,
        "SLOWMATE_SEAL": environment.seal,
        "SLOWMATE_SIGNATORIES": environment.signatories,
        "SLOWMATE_SYZYGY": environment.tables,
        "SLOWMATE_SECRET_KEY": lambda: environment.secret_key(data),
        "SLOWMATE_WEB_PROCESSES": lambda: environment.number("SLOWMATE_WEB_PROCESSES", 4),
        "SLOWMATE_DEMO": lambda: environment.on("SLOWMATE_DEMO"),
        "SLOWMATE_MAIL": lambda: environment.mail(os.environ["SLOWMATE_MAIL"]),
        "DATABASE_URL": lambda: environment.database(os.environ["DATABASE_URL"], data),
    }
    return readers[variable]()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SLOWMATE_URL", "https://chess .example"),
        ("SLOWMATE_URL", "https://chess.example?a=b"),
        ("SLOWMATE_URL", "https://chess.example#top"),
        ("SLOWMATE_URL", "https://me:geheim@chess.example"),
        ("SLOWMATE_URL", "https://chess.example/slow"),
        ("SLOWMATE_URL", "https://chess.example:99999"),
        ("SLOWMATE_URL", "https://"),
        ("SLOWMATE_FROM", "Chess <a@chess.example>\nBcc: geheim@evil.example"),
        ("SLOWMATE_FROM", "Chess"),
        ("SLOWMATE_FROM", "Chess <>"),
        ("SLOWMATE_CONTACT", "javascript:alert(1)"),
        ("SLOWMATE_CONTACT", "office@chess.example?subject=geheim"),
        ("SLOWMATE_CONTACT", "come and see us"),
        ("SLOWMATE_ABOUT", "/nowhere/at/all.txt"),
        ("SLOWMATE_ABOUT", "/"),
        ("SLOWMATE_SEAL", "/nowhere/at/all.png"),
        ("SLOWMATE_SEAL", __file__),
        ("SLOWMATE_SIGNATORIES", "One; Two; Three"),
        ("SLOWMATE_SIGNATORIES", "One\nTwo"),
        ("SLOWMATE_SYZYGY", "/nowhere/at/all"),
        ("SLOWMATE_SECRET_KEY", "geheim"),
        ("SLOWMATE_SECRET_KEY", LONG[:31]),
        ("SLOWMATE_WEB_PROCESSES", "257"),
        ("SLOWMATE_WEB_PROCESSES", "9" * 5000),
        ("SLOWMATE_DEMO", "maybe"),
        ("SLOWMATE_MAIL", "file:"),
        ("SLOWMATE_MAIL", "file:///"),
        ("DATABASE_URL", "postgresql://me:geheim@db"),
        ("DATABASE_URL", "postgresql:///?host=/run/postgresql"),
        ("DATABASE_URL", "postgresql:///slowmate?host=/run/postgresql&sslmode=geheim"),
        ("DATABASE_URL", "postgresql:///slowmate?username=slowmate"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:////proc/x/y.db"),
    ],
)
def test_what_cannot_work_is_named_in_one_line(
    variable: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ImproperlyConfigured) as wrong:
        read(variable, tmp_path)
    assert str(wrong.value).startswith(f"{variable}: ")
    assert "\n" not in str(wrong.value)
    assert "geheim" not in str(wrong.value)


@pytest.mark.parametrize(
    ("variable", "value", "read_as"),
    [
        ("SLOWMATE_URL", " https://chess.example/ ", "https://chess.example"),
        ("SLOWMATE_URL", "http://[::1]:8000", "http://[::1]:8000"),
        ("SLOWMATE_URL", "http://šachy.example:8000", "http://šachy.example:8000"),
        ("SLOWMATE_FROM", "noreply@localhost", "noreply@localhost"),
        ("SLOWMATE_FROM", "Šachy <a.b+c@chess.example>", "Šachy <a.b+c@chess.example>"),
        ("SLOWMATE_SEAL", " ", b""),
        ("SLOWMATE_SIGNATORIES", "Ann Lee, President; Bo Li", ["Ann Lee, President", "Bo Li"]),
        ("SLOWMATE_SYZYGY", "/tmp:/", None),  # noqa: S108 - a folder that is there
        ("SLOWMATE_SECRET_KEY", LONG[:32], LONG[:32]),
        ("SLOWMATE_WEB_PROCESSES", "256", 256),
        ("SLOWMATE_DEMO", "off", False),
        ("SLOWMATE_DEMO", " Yes", True),
    ],
)
def test_what_can_work_is_read(
    variable: str, value: str, read_as: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    assert read(variable, tmp_path) == read_as


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///chess?host=/run/pg&user=anna&password=x%23y&port=5433",
        "postgresql://anna:x%23y@/chess?host=/run/pg&port=5433",
    ],
)
def test_an_address_of_postgresql_may_name_the_user_at_either_place(url: str, tmp_path: Path) -> None:
    named = environment.database(url, tmp_path)
    parts = [named[key] for key in ("NAME", "HOST", "PORT", "USER", "PASSWORD")]
    assert parts == ["chess", "/run/pg", "5433", "anna", "x#y"]


def test_the_text_about_the_server_is_read_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "about.txt"
    monkeypatch.setenv("SLOWMATE_ABOUT", str(file))
    file.write_bytes("\ufeffČeská federace\n".encode())
    assert environment.about() == "Česká federace"
    file.write_bytes(b"one\ntwo \xff\n")
    with pytest.raises(ImproperlyConfigured, match=r"SLOWMATE_ABOUT: .*about\.txt', line 2: is not UTF-8"):
        environment.about()
    file.write_bytes(b"x" * environment.MAX_ABOUT_BYTES)
    assert len(environment.about()) == environment.MAX_ABOUT_BYTES
    file.write_bytes(b"x" * (environment.MAX_ABOUT_BYTES + 1))
    with pytest.raises(ImproperlyConfigured, match="is longer than 20000 bytes"):
        environment.about()


def test_the_seal_is_a_picture_of_a_reasonable_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "seal.svg"
    monkeypatch.setenv("SLOWMATE_SEAL", str(file))
    file.write_bytes(b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    assert environment.seal() == file.read_bytes()
    file.write_bytes(b"<svg>" + b" " * environment.MAX_SEAL_BYTES)
    with pytest.raises(ImproperlyConfigured, match="is larger than 300000 bytes"):
        environment.seal()

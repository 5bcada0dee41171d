"""What is mistyped is told with what was perhaps meant; completion comes from the parser."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from slowmate.cli.files import write_files, write_text
from slowmate.cli.main import COMMANDS
from slowmate.ratings.systems import SYSTEMS
from slowmate.records import BadInput
from slowmate.titles.norms import OF_FIDE, OF_ICCF
from tests.cli.commands import EXAMPLE, ROOT, run


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["standing", "x"], "'standing' is not a command; did you mean standings?"),
        (["norm", "x"], "'norm' is not a command; did you mean norms?"),
        (["frobnicate"], "'frobnicate' is not a command; see"),
        (["standings", "x", "--explian"], "'--explian' is not an option of it; did you mean --explain?"),
        (["standings", "x", "--strat=2018-01-01"], "did you mean --start?"),
        (["standings", "x", "y"], "'y' is one argument too many"),
        (["standings", "x", "--format", "jsn"], "--format: 'jsn' is not one of table, json; did you mean json?"),
        (["import", "plyers", "x"], "kind: 'plyers' is not one of players, list, event, games, norms, titles; did you"),
        (["certificate", "it5"], "'it5' is not one of norm, title, it1, it2, it3, check; did you mean it3?"),
    ],
)
def test_what_was_perhaps_meant(arguments: list[str], expected: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert expected in done.stderr.decode()


def test_a_kind_that_was_perhaps_meant() -> None:
    done = run("entry", "x", "--event", "Master Clas", "--on", "2018-01-01")
    assert done.stderr.decode().endswith("is not a kind of event; did you mean master-class?\n")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_its_options(shell: str) -> None:
    script = run("completion", shell).stdout.decode()
    for command in COMMANDS:
        assert command in script
    for option in ("section-size", "strict-overscore", "encoding"):
        assert option in script


def test_the_completion_of_bash_is_a_script_of_bash() -> None:
    script = run("completion", "bash").stdout
    assert subprocess.run(["bash", "-n"], input=script, check=False).returncode == 0


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("standings ./examples/sec", "./examples/section.json"),
        ("rate --players ./examples/pla", "./examples/players.csv"),
        ("draw --kind grandm", "grandmaster-norm"),
        ("entry --event master-cl", "master-class"),
        ("clauses --edition ICCF-RAT", "ICCF-RATING-2023"),
        ("rate --rules fide", "fide-2017"),
        ("certificate it1 ./examples/sec", "./examples/section.json"),
    ],
)
def test_bash_offers_files_and_names(typed: str, offered: str) -> None:
    assert offered in what_bash_offers(typed)


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("rate --rules iccf", SYSTEMS),
        ("norms --rules iccf", OF_ICCF),
        ("certificate norm --rules iccf", OF_ICCF),
        ("certificate it3 --rules iccf", ()),
        ("certificate it3 --rules fide", OF_FIDE),
    ],
)
def test_bash_offers_only_the_rules_a_command_takes(typed: str, taken: Iterable[str]) -> None:
    begins = typed.rsplit(maxsplit=1)[-1]
    assert sorted(what_bash_offers(typed)) == sorted(name for name in taken if name.startswith(begins))


def what_bash_offers(typed: str) -> list[str]:
    words = ["slowmate", *typed.split()]
    asked = f"""
        eval "$(cat)"
        compopt() {{ :; }}
        COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
        _shtab_slowmate slowmate {words[-1]} {words[-2]}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    script = run("completion", "bash").stdout
    done = subprocess.run(["bash", "-c", asked], input=script, cwd=ROOT, capture_output=True, check=True)
    return done.stdout.decode().split()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_points_to_nothing_that_an_installed_package_lacks(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert b"docs/" not in done.stdout


def test_no_command_takes_what_it_prints_for_markup() -> None:
    """Names are printed as they stand: the console knows no markup, so that no command may write any."""
    for path in (ROOT / "src" / "slowmate" / "cli").glob("*.py"):
        text = path.read_text("utf-8")
        assert "[/]" not in text, path
        assert "[bold]" not in text, path


def test_brackets_and_colons_of_names_are_printed() -> None:
    data = EXAMPLE.read_text("utf-8").replace("Oliveira, Rui", "Oliveira [/x] :smile: [bold]")
    for command in (["standings", "-"], ["standings", "-", "--explain"], ["norms", "-"], ["norms", "-", "--explain"]):
        done = run(*command, stdin=data.replace("Amici Memorial", "World Cup [a] 2018").encode())
        assert done.returncode == 0
        assert "Oliveira [/x] :smile: [bold]" in done.stdout.decode()
        assert "World Cup [a] 2018" in done.stdout.decode()


@pytest.mark.parametrize(
    "arguments", [["standings", "examples/section.json"], pytest.param(["clauses"], marks=pytest.mark.long)]
)
def test_a_reader_who_has_gone_away_is_no_answer(arguments: list[str]) -> None:
    """As `| head -1` does."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "slowmate", *arguments], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_full_disk_under_standard_output_is_one_line(form: str) -> None:
    code = "import sys; from slowmate.cli import main; sys.exit(main())"
    asked = [sys.executable, "-c", code, "standings", str(EXAMPLE), "--format", form]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == b"slowmate: standard output: no space left on device\n"


@pytest.mark.parametrize("broken", [KeyboardInterrupt, OSError])
def test_nothing_is_left_of_a_file_that_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: type[BaseException]
) -> None:
    def replace(*_: Path) -> None:
        raise broken

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises((KeyboardInterrupt, BadInput)):
        write_text(str(tmp_path / "one.trf"), "text")
    with pytest.raises((KeyboardInterrupt, BadInput)):
        write_files(tmp_path, {"a.json": "1", "b.json": "2"})
    assert list(tmp_path.iterdir()) == []

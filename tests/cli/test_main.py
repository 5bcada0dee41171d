"""What is mistyped is told with what was perhaps meant; completion comes from the parser."""

import subprocess

import pytest

from slowmate.cli.main import COMMANDS
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

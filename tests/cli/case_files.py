"""Cases of titles: the examples that are shipped, and how the tests ask them."""

import json
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples" / "titles"
ON = "2019-08-01"


Change = dict[str, Any]
"""Fields that take the place of an example's."""


def example(kind: str) -> Any:
    return json.loads((EXAMPLES / f"{kind}.json").read_text("utf-8"))


class Ask:
    """Asks a changed example and keeps what was said."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.capsys = folder / "case.json", capsys

    def run(self, case: object, *options: str, on: str = ON) -> tuple[int, str, str]:
        self.file.write_text(json.dumps(case), "utf-8")
        status = main(["titles", str(self.file), "--on", on, *options])
        said = self.capsys.readouterr()
        return status, said.out, said.err

    def __call__(self, kind: str, *, on: str = ON, **change: Any) -> Any:
        status, out, _ = self.run(example(kind) | change, "--format", "json", on=on)
        answer = json.loads(out)
        assert status == (1 if answer["verdict"] == "no" else 0)
        return answer

    def verdict(self, kind: str, *, on: str = ON, **change: Any) -> str:
        return str(self(kind, on=on, **change)["verdict"])

    def lacks(self, kind: str, *, on: str = ON, **change: Any) -> set[str]:
        """The addresses of what binds and fails."""
        answer = self(kind, on=on, **change)
        failed = [one for one in answer["requirements"] if not one["holds"] and one.get("binding", True)]
        assert bool(failed) is (answer["verdict"] == "no") or answer["verdict"] == "cond"
        return {one["clause"].partition(" ")[2] for one in failed}

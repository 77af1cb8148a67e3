"""The README says what is true."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path

from irviz.metrics import conventions_table

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_examples_run_as_they_are_printed() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert result.attempted >= 7
    assert result.failed == 0


def test_conventions_are_those_of_the_registry() -> None:
    assert conventions_table().strip() in README


def test_pictures_and_files_that_it_names_are_there() -> None:
    names = re.findall(r"\]\((assets/[^)]+)\)", README)
    names += re.findall(r"`((?:irviz|tests|assets|\.ci)/[\w./]+)`", README)

    assert len(names) > 5
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_ci_finds_the_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    extract = re.search(r"command=\$\((.*)\)\n", script)

    assert extract
    found = subprocess.run(  # noqa: S602 - our own script's line
        extract[1], shell=True, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip().endswith("-m pytest -n 2 --dist worksteal")
    assert found.stdout.count("\n") == 1

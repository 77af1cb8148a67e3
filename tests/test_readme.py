"""The README says what is true."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from irviz.cli import main
from irviz.metrics import conventions_table

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md"))]


def test_examples_run_as_they_are_printed() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)

    assert result.attempted >= 7
    assert result.failed == 0


BM25 = """\
cats Q0 tabby 1 9.1 bm25
cats Q0 dog 2 7.2 bm25
cats Q0 white-cat 3 5.0 bm25
dogs Q0 cat 1 3.2 bm25
dogs Q0 beagle 2 3.1 bm25
"""
DENSE = """\
cats Q0 tabby 1 9.1 dense
cats Q0 white-cat 2 7.2 dense
dogs Q0 beagle 1 3.2 dense
"""


def test_the_command_line_says_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "qrels.txt").write_text("cats 0 white-cat 1\ncats 0 tabby 2\ndogs 0 beagle 1\n")
    (tmp_path / "bm25.run").write_text(BM25)
    (tmp_path / "dense.run").write_text(DENSE)
    commands = (ROOT / ".github" / "COMMANDS.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- compared -->\n```console\n\$ irviz (.*)\n([^`]*)```", commands)
    assert block
    monkeypatch.chdir(tmp_path)

    assert main(block[1].split()) == 0

    assert capsys.readouterr().out == block[2]


def test_conventions_are_those_of_the_registry() -> None:
    assert conventions_table().strip() in (ROOT / ".github" / "CONVENTIONS.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pictures_pages_and_files_that_it_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = [page.parent / name for name in re.findall(r"\]\(([\w./-]+)\)", text)]
    names += [ROOT / name for name in re.findall(r"[` \n]((?:irviz|tests|assets|\.ci)/[\w./]+)[` \n]", text)]

    assert names or page.name in {"CHANGELOG.md", "COMMANDS.md", "CONVENTIONS.md", "SECURITY.md"}
    assert [name for name in names if not name.exists()] == []


def test_ci_finds_the_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    extract = re.search(r"command=\$\((.*)\)\n", script)

    assert extract
    found = subprocess.run(  # noqa: S602 - our own script's line
        extract[1], shell=True, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip().endswith("-m pytest -n 3 --dist worksteal")
    assert found.stdout.count("\n") == 1


def test_the_workflow_tries_every_python_that_is_named() -> None:
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    tried = re.findall(r'"(3\.\d+)"', workflow)

    assert {*named} <= {*tried}
    assert "run: .ci/run" in workflow

"""A folder of own examples is offered in the menu, by a server and by static pages, and a bad file is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from irviz import EXAMPLES_FOLDER as FOLDER
from irviz.scenarios.folder import MAX_FILES, read_examples
from irviz.state.own_example import OwnExample, OwnQuery, OwnResult

if TYPE_CHECKING:
    from pathlib import Path

PICTURE = "data:image/jpeg;base64,/9j/4AAQ"
RESULTS = (OwnResult("In a tree", 1), OwnResult("E-Type"))
EXAMPLE = OwnExample("Big cats", (OwnQuery("jaguar", RESULTS),), 1, "Two of them")


def written(folder: Path, name: str = "Big Cats.irviz.json", **changes: object) -> None:
    data = EXAMPLE.to_json() | changes
    data["queries"][0]["results"][1]["picture"] = PICTURE
    (folder / name).write_text(json.dumps(data), encoding="utf-8")


def test_an_example_of_the_folder_is_named_by_its_file_and_has_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path)
    monkeypatch.setenv(FOLDER, str(tmp_path))

    [(example, desk)] = read_examples()

    assert (example.title, desk.id, desk.names) == ("Big cats", "folder-big-cats", ("big-cats-1",))
    assert [item.picture for item in desk.boards[0].items] == [None, PICTURE]


@pytest.mark.exhaustive
def test_a_server_with_the_folder_opens_its_links(tmp_path: Path) -> None:
    written(tmp_path)
    script = (
        "from irviz.pages.host import Host; from irviz.static.folder import read_sources, PACKED;"
        "board = Host().open_page('explore', {'q': 'big-cats-1', 'k': '2'}).data['board'];"
        "titles = [one['title'] for one in board['examples'] if one['q'] == 'big-cats-1'];"
        "print(board['link'], *titles, 'Big cats' in read_sources()[PACKED])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, FOLDER: str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == "{'q': 'big-cats-1', 'k': '2'} Big cats True"


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"irviz_example": 2}, "bad.json: it is of version 2"), ({"title": 7}, "bad.json: title: expected a text")],
)
def test_a_bad_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], words: str
) -> None:
    written(tmp_path, "bad.json", **changes)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(ValueError, match=words):
        read_examples()


def test_a_folder_that_is_none_or_too_full_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match="there is no folder"):
        read_examples()
    (tmp_path / "x.json").write_text("{")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with pytest.raises(ValueError, match=r"x\.json: it is no JSON"):
        read_examples()
    for number in range(MAX_FILES):
        written(tmp_path, f"{number}.json")
    with pytest.raises(ValueError, match="at most 50 are read"):
        read_examples()


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", ["dashboard", "static"])
def test_the_commands_name_a_bad_file_in_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "bad.json").write_text("{")
    options = [command, *([str(tmp_path / "site")] if command == "static" else []), "--examples", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "irviz", *options], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (2, f"irviz: {FOLDER}: bad.json: it is no JSON\n")

"""Own examples that a server or a folder of static pages offers in its menu: the files in a folder.

`IRVIZ_EXAMPLES` names the folder; the edition without a server has their contents beside this module.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from irviz import EXAMPLES_FOLDER as FOLDER
from irviz.state.own_example import MAX_FILE_BYTES, PREFIX, ExampleError, OwnExample, read_example

if TYPE_CHECKING:
    from irviz.state.desk import Desk

PACKED = "irviz/scenarios/examples.json"
"""Where the edition without a server has the contents of these files, by their names."""

MAX_FILES = 50
"""Files of a folder that are read."""

_PICTURE = re.compile(r"data:image/(?:jpeg|png|webp);base64,[A-Za-z0-9+/=]{1,16000}")


def read_texts() -> dict[str, str]:
    """The contents of the files with examples, by name; empty if there is no such folder.

    Raises:
        ValueError: If the folder cannot be read, or has too many or too large files; the message names it.
    """
    packed = Path(__file__).with_name("examples.json")
    if packed.is_file():
        texts: dict[str, str] = json.loads(packed.read_text(encoding="utf-8"))
        return texts
    if not (name := os.environ.get(FOLDER, "")):
        return {}
    folder = Path(name)
    if not folder.is_dir():
        raise ValueError(f"{FOLDER}: there is no folder {name}")
    paths = sorted(folder.glob("*.json"))
    if len(paths) > MAX_FILES:
        raise ValueError(f"{FOLDER}: {name} has {len(paths)} files, and at most {MAX_FILES} are read")
    if large := [path.name for path in paths if path.stat().st_size > MAX_FILE_BYTES]:
        raise ValueError(f"{FOLDER}: {large[0]} has more than {MAX_FILE_BYTES // 10**6} MB")
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def read_examples() -> list[tuple[OwnExample, Desk]]:
    """The examples of the folder, each with its fresh desk, in the order of their files.

    Raises:
        ValueError: If a file is no example; the message names it, and what is wrong.
    """
    found = []
    for name, text in read_texts().items():
        try:
            found.append(_read_file(name, text))
        except ValueError as error:
            raise ValueError(f"{FOLDER}: {name}: {error}") from None
    return found


def _read_file(name: str, text: str) -> tuple[OwnExample, Desk]:
    """The example in a file, and its desk with its pictures; the boards are named by the file."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise ExampleError("it is no JSON") from None
    pictures: dict[str, str] = {}
    example = read_example(_name_pictures(data, pictures))
    stem = re.sub(r"[^a-z0-9]+", "-", name.removesuffix(".json").removesuffix(".irviz").lower()).strip("-") or "own"
    desk = example.desk
    boards = tuple(
        replace(
            board,
            id=f"{stem}-{at}",
            items=tuple(replace(item, picture=pictures.get(item.picture or "", item.picture)) for item in board.items),
        )
        for at, board in enumerate(desk.boards, 1)
    )
    return example, replace(desk, id=f"folder-{stem}", boards=boards, opened=boards[0].id)


def _name_pictures(data: Any, pictures: dict[str, str]) -> Any:
    """The decoded JSON with a name in the place of each picture, which is added to `pictures`."""
    if isinstance(data, list):
        return [_name_pictures(one, pictures) for one in data]
    if not isinstance(data, dict):
        return data
    made = {name: _name_pictures(one, pictures) for name, one in data.items()}
    picture = made.get("picture")
    if isinstance(picture, str) and _PICTURE.fullmatch(picture):
        made["picture"] = PREFIX + sha256(picture.encode()).hexdigest()[:16]
        pictures[made["picture"]] = picture
    return made

"""The Python side of the web worker: functions that ``worker.js`` calls, with JSON."""

from __future__ import annotations

import json
import math
from importlib import import_module
from typing import TYPE_CHECKING, Any

from irviz.pages.host import Host
from irviz.pages.results import UserFile
from irviz.views.qr import qr_svg

if TYPE_CHECKING:
    from irviz.pages.host import Frame


def _say(words: str) -> None:
    """Show a progress message on the page; StoppedError where the user stops the work; no-op outside a web worker."""
    try:
        worker: Any = import_module("js")
    except ImportError:
        return
    if not worker.say(words):
        _HOST.stop()


KEEPS = "stay on this machine: this browser reads them, and forgets them with the page."
"""Where a visitor's files are kept, as the end of a sentence."""

_HOST = Host(_say, KEEPS)


def open_page(path: str, link: str) -> str:
    """Open a page, and return its frame as JSON; see `Host.open_page`.

    Args:
        path: The last part of the page's address.
        link: The parameters of the page's address, as a JSON object.

    Returns:
        The page's `Frame`, as JSON.
    """
    return frame_to_json(_HOST.open_page(path, json.loads(link)))


def hear(part: str, name: str, value: str) -> str:
    """Handle a message from a part of the page, and return the new `Frame` as JSON; see `Host.handle_message`.

    Args:
        part: The part of the page that sends it.
        name: The kind of message.
        value: The message, as JSON.
    """
    return frame_to_json(_HOST.handle_message(part, name, json.loads(value)))


def bring(slot: str, files: str, *contents: Any) -> str:
    """Add the user's files to the page, and return the new `Frame` as JSON; see `Host.add_files`.

    Args:
        slot: The place that they were put in, such as that for judgments.
        files: Their names and sizes in bytes, as JSON.
        contents: Their contents, as JavaScript objects.
    """
    given = [
        (one["name"], one["size"], UserFile(data.to_bytes()))
        for one, data in zip(json.loads(files), contents, strict=True)
    ]
    return frame_to_json(_HOST.add_files(slot, given))


def code(link: str) -> str:
    """The SVG picture of a link's QR code, as a JSON string; see `irviz.views.qr.qr_svg`."""
    return json.dumps(qr_svg(link).decode())


def frame_to_json(frame: Frame) -> str:
    """A frame as JSON; NaN is null, as on the server."""
    try:
        return json.dumps(frame._asdict(), separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(_without_nan(frame._asdict()), separators=(",", ":"))


def _without_nan(data: Any) -> Any:
    """A copy of nested data with None in place of NaN and infinities."""
    if isinstance(data, dict):
        return {key: _without_nan(one) for key, one in data.items()}
    if isinstance(data, (list, tuple)):
        return [_without_nan(one) for one in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data

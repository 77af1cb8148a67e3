"""The page of a phone in a class, as an answer: a page of its own, and none of Streamlit's.

It is one file, with its style, its script and what the room says at that moment in it: on a slow line, each
further request would be half a second in which nothing is to be seen.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson
from starlette.responses import HTMLResponse

from irviz.rooms import phone
from irviz.ui import files
from irviz.ui.policy import POLICY, phone_policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response


def page(request: Request, status: int, event: Mapping[str, Any] | None = None) -> Response:
    """The page at `join` and `join/CODE`; its script reads the code from its address.

    Args:
        request: Who asks; the page finds its files from there, whatever path a proxy has put before.
        status: Of HTTP; where there is no such room, the page is the same, and says it.
        event: What all phones of the room may know now.
    """
    up = "../" if "code" in request.path_params else "./"
    # It is read as text: nothing in it ends the element that it is in.
    told = orjson.dumps(event).replace(b"<", b"\\u003c") if event else b""
    headers = {POLICY: _policy(), "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if files.takes_gzip(request.headers.get("accept-encoding", "")):
        begun, packer = _packed(up)
        packer = packer.copy()
        body = begun + packer.compress(told + _page(up)[1]) + packer.flush()
        return HTMLResponse(body, status, {**headers, "Content-Encoding": "gzip"})
    return HTMLResponse(told.join(_page(up)), status, headers)


@cache
def _script() -> str:
    return f"\n{files.bundled('phone/phone.js')}\n"


@cache
def _style() -> str:
    return f"\n{files.without_notes(files.content(files.PHONE_STYLES).decode())}\n"


@cache
def _policy() -> str:
    return phone_policy(_script(), _style())


@cache
def _page(up: str) -> tuple[bytes, bytes]:
    """The page from where the dashboard is so many steps up, before and after what the room says."""
    given = {"files": f"{up}{files.base()}", "style": _style(), "script": _script()}
    whole = phone.html()
    for name, text in given.items():
        whole = whole.replace(f"{{{name}}}", text)
    before, after = whole.encode().split(b"{event}")
    return before, after


@cache
def _packed(up: str) -> tuple[bytes, Any]:
    """The beginning of the page as gzip, and a copy of what goes on with it: all phones get the same."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    begun = packer.compress(_page(up)[0])
    return begun, packer

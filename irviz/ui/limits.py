"""What the server takes at most: pages that are open at a time, and characters of a link.

Files have limits of their own (irviz/formats/limits.py), and so do messages of a page
(`server.maxMessageSize` in Streamlit's settings, and irviz/state/session.py).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irviz.ui.turned_away import turned_away

if TYPE_CHECKING:
    from starlette.responses import HTMLResponse
    from starlette.types import ASGIApp, Receive, Scope, Send

PAGES = "IRVIZ_MOST_PAGES"
"""The environment variable that says how many pages may be open at a time."""

MOST_PAGES = 2000
"""So many by default; each takes about a megabyte."""

LONGEST_LINK = 65_536
"""No link that a board makes is longer, in bytes."""

_TRY_AGAIN_LATER = 1013


def most_pages(text: str | None = None) -> int:
    """How many pages may be open at a time, checked.

    Args:
        text: A whole number from 1; by default, that of the environment variable `IRVIZ_MOST_PAGES`, and
            `MOST_PAGES` if it is not set.

    Raises:
        ValueError: If it is none.

    Example:
        >>> most_pages("40")
        40
        >>> most_pages("many")
        Traceback (most recent call last):
        ...
        ValueError: IRVIZ_MOST_PAGES is 'many'; expected how many pages may be open, such as 500
    """
    found = (os.environ.get(PAGES, "") if text is None else text).strip()
    if not found:
        return MOST_PAGES
    if not (found.isascii() and found.isdigit() and int(found)):
        raise ValueError(f"{PAGES} is {found!r}; expected how many pages may be open, such as 500")
    return int(found)


class LimitMiddleware:
    """Turns away who comes when the house is full, and links that are too long, with a page that says so.

    Args:
        app: What answers everybody else.
        most: From `most_pages`.
    """

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self._most = most
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with what was too much."""
        if scope["type"] == "websocket":
            await self._line(scope, receive, send)
            return
        answer = self._refused(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Each open page holds one line to the server."""
        if self._open >= self._most:
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        self._open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._open -= 1

    def _refused(self, scope: Scope) -> HTMLResponse | None:
        length = len(scope["query_string"])
        if length > LONGEST_LINK:
            words = (
                f"It has {length:,} characters, and at most {LONGEST_LINK:,} are read. For long lists, send "
                "the files themselves: the page “Your results” opens them."
            )
            return turned_away(414, "This link is too long", words)
        page = any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
        if page and self._open >= self._most:
            words = (
                f"As many pages are open as it takes: {self._most:,}. Close one that you do not need, or try "
                "again in a few minutes."
            )
            answer = turned_away(503, "This dashboard is full", words)
            answer.headers["Retry-After"] = "120"
            return answer
        return None

"""What the server takes at most: open pages, in all and of one address, and characters of a link.

Files have limits of their own (irviz/formats/errors.py), and so do messages of a page
(`server.maxMessageSize` in Streamlit's settings, irviz/ui/messages.py and irviz/state/session.py).
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from irviz.rooms.shares import MAX_PEOPLE, Held, address_of
from irviz.ui.turned_away import turned_away
from irviz.ui.turns import Queue

if TYPE_CHECKING:
    from starlette.responses import HTMLResponse
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

PAGES = "IRVIZ_MOST_PAGES"
"""The environment variable that says how many pages may be open at a time."""

MOST_PAGES = 2000
"""So many by default; each takes about a megabyte."""

LONGEST_LINK = 65_536
"""No link that a board makes is longer, in bytes."""

_TRY_AGAIN_LATER = 1013


PEOPLE = "IRVIZ_MOST_OF_AN_ADDRESS"
"""The environment variable that says how many people may be behind one address."""

FIRST_MESSAGE_SECONDS = 10.0
"""A page says at once what it wants; a line that has said nothing for so long is closed."""

OPENING_SECONDS = 0.005
"""Between two pages that are opened; a session takes some milliseconds, in which nobody else is answered."""


def whole_number(variable: str, default: int, expected: str, text: str | None = None) -> int:
    """A limit that the environment may set, checked.

    Args:
        variable: Its name there.
        default: What holds where it is not set.
        expected: What it should be, in words.
        text: A whole number from 1; by default, what the environment says.

    Raises:
        ValueError: If it is none.

    Example:
        >>> whole_number("IRVIZ_MOST_PAGES", 2000, "how many pages may be open", "many")
        Traceback (most recent call last):
        ...
        ValueError: IRVIZ_MOST_PAGES is 'many'; expected how many pages may be open
    """
    found = (os.environ.get(variable, "") if text is None else text).strip()
    if not found:
        return default
    if not (found.isascii() and found.isdigit() and int(found)):
        raise ValueError(f"{variable} is {found!r}; expected {expected}")
    return int(found)


def most_pages(text: str | None = None) -> int:
    """How many pages may be open: `MOST_PAGES`, or what `IRVIZ_MOST_PAGES` says; see `whole_number`.

    Example:
        >>> most_pages("40")
        40
    """
    return whole_number(PAGES, MOST_PAGES, "how many pages may be open, such as 500", text)


def most_people(text: str | None = None) -> int:
    """For how many people one address is taken: `MAX_PEOPLE`, or what `IRVIZ_MOST_OF_AN_ADDRESS` says.

    Example:
        >>> most_people("2000")
        2000
    """
    return whole_number(
        PEOPLE, MAX_PEOPLE, "how many people an address may have, such as 500", text
    )


class LimitMiddleware:
    """Turns away who comes when the house is full, and links that are too long, with a page that says so.

    Args:
        app: What answers everybody else.
        most: From `most_pages`.
        people: From `most_people`: one address has so many pages open at most.
    """

    def __init__(self, app: ASGIApp, most: int, people: int = MAX_PEOPLE) -> None:
        self.app = app
        self._most = most
        self._open = 0
        self._shares = Held(people)
        self._opening = Queue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with what was too much."""
        if scope["type"] == "websocket":
            await self._line(scope, receive, send)
            return
        answer = self._refused(scope) if scope["type"] == "http" else None
        await (answer or self.app)(scope, receive, send)

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Each open page holds one line to the server."""
        address = address_of(scope)
        if self._open >= self._most or self._shares.is_full(address):
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        self._shares.take(address)
        self._open += 1
        try:
            await self._opening.acquire(address, 0)
            asyncio.get_running_loop().call_later(OPENING_SECONDS, self._opening.release)
            await self._attended(scope, receive, send)
        finally:
            self._open -= 1
            self._shares.give_back(address)

    async def _attended(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a line, unless its page says nothing."""
        heard = silent = False
        deadline = asyncio.get_running_loop().time() + FIRST_MESSAGE_SECONDS

        async def within_time() -> Message:
            nonlocal heard, silent
            if heard:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                silent = True
                return {"type": "websocket.disconnect", "code": _TRY_AGAIN_LATER}
            heard = message["type"] == "websocket.receive"
            return message

        await self.app(scope, within_time, send)
        if silent:
            with suppress(RuntimeError):  # it may be closed by now
                await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})

    def _refused(self, scope: Scope) -> HTMLResponse | None:
        length = len(scope["query_string"])
        if length > LONGEST_LINK:
            words = (
                f"It has {length:,} characters, and at most {LONGEST_LINK:,} are read. For long lists, send "
                "the files themselves: the page “Your results” opens them."
            )
            return turned_away(414, "This link is too long", words)
        page = any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])
        if not page:
            return None
        if self._open >= self._most:
            words = f"As many pages are open as it takes: {self._most:,}"
        elif self._shares.is_full(address_of(scope)):
            words = f"As many pages are open behind your address as it takes: {self._shares.most:,}"
        else:
            return None
        again = f"{words}. Close one that you do not need, or try again in a few minutes."
        answer = turned_away(503, "This dashboard is full", again)
        answer.headers["Retry-After"] = "120"
        return answer

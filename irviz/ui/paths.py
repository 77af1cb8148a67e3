"""Which paths there are: Streamlit answers each other one with its page, as if it were there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from irviz.ui import files
from irviz.ui.head import CHARTLESS
from irviz.ui.turned_away import turned_away

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METRICS = "IRVIZ_METRICS"
"""The environment variable that opens what Streamlit counts, at `_stcore/metrics`; else it is closed."""

PAGES = frozenset({"", "write", *CHARTLESS})
"""The pages, by path; the first is Explore."""


def metrics(text: str | None = None) -> bool:
    """Whether everybody may read what Streamlit counts, checked.

    Args:
        text: 1 if so; by default, what the environment variable `IRVIZ_METRICS` says.

    Raises:
        ValueError: If it is neither 1 nor 0 nor empty.

    Example:
        >>> metrics("1"), metrics("")
        (True, False)
    """
    found = (os.environ.get(METRICS, "") if text is None else text).strip()
    if found not in {"", "0", "1"}:
        raise ValueError(f"{METRICS} is {found!r}; expected 1 to open _stcore/metrics, or nothing")
    return found == "1"


class PathMiddleware:
    """Answers 404 where there is no page, and for `_stcore/metrics` unless it was asked for.

    Args:
        app: What answers.
        root: The path below which the dashboard is, such as `/irviz`; empty at the top.
        counted: From `metrics`.
    """

    def __init__(self, app: ASGIApp, root: str, *, counted: bool) -> None:
        self.app = app
        self._root = root
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and answer in the place of a page that is none."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        root = scope.get("root_path", "")
        path = scope["path"].removeprefix(root).removeprefix(self._root).strip("/")
        if path == "_stcore/metrics" and not self._counted:
            words = f"What is counted here is not shown; {METRICS}=1 shows it."
            await PlainTextResponse(words, 404)(scope, receive, send)
            return
        if path in PAGES or path.startswith(f"{files.PREFIX}/"):
            await self.app(scope, receive, send)
            return
        missing = False

        async def instead(message: Message) -> None:
            nonlocal missing
            if message["type"] == "http.response.start":
                kind = dict(message["headers"]).get(b"content-type", b"")
                missing = message["status"] == 200 and kind.startswith(b"text/html")
                if missing:
                    words = f"Nothing of this dashboard is at {path[:200]}."
                    home = f"{root}{self._root}/"
                    answer = turned_away(404, "There is no such page", words, home)
                    await answer(scope, receive, send)
            if not missing:
                await send(message)

        await self.app(scope, receive, instead)

"""Which paths there are, and the page at each: Streamlit would answer every other one with its page, too."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response

from irviz.pages.menu import PAGES
from irviz.pages.visit import EXPLORE
from irviz.ui import files
from irviz.ui.head import charted, packed_page, page
from irviz.ui.turned_away import turned_away

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METRICS = "IRVIZ_METRICS"
"""The environment variable that opens what Streamlit counts, at `_stcore/metrics`; else it is closed."""

PATHS = {"" if path == EXPLORE else path for path in PAGES}
"""Where pages are: Streamlit has the first one at no path of its own."""

_FILES = "_stcore/upload_file/"
"""Where Streamlit takes files, without an end; ours come by another way, which counts them."""


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
    """Answers with the page, and 404 where there is none; so it does for files, and what is counted.

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
        place = scope["path"].removeprefix(root).removeprefix(self._root)
        path = place.strip("/")
        if path == "_stcore/metrics" and not self._counted:
            words = f"What is counted here is not shown; {METRICS}=1 shows it."
            await PlainTextResponse(words, 404)(scope, receive, send)
            return
        if path.startswith(_FILES):
            await PlainTextResponse("No files are taken here.", 404)(scope, receive, send)
            return
        if place == f"/{path}" and path in PATHS and scope["method"] in {"GET", "HEAD"}:
            await _page(scope)(scope, receive, send)
            return
        if path in PATHS or path.startswith(f"{files.PREFIX}/"):
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


def _page(scope: Scope) -> Response:
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    how = {"chart": charted(scope["path"], query), "embedded": query.get("embed") == "true"}
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if files.takes_gzip(Headers(scope=scope).get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        return Response(packed_page(**how), headers=headers, media_type="text/html")
    return Response(page(**how), headers=headers, media_type="text/html")

"""What the page's head needs before Streamlit has started: title, styles, and an early start for modules."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from irviz.ui import files
from irviz.ui.policy import ROOT_SCRIPT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CHARTLESS = {
    "learn",
    "challenges",
    "compare",
    "disagree",
    "hides",
    "check",
    "results",
    "handout",
    "textbook",
    "reference",
    "package",
}
"""The pages that begin without a chart, by the last part of their path."""

TASKS = {"lesson", "challenge", "goal", "write"}
"""The parameters of a link that opens a board on Learn and Challenges."""

_LATE = ("static/js/BidiComponent.", "static/js/Html.")
"""What Streamlit begins every page of ours with, and fetches only when it has heard from the server."""

_IMPORT = re.compile(r'\b(?:from|import)"\./([^"/]+\.js)"')

_ABOUT = "Drag search results and watch precision, recall, MRR, MAP and nDCG move."


def charted(path: str, query: Mapping[str, str]) -> bool:
    """Whether a page begins with a chart.

    Args:
        path: Of the page.
        query: The parameters of its link.

    Example:
        >>> charted("/some/where/learn", {}), charted("/learn", {"lesson": "recall"})
        (False, True)
    """
    page = path.rsplit("/", 1)[-1]
    task = page in {"learn", "challenges"} and not TASKS.isdisjoint(query)
    return task or page not in CHARTLESS


@cache
def head() -> bytes:
    """The elements that are added at the end of the page's head."""
    lines = [f'<link rel="stylesheet" href="./{files.url(files.STYLES)}">']
    lines += [f'<link rel="modulepreload" href="./{path}">' for path in _streamlits()]
    lines += [f'<script type="module" src="./{files.url(files.PAGE)}"></script>']
    lines += [
        '<meta property="og:title" content="irviz: ranking metrics you can drag">',
        *(
            f'<meta {kind} content="{_ABOUT}">'
            for kind in ('name="description"', 'property="og:description"')
        ),
    ]
    return "".join(lines).encode()


@cache
def _streamlits() -> list[str]:
    """The paths of Streamlit's modules in `_LATE`, and of what they import; none that its page names itself.

    Their names have digests in them. Where Streamlit has renamed them, none is preloaded, and nothing missed.
    """
    page = files.streamlits_page()
    found: list[str] = []
    ahead = [name for name in files.streamlits() if name.startswith(_LATE)]
    for name in ahead:
        if name not in found and name not in page:
            found.append(name)
            ahead += [f"static/js/{one}" for one in _IMPORT.findall(files.content(name).decode())]
    return found


@cache
def start_of_head(*, chart: bool) -> bytes:
    """The elements for the beginning of the page's head: where the server is, and plotly.js.

    Its evaluation takes most of a second, which is spent while Streamlit's own modules are on their way.

    Args:
        chart: From `charted`.
    """
    root = f"<script>{ROOT_SCRIPT}</script>"
    if chart:
        root += f'<script async src="./{files.url(files.PLOTLY)}"></script>'
    return root.encode()


class HeadMiddleware:
    """Adds `head()` to Streamlit's page, so that styles are there when the first element is.

    Without it (some hosts serve Streamlit's page themselves) everything works, a little later: the
    components load their own styles.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and change the answer if it is the page."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        headers = scope["headers"]
        if any(name == b"accept" and b"text/html" in value for name, value in headers):
            # The page has to arrive uncompressed, or there is nothing to add to.
            kept = [(name, value) for name, value in headers if name != b"accept-encoding"]
            scope = {**scope, "headers": kept}
        start: Message | None = None
        parts: list[bytes] = []

        async def change(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                answer = dict(message["headers"])
                page = answer.get(b"content-type", b"").startswith(b"text/html")
                if page and b"content-encoding" not in answer and message["status"] == 200:
                    start = message
                    return
            if start is None:
                await send(message)
                return
            parts.append(message.get("body", b""))
            if message.get("more_body"):
                return
            query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
            begin = start_of_head(chart=charted(scope["path"], query))
            body = b"".join(parts).replace(b"</head>", head() + b"</head>", 1)
            body = body.replace(b"<head>", b"<head>" + begin, 1)
            if b"embed=true" in scope["query_string"].split(b"&"):
                body = body.replace(b"<html", b"<html data-ix-embed", 1)
            body = body.replace(b"<title>Streamlit</title>", b"<title>irviz</title>", 1)
            body = body.replace(b"./favicon.png", f"./{files.url('brand/mark.svg')}".encode(), 1)
            kept = [
                (name, value)
                for name, value in start["headers"]
                if name not in {b"content-length", b"etag", b"last-modified"}
            ]
            length = (b"content-length", str(len(body)).encode())
            await send({**start, "headers": [*kept, length]})
            await send({"type": "http.response.body", "body": body})

        await self.app(scope, receive, change)

"""What the page's head needs before Streamlit has started: title, styles, and an early start for modules."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from irviz.state.desk import LENSES
from irviz.ui import files
from irviz.ui.policy import ROOT_SCRIPT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BOARD = (
    "board/board",
    "curves/curves",
    "lens/lens",
    "present/present",
    "rooms/rooms",
    "export/export",
)
"""The modules that Explore begins with."""

PROSE = ("pages/prose",)

MODULES = {
    "learn": ("coach/coach", "export/export"),
    "challenges": ("challenges/challenges", "export/export"),
    "compare": (
        "board/board",
        "versus/versus",
        "present/present",
        "export/export",
        "rooms/rooms",
    ),
    "disagree": ("disagree/disagree", "present/present", "rooms/rooms"),
    "hides": ("hides/hides",),
    "check": ("check/check",),
    "results": PROSE,
    "handout": PROSE,
    "textbook": PROSE,
    "reference": PROSE,
    "package": PROSE,
    "write": ("author/author", *BOARD),
}
"""The modules that the other pages begin with, by the last part of their path."""

TASKS = {
    "lesson": ("coach/coach", *BOARD),
    "challenge": ("coach/coach", *BOARD),
    "goal": ("coach/coach", *BOARD),
    "write": ("author/author", *BOARD),
}
"""The same by the parameter of a link that opens something on Learn and Challenges."""

_LATE = ("static/js/BidiComponent.", "static/js/Html.")
"""What Streamlit begins every page of ours with, and fetches only when it has heard from the server."""

_IMPORT = re.compile(r'\b(?:from|import)"\./([^"/]+\.js)"')

_ABOUT = "Drag search results and watch precision, recall, MRR, MAP and nDCG move."


def modules(path: str, query: Mapping[str, str]) -> tuple[str, ...]:
    """The modules that a page begins with, without `.js`.

    Args:
        path: Of the page.
        query: The parameters of its link.

    Example:
        >>> modules("/some/where/compare", {})
        ('board/board', 'versus/versus', 'present/present', 'export/export', 'rooms/rooms')
        >>> modules("/", {"see": "gain"})[-1]
        'lens/gain'
    """
    page = path.rsplit("/", 1)[-1]
    found = MODULES.get(page, BOARD)
    if page in {"learn", "challenges"}:
        found = next((TASKS[name] for name in TASKS if name in query), found)
    if "lens/lens" in found:
        lens = query.get("see", "")
        found += (f"lens/{(lens if lens in LENSES else next(iter(LENSES))).replace('-', '_')}",)
    return found


@cache
def head(begins: tuple[str, ...]) -> bytes:
    """The elements that are added at the end of the page's head.

    Every module that these need is asked for at once: a browser would find one after another.

    Args:
        begins: From `modules`.
    """
    names = files.needed("parts.js", *(f"{name}.js" for name in begins))
    lines = [f'<link rel="stylesheet" href="./{files.url(files.STYLES)}">']
    paths = [*_streamlits(), *(files.url(name) for name in names)]
    lines += [f'<link rel="modulepreload" href="./{path}">' for path in paths]
    lines += [
        f'<script type="module" src="./{files.url(name)}"></script>'
        for name in ("connection.js", "focus.js")
    ]
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


def start_of_head(begins: tuple[str, ...]) -> bytes:
    """The elements for the beginning of the page's head: where the server is, and plotly.js.

    Its evaluation takes most of a second, which is spent while Streamlit's own modules are on their way.

    Args:
        begins: From `modules`; not all pages begin with a chart.
    """
    root = f"<script>{ROOT_SCRIPT}</script>"
    if "curves/curves" not in begins:
        return root.encode()
    return f'{root}<script async src="./{files.url("plotly/plotly.min.js")}"></script>'.encode()


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
            begins = modules(scope["path"], query)
            body = b"".join(parts).replace(b"</head>", head(begins) + b"</head>", 1)
            body = body.replace(b"<head>", b"<head>" + start_of_head(begins), 1)
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

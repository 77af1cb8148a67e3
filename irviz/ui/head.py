"""What the page's head needs before Streamlit has started: title, styles, and an early start for modules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from irviz.ui import files
from irviz.ui.policy import ROOT_SCRIPT

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

EARLY = (
    "board/",
    "curves/",
    "dom.js",
    "faults.js",
    "lens/lens.js",
    "link.js",
    "parts.js",
    "styles.js",
    "theme.js",
    "view/",
    "wire.js",
)
"""Modules that the first page needs at once. The rest comes when it is asked for: requests queue up, and
Streamlit's own would have to wait."""

_ABOUT = "Drag search results and watch precision, recall, MRR, MAP and nDCG move."

CHARTLESS = ("compare", "disagree", "textbook", "reference")
"""The last part of the path of pages that draw no chart with plotly.js."""


@cache
def head() -> bytes:
    """The elements that are added at the end of the page's head."""
    names = [name for name in files.served() if not name.startswith("plotly/")]
    lines = [f'<link rel="stylesheet" href="./{files.url(files.STYLES)}">']
    lines += [
        f'<link rel="modulepreload" href="./{files.url(name)}">'
        for name in names
        if name.endswith(".js") and name.startswith(EARLY)
    ]
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


def start_of_head(path: str) -> bytes:
    """The elements for the beginning of the page's head: where the server is, and plotly.js.

    Its evaluation takes most of a second, which is spent while Streamlit's own modules are on their way.

    Args:
        path: Of the page; some have no chart.
    """
    root = f"<script>{ROOT_SCRIPT}</script>"
    if path.rsplit("/", 1)[-1] in CHARTLESS:
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
            body = b"".join(parts).replace(b"</head>", head() + b"</head>", 1)
            body = body.replace(b"<head>", b"<head>" + start_of_head(scope["path"]), 1)
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

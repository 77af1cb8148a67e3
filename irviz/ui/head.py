"""What the page's head needs before Streamlit has started: title, styles, and an early start for modules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from irviz.ui import files

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


@cache
def head() -> bytes:
    """The elements that are added at the end of the page's head."""
    names = [name for name in files.served() if not name.startswith("plotly/")]
    lines = [
        f'<link rel="stylesheet" href="./{files.url(name)}">'
        for name in names
        if name.endswith(".css")
    ]
    lines += [
        f'<link rel="modulepreload" href="./{files.url(name)}">'
        for name in names
        if name.endswith(".js")
    ]
    lines.append(f'<link rel="preload" as="script" href="./{files.url("plotly/plotly.min.js")}">')
    lines.append(
        '<meta name="description" content="Drag search results and watch precision, recall, MRR, '
        'MAP and nDCG move.">'
    )
    return "".join(lines).encode()


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

"""The pages that a browser gets, and which paths there are: Streamlit would answer every other with its page.

A page is Streamlit's, with our title and styles, and an early start for modules. Who cannot have it gets a
small one instead, which says what was wrong, and what to do.

The page of a phone in a class is a page of its own, and none of Streamlit's. It is one file, with its style,
its script and what the room says at that moment in it: on a slow line, each further request would be half a
second in which nothing is to be seen.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import orjson
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from irviz.pages.menu import PAGES
from irviz.pages.visit import EXPLORE
from irviz.rooms import phone
from irviz.ui import files
from irviz.ui.policy import ICONS_SCRIPT, POLICY, ROOT_SCRIPT, phone_policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


# A browser that is told of no icon asks for one at the top of the host, which may be another site's.
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>irviz</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }}
body {{ background: Canvas; color: CanvasText }}
main {{ max-width: 34em; margin: 20vh auto; padding: 0 1em; overflow-wrap: anywhere }}
</style><main><h1>{title}</h1><p>{words}</p>{onward}</main></html>"""


def render_error_page(status: int, title: str, words: str, home: str = "") -> HTMLResponse:
    """The response with an error page.

    Args:
        status: The HTTP status.
        title: The heading: what was wrong.
        words: The text: what to do about it.
        home: The dashboard's address, for a link there; empty for none.

    Example:
        >>> render_error_page(404, "There is no such page", "a < b").body.count(b"a &lt; b")
        1
    """
    onward = f'<p><a href="{escape(home)}">Open the dashboard</a></p>' if home else ""
    body = _PAGE.format(title=escape(title), words=escape(words), onward=onward)
    return HTMLResponse(body, status)


TASKS = {"lesson", "challenge", "goal", "write"}
"""The parameters of a link that opens a board on Lessons and Challenges."""

_WITH_TASKS = {"learn", "challenges"}

_LATE = ("static/js/BidiComponent.", "static/js/Html.")
"""What Streamlit begins every page of ours with, and fetches only when it has heard from the server."""

_IMPORT = re.compile(r'\b(?:from|import)"\./([^"/]+\.js)"')

_ABOUT = "Drag search results and watch precision, recall, MRR, MAP and nDCG move."


def begins_with_chart(path: str, query: Mapping[str, str]) -> bool:
    """Whether a page shows a chart first, so that plotly.js should be loaded early.

    Args:
        path: The path of the page.
        query: The parameters of its link.

    Example:
        >>> begins_with_chart("/some/where/learn", {}), begins_with_chart("/learn", {"lesson": "recall"})
        (False, True)
    """
    found = PAGES.get(path.rsplit("/", 1)[-1], PAGES[EXPLORE])
    return found.is_charted or (found.path in _WITH_TASKS and not TASKS.isdisjoint(query))


_UNUSED_FONT = re.compile(r'<link\s+rel="preload"[^>]*\bas="font"[^>]*>')
"""Streamlit's own font, which the theme has replaced: a browser would fetch it for nothing."""


@cache
def render_page(*, chart: bool, embedded: bool) -> bytes:
    """The HTML of the page, made from Streamlit's own.

    Args:
        chart: Whether the page begins with a chart, from `begins_with_chart`.
        embedded: Whether a page of another site shows it in a frame, without the dashboard's header.
    """
    text = _UNUSED_FONT.sub("", files.read_streamlit_page())
    text = text.replace("</head>", f"{_end_of_head()}</head>", 1)
    text = text.replace("</body>", f"{files.render_templates()}</body>", 1)
    text = text.replace("<head>", f"<head>{_start_of_head(chart=chart)}", 1)
    if embedded:
        text = text.replace("<html", "<html data-ix-embed", 1)
    text = text.replace("<title>Streamlit</title>", "<title>irviz</title>", 1)
    return text.replace("./favicon.png", f"./{files.url('brand/mark.svg')}", 1).encode()


@cache
def compress_page(*, chart: bool, embedded: bool) -> bytes:
    """The HTML of `render_page` as gzip, cached."""
    return gzip.compress(render_page(chart=chart, embedded=embedded), compresslevel=9, mtime=0)


def _end_of_head() -> str:
    """The HTML that is added at the end of the page's head."""
    lines = [f'<link rel="stylesheet" href="./{files.url(files.STYLES)}">']
    lines += [f'<link rel="modulepreload" href="./{path}">' for path in _streamlit_modules_ahead()]
    lines += [f'<script type="module" src="./{files.url(files.PAGE)}"></script>']
    lines += [
        '<meta property="og:title" content="irviz: ranking metrics you can drag">',
        *(f'<meta {kind} content="{_ABOUT}">' for kind in ('name="description"', 'property="og:description"')),
    ]
    return "".join(lines)


@cache
def _streamlit_modules_ahead() -> list[str]:
    """The paths of Streamlit's modules to preload: those in `_LATE` and their imports, not what its page names.

    Their names have digests in them. Where Streamlit has renamed them, none is preloaded, and nothing missed.
    """
    page = files.read_streamlit_page()
    found: list[str] = []
    ahead = [name for name in files.list_streamlit_files() if name.startswith(_LATE)]
    for name in ahead:
        if name not in found and name not in page:
            found.append(name)
            ahead += [f"static/js/{one}" for one in _IMPORT.findall(files.read_content(name).decode())]
    return found


def _start_of_head(*, chart: bool) -> str:
    """The HTML for the beginning of the page's head: where the server is, and plotly.js if `chart`.

    Evaluating plotly.js takes most of a second, which is spent while Streamlit's own modules are on their way.
    """
    root = f"<script>{ROOT_SCRIPT}</script><script>{ICONS_SCRIPT}</script>"
    if chart:
        root += f'<script async src="./{files.url(files.PLOTLY)}"></script>'
    return root


METRICS = "IRVIZ_METRICS"
"""The environment variable that opens what Streamlit counts, at `_stcore/metrics`; else it is closed."""

PATHS = {"" if path == EXPLORE else path for path in PAGES}
"""Where pages are: Streamlit has the first one at no path of its own."""

_FILES = "_stcore/upload_file/"
"""Where Streamlit takes files, without an end; ours come by another way, which counts them."""


def parse_public_metrics(text: str | None = None) -> bool:
    """Whether Streamlit's statistics for operators, its “metrics”, are public, as a setting says.

    Args:
        text: 1 if so; by default, what the environment variable `IRVIZ_METRICS` says.

    Raises:
        ValueError: If it is neither 1 nor 0 nor empty.

    Example:
        >>> parse_public_metrics("1"), parse_public_metrics("")
        (True, False)
    """
    found = (os.environ.get(METRICS, "") if text is None else text).strip()
    if found not in {"", "0", "1"}:
        raise ValueError(f"{METRICS} is {found!r}; expected 1 to open _stcore/metrics, or nothing")
    return found == "1"


class PathMiddleware:
    """Answers 404 where there is no page, and serves the page, its files and, if they are public, Streamlit's metrics.

    Args:
        app: The application that answers the requests.
        root: The path below which the dashboard is, such as `/irviz`; empty at the top.
        counted: Whether Streamlit's metrics are public, from `parse_public_metrics`.
    """

    def __init__(self, app: ASGIApp, root: str, *, counted: bool) -> None:
        self.app = app
        self._root = root
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer it with the page; 404 where there is none."""
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
            await _find_page(scope)(scope, receive, send)
            return
        if path in PATHS or path.startswith(f"{files.PREFIX}/"):
            await self.app(scope, receive, send)
            return
        missing = False

        async def instead(message: Message) -> None:
            """Send a message of the answer on, or an error page in its place where the path has no page."""
            nonlocal missing
            if message["type"] == "http.response.start":
                kind = dict(message["headers"]).get(b"content-type", b"")
                missing = message["status"] == 200 and kind.startswith(b"text/html")
                if missing:
                    words = f"Nothing of this dashboard is at {path[:200]}."
                    home = f"{root}{self._root}/"
                    answer = render_error_page(404, "There is no such page", words, home)
                    await answer(scope, receive, send)
            if not missing:
                await send(message)

        await self.app(scope, receive, instead)


def _find_page(scope: Scope) -> Response:
    """The response with the page for a request, as gzip where the browser takes it."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    how = {"chart": begins_with_chart(scope["path"], query), "embedded": query.get("embed") == "true"}
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if files.takes_gzip(Headers(scope=scope).get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        return Response(compress_page(**how), headers=headers, media_type="text/html")
    return Response(render_page(**how), headers=headers, media_type="text/html")


def phone_page(request: Request, status: int, event: Mapping[str, Any] | None = None) -> Response:
    """The response with the page by which a phone joins a room, at `join` and `join/CODE`.

    Args:
        request: The request, whose path tells how the page refers to its files, whatever path a proxy has put before.
        status: The HTTP status; where there is no such room, the page is the same, and says so.
        event: The state of the room that all its phones may know, as JSON data; None for no room.
    """
    up = "../" if "code" in request.path_params else "./"
    # It is read as text: nothing in it ends the element that it is in.
    told = orjson.dumps(event).replace(b"<", b"\\u003c") if event else b""
    headers = {POLICY: _phone_policy(), "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if files.takes_gzip(request.headers.get("accept-encoding", "")):
        begun, packer = _compress_phone_page(up)
        packer = packer.copy()
        body = begun + packer.compress(told + _render_phone_page(up)[1]) + packer.flush()
        return HTMLResponse(body, status, {**headers, "Content-Encoding": "gzip"})
    return HTMLResponse(told.join(_render_phone_page(up)), status, headers)


@cache
def _phone_script() -> str:
    """JavaScript of the phone's page, all modules as one script."""
    return f"\n{files.bundle_module('phone/phone.js')}\n"


@cache
def _phone_style() -> str:
    """The phone's style sheet without comments."""
    return f"\n{files.strip_comments(files.read_content(files.PHONE_STYLES).decode())}\n"


@cache
def _phone_policy() -> str:
    """The content security policy of the phone's page, with digests of its script and style."""
    return phone_policy(_phone_script(), _phone_style())


@cache
def _render_phone_page(up: str) -> tuple[bytes, bytes]:
    """The HTML of the phone's page before and after the room's state; `up` is the relative link to the dashboard."""
    given = {"files": f"{up}{files.base()}", "style": _phone_style(), "script": _phone_script()}
    whole = phone.html()
    for name, text in given.items():
        whole = whole.replace(f"{{{name}}}", text)
    before, after = whole.encode().split(b"{event}")
    return before, after


@cache
def _compress_phone_page(up: str) -> tuple[bytes, Any]:
    """The first part of `_render_phone_page` (with the same `up`) as gzip, and the compressor for the rest."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    begun = packer.compress(_render_phone_page(up)[0])
    return begun, packer

"""What the browser is told about the page's safety: the headers of every answer, and who may frame the page.

The content security policy is as strict as Streamlit 1.67 lets it be; each exception says who needs it.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders

from irviz.ui import files

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

FRAMES = "IRVIZ_FRAME_ANCESTORS"
"""The environment variable that names the sites which may show the dashboard in a frame."""

ROOT_SCRIPT = (
    'location.hash[1]=="?"&&history.replaceState'
    '(null,"",location.pathname+(location.search?location.search+"&":"?")+location.hash.slice(2));'
    'window.__streamlit={BACKEND_BASE_URL:new URL("./",location.href).href}'
)
"""Reads parameters behind ``#``, which no server has seen, and tells Streamlit's page where its server is: else it
would first ask below the address of the open page."""

ICONS_SCRIPT = (
    "document.fonts.load=(font,text)=>font.includes('Material Symbols')?Promise.resolve([])"
    ":FontFaceSet.prototype.load.call(document.fonts,font,text)"
)
"""Streamlit asks for the font of its icons, an eighth of a visit, before it knows whether there are any.

Where one is drawn, a browser asks by itself.
"""

POLICY = "Content-Security-Policy"
"""The header; an answer that comes with one is a page of its own, and none of Streamlit's."""

_SOURCE = re.compile(
    r"'self'|'none'|\*|https?:|(?:https?://)?(?:\*\.)?[a-z0-9][a-z0-9.-]*(?::(?:\d+|\*))?(?:/[\w./~-]*)?", re.IGNORECASE
)

_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    # The address holds the whole board, which is nobody else's business.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        [
            *(
                f"{feature}=()"
                for feature in (
                    "accelerometer",
                    "camera",
                    "display-capture",
                    "geolocation",
                    "gyroscope",
                    "microphone",
                    "midi",
                    "payment",
                    "usb",
                )
            ),
            "clipboard-write=(self)",
            "fullscreen=(self)",
        ]
    ),
}


def parse_frame_ancestors(text: str | None = None) -> str:
    """Parse the setting which sites may show the dashboard in a frame; returns them as a content security policy does.

    Args:
        text: Sites, with spaces between, as in a content security policy; by default, those of the
            environment variable `IRVIZ_FRAME_ANCESTORS`, and the dashboard's own site if it is not set.

    Raises:
        ValueError: If one of them is no site.

    Example:
        >>> parse_frame_ancestors("'self' https://moodle.example.edu https://*.example.org")
        "'self' https://moodle.example.edu https://*.example.org"
        >>> parse_frame_ancestors("moodle.example.edu; script-src *")
        Traceback (most recent call last):
        ...
        ValueError: 'moodle.example.edu;' is no site that may show the dashboard; expected such as \
https://moodle.example.edu, with spaces between several
    """
    sources = (os.environ.get(FRAMES, "") if text is None else text).split() or ["'self'"]
    for source in sources:
        if not _SOURCE.fullmatch(source):
            raise ValueError(
                f"{source!r} is no site that may show the dashboard; expected such as "
                "https://moodle.example.edu, with spaces between several"
            )
    return " ".join(sources)


def page_policy(frames: str) -> str:
    """The content security policy of the page, as the value of the header.

    Args:
        frames: The sites that may show it in a frame, from `parse_frame_ancestors`.
    """
    scripts = (ROOT_SCRIPT, ICONS_SCRIPT, *_inline_scripts())
    hashes = " ".join(f"'sha256-{_digest(script)}'" for script in scripts)
    return "; ".join(
        [
            "default-src 'none'",
            # Streamlit imports the few lines of a component from a blob that it makes itself.
            f"script-src 'self' blob: {hashes}",
            # Streamlit's styles and plotly's are made in the page.
            "style-src 'self' 'unsafe-inline'",
            # Pictures of a reader's own results, which may lie anywhere, if the reader agrees to fetch them.
            "img-src 'self' data: https:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "object-src 'none'",
            f"frame-ancestors {frames}",
        ]
    )


def static_policy() -> str:
    """The content security policy in the HTML of the static edition's pages; Python needs WebAssembly.

    Which sites may show them in a frame, only a header could say.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: https:",
            "font-src 'self' data:",
            # Python asks for an address that the page has made, and stops its work where that is gone.
            "connect-src 'self' blob:",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "object-src 'none'",
        ]
    )


def phone_policy(script: str, style: str) -> str:
    """The content security policy of the phone's page, which allows only its own inline script and style.

    Args:
        script: The text of its one inline script.
        style: The text of its one inline style sheet.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'sha256-{_digest(script)}'",
            f"style-src 'sha256-{_digest(style)}'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def file_policy(frames: str) -> str:
    """The content security policy of all files that are no page: opened by itself, a file runs and fetches nothing."""
    return f"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors {frames}"


@cache
def _inline_scripts() -> tuple[str, ...]:
    """The texts of the inline scripts in Streamlit's page."""
    return tuple(re.findall(r"<script>(.*?)</script>", files.read_streamlit_page(), re.DOTALL))


def _digest(script: str) -> str:
    """The SHA-256 digest of a script in Base64, as a policy names it."""
    return b64encode(sha256(script.encode()).digest()).decode()


class PolicyMiddleware:
    """Adds security headers to every answer; to one with a policy of its own, only which sites may frame it.

    Args:
        app: The application that answers the requests.
        frames: From `parse_frame_ancestors`.
    """

    def __init__(self, app: ASGIApp, frames: str) -> None:
        self.app = app
        self._frames = f"; frame-ancestors {frames}"
        self._page = page_policy(frames)
        self._file = file_policy(frames)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add the security headers to its answer."""
        https = scope["type"] == "http" and _came_by_https(scope)
        if scope["type"] == "lifespan":
            _omit_server_header(send)

        async def add(message: Message) -> None:
            """Send a message of the answer, with the security headers at its start."""
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                page = headers.get("content-type", "").startswith("text/html")
                headers.update(_EVERYWHERE)
                own = headers.get(POLICY)
                headers[POLICY] = own + self._frames if own else self._page if page else self._file
                if https:
                    message["headers"] = [_secure_cookie(*header) for header in message["headers"]]
            await send(message)

        await self.app(scope, receive, add if scope["type"] == "http" else send)


def _came_by_https(scope: Scope) -> bool:
    """Whether the browser's request came by https, even through a proxy that says so."""
    proxied = Headers(scope=scope).get("x-forwarded-proto", "").partition(",")[0].strip()
    return "https" in {scope.get("scheme"), proxied}


def _secure_cookie(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header, with Secure added where it sets a cookie."""
    if name != b"set-cookie" or b"secure" in value.lower().replace(b" ", b"").split(b";"):
        return name, value
    return name, value + b"; Secure"


def _omit_server_header(send: Send) -> None:
    """Turn off Uvicorn's Server header; its setting is found through `send`, since Streamlit has none for it."""
    settings = getattr(getattr(send, "__self__", None), "config", None)
    if headers := getattr(settings, "encoded_headers", None):
        headers[:] = [(name, value) for name, value in headers if name != b"server"]

"""Who may ask the dashboard: by the name under which it was opened, and by the page that asks.

A browser sends both (`Host` and `Origin`), and a page cannot forge them. They are settled here, before
Streamlit sees a request: of an origin that it does not know, Streamlit asks a third party whether it is this
machine's public address, and everybody waits for the answer.
"""

from __future__ import annotations

import os
import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from streamlit import config

from irviz.ui import addresses
from irviz.ui.page import render_error_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

HOSTS = "IRVIZ_HOSTS"
"""The environment variable with the names under which the dashboard is opened."""

MAX_LOGGED_REFUSALS = 40
"""So many different refusals are written down at most; anybody can cause them."""

_NAME = re.compile(r"\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*", re.IGNORECASE)
_POLICY_VIOLATION = 1008
_PORTS = {"http": 80, "https": 443}
_LOG = st.logger.get_logger(__name__)


def parse_hosts(text: str | None = None) -> tuple[str, ...]:
    """Parse the host names under which the dashboard may be opened.

    Args:
        text: Names, with spaces between; `*.` stands for any beginning, and `*` for every name. By default,
            those of the environment variable `IRVIZ_HOSTS`.

    Raises:
        ValueError: If one of them is no name.

    Example:
        >>> parse_hosts("irviz.example.edu *.Example.org")
        ('irviz.example.edu', '*.example.org')
        >>> parse_hosts("https://irviz.example.edu")
        Traceback (most recent call last):
        ...
        ValueError: 'https://irviz.example.edu' is no host name; expected such as irviz.example.edu, with \
spaces between several
    """
    found = (os.environ.get(HOSTS, "") if text is None else text).split()
    for name in found:
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} is no host name; expected such as irviz.example.edu, with spaces between several"
            )
    return tuple(name.lower() for name in found)


class Origin(NamedTuple):
    """Where a browser found a page: a host in small letters, and a port number."""

    host: str
    port: int


def normalize_origin(scheme: str, netloc: str) -> Origin | None:
    """Normalize an origin to compare it; None if it is invalid.

    Example:
        >>> normalize_origin("https", "IRVIZ.example.edu.") == normalize_origin("https", "irviz.example.edu:443")
        True
        >>> normalize_origin("http", "user@irviz.example.edu") or normalize_origin("file", "x")
    """
    with suppress(ValueError):
        parts = urlsplit(f"//{netloc}")
        plain = not set(netloc) & set("@/?#\\ ") and netloc.isprintable()
        host, port = (parts.hostname or "").rstrip("."), parts.port or _PORTS.get(scheme, 0)
        if plain and host and port:
            return Origin(host, port)
    return None


def is_address(host: str) -> bool:
    """Whether a host is an IP address, and not a name.

    Example:
        >>> [is_address(host) for host in ("192.168.1.20", "2001:db8::1", "example.org")]
        [True, True, False]
    """
    with suppress(ValueError):
        return bool(ip_address(host))
    return False


def _parse_host(text: str) -> str:
    """The host in an address that may have a scheme, a port and a path, or be a host alone."""
    return _parse_site(text)[0]


def _parse_site(text: str) -> tuple[str, int | None]:
    """The host and the port of a site's address; the port is None where neither it nor a scheme is written.

    Example:
        >>> _parse_site("https://moodle.example.edu/course"), _parse_site("moodle.example.edu")
        (('moodle.example.edu', 443), ('moodle.example.edu', None))
    """
    text = text.strip()
    found = urlsplit(text if "//" in text else f"//{text}")
    return (found.hostname or "").rstrip("."), found.port or _PORTS.get(found.scheme)


class GuardMiddleware:
    """Refuses requests from pages of other sites, and those under a host name that is not the dashboard's.

    Args:
        app: The application that answers all other requests.
        names: The host names of the dashboard, from `parse_hosts`.

    Numbers instead of a name, loopback names, names without a dot and this machine's own are always known:
    nobody else can make them lead here (DNS rebinding). So are the public address and Streamlit's
    `browser.serverAddress` and `server.allowedHosts`. Other names are refused on a machine that a user sits
    at, and wherever names or a public address were given; a server that was told nothing cannot know what the
    proxy in front of it is called.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self.app = app
        public = urlsplit(addresses.public_address()).hostname
        allowed = [*names, *(one.strip().lower() for one in st.get_option("server.allowedHosts"))]
        allowed += [public] if public else []
        self._strict = bool(allowed) or not st.get_option("server.headless")
        sites = [*st.get_option("server.corsAllowedOrigins"), addresses.public_address()]
        if config.is_manually_set("browser.serverAddress"):
            sites.append(st.get_option("browser.serverAddress"))
            allowed.append(_parse_host(sites[-1]))
        allowed.append(_parse_host(st.get_option("server.address") or ""))
        own = socket.gethostname().lower()
        self._names = {*allowed, own, f"{own.partition('.')[0]}.local"}
        self._sites = {_parse_site(one) for one in sites} - {("", None)}
        self._everybody = not st.get_option("server.enableCORS")
        self._said: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it at once."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host")
        if host is not None and not self._is_known_host(normalize_origin("http", host)):
            words = (
                f"It was opened as {host[:200]}. If that is one of its names, whoever runs it says so when "
                f"it starts, with --public-url or --hosts, or in {HOSTS}."
            )
            await self._refuse(scope, receive, send, "The dashboard does not know this address", words)
            return
        origins = headers.getlist("origin")
        if origins and not (len(origins) == 1 and self._is_allowed_origin(origins[0], host)):
            words = (
                f"It was asked by a page of {', '.join(origins)[:200]}, which may not. If it should, whoever "
                "runs the dashboard names it when it starts, with --server.corsAllowedOrigins."
            )
            await self._refuse(scope, receive, send, "Another site asked for the dashboard", words)
            return
        if origins and scope["type"] == "websocket" and not self._everybody:
            scope = {**scope, "headers": _with_same_origin(scope["headers"], origins[0], host or "")}
        await self.app(scope, receive, send)

    def _is_known_host(self, found: Origin | None) -> bool:
        """Whether the dashboard may be opened under a host: an IP address, a local name, or a configured one."""
        if found is None:
            return False
        host = found.host
        if not self._strict or "." not in host or is_address(host) or addresses.is_loopback(host):
            return True
        return any(name in {"*", host} or (name.startswith("*.") and host.endswith(name[1:])) for name in self._names)

    def _is_allowed_origin(self, origin: str, host: str | None) -> bool:
        """Whether a page of this origin may send requests: its host is that of the request, or an allowed site."""
        if self._everybody:
            return True
        scheme, _, netloc = origin.partition("://")
        asks = normalize_origin(scheme, netloc) if scheme in _PORTS else None
        asked = normalize_origin(scheme, host) if host is not None else None
        if asks is None or asked is None:
            return False
        return asks == asked or not self._sites.isdisjoint({asks, (asks.host, None)})

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, title: str, words: str) -> None:
        """Close a WebSocket, or answer 403 with an error page of this title and text; the first few are logged."""
        line = ascii(f"{title}. {words}")[1:-1]
        if line not in self._said and len(self._said) < MAX_LOGGED_REFUSALS:
            self._said.add(line)
            _LOG.warning("Refused: %s", line)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        await render_error_page(403, title, words)(scope, receive, send)


def _with_same_origin(headers: Iterable[tuple[bytes, bytes]], origin: str, host: str) -> list[tuple[bytes, bytes]]:
    """The request's headers with an Origin made from its host: Streamlit always accepts that one."""
    same = f"{origin.partition('://')[0]}://{host}".encode("latin-1")
    return [(name, same if name == b"origin" else value) for name, value in headers]

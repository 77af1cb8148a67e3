"""The addresses at which others open the dashboard: the public one, or this machine's in its networks.

A page that was opened as localhost is on that machine alone; a link or a QR code that says so is of no
use to anybody else.
"""

from __future__ import annotations

import os
import secrets
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic
from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

PUBLIC = "IRVIZ_PUBLIC_URL"
"""The environment variable with the address under which everybody reaches the dashboard."""

PATH = "irviz-reach"
"""Path, below the dashboard's own, where a page asks for what `find_shareable_links` says."""

NETWORK_NOTE = (
    "Phones in the same network as this computer can open this address. If one cannot, this computer’s "
    "firewall has to let Python answer, or the Wi-Fi keeps its devices apart; then your own hotspot helps."
)
LOCALHOST_NOTE = (
    "Only this computer can open this address. For phones, start the dashboard with “irviz class”, or say "
    "with --public-url at which address others reach it."
)

SECRET = secrets.token_urlsafe(16)
"""By this a process recognizes itself when it asks an address."""

_KEEP_SECONDS = 10.0
"""So many seconds an answer is kept: a page asks more than once, and a laptop changes its network."""

_ANSWER_SECONDS = 1.0
"""So long an address may take to answer; one that a firewall closes does not answer at all."""

# Private networks, and two addresses for examples: no packet is sent there.
_TOWARDS = ("192.168.0.1", "10.0.0.1", "172.16.0.1", "198.51.100.1", "2001:db8::1")


class ShareableLinks(NamedTuple):
    """The addresses at which other people can open a link to the dashboard.

    Attributes:
        links: The link as others can open it, the likeliest first; the link itself if there is no other way.
        note: A sentence for the page on who can open them; empty where everybody can.
    """

    links: tuple[str, ...]
    note: str


def public_address() -> str:
    """The public address of the dashboard, ending with a slash; empty where none was given.

    Raises:
        ValueError: If what was given is no address.
    """
    text = os.environ.get(PUBLIC, "").strip()
    return parse_public_address(text) if text else ""


def parse_public_address(text: str) -> str:
    """Parse and check a public address; the result ends with a slash.

    Args:
        text: An address with http or https and a host, and perhaps a port and a path.

    Raises:
        ValueError: If it is none, or has a user, a query or a fragment in it.

    Example:
        >>> parse_public_address("https://irviz.example.edu/course")
        'https://irviz.example.edu/course/'
        >>> parse_public_address("irviz.example.edu")
        Traceback (most recent call last):
        ...
        ValueError: 'irviz.example.edu' is no public address; expected such as https://irviz.example.edu
    """
    fault = ValueError(f"{text!r} is no public address; expected such as https://irviz.example.edu")
    try:
        parts = urlsplit(text)
        whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise fault from None
    odd = set(text) & set("\"'<>\\^`{|}@?#") or not text.isprintable() or " " in text
    if not whole or odd:
        raise fault
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def is_loopback(host: str) -> bool:
    """Whether a host name means the machine itself, such as ``localhost``.

    Example:
        >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.20", "example.org")]
        [True, True, True, False, False]
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False
    # Where one socket listens for both versions, those of version 4 are written as mapped ones of version 6.
    found = getattr(found, "ipv4_mapped", None) or found
    return found.is_loopback or found.is_unspecified


def list_network_addresses() -> tuple[str, ...]:
    """This machine's IP addresses in its networks, the likeliest first; no request is sent."""
    found: dict[str, None] = {}
    for to in _TOWARDS:
        family = socket.AF_INET6 if ":" in to else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((to, 9))  # sends nothing: it only finds out which way it would go
            found[line.getsockname()[0]] = None
    with suppress(OSError):
        for *_, name in socket.getaddrinfo(socket.gethostname(), None):
            found[str(name[0])] = None
    usable = [one for one in found if "%" not in one and not is_loopback(one) and not ip_address(one).is_link_local]
    # Phones have version 4 wherever they have version 6, and it is shorter to type.
    return tuple(sorted(usable, key=lambda one: ":" in one))


def list_network_origins(port: int, scheme: str = "http") -> tuple[str, ...]:
    """This machine's origins in its networks: scheme, IP address and port, as a browser writes them.

    Args:
        port: Where the dashboard listens.
        scheme: ``http`` or ``https``.
    """
    hosts = [f"[{one}]" if ":" in one else one for one in list_network_addresses()]
    return tuple(f"{scheme}://{host}:{port}" for host in hosts)


def find_answering_origins(link: str, root: str) -> tuple[str, ...]:
    """Find the origins in this machine's networks at which this very process answers.

    It asks each and waits for a second at most, so not in an event loop; what it finds is kept for a while.

    Args:
        link: A link to the dashboard as this machine opens it: its port and scheme are the dashboard's.
        root: The path below which the dashboard is, such as ``/irviz``.
    """
    parts = urlsplit(link)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    return _find_answering_origins(port, parts.scheme, root, int(monotonic() / _KEEP_SECONDS))


@lru_cache(maxsize=16)
def _find_answering_origins(port: int, scheme: str, root: str, _moment: int) -> tuple[str, ...]:
    """The origins at which this process answers below the path `root`; `_moment` is only part of the cache key."""
    found = list_network_origins(port, scheme)
    if not found:
        return ()
    with ThreadPoolExecutor(len(found)) as pool:
        own = pool.map(lambda one: is_answering(f"{one}{root}/{PATH}?secret={SECRET}", 204), found)
    return tuple(one for one, mine in zip(found, own, strict=True) if mine)


def is_answering(url: str, status: int = 200) -> bool:
    """Whether a GET request to an address of this machine is answered with a status.

    Args:
        url: With http or https; its certificate is not checked.
        status: The HTTP status that is expected.
    """
    # It is this machine that is asked, past any proxy, and whatever name its certificate has.
    unverified = ssl.create_default_context()
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=unverified))
    try:
        with opener.open(url, timeout=_ANSWER_SECONDS) as answer:
            return bool(answer.status == status)
    except (URLError, OSError, ValueError):
        return False


def find_shareable_links(link: str, root: str = "", *, here: bool = False) -> ShareableLinks:
    """The links at which others open the dashboard; takes up to a second, and asks this machine only.

    Args:
        link: The link in the address bar of the page.
        root: The path below which the dashboard is, such as ``/irviz``; empty at the top.
        here: Whether the visitor sits at this machine; others are not told its addresses.

    Raises:
        ValueError: If the link is none to the dashboard, or the public address is none.

    Example:
        >>> find_shareable_links("https://irviz.example.edu/learn?lesson=recall")
        ShareableLinks(links=('https://irviz.example.edu/learn?lesson=recall',), note='')
    """
    parts = urlsplit(link)
    if parts.scheme not in {"http", "https"} or not parts.path.startswith(f"{root}/"):
        raise ValueError("this is no link to the dashboard")
    rest = link.split(parts.netloc, 1)[1].removeprefix(root).removeprefix("/")
    if base := public_address():
        return ShareableLinks((base + rest,), "")
    if not is_loopback(parts.hostname or ""):
        return ShareableLinks((link,), "")
    if network := find_answering_origins(link, root) if here else ():
        return ShareableLinks(tuple(f"{origin}{root}/{rest}" for origin in network), NETWORK_NOTE)
    return ShareableLinks((link,), LOCALHOST_NOTE)

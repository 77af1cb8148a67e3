"""The ASGI application: Streamlit's, with the page's own files beside it."""

from __future__ import annotations

import gc
import io
import os
import socket
import sys
import time
import tomllib
import webbrowser
from asyncio import create_task, sleep, to_thread
from contextlib import asynccontextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from secrets import compare_digest
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import segno
import streamlit as st
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from streamlit import config as streamlits

from irviz import workers
from irviz.rooms.hub import Hub
from irviz.rooms.quotas import read_client_address
from irviz.rooms.routes import RoomMiddleware
from irviz.rooms.store import MemoryStore
from irviz.ui import addresses, files, guard, line, uploads
from irviz.ui.guard import GuardMiddleware
from irviz.ui.limits import (
    BodyMiddleware,
    ConnectionWatch,
    FairLock,
    LimitMiddleware,
    MessageMiddleware,
    TurnMiddleware,
    bound_deflate,
    read_max_pages,
    read_max_people,
)
from irviz.ui.memory import ReleaseMemoryMiddleware
from irviz.ui.page import PathMiddleware, parse_public_metrics, phone_page
from irviz.ui.policy import PolicyMiddleware, parse_frame_ancestors
from irviz.views.answer_files import write_count_files
from irviz.views.answers import describe_answers
from irviz.views.qr import qr_svg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from irviz.rooms.store import Store

_PACKAGE = Path(__file__).parent
_SCRIPT = _PACKAGE / "ui" / "script" / "main.py"
ROOMS = "IRVIZ_ROOMS"
"""The environment variable with the address of the Valkey server that processes share."""

_OBJECTS = 50_000
"""After so many more objects, those are looked for that only know each other."""

_FOR_EVER = "public, max-age=31536000, immutable"


async def _send_file(request: Request) -> Response:
    """The response with one of the dashboard's files, unless `_FileMiddleware` has sent it already."""
    name = request.path_params["name"]
    if name not in files.list_served_files():
        return PlainTextResponse("There is no such file.", status_code=404)
    # A page that was loaded before an update asks for the old digest: it gets today's file, unkept.
    kept = request.path_params["digest"] == files.digest()
    packed = files.takes_gzip(request.headers.get("accept-encoding", ""))
    start, body = _file_messages(name, packed=packed, for_ever=kept)
    answer = Response(body["body"])
    answer.raw_headers = start["headers"]
    return answer


@cache
def _file_messages(name: str, *, packed: bool, for_ever: bool) -> tuple[Message, Message]:
    """The ASGI messages (start and body) that send a file, cached.

    Args:
        name: The file.
        packed: Whether it is sent compressed.
        for_ever: Whether browsers may keep it, as its address changes with its content.
    """
    body = files.compress_file(name) if packed else files.read_content(name)
    headers = {
        "content-length": str(len(body)),
        "content-type": files.TYPES[Path(name).suffix],
        "cache-control": _FOR_EVER if for_ever else "no-cache",
        "vary": "Accept-Encoding",
    }
    if packed:
        headers["content-encoding"] = "gzip"
    raw = [(key.encode(), value.encode()) for key, value in headers.items()]
    start = {"type": "http.response.start", "status": 200, "headers": raw}
    return start, {"type": "http.response.body", "body": body}


class PromptMiddleware:
    """Middleware that sets `TCP_NODELAY` on each connection, so that no response is delayed.

    The kernel would hold back the end of a response until its start is acknowledged, which browsers do after
    40 ms. asyncio sets the option for TCP, but does not recognise the socket that Streamlit binds itself.

    Args:
        app: The application that answers the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the option on the request's connection, and pass the request on."""
        if scope["type"] in {"http", "websocket"}:
            _send_without_delay(receive)
        await self.app(scope, receive, send)


def _send_without_delay(receive: Receive) -> None:
    """Set `TCP_NODELAY` on the socket of a request's connection, if Uvicorn serves it."""
    # ASGI has no word for it; at another server than Uvicorn, nothing is found, and nothing changed.
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    line = transport.get_extra_info("socket") if transport is not None else None
    if line is not None and line.family in {socket.AF_INET, socket.AF_INET6}:
        with suppress(OSError):  # the browser has left
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class _FileMiddleware:
    """Middleware that sends the dashboard's files and Streamlit's own modules from memory, compressed.

    Streamlit would read and send its own as they are.
    """

    def __init__(self, app: ASGIApp, root: str) -> None:
        """Make the middleware for an application that is served below the path `root`."""
        self.app = app
        self._root = f"{root}/"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file that a request names, or pass the request on."""
        name = self._name(scope)
        if not name:
            await self.app(scope, receive, send)
            return
        asked = (value for key, value in scope["headers"] if key == b"accept-encoding")
        packed = files.takes_gzip(next(asked, b"").decode("latin-1"))
        start, body = _file_messages(name, packed=packed, for_ever=True)
        await send({**start, "headers": [*start["headers"]]})  # others add to them
        await send(body)

    def _name(self, scope: Scope) -> str:
        """The name of the file that a request asks for; empty if it asks for none."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return ""
        name: str = scope["path"].removeprefix(self._root)
        ours = name.removeprefix(files.base())
        known = files.list_served_files() if ours != name else files.list_streamlit_files()
        return ours if ours in known else ""


_QR_CODES = FairLock()
"""One QR code is drawn at a time. The second cap is `_Pool(1)` for pictures in `irviz.workers`."""

_QR_WAITING = 50
"""So many of one address wait for theirs at most."""


async def _send_qr_code(request: Request) -> Response:
    """The response with the QR code of a link, drawn by another process; 429 where too many wait."""
    address, link = read_client_address(request.scope), request.query_params.get("link", "")
    if _QR_CODES.count_waiting(address) >= _QR_WAITING:
        words = "Too many QR codes are asked for from this network: try again in a moment."
        return PlainTextResponse(words, status_code=429, headers={"Retry-After": "5"})
    await _QR_CODES.acquire(address, 0)
    try:
        picture = await to_thread(workers.draw_in_worker, qr_svg, link)
    except ValueError as error:
        return PlainTextResponse(f"There is no QR code: {error}.", status_code=400)
    except workers.TooLongError as error:
        return PlainTextResponse(f"There is no QR code: {error}.", status_code=503)
    finally:
        _QR_CODES.release()
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(picture, headers=headers, media_type="image/svg+xml")


async def _send_shareable_links(request: Request) -> Response:
    """The response with the links at which others open the dashboard: the public one, or those in the network."""
    query = request.query_params
    if compare_digest(query.get("secret", "").encode(), addresses.SECRET.encode()):
        return Response(status_code=204)
    # Behind a proxy of this machine, everybody comes from here.
    opened = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    at_home = request.client is not None and addresses.is_loopback(request.client.host)
    here = at_home and addresses.is_loopback(opened)
    link = query.get("link", "")
    try:
        root = urlsplit(link).path.rstrip("/")
        found = await to_thread(addresses.find_shareable_links, link, root, here=here)
    except ValueError as error:
        return PlainTextResponse(f"There is no way: {error}.", status_code=400)
    return JSONResponse(found._asdict(), headers={"Cache-Control": "no-store"})


def _import(*names: str) -> None:
    """Import modules that are needed later, and take them out of what the garbage collector looks through.

    What is there then stays, and the collector halts all pages.
    """
    for name in names:
        import_module(name)
    gc.collect()
    gc.freeze()


def _prepare_beside() -> None:
    """Prepare what the first visitors need, but not at once: packed files, and a module that Streamlit imports late."""
    files.compress_ahead()
    _import("PIL.Image")


@asynccontextmanager
async def _prepare(_app: st.App) -> AsyncIterator[None]:
    """Prepare for visitors before the server starts (imports, compressed files, worker processes); stop afterwards."""
    _import("irviz.pages.host", "irviz.ui.component")
    packing = create_task(to_thread(_prepare_beside))
    opened = _local_address()
    if opened and not _invited:
        public = addresses.public_address()
        sys.stdout.write(f"irviz: open {opened}{f', and others {public}' if public else ''}\n")
        sys.stdout.flush()
    opening = create_task(to_thread(_open_browser, opened)) if opened else None
    # A change makes some thousand objects that go by themselves; by default it would pay for a collection.
    gc.set_threshold(_OBJECTS)
    workers.start()
    _allow_connections()
    watch = create_task(ConnectionWatch(read_max_people()).run())
    await sleep(0)  # it has to begin before the server listens
    yield
    watch.cancel()
    workers.stop()
    await packing
    if opening:
        await opening


def _allow_connections() -> None:
    """Raise the limit of open files, so that the process can hold as many connections as the system allows."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _local_address() -> str:
    """The dashboard's address for a browser on this machine; empty if the server itself prints it.

    Streamlit's own message is switched off in the settings: for it, Streamlit asks a third party for this machine's
    public address, and waits. It opens no browser for an app of this kind.
    """
    # Other servers, such as uvicorn, do not listen where Streamlit's settings say, and tell it themselves.
    if not str(getattr(streamlits, "_server_mode", "")).startswith("starlette-app"):
        return ""
    given = st.get_option("browser.serverAddress" if _invited else "server.address") or ""
    host = "localhost" if given in {"", "0.0.0.0", "::"} else given  # noqa: S104 - all there are
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{st.get_option('server.port')}{_root_path()}/"


def _open_browser(url: str) -> None:
    """Open the user's browser at this address as soon as the dashboard answers there, unless it is headless."""
    if st.get_option("server.headless"):
        return
    for _ in range(100):
        if addresses.is_answering(f"{url}_stcore/health"):
            webbrowser.open(url)
            return
        time.sleep(0.1)


_invited: list[str] = []
"""The words with which a class was invited; they are enough."""


def _root_path() -> str:
    """The path below which the dashboard is, such as `/irviz`; empty at the top."""
    prefix = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{prefix}" if prefix else ""


def configure(config: Mapping[str, Any]) -> None:
    """Set Streamlit's options, which `parts` reads.

    Args:
        config: The options by name. Unknown ones are left for `st.App.run` to refuse.
    """
    known = streamlits.get_config_options()
    for name, value in config.items():
        if name in known:
            streamlits.set_option(name, value)


def parts(frames: str | None = None, public: str | None = None, hosts: str | None = None) -> dict[str, Any]:
    """The keyword arguments with which `st.App` becomes the dashboard: routes, middleware and start-up.

    Args:
        frames: The sites that may embed the dashboard in a frame; see `parse_frame_ancestors`.
        public: The public address of the dashboard; by default, that of the environment.
        hosts: Further host names under which it may be opened; see `guard.parse_hosts`.

    Raises:
        ValueError: If one is invalid, or the environment's limits or its public address are.
    """
    if public is not None:
        os.environ[addresses.PUBLIC] = public
    addresses.public_address()
    bound_deflate()
    uploads.limit_total_bytes(uploads.read_max_total_bytes())
    root, people = _root_path(), read_max_people()
    hub = Hub(make_rooms(), people=people, describe=describe_answers, write_files=write_count_files)
    return {
        "script_path": _SCRIPT,
        "routes": [
            Route(f"{root}/{files.QR}", _send_qr_code),
            Route(f"{root}/{addresses.PATH}", _send_shareable_links),
            Route(f"{root}/{line.PATH}/{{token}}/board", line.handle_change, methods=["POST"]),
            Route(f"{root}/{line.PATH}/{{token}}", line.handle_work, methods=["GET", "POST", "DELETE"]),
            Route(f"{root}/{files.PREFIX}/{{digest}}/{{name:path}}", _send_file),
        ],
        "middleware": [
            Middleware(PromptMiddleware),
            Middleware(PolicyMiddleware, parse_frame_ancestors(frames)),
            Middleware(GuardMiddleware, guard.parse_hosts(hosts)),
            Middleware(_FileMiddleware, root),
            Middleware(BodyMiddleware),
            Middleware(RoomMiddleware, root, hub, phone_page),
            Middleware(LimitMiddleware, read_max_pages(), people),
            Middleware(MessageMiddleware),
            Middleware(TurnMiddleware),
            Middleware(ReleaseMemoryMiddleware),
            Middleware(PathMiddleware, root, counted=parse_public_metrics()),
        ],
        "lifespan": _prepare,
    }


def parts_or_exit() -> dict[str, Any]:
    """The arguments of `parts` for servers that start `app.py`; an invalid setting ends the process.

    Raises:
        SystemExit: If a variable of the environment is invalid; the message is one line.
    """
    try:
        return parts()
    except ValueError as error:
        raise SystemExit(f"irviz: {' '.join(str(error).split())}") from None


def make_rooms() -> Store:
    """Make the store of rooms: in this process's memory, or in the Valkey server that `IRVIZ_ROOMS` names.

    Raises:
        ValueError: If `IRVIZ_ROOMS` is no address of a Valkey server, or its client is not installed.
    """
    url = os.environ.get(ROOMS, "").strip()
    if not url:
        return MemoryStore()
    try:
        from irviz.rooms.valkey_store import ValkeyStore  # noqa: PLC0415 - it needs an extra
    except ModuleNotFoundError:
        raise ValueError(f"{ROOMS} needs a client: pip install '.[rooms]' in the checkout") from None
    return ValkeyStore(url)


def read_settings() -> dict[str, Any]:
    """Streamlit's settings for the dashboard by dotted name, from the file that `streamlit run` reads too."""
    packaged = _PACKAGE / "config.toml"
    path = packaged if packaged.is_file() else _PACKAGE.parent / ".streamlit" / "config.toml"
    return dict(_flatten_settings(tomllib.loads(path.read_text(encoding="utf-8"))))


def _flatten_settings(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The settings of a nested table as (dotted name, value), each name after the prefix."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flatten_settings(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def describe_invitation(config: dict[str, Any]) -> str:
    """The text for a terminal that tells how phones in the same network open the dashboard, with a QR code.

    Args:
        config: Streamlit's options; the address and port to listen at are added.

    Raises:
        ValueError: If the public address is invalid, or no port is free.
    """
    public = addresses.public_address()
    port = config.get("server.port") or _free_port()
    config["server.port"] = port
    config.setdefault("server.address", "0.0.0.0")  # noqa: S104 - all of this machine's networks are asked for
    found = [public] if public else [f"{origin}{_root_path()}/" for origin in addresses.list_network_origins(port)]
    if not found:
        return "irviz: this computer is in no network, so no phone can reach it; connect it and start again\n"
    if not public:  # what stands before this machine may serve another port
        config.setdefault("browser.serverAddress", urlsplit(found[0]).hostname)
    code = io.StringIO()
    segno.make(found[0], error="m", micro=False).terminal(code, compact=True)
    lines = [f"Phones open {found[0]}", "", code.getvalue()]
    if len(found) > 1:
        lines += [f"or, in another of this computer's networks, {', or '.join(found[1:])}", ""]
    if not public:
        lines += [
            "If one cannot: it has to be in the same network. This computer's firewall has to let",
            f"Python answer on port {port}. Some Wi-Fi keeps its devices apart; then use a hotspot of",
            "your own, or a server, and give its address with --public-url.",
            "",
        ]
    _invited[:] = [*lines, "Ctrl+C stops it.", ""]
    return "\n".join(_invited)


def _free_port(first: int = 8501) -> int:
    """The first free port from `first` on."""
    for port in range(first, first + 100):
        with socket.socket() as line:
            try:
                line.bind(("", port))
            except OSError:
                continue
            return port
    raise ValueError(f"no port from {first} to {first + 99} is free; give one with --port")

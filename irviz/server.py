"""The ASGI application: Streamlit's, with the page's own files beside it."""

from __future__ import annotations

import gc
import tomllib
from asyncio import to_thread
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from secrets import compare_digest
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from irviz import reach
from irviz.ui import files
from irviz.ui.head import HeadMiddleware
from irviz.ui.limits import LimitMiddleware, most_pages
from irviz.ui.policy import PolicyMiddleware, frame_ancestors
from irviz.ui.qr import qr_svg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request

_PACKAGE = Path(__file__).parent
_SCRIPT = _PACKAGE / "ui" / "pages" / "main.py"
_FOR_EVER = "public, max-age=31536000, immutable"


async def _file(request: Request) -> Response:
    """One of the files that the page fetches."""
    name = request.path_params["name"]
    if name not in files.served():
        return PlainTextResponse("There is no such file.", status_code=404)
    # A page that was loaded before an update asks for the old digest: it gets today's file, unkept.
    current = request.path_params["digest"] == files.digest()
    headers = {
        "Cache-Control": _FOR_EVER if current else "no-cache",
        "Vary": "Accept-Encoding",
    }
    body = files.content(name)
    if _takes_gzip(request.headers.get("accept-encoding", "")):
        body = files.compressed(name)
        headers["Content-Encoding"] = "gzip"
    media_type = files.TYPES[Path(name).suffix]
    return Response(body, headers=headers, media_type=media_type)


def _takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header takes gzip: by name or by `*`, and not at a weight of nothing."""
    weights = {}
    for coding in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in coding.split(";"))
        weight = next((value for value in parameters if value.startswith("q=")), "q=1")
        weights[name] = bool(weight[2:].strip("0."))
    return weights.get("gzip", weights.get("*", False))


async def _code(request: Request) -> Response:
    """The QR code of a link."""
    try:
        picture = qr_svg(request.query_params.get("link", ""))
    except ValueError as error:
        return PlainTextResponse(f"There is no QR code: {error}.", status_code=400)
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(picture, headers=headers, media_type="image/svg+xml")


async def _ways(request: Request) -> Response:
    """How others open the dashboard whose address is asked for: at the public one, or in a network."""
    query = request.query_params
    if compare_digest(query.get("secret", "").encode(), reach.SECRET.encode()):
        return Response(status_code=204)
    here = request.client is not None and reach.is_loopback(request.client.host)
    link = query.get("link", "")
    try:
        root = urlsplit(link).path.rstrip("/")
        found = await to_thread(reach.ways, link, root, here=here)
    except ValueError as error:
        return PlainTextResponse(f"There is no way: {error}.", status_code=400)
    return JSONResponse(found._asdict(), headers={"Cache-Control": "no-store"})


def _import_ahead() -> None:
    """Import what a first visit needs: the modules beside the script, and those that Streamlit puts off."""
    for module in iter_modules([str(_SCRIPT.parent)]):
        if module.name != _SCRIPT.stem:
            import_module(f"irviz.ui.pages.{module.name}")
    for name in ("pandas", "PIL.Image"):
        import_module(name)


@asynccontextmanager
async def _prepared(_app: st.App) -> AsyncIterator[None]:
    """Get ready before the first visitor comes, who would have to wait for the imports."""
    _import_ahead()
    # What is there now stays; the garbage collector, which halts all pages, need not look through it.
    gc.collect()
    gc.freeze()
    yield


def parts(frames: str | None = None) -> dict[str, Any]:
    """What the dashboard's `st.App` is made of, as its keyword arguments.

    Args:
        frames: The sites that may show the dashboard in a frame; see `frame_ancestors`.

    Raises:
        ValueError: If they are none, or the environment's limits or its public address make no sense.
    """
    reach.public()
    # A file on its way in stays in memory, too; the default is to put one over 1 MB on the disk meanwhile.
    MultiPartParser.spool_max_size = (st.get_option("server.maxUploadSize") + 1) * 2**20
    prefix = (st.get_option("server.baseUrlPath") or "").strip("/")
    root = f"/{prefix}" if prefix else ""
    return {
        "script_path": _SCRIPT,
        "routes": [
            Route(f"{root}/{files.QR}", _code),
            Route(f"{root}/{reach.PATH}", _ways),
            Route(f"{root}/{files.PREFIX}/{{digest}}/{{name:path}}", _file),
        ],
        "middleware": [
            Middleware(PolicyMiddleware, frame_ancestors(frames)),
            Middleware(LimitMiddleware, most_pages()),
            Middleware(HeadMiddleware),
        ],
        "lifespan": _prepared,
    }


def settings() -> dict[str, Any]:
    """Streamlit's settings for the dashboard, from the one file that `streamlit run` reads too."""
    packaged = _PACKAGE / "config.toml"
    path = packaged if packaged.is_file() else _PACKAGE.parent / ".streamlit" / "config.toml"
    return dict(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value

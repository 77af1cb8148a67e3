"""The least that a room can do: it counts what is sent to it, and sends to all what the teacher sends.

It checks nothing and keeps nothing; the wall is told of counts as often as that of the dashboard.
What this costs is Starlette's and Uvicorn's own: the floor under every room.
"""

from __future__ import annotations

import asyncio
import json
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

PACE = 0.05
QUEUES: dict[asyncio.Queue[bytes], None] = {}
WALLS: dict[asyncio.Queue[bytes], None] = {}
NOW: dict[str, Any] = {"state": "waiting", "answered": 0, "telling": False, "event": b"data: {}\n\n"}


def event() -> bytes:
    counts = {"state": NOW["state"], "answered": NOW["answered"]}
    return b"data: %s\n\n" % json.dumps(counts, separators=(",", ":")).encode()


async def health(_request: Request) -> Response:
    return PlainTextResponse("ok")


async def page(_request: Request) -> Response:
    return Response("<!doctype html><title>a page</title>", media_type="text/html")


async def opened(_request: Request) -> Response:
    return JSONResponse({"code": "BARE22", "host": "host"}, 201)


async def members(_request: Request) -> Response:
    return JSONResponse({"member": token_urlsafe(16)}, 201)


async def events(request: Request) -> Response:
    wall = "authorization" in request.headers
    queues = WALLS if wall else QUEUES
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    queues[queue] = None

    async def told() -> AsyncIterator[bytes]:
        try:
            yield event() if wall else NOW["event"]
            while True:
                yield await queue.get()
        finally:
            queues.pop(queue, None)

    return StreamingResponse(told(), media_type="text/event-stream")


async def answers(request: Request) -> Response:
    await request.json()
    NOW["answered"] += 1
    if not NOW["telling"]:
        NOW["telling"] = True
        asyncio.get_running_loop().call_later(PACE, tell)
    return Response(status_code=204)


def tell() -> None:
    NOW["telling"] = False
    for queue in WALLS:
        queue.put_nowait(event())


async def do(request: Request) -> Response:
    NOW["state"] = request.headers["x-state"]
    if NOW["state"] == "open":
        NOW["answered"] = 0
    NOW["event"] = b"data: %s\n\n" % await request.body()
    for queue in QUEUES:
        queue.put_nowait(NOW["event"])
    tell()
    return Response(status_code=204)


app = Starlette(
    routes=[
        Route("/_stcore/health", health),
        Route("/join/{code}", page),
        Route("/room", opened, methods=["POST"]),
        Route("/room/{code}/members", members, methods=["POST"]),
        Route("/room/{code}/events", events),
        Route("/room/{code}/answers", answers, methods=["POST"]),
        Route("/room/{code}", do, methods=["POST"]),
    ]
)

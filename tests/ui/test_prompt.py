"""Small answers go out at once, whoever has bound the socket."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from websockets.sync.client import connect

from irviz import server
from irviz.server import PromptMiddleware

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


class Look:
    """Notes whether what is written to a line would be held back."""

    found: list[int]

    def __init__(self, app: object) -> None:
        Look.found = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        line = receive.__self__.transport.get_extra_info("socket")  # type: ignore[attr-defined]
        Look.found.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close"})
            return
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})


def test_each_line_is_told_to_send_at_once() -> None:
    app = Starlette(middleware=[Middleware(PromptMiddleware), Middleware(Look)])
    # As Streamlit binds it: it does not say that it is for TCP, and asyncio sees none.
    line = socket.socket(socket.AF_INET)
    line.bind(("127.0.0.1", 0))
    line.listen()
    running = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [line]})
    thread.start()
    try:
        port = line.getsockname()[1]
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 204
        with connect(f"ws://127.0.0.1:{port}/"):
            pass
        assert Look.found == [1, 1]
    finally:
        running.should_exit = True
        thread.join()


def test_dashboard_does_so_first_of_all() -> None:
    assert server.parts()["middleware"][0].cls is PromptMiddleware

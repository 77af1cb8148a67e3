"""Sends what is said at once: the kernel would hold back the end of an answer until its start has arrived.

Streamlit binds its socket itself, and so asyncio does not see that it is one of TCP, for which it switches
that off. Browsers confirm what they have got after 40 ms, so each small answer would take that much longer.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class PromptMiddleware:
    """Switches on `TCP_NODELAY` for each line on which something is asked.

    Args:
        app: What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] in {"http", "websocket"}:
            _promptly(receive)
        await self.app(scope, receive, send)


def _promptly(receive: Receive) -> None:
    # ASGI has no word for it; at another server than Uvicorn, nothing is found, and nothing changed.
    transport = getattr(getattr(receive, "__self__", None), "transport", None)
    line = transport.get_extra_info("socket") if transport is not None else None
    if line is not None and line.family in {socket.AF_INET, socket.AF_INET6}:
        with suppress(OSError):  # the browser has left
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

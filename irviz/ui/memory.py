"""Frees memory after a page has closed: caches are trimmed, and freed memory goes back to the system.

The C library keeps what was freed, in case the program asks again; after a class has left, that is a good
part of what the process takes.
"""

from __future__ import annotations

import ctypes
import gc
from asyncio import get_running_loop
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from irviz.state import cache

if TYPE_CHECKING:
    from asyncio import TimerHandle

    from starlette.types import ASGIApp, Receive, Scope, Send

DELAY_SECONDS = 1.0
"""The delay after a page has closed; Streamlit looks through its sessions then."""

INTERVAL_SECONDS = 10.0
"""The least time between two releases; between two that also trim the caches it is six times that."""

REPEATS = 2
"""How often it is repeated after the last page has closed: the first may only mark unused entries."""


class ReleaseMemoryMiddleware:
    """Releases memory to the system some time after a page has closed.

    Args:
        app: The application that answers the requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._planned = False
        self._last = self._forgot = -6 * INTERVAL_SECONDS
        self._later: TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; when a page's WebSocket closes, plan the release of its memory."""
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "websocket" and not self._planned:
                self._planned = True
                delay = max(DELAY_SECONDS, self._last + INTERVAL_SECONDS - monotonic())
                get_running_loop().call_later(delay, self._tidy, REPEATS)

    def _tidy(self, times: int) -> None:
        """Release memory in a thread, evict unused caches now and then, and do so `times` more times later."""
        self._planned = False
        self._last = monotonic()
        if self._later:
            self._later.cancel()
        if times:
            self._later = get_running_loop().call_later(6 * INTERVAL_SECONDS, self._tidy, times - 1)
        thorough = self._last - self._forgot >= 6 * INTERVAL_SECONDS
        if thorough:
            self._forgot = self._last
            cache.evict_unused()
        get_running_loop().run_in_executor(None, partial(release_memory, thorough=thorough))


def release_memory(*, thorough: bool = False) -> None:
    """Return memory that was freed to the operating system, where the C library can do that.

    Args:
        thorough: Whether to collect garbage first: Streamlit's sessions are in reference cycles, with all files that
            were uploaded to them. Not while a room reveals its answers, which must not wait.
    """
    if thorough and gc.isenabled():
        gc.collect()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

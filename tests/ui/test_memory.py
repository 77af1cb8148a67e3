"""When a page goes, what nobody asks for is forgotten, and memory goes back to the system."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import TYPE_CHECKING

from irviz.state.cache import ALWAYS_KEPT_BYTES, cache_by_size, count_cached_bytes
from irviz.ui import memory
from irviz.ui.memory import ReleaseMemoryMiddleware
from tests.apart import apart

if TYPE_CHECKING:
    import pytest
    from starlette.types import Receive, Scope, Send


@cache_by_size(lambda *_: ALWAYS_KEPT_BYTES)
def large(number: int) -> int:
    return number


def test_page_that_goes_takes_along_what_nobody_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(memory, "DELAY_SECONDS", 0.0)
    monkeypatch.setattr(memory, "INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr(memory, "REPEATS", 0)
    monkeypatch.setattr(memory, "release_memory", lambda *, thorough: given.append(count_cached_bytes()))

    async def line(scope: Scope, receive: Receive, send: Send) -> None:
        pass

    async def visits() -> None:
        served = ReleaseMemoryMiddleware(line)
        for number in (1, 2):
            large(number)
            large(3)
            await served({"type": "websocket"}, None, None)  # type: ignore[arg-type]
            while len(given) < number:
                await asyncio.sleep(0)
        await served({"type": "http"}, None, None)  # type: ignore[arg-type]

    large.cache_clear()
    apart(visits)
    misses = large.misses
    assert given[1] < given[0] + ALWAYS_KEPT_BYTES
    large(2)
    large(3)
    assert large.misses == misses
    large(1)
    assert large.misses == misses + 1
    large.cache_clear()


def test_after_the_last_page_has_gone_nothing_large_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(memory, "DELAY_SECONDS", 0.0)
    monkeypatch.setattr(memory, "INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr(memory, "release_memory", lambda *, thorough: given.append(count_cached_bytes()))

    async def line(scope: Scope, receive: Receive, send: Send) -> None:
        pass

    async def visit() -> None:
        for number in range(3):
            large(number)
        await ReleaseMemoryMiddleware(line)({"type": "websocket"}, None, None)  # type: ignore[arg-type]
        while len(given) < 1 + memory.REPEATS:
            await asyncio.sleep(0)

    large.cache_clear()
    apart(visit)
    assert given[0] > 2 * ALWAYS_KEPT_BYTES
    assert given[-1] <= ALWAYS_KEPT_BYTES
    large.cache_clear()


def test_memory_is_given_back_or_left_where_that_cannot_be() -> None:
    memory.release_memory()


class _Session:
    """What holds itself, as Streamlit's sessions do."""

    def __init__(self) -> None:
        self.own = self


def test_what_nobody_holds_any_more_goes_unless_a_room_reveals() -> None:
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(_Session())
        memory.release_memory(thorough=True)
        assert gone() is not None
    finally:
        gc.enable()
    memory.release_memory(thorough=True)
    assert gone() is None

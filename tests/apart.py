"""What is awaited, in a thread of its own: that of a test may hold the loop that drives a browser."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Found = TypeVar("Found")


def apart(begin: Callable[[], Awaitable[Found]]) -> Found:
    """What something comes to that has to be awaited."""

    async def work() -> Found:
        return await begin()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work()).result()

"""The page “Your results” without a browser: files go up by the page's own line."""

from __future__ import annotations

import asyncio
import json
import time
from html import unescape
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx

from irviz.ui.line import PATH
from tests.bench._protocol import Page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bench._servers import Server

PIECE = 1 << 18

BUTTONS = {"Use these results": {"use": True}, "Try it with a sample": {"sample": True}}
"""What is asked for by the page's buttons."""


class Results(Page):
    """An open page “Your results”.

    Args:
        server: What it is a page of.
    """

    def __init__(self, server: Server) -> None:
        super().__init__(server, path="results")
        self._count = count(1)

    @property
    def line(self) -> str:
        """The address of the page's own line."""
        return f"{self._server.url}/{PATH}/{self.frame['line']}"

    async def ask(self, **request: Any) -> None:
        """Ask for something, as the page's controls do."""
        await self.say("results", "request", {**request, "count": next(self._count)})

    async def put(self, name: str, data: bytes, *, length: bool = True, seconds: float = 0.0) -> tuple[int, str]:
        """Send a file up.

        Args:
            name: What it is called.
            data: What is in it.
            length: Whether to say beforehand how long it is.
            seconds: How long that takes at least.

        Returns:
            The status of the answer, and what the server calls the file.
        """
        del name

        async def body() -> AsyncIterator[bytes]:
            since = time.perf_counter()
            for start in range(0, len(data), PIECE):
                yield data[start : start + PIECE]
                due = since + seconds * start / len(data)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))

        headers = {"Content-Length": str(len(data))} if length else {}
        async with httpx.AsyncClient(trust_env=False, timeout=120) as client:
            answer = await client.post(self.line, content=body(), headers=headers)
        return answer.status_code, answer.json()["id"] if answer.status_code == 200 else ""

    async def bring(self, slot: str, name: str, data: bytes) -> int:
        """Send a file up, and tell the page that it is there; the status of the answer."""
        status, known = await self.put(name, data)
        if status == 200:
            await self.take(slot, name, known, len(data))
        return status

    async def take(self, slot: str, name: str, known: str, size: int) -> None:
        """Tell the page that a file is there."""
        files = [{"name": name, "size": size, "id": known}]
        await self.ask(bring={"slot": slot, "files": files})

    async def drop(self, slot: str) -> None:
        """Take the first file of a place off."""
        await self.ask(remove={"slot": slot, "file": 0})

    async def cut(self, k: int) -> None:
        """Ask for the values at another cutoff."""
        await self.ask(k=k)

    async def press(self, label: str) -> None:
        """Press a button, as soon as it is there."""
        if label == "Use these results":
            await self.until(lambda: self.says(label))
        await self.ask(**BUTTONS[label])

    @property
    def shown(self) -> dict[str, Any]:
        """What the page was given last."""
        found: dict[str, Any] = self.frame.get("data", {}).get("results", {})
        return found

    def says(self, words: str) -> bool:
        """Whether some words stand on the page."""
        return words in unescape(json.dumps(self.shown, ensure_ascii=False))

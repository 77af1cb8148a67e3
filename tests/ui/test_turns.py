"""Pages begin one after the other, in the order in which they came."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from irviz.ui import limits
from irviz.ui.limits import FairLock, TurnMiddleware
from tests.apart import apart

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

END = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY).SerializeToString()
OTHER = ForwardMsg(page_profile=ForwardMsg().page_profile).SerializeToString()


class Lines:
    """Some pages at one server, which answers when it is told to."""

    def __init__(self, pages: int) -> None:
        self.began: list[int] = []
        self.asked: list[asyncio.Queue[Message]] = [asyncio.Queue() for _ in range(pages)]
        self.answers: list[asyncio.Queue[bytes]] = [asyncio.Queue() for _ in range(pages)]
        self.served = TurnMiddleware(self._app)
        self.tasks = [asyncio.create_task(self._line(page)) for page in range(pages)]

    async def _line(self, page: int) -> None:
        async def send(_: Message) -> None:
            pass

        await self.served({"type": "websocket", "page": page}, self.asked[page].get, send)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = scope["page"]
        while (await receive())["type"] == "websocket.receive":
            self.began.append(page)
            while answer := await self.answers[page].get():
                await send({"type": "websocket.send", "bytes": answer})

    async def ask(self, page: int) -> None:
        await self.asked[page].put({"type": "websocket.receive", "bytes": b"x"})
        await self.rest()

    async def answer(self, page: int, *said: bytes) -> None:
        for one in said:
            await self.answers[page].put(one)
        await self.rest()

    async def leave(self, page: int) -> None:
        await self.answers[page].put(b"")
        await self.asked[page].put({"type": "websocket.disconnect"})
        await self.rest()

    async def rest(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.mark.parametrize("how", ["ends", "leaves"])
def test_next_page_begins_when_the_one_before_has_run_or_gone(how: str) -> None:
    async def play() -> list[list[int]]:
        lines, seen = Lines(3), []
        for page in range(3):
            await lines.ask(page)
        seen.append([*lines.began])
        await lines.answer(0, OTHER)
        seen.append([*lines.began])
        await (lines.answer(0, END) if how == "ends" else lines.leave(0))
        seen.append([*lines.began])
        await lines.answer(1, END)
        seen.append([*lines.began])
        for page in range(3):
            await lines.leave(page)
        return seen

    assert apart(play) == [[0], [0], [0, 1], [0, 1, 2]]


def test_who_is_at_work_waits_for_nobody() -> None:
    async def play() -> list[int]:
        lines = Lines(2)
        await lines.ask(0)
        await lines.answer(0, END, b"")
        await lines.ask(1)
        await lines.ask(0)
        began = [*lines.began]
        for page in range(2):
            await lines.leave(page)
        return began

    assert apart(play) == [0, 1, 0]


def test_nobody_waits_for_a_page_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TURN_SECONDS", 0.0)

    async def play() -> list[int]:
        lines = Lines(2)
        await lines.ask(0)
        await lines.ask(1)
        await lines.rest()
        began = [*lines.began]
        for page in range(2):
            await lines.leave(page)
        return began

    assert apart(play) == [0, 1]


def test_the_lightest_goes_first_and_of_equals_who_has_had_least() -> None:
    async def order() -> list[tuple[str, int]]:
        queue, served = FairLock(), []

        async def work(address: str, weight: int) -> None:
            await queue.acquire(address, weight)
            served.append((address, weight))
            queue.release()

        await queue.acquire("first", 0)
        asked = [("a", 1), ("a", 1), ("b", 1), ("c", 0)]
        tasks = [asyncio.create_task(work(*one)) for one in asked]
        await asyncio.sleep(0)
        queue.release()
        await asyncio.gather(*tasks)
        return served

    assert apart(order) == [("c", 0), ("a", 1), ("b", 1), ("a", 1)]

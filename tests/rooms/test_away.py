"""Valkey goes away in a lesson, and comes back."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from irviz.rooms.store import LostError
from irviz.rooms.valkey_store import ValkeyStore
from tests.rooms.asked import question
from tests.rooms.house import House, Room
from tests.rooms.test_routes import Play
from tests.rooms.valkey import Valkey, running

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.exhaustive

LINE = "The rooms cannot be reached just now: try again in a moment."


@pytest.fixture
def server() -> Iterator[Valkey]:
    with running() as server:
        server.url += "?socket_timeout=3"  # a starved machine is not silent for so long
        yield server


async def back(house: House) -> None:
    """Wait until the house hears Valkey again."""
    for _ in range(1000):
        try:
            return await house.hub.store.keep_alive([])
        except LostError:
            await asyncio.sleep(0.01)
    raise AssertionError("it did not come back")


def test_pause_in_a_round_loses_no_answer_and_counts_none_twice(server: Valkey) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        members = [await room.join() for _ in range(3)]
        async with room.listen() as phone, room.listen(room.host) as wall:
            await room.do("ask", question=question(), open=True)
            await phone.until("open")
            assert (await room.vote(members[0])).status == 204
            await wall.until("open", here=1, answered=1)

            server.process.send_signal(signal.SIGSTOP)
            await asyncio.gather(phone.ended(), wall.ended())
            for member in members[:2]:
                said = await room.vote(member)
                assert (said.status, said.data["error"]) == (503, LINE)
            assert await room.do("close") == 503
            async with room.listen() as late:
                pass
            assert late.status == 503
            server.process.send_signal(signal.SIGCONT)

        await back(house)
        async with room.listen() as phone, room.listen(room.host) as wall:
            assert (await phone.until())["state"] == "open"
            await wall.until("open", here=1)
            for member in members:
                assert (await room.vote(member)).status == 204
            await wall.until("open", answered=3)
            assert await room.do("close") == 204
            assert await room.do("show") == 204
            (tally,) = (await phone.until("shown"))["tally"]
            assert tally["answered"] == 3
            assert sum(tally["metrics"]["AP"].values()) == 3

    Play(server)(lesson)


def test_restart_without_its_rooms_lets_the_wall_open_it_again(server: Valkey) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member = await room.join()
        async with room.listen() as phone, room.listen(room.host) as wall:
            await room.do("ask", question=question(), open=True)
            await room.vote(member)
            await room.do("close")
            await room.do("reveal")
            await phone.until("revealed")
            path = f"/room/{room.code}"
            counts = (await house.ask("GET", f"{path}/counts", secret=room.host)).data
            server.stop()
            await asyncio.gather(phone.ended(), wall.ended())
            assert (await house.ask("POST", f"{path}/members")).status == 503
            assert (await house.ask("POST", "/room")).data["error"] == LINE
            server.start()

        await back(house)
        async with room.listen() as phone:
            pass
        assert phone.status == 404
        own = {"code": room.code, "host": room.host, "counts": counts}
        assert (await house.ask("POST", "/room", own)).status == 201
        member = await room.join()
        async with room.listen() as phone:
            assert (await phone.until())["state"] == "waiting"
            await room.do("ask", question=question(), open=True)
            await phone.until("open")
            assert (await room.vote(member, 2)).status == 204
        kept = await house.ask("GET", f"{path}/counts", secret=room.host)
        assert kept.data == counts

    Play(server)(lesson)


def test_nothing_goes_on_after_it_was_hung_up(server: Valkey) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        await house.hub.store.count_phones(room.code, 1)
        assert isinstance(house.hub.store, ValkeyStore)
        await house.hub.store.close()
        with pytest.raises(LostError):
            await house.hub.store.count_phones(room.code, 2)
        assert not [task for task in asyncio.all_tasks() if "Shared._listen" in repr(task)]

    Play(server)(lesson)

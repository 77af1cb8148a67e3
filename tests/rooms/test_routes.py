"""Rooms as browsers use them: what is on the wire and when, and what odd requests get."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import math
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
import valkey

from irviz.rooms import hub, store
from irviz.rooms.hub import Hub
from irviz.rooms.room import CODE_SIGNS, parse_code
from irviz.rooms.routes import ENDINGS
from irviz.rooms.store import MemoryStore
from irviz.ui import files, limits
from tests.rooms.asked import BELIEFS, REASON, TO, question
from tests.rooms.house import PATIENCE, House, Room
from tests.rooms.valkey import Valkey, running

if TYPE_CHECKING:
    from collections.abc import Iterator


Lesson = Callable[[House], Awaitable[None]]


class Play:
    """Plays lessons, in an event loop of its own: this thread's may drive a browser.

    Args:
        server: Where the rooms live; in memory without one.
    """

    def __init__(self, server: Valkey | None) -> None:
        self.server = server

    def __call__(self, lesson: Lesson, root: str = "") -> None:
        async def run() -> None:
            async with House(root, self.server.url if self.server else None) as house:
                await lesson(house)

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, run()).result()


@pytest.fixture(scope="module")
def server() -> Iterator[Valkey]:
    with running() as server:
        yield server


@pytest.fixture(params=["memory", pytest.param("valkey", marks=pytest.mark.exhaustive)])
def play(request: pytest.FixtureRequest) -> Play:
    """In memory, and in Valkey: what a room does is the same."""
    if request.param == "memory":
        return Play(None)
    server: Valkey = request.getfixturevalue("server")
    server.empty()
    return Play(server)


@pytest.fixture
def memory() -> Play:
    """What is so in memory only."""
    return Play(None)


@pytest.fixture(autouse=True)
def nothing_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told is told at once, and not when all rooms are looked after."""
    monkeypatch.setattr(hub, "_KEEP_SECONDS", math.inf)
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", math.inf)


def test_a_lesson_from_the_first_phone_to_the_end(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        assert parse_code(room.code) == room.code
        first, second = await room.join(), await room.join()
        async with room.listen() as phone, room.listen(room.host) as wall:
            assert await phone.until("waiting")
            await wall.until("waiting", here=1)
            assert await room.do("ask", question=question()) == 204
            asked = (await phone.until("staged"))["question"]
            assert asked["number"] == asked["round"] == 1
            assert asked["left"] is None
            assert (await room.vote(first)).status == 409
            assert await room.do("open") == 204
            await phone.until("open")
            assert (await room.vote(first)).status == 204
            assert (await room.vote(second, sure=2)).status == 204
            await wall.until("open", answered=2)
            assert (await room.vote(first, answers={"AP": "down", "nDCG": "same"})).status == 204
            assert await room.do("close") == 204
            assert (await room.vote(first)).status == 409
            assert await room.do("again") == 204
            await wall.until("open", answered=0)
            assert (await room.vote(first, 1, 1)).status == 409
            assert (await room.vote(first, 1, 2)).status == 204
            await room.do("close")
            await room.do("show")
            shown = await phone.until("shown")
            assert [one["answered"] for one in shown["tally"]] == [2, 1]
            assert shown["tally"][0]["metrics"]["AP"] == {"up": 1, "same": 0, "down": 1}
            assert shown["tally"][0]["sure"]["2"] == 1
            assert "reveal" not in shown
            await room.do("reveal")
            told = await phone.until("revealed")
            assert told["reveal"]["AP"] == {"from": 0.5, "to": TO, "right": "up", "reason": REASON, "beliefs": BELIEFS}
            await room.do("next")
            assert (await phone.until("waiting"))["question"] is None
            assert await room.do("ask", question=question("value"), open=True) == 204
            assert (await phone.until("open"))["question"]["number"] == 2
            counts = await house.ask("GET", f"/room/{room.code}/counts", secret=room.host)
            assert [one["number"] for one in counts.data["questions"]] == [1]
            assert await room.do("end") == 204
            await phone.until("ended")
            await phone.ended()
            await wall.until("ended")
            await wall.ended()
        assert (await room.vote(first, 2)).status == 410
        assert (await house.ask("GET", f"/join/{room.code}")).status == 410

    play(lesson)


def test_wire_tells_nothing_before_it_is_shown(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        members = [await room.join() for _ in range(5)]
        async with room.listen() as phone, room.listen(room.host) as wall:
            for kind, answer in (("direction", "down"), ("value", 0.112233), ("preference", "same")):
                asked = question(kind)
                await room.do("ask", question=asked)
                await room.do("open")
                number = (await phone.until("open"))["question"]["number"]
                for round_ in (1, 2):
                    for member in members:
                        said = await room.vote(member, number, round_, answers={"AP": answer}, sure=1)
                        assert said.status == 204
                    await wall.until("open", answered=5)
                    await room.do("close")
                    await phone.until("closed")
                    async with room.listen() as late:
                        event = await late.until("closed")
                        assert not {"tally", "reveal"} & set(event)
                    if round_ == 1:
                        await room.do("again")
                        await phone.until("open")
                await wall.until("closed")
                for line in (phone, wall):
                    for word in (REASON, str(TO), '"to"', '"right"', '"tally"', '"reveal":', "112233"):
                        assert word not in line.text
                    assert ('"from":0.5' in line.text) == (kind != "preference")
                    assert '"down":' not in line.text
                assert "answered" not in phone.text
                assert "here" not in phone.text
                await room.do("show")
                shown = await phone.until("shown")
                assert [one["answered"] for one in shown["tally"]] == [5, 5]
                for word in (REASON, str(TO), '"to"', '"right"', '"reveal"'):
                    assert word not in phone.text
                await room.do("next")
                await phone.until("waiting")
                await wall.until("waiting")
                phone.wire.clear()
                wall.wire.clear()

    play(lesson)


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that is logged."""
    written, root = StringIO(), logging.getLogger()
    handler, before = logging.StreamHandler(written), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(before)
    root.removeHandler(handler)


def test_secrets_are_in_no_address_event_or_line_of_the_log(play: Play, log: StringIO) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member, other = await room.join(), await room.join()
        async with room.listen() as phone, room.listen(room.host) as wall:
            await room.do("ask", question=question(), open=True)
            await room.vote(member)
            await room.vote(other, answers={"AP": "nonsense"})
            await wall.until("open", answered=1)
            for action in ("close", "show", "reveal", "next", "end"):
                assert await room.do(action) == 204
            await phone.ended()
            await wall.ended()
            for secret in (room.host, member, other):
                assert secret not in phone.text + wall.text + log.getvalue()
        assert log.getvalue(), "nobody has listened"
        assert len({room.host, member, other}) == 3
        assert min(map(len, (room.host, member, other))) >= 22

    play(lesson)


def test_secret_in_an_address_counts_for_nothing(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member = await room.join()
        path = f"/room/{room.code}?host={room.host}&secret={room.host}"
        assert (await house.ask("POST", path, {"do": "end"})).status == 401
        own = f"/room/{room.code}/answers?member={member}"
        assert (await house.ask("GET", own)).status == 404

    play(lesson)


def test_nobody_sees_the_answer_of_another(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        first, second = await room.join(), await room.join()
        await room.do("ask", question=question(), open=True)
        await room.vote(first, answers={"AP": "down"}, sure=4)
        own = f"/room/{room.code}/answers"
        expected = {"question": 1, "round": 1, "answers": {"AP": "down"}, "sure": 4, "earlier": {}}
        assert (await house.ask("GET", own, secret=first)).data == expected
        assert (await house.ask("GET", own, secret=second)).data == {}
        for secret in ("", room.host, "x" * 22):
            assert (await house.ask("GET", own, secret=secret)).status == 404
        await room.do("close")
        await room.do("again")
        earlier = {"round": 2, "answers": None, "sure": None, "earlier": {"1": {"AP": "down"}}}
        assert (await house.ask("GET", own, secret=first)).data == {**expected, **earlier}
        assert (await house.ask("GET", own, secret=second)).data == {}
        await room.vote(first, round_=2, answers={"AP": "up"})
        assert (await house.ask("GET", own, secret=first)).data["answers"] == {"AP": "up"}
        await room.do("close")
        await room.do("next")
        assert (await house.ask("GET", own, secret=first)).data == {}
        another = await Room.open(house)
        assert (await another.vote(first)).status == 404

    play(lesson)


def test_only_the_teacher_leads_the_room(play: Play) -> None:
    async def lesson(house: House) -> None:
        room, another = await Room.open(house), await Room.open(house)
        member = await room.join()
        for secret in ("", member, another.host, room.host[:-1], "ä"):
            for action in ("ask", "open", "end", "nonsense"):
                assert await room.do(action, secret) == 401
            counts = await house.ask("GET", f"/room/{room.code}/counts", secret=secret)
            assert counts.status == 401
            if secret:
                async with house.listen(room.code, secret) as line:
                    pass
                assert line.status == 401
        assert await room.do("ask", question=question()) == 204

    play(lesson)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/members"),
        ("POST", "/answers"),
        ("GET", "/answers"),
        ("GET", "/events"),
        ("GET", "/counts"),
        ("POST", ""),
    ],
)
def test_where_there_is_no_such_room(play: Play, method: str, path: str) -> None:
    async def lesson(house: House) -> None:
        ended = await Room.open(house)
        await ended.do("end")
        sent = None
        if path == "/answers" and method == "POST":
            sent = {"member": "x", "question": 1, "round": 1, "answers": {}}
        for code, status in (("ZZZZZZ", 404), ("0", 404), ("%00", 404), (ended.code, 410)):
            said = await house.ask(method, f"/room/{code}{path}", sent, "a secret")
            assert said.status == status
            assert said.headers["content-type"] == "application/json"
            assert "\n" not in said.data["error"]

    play(lesson)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(play: Play, method: str) -> None:
    async def lesson(house: House) -> None:
        assert (await house.ask(method, "/room")).status == 405
        assert (await house.ask("POST", "/join")).status == 405
        assert (await house.ask("GET", "/room/a/b/c")).status == 404

    play(lesson)


ODD: list[tuple[Any, int]] = [
    (b"", 422),
    (b"{", 422),
    (b"[]", 422),
    (b"null", 422),
    (b'"up"', 422),
    (b"\xff\xfe", 422),
    (b'{"member":"\\ud800"}', 422),
    (b"[" * 1000, 422),
    ({}, 422),
    ({"question": "1"}, 422),
    ({"question": True}, 422),
    ({"question": None}, 422),
    ({"question": 1.0}, 422),
    ({"round": []}, 422),
    ({"member": None}, 422),
    ({"member": ["x"]}, 422),
    ({"member": "nobody"}, 404),
    ({"question": 2}, 409),
    ({"question": 0}, 409),
    ({"question": -(2**63)}, 409),
    ({"question": 2**64}, 422),
    ({"round": 2}, 409),
    ({"answers": None}, 422),
    ({"answers": {}}, 422),
    ({"answers": {"AP": "<script>alert(1)</script>"}}, 422),
    ({"answers": {"<img src=x onerror=alert(1)>": "up"}}, 422),
    ({"answers": {"AP": {"up": 1}}}, 422),
    ({"sure": "<b>"}, 422),
    ({"sure": 9}, 422),
    (b" " * 1024, 422),
    (b" " * 1025, 413),
    (b" " * 2**20, 413),
    (b"[" * 2**20, 413),
]


def test_odd_answers_get_one_line_and_count_for_nothing(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member = await room.join()
        await room.do("ask", question=question(), open=True)
        whole = {"member": member, "question": 1, "round": 1, "answers": {"AP": "up"}}
        for sent, status in ODD:
            body = sent if isinstance(sent, bytes) else json.dumps({**whole, **sent}).encode()
            if sent == {}:
                body = b"{}"
            house.clock.now += 1
            said = await house.ask("POST", f"/room/{room.code}/answers", body=body)
            assert said.status == status, sent
            assert "\n" not in said.data["error"]
            assert "<" not in said.data["error"]
        async with room.listen(room.host) as wall:
            assert (await wall.until("open"))["answered"] == 0
        house.clock.now += 1
        assert (await room.vote(member)).status == 204

    play(lesson)


def test_odd_questions_get_one_line_and_change_nothing(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        path = f"/room/{room.code}"
        for body, status in (
            (b"", 422),
            (b"[]", 422),
            (b'{"do":"dance"}', 422),
            (b'{"do":["ask"]}', 422),
            (b'{"do":"ask"}', 422),
            (b'{"do":"ask","question":{"kind":"<b>"}}', 422),
            (b'{"do":"open"}', 409),
            (b'{"do":"reveal"}', 409),
            (json.dumps({"do": "ask", "question": question(title="x" * 70_000)}).encode(), 413),
            (b"x" * 4 * 2**20, 413),
            (b"x" * 6 * 2**20, 413),
            (b" " * 65_536, 422),
            (b" " * 65_537, 413),
        ):
            said = await house.ask("POST", path, body=body, secret=room.host)
            assert said.status == status, body[:80]
            assert "\n" not in said.data["error"]
        async with room.listen() as phone:
            assert (await phone.until())["state"] == "waiting"

    play(lesson)


def test_markup_comes_as_it_was_sent_in_data_and_is_none_in_a_page(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        evil = "</script><img src=x onerror=alert(1)>\n\ndata: {}\n\n\u2028"
        await room.do("ask", question=question(title=evil, words=evil))
        async with room.listen() as phone:
            event = await phone.until("staged")
            assert event["question"]["title"] == evil
            assert phone.text.count("data: ") == 3  # its own, and one in each of the texts
            assert phone.text.count("\n\n") == 1
        page = await house.ask("GET", f"/join/{room.code}", accept="text/html")
        head, told = page.body.decode().rsplit('id="event">', 1)
        told, _, rest = told.partition("</script>")
        assert json.loads(told)["question"]["title"] == evil
        assert "<" not in told
        assert "onerror=alert" not in head + rest
        odd = await house.ask("GET", "/join/<script>alert(1)", accept="text/html")
        assert odd.status == 404
        assert b"alert" not in odd.body

    play(lesson)


def test_answering_again_replaces_and_too_often_is_refused(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        first, second = await room.join(), await room.join()
        await room.do("ask", question=question(), open=True)
        house.between = 0.0
        found = [(await room.vote(first)).status for _ in range(hub.MAX_ANSWERS_PER_SECOND + 2)]
        assert found == [204] * hub.MAX_ANSWERS_PER_SECOND + [429] * 2
        assert (await room.vote(second)).status == 204, "only who does it is refused"
        house.clock.now += 1
        assert (await room.vote(first, answers={"AP": "same"})).status == 204
        await room.do("close")
        await room.do("show")
        async with room.listen() as phone:
            tally = (await phone.until("shown"))["tally"][0]
        assert tally["answered"] == 2
        assert tally["metrics"]["AP"] == {"up": 1, "same": 1, "down": 0}

    play(lesson)


def test_round_with_a_timer_closes_for_everybody(play: Play) -> None:
    async def lesson(house: House) -> None:
        house.hub.clock = asyncio.get_running_loop().time
        room = await Room.open(house)
        member = await room.join()
        async with room.listen() as phone:
            await room.do("ask", question=question(seconds=1), open=True)
            left = (await phone.until("open"))["question"]["left"]
            assert 0 < left <= 1
            assert (await phone.until("closed"))["question"]["left"] is None
        assert (await room.vote(member)).status == 409

    play(lesson)


def test_round_with_a_timer_closes_where_nobody_listens(play: Play) -> None:
    async def lesson(house: House) -> None:
        house.hub.clock = asyncio.get_running_loop().time
        room = await Room.open(house)
        await room.do("ask", question=question(seconds=1), open=True)
        for _ in range(500):
            if (await house.hub.store.find(room.code)).state == "closed":
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("the round is still open")

    play(lesson)


def test_time_of_day_changes_no_round() -> None:
    assert Hub(MemoryStore()).clock is time.monotonic


@pytest.mark.exhaustive
def test_round_goes_on_as_long_in_another_process(server: Valkey) -> None:
    async def left(house: House, code: str) -> float:
        async with house.listen(code) as phone:
            found: float = (await phone.until("open"))["question"]["left"]
            return found

    async def lesson() -> None:
        async with House(url=server.url) as one, House(url=server.url) as other:
            other.clock.now = 5.0  # each process counts for itself
            room = await Room.open(one)
            await room.do("ask", question=question(seconds=60), open=True)
            assert await left(one, room.code) == 60
            assert 55 < await left(other, room.code) <= 60
            other.clock.now += 50
            assert 5 < await left(other, room.code) <= 10
            # Valkey's time is set back by two hours, and a process comes late.
            with valkey.Valkey(port=server.port) as client:
                key = f"irviz:room:{{{room.code}}}"
                head = json.loads(client.hget(key, "head"))
                head["ends"] += 7200
                client.hset(key, "head", json.dumps(head))
            async with House(url=server.url) as late:
                assert await left(late, room.code) == 60

    server.empty()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, lesson()).result()


@pytest.mark.exhaustive
def test_round_closes_by_a_process_that_comes_later(server: Valkey) -> None:
    async def lesson() -> None:
        time_of_loop = asyncio.get_running_loop().time
        async with House(url=server.url) as one:
            one.hub.clock = time_of_loop
            room = await Room.open(one)
            await room.do("ask", question=question(seconds=1), open=True)
        async with House(url=server.url) as other:
            other.hub.clock = time_of_loop
            async with other.listen(room.code) as phone:
                await phone.until("closed")

    server.empty()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, lesson()).result()


def test_late_comer_gets_the_state_the_room_is_in(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        await room.do("ask", question=question(), open=True)
        async with room.listen() as late:
            assert (await late.until())["state"] == "open"
        await room.do("close")
        await room.do("reveal")
        async with room.listen() as late:
            assert (await late.until())["reveal"]["AP"]["right"] == "up"

    play(lesson)


def test_line_that_is_opened_in_the_moment_of_a_change_hears_of_it(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        find, found, changed = house.hub.store.find, asyncio.Event(), asyncio.Event()

        async def slowly(code: str) -> Any:
            read = await find(code)
            found.set()
            await changed.wait()
            return read

        house.hub.store.find = slowly  # type: ignore[method-assign]
        async with room.listen() as phone:
            await asyncio.wait_for(found.wait(), PATIENCE)
            assert await room.do("ask", question=question(), open=True) == 204
            changed.set()
            assert await phone.until("open")

    play(lesson)


def test_two_windows_of_the_teacher_hear_the_same(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member = await room.join()
        async with room.listen(room.host) as one, room.listen(room.host) as other:
            await room.do("ask", question=question(), open=True)
            await room.vote(member)
            for wall in (one, other):
                assert (await wall.until("open", answered=1))["here"] == 1
            assert await room.do("close") == 204
            assert await room.do("close") == 409, "the second of two clicks does nothing"
            for wall in (one, other):
                await wall.until("closed", answered=1)

    play(lesson)


def test_wall_hears_who_comes_and_goes(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen(room.host) as wall:
            await wall.until("waiting", here=0)
            async with room.listen():
                await wall.until("waiting", here=1)
                async with room.listen():
                    await wall.until("waiting", here=2)
                await wall.until("waiting", here=1)
            await wall.until("waiting", here=0)

    play(lesson)


def test_who_comes_while_others_are_counted_is_counted(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        count, counting, go = house.hub.store.count_phones, asyncio.Event(), asyncio.Event()

        async def slowly(code: str, lines: int) -> int:
            counting.set()
            await go.wait()
            return await count(code, lines)

        house.hub.store.count_phones = slowly  # type: ignore[method-assign]
        async with room.listen(room.host) as wall:
            await asyncio.wait_for(counting.wait(), PATIENCE)
            async with room.listen() as phone:
                await phone.until("waiting")
                go.set()
                await wall.until("waiting", here=1)

    play(lesson)


def test_rooms_with_a_line_are_kept_and_channels_without_are_not(memory: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(hub, "_KEEP_SECONDS", 0)

    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen() as phone:
            await phone.until("waiting")
            for _ in range(3):
                house.steady.now += store.UNUSED_SECONDS
                await asyncio.sleep(0.1)
            assert (await house.ask("GET", f"/join/{room.code}")).status == 200
            assert len(house.hub._channels) == 1
        await asyncio.sleep(0.1)
        assert not house.hub._channels

    memory(lesson)


def test_line_that_is_woken_before_it_waits_does_not_wait(memory: Play) -> None:
    async def lesson(_: House) -> None:
        line = hub._Line(wall=False)
        line.wake()
        await asyncio.wait_for(line.wait(), PATIENCE)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(line.wait(), 0.01)

    memory(lesson)


def test_counts_come_together_where_many_answer_at_once(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        members = [await room.join() for _ in range(100)]
        await room.do("ask", question=question(), open=True)
        async with room.listen() as phone, room.listen(room.host) as wall:
            await wall.until("open", here=1)
            before = len(wall.wire)
            await asyncio.gather(*(room.vote(member) for member in members))
            await wall.until("open", answered=100)
            assert len(wall.wire) - before < 50
            assert len(phone.wire) == 1, "phones hear of no count"

    play(lesson)


def test_full_houses_say_so(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_ROOMS", 2)
    monkeypatch.setattr(store, "MAX_MEMBERS", 3)
    monkeypatch.setattr(hub, "MAX_LINES", 1)

    async def lesson(house: House) -> None:
        room, other = await Room.open(house), await Room.open(house)
        full = await house.ask("POST", "/room")
        assert full.status == 503
        assert "2 rooms" in full.data["error"]
        for _ in range(3):
            await room.join()
            await other.join()  # each room for itself
        full = await house.ask("POST", f"/room/{room.code}/members")
        assert full.status == 503
        assert "3 have joined" in full.data["error"]
        async with room.listen() as first:
            await first.until("waiting")
            async with other.listen() as second:
                pass
            assert second.status == 503
        await other.do("end")
        assert (await house.ask("POST", "/room")).status == 201

    play(lesson)


def test_who_tries_many_codes_waits_but_for_a_room_that_somebody_there_is_in(memory: Play) -> None:
    async def lesson(house: House) -> None:
        room, other = await Room.open(house), await Room.open(house)
        await room.join()
        assert not house.hub.has_member_from(room.code, "192.0.2.7")
        codes = [f"{first}{second}2222" for first in CODE_SIGNS[:10] for second in CODE_SIGNS[:7]]
        found = [(await house.ask("POST", f"/room/{code}/members")).status for code in (codes[0], *codes)]
        assert found == [404] * 61 + [429] * 10
        assert (await house.ask("POST", f"/room/{other.code}/members")).status == 429
        assert (await house.ask("POST", f"/room/{room.code}/members")).status == 201

    memory(lesson)


def test_one_network_has_so_many_rooms(play: Play) -> None:
    async def lesson(house: House) -> None:
        house.hub._most_rooms = 2
        rooms = [await Room.open(house) for _ in range(2)]
        full = await house.ask("POST", "/room")
        assert (full.status, "2 rooms are open from your network" in full.data["error"]) == (503, True)
        await rooms[0].do("end")
        assert (await house.ask("POST", "/room")).status == 201
        assert (await house.ask("POST", "/room")).status == 503

    play(lesson)


def test_one_network_has_so_many_lines_at_a_time(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        house.hub._held_lines.most = 1
        for _ in range(2):  # what is closed counts no more
            async with room.listen() as first:
                await first.until("waiting")
                async with room.listen() as second:
                    pass
                assert second.status == 503

    play(lesson)


def test_forgotten_after_three_hours_without_anybody(memory: Play) -> None:
    async def lesson(house: House) -> None:
        used, unused, held = [await Room.open(house) for _ in range(3)]
        await used.join()
        await held.join()

        async def there() -> list[int]:
            await house.hub.store.keep_alive([held.code])
            rooms = (used, unused, held)
            return [(await house.ask("GET", f"/join/{one.code}")).status for one in rooms]

        house.steady.now += store.UNUSED_SECONDS - 1
        assert await there() == [200, 200, 200]
        house.steady.now += 2
        assert await there() == [200, 410, 200]
        house.steady.now += store.IDLE_ROOM_SECONDS
        assert await there() == [410, 404, 200]  # that there was one is known for an hour
        assert (await house.ask("POST", f"/room/{used.code}", {"do": "end"}, used.host)).status == 410

    memory(lesson)


def test_room_that_has_ended_says_why(play: Play) -> None:
    async def lesson(house: House) -> None:
        async def says(room: Room) -> tuple[int, str, str]:
            said = await house.ask("GET", f"/room/{room.code}/counts", secret=room.host)
            return said.status, said.data.get("why", ""), said.data.get("error", "")

        async def later(room: Room, seconds: float) -> None:
            """So much later nobody has been in this room, and somebody in another."""
            if play.server is None:
                house.steady.now += seconds - 1
                await house.hub.store.keep_alive([held.code])
                assert (await says(room))[0] == 200
                house.steady.now += 2
            else:
                key = f"irviz:room:{{{room.code}}}"
                with valkey.Valkey(port=play.server.port) as client:
                    assert seconds - 60 < client.ttl(key) <= seconds
                    client.expire(key, 0)
            await house.hub.store.keep_alive([held.code])

        ended, used, asked, unused, held = [await Room.open(house) for _ in range(5)]
        await used.join()
        await asked.do("ask", question=question())
        await ended.do("end")
        assert await says(ended) == (410, "teacher", ENDINGS["teacher"])
        # A wall that is there makes no use of a room.
        await house.hub.store.keep_alive([unused.code, used.code, asked.code])
        await later(unused, store.UNUSED_SECONDS)
        assert await says(unused) == (410, "unused", ENDINGS["unused"])
        await house.hub.store.keep_alive([used.code, asked.code])
        await later(used, store.IDLE_ROOM_SECONDS)
        if play.server is not None:
            await later(asked, store.IDLE_ROOM_SECONDS)
        assert await says(asked) == (410, "idle", ENDINGS["idle"])
        assert await says(used) == (410, "idle", ENDINGS["idle"])
        assert (await says(held))[0] == 200
        joined = await house.ask("POST", f"/room/{used.code}/members")
        assert joined.data["error"] == ENDINGS["idle"]
        # Its teacher may open it again; where nothing is known of a room, there is none.
        own = {"code": used.code, "host": used.host}
        assert (await house.ask("POST", "/room", own)).status == 201
        assert (await says(used))[0] == 200
        assert (await says(Room(house, "222222", held.host)))[0] == 404

    play(lesson)


def test_restarted_server_opens_the_room_again_for_its_teacher_only(memory: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        member = await room.join()
        await room.do("ask", question=question(), open=True)
        await room.vote(member)
        await room.do("close")
        await room.do("reveal")
        async with room.listen() as phone:
            last = (await phone.until("revealed"))["revision"]
        counts = (await house.ask("GET", f"/room/{room.code}/counts", secret=room.host)).data

        house = House()
        house.clock.now += 60
        async with house.listen(room.code) as phone:
            pass
        assert phone.status == 404
        own = {"code": room.code, "host": room.host, "counts": counts}
        thief = await house.ask("POST", "/room", {**own, "host": "x" * 32})
        assert thief.status == 409
        wrong: list[dict[str, Any]] = [{"code": "0"}, {"host": 7}, {"host": "short"}, {"counts": [1]}, {"counts": {}}]
        for odd in wrong:
            assert (await house.ask("POST", "/room", {**own, **odd})).status == 422
        for size, status in ((262_144, 422), (262_145, 413)):
            assert (await house.ask("POST", "/room", body=b"[]".ljust(size))).status == status
        for _ in range(2):  # the second window of the teacher does the same
            again = await house.ask("POST", "/room", own)
            assert again.status == 201
            assert again.data == {"code": room.code, "host": room.host}
        room = Room(house, **again.data)
        kept = await house.ask("GET", f"/room/{room.code}/counts", secret=room.host)
        assert kept.data == counts
        assert (await room.vote(member)).status == 404
        async with room.listen() as phone:
            assert (await phone.until("waiting"))["revision"] > last
            assert await room.do("ask", question=question(), open=True) == 204
            assert (await phone.until("open"))["question"]["number"] == 2
        house.hub.close()

    memory(lesson)


def test_ended_room_can_be_opened_again_by_its_teacher(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen() as phone:
            await phone.until("waiting")
            await room.do("end")
            await phone.ended()
        own = {"code": room.code, "host": room.host}
        assert (await house.ask("POST", "/room", own)).status == 201
        async with room.listen() as phone:
            await phone.until("waiting")
            await room.do("ask", question=question())
            await phone.until("staged")

    play(lesson)


def test_silent_line_says_that_it_is_there(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 0.01)

    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen() as phone:
            await phone.until("waiting")
            while phone.wire.count(b":\n\n") < 3:
                await asyncio.sleep(0.01)
            assert phone.events.empty()

    play(lesson)


def test_garbage_is_looked_for_when_the_class_was_told(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "_COLLECTION_PAUSE_SECONDS", 0.05)
    told: list[tuple[str, bool]] = []
    write = hub._format_event

    def noted(revision: int, data: dict[str, Any]) -> bytes:
        told.append((data["state"], gc.isenabled()))
        return write(revision, data)

    monkeypatch.setattr(hub, "_format_event", noted)

    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen() as phone:
            await phone.until("waiting")
            await room.do("ask", question=question(), open=True)
            await phone.until("open")
            while not gc.isenabled():
                await asyncio.sleep(0.01)
            # Whoever has switched it off keeps it so.
            gc.disable()
            await room.do("close")
            await phone.until("closed")
            await asyncio.sleep(0.1)
            assert not gc.isenabled()
            gc.enable()
            await room.do("reveal")
            await phone.until("revealed")
            house.hub.close()
            assert gc.isenabled()

    gc.enable()
    try:
        play(lesson)
    finally:
        gc.enable()
    assert told == [("waiting", True), ("open", False), ("closed", False), ("revealed", False)]


def test_lines_end_when_the_server_stops(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        async with room.listen() as phone, room.listen(room.host) as wall:
            await phone.until("waiting")
            house.hub.close()
            await phone.ended()
            await wall.ended()

    play(lesson)


def test_page_of_the_phones_says_what_was_found(play: Play) -> None:
    async def lesson(house: House) -> None:
        room = await Room.open(house)
        for path, status, home in (
            ("/join", 200, "./"),
            (f"/join/{room.code}", 200, "../"),
            (f"/join/{room.code.lower()}", 200, "../"),
            ("/join/ZZZZZZ", 404, "../"),
            ("/join/what", 404, "../"),
        ):
            said = await house.ask("GET", path, accept="text/html")
            page = said.body.decode()
            assert said.status == status
            assert said.headers["content-type"].startswith("text/html")
            assert said.headers["cache-control"] == "no-store"
            assert "script-src 'sha256-" in said.headers["content-security-policy"]
            assert f'data-files="{home}{files.base()}"' in page
            told = '"state":"waiting"' in page.rsplit('id="event">', 1)[1]
            assert told == (status == 200 and path != "/join")

    play(lesson, "/irviz")


def test_full_dashboard_still_lets_phones_in(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 0)

    async def lesson(house: House) -> None:
        room = await Room.open(house)
        said = await house.ask("GET", f"/join/{room.code}", accept="text/html")
        assert said.status == 200
        assert (await house.ask("GET", "/", accept="text/html")).status == 503

    play(lesson)

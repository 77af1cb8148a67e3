"""Connections on which nothing comes are closed, and one address has no more than its share."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from irviz.ui import limits
from irviz.ui.limits import CONNECTIONS_PER_PERSON, HEAD_SECONDS, PEOPLE, BodyMiddleware, ConnectionWatch
from tests.apart import apart
from tests.bench._attacks import (
    Sockets,
    ask_for_codes,
    hold_silent_lines,
    idle_uploads,
    join_room,
    nested_message,
    open_room,
    send_nested,
)
from tests.bench._files import Results
from tests.bench._protocol import Page
from tests.bench._servers import IRVIZ, Server, running
from tests.live import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Message, Receive, Scope, Send

ADDRESS = "192.0.2.7"


def connection(address: str = ADDRESS, cycle: Any = None, *, speaks_http: bool = True) -> Any:
    """A connection as Uvicorn keeps it, which notes when it is closed."""

    class Transport:
        closed = False

        def abort(self) -> None:
            self.closed = True

    class Connection:
        cycle: Any
        transport: Transport
        client: tuple[str, int]

    made = Connection()
    made.client, made.transport = (address, 40_000), Transport()
    if speaks_http:
        made.cycle = cycle
    return made


def test_a_connection_without_a_request_is_closed_and_one_at_work_is_not() -> None:
    watch = ConnectionWatch(10)
    silent, answered = connection(), connection(cycle=SimpleNamespace(response_complete=False))
    websocket = connection(speaks_http=False)
    for now in (0.0, HEAD_SECONDS, HEAD_SECONDS + 1):
        watch.review([silent, answered, websocket], now)
    assert silent.transport.closed
    assert not answered.transport.closed
    assert not websocket.transport.closed


def test_requests_between_two_looks_count() -> None:
    watch, busy = ConnectionWatch(10), connection()
    for now in range(0, 60, 5):
        busy.cycle = SimpleNamespace(response_complete=True)
        watch.review([busy], float(now))
    assert not busy.transport.closed
    watch.review([busy], 55 + HEAD_SECONDS + 1)
    assert busy.transport.closed


def test_an_address_has_its_share_of_connections_and_others_have_theirs() -> None:
    watch = ConnectionWatch(1)
    watch.review([connection() for _ in range(CONNECTIONS_PER_PERSON)], 0.0)
    beyond = connection()
    watch.admit(beyond)
    assert beyond.transport.closed


@pytest.mark.exhaustive
def test_behind_a_proxy_each_visitor_has_a_share(small: Server) -> None:
    async def scene() -> None:
        async with httpx.AsyncClient(base_url=small.url, trust_env=False, timeout=60) as client:
            for address in ("203.0.113.7", "203.0.113.8"):
                client.headers["X-Forwarded-For"] = address
                assert len([room for _ in range(4) if (room := await open_room(client))]) == 2
        serving = (ROOT / ".github" / "SERVING.md").read_text(encoding="utf-8")
        assert "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;" in serving

    apart(scene)


class Body:
    """A request whose body comes in parts, some of them never."""

    def __init__(self, *parts: bytes | None) -> None:
        self.parts = list(parts)
        self.said: list[Message] = []

    async def receive(self) -> Message:
        part = self.parts.pop(0) if self.parts else None
        if part is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": part, "more_body": bool(self.parts)}

    async def send(self, message: Message) -> None:
        self.said.append(message)

    async def ask(self) -> int:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            body = await Request(scope, receive).body()
            await PlainTextResponse(body)(scope, receive, send)

        scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
        await BodyMiddleware(app)(scope, self.receive, self.send)
        return int(self.said[0]["status"])


def test_a_body_that_stalls_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PART_SECONDS", 0.02)
    assert apart(Body(b"a", b"b").ask) == 200
    stalled = Body(b"a", None, b"b")
    assert apart(stalled.ask) == 408
    assert (b"connection", b"close") in stalled.said[0]["headers"]


def test_who_leaves_while_he_sends_costs_no_traceback() -> None:
    class Leaving(Body):
        async def receive(self) -> Message:
            return {"type": "http.disconnect"}

        async def ask(self) -> int:
            with pytest.raises(IndexError):  # nothing is answered
                await super().ask()
            return len(self.said)

    assert apart(Leaving().ask) == 0


HURRIED = """from irviz.ui import limits
limits.FIRST_MESSAGE_SECONDS = limits.HEAD_SECONDS = 4.0
limits.PART_SECONDS = 5.0
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes one address for fifty people, and is not as patient as others are."""
    script = tmp_path_factory.mktemp("hurried") / "app.py"
    script.write_text(HURRIED + (ROOT / "app.py").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PEOPLE, "50")
        with running(replace(IRVIZ, script=script)) as server:
            yield server
            assert server.troubles() == []


async def change(server: Server, source: str = "127.0.0.2") -> None:
    """Open a page from another address and change something."""
    async with Page(server, {"q": "cat-in-a-box", "k": "3"}, source) as page:
        await page.wait(await page.send({"do": "cut", "k": 4}, {"q": "cat-in-a-box", "k": "4"}))
        assert page.errors == []


@pytest.mark.exhaustive
def test_silent_pages_take_no_more_than_a_share_and_are_closed(small: Server) -> None:
    async def scene() -> int:
        async with AsyncExitStack() as stack:
            taken = await hold_silent_lines(small, 120, stack)
            await change(small)
            while True:  # the share is free again when the silent ones are closed
                try:
                    await change(small, "127.0.0.1")
                except Exception:  # noqa: BLE001 - refused in one of several ways
                    await asyncio.sleep(0.1)
                else:
                    return taken

    assert apart(scene) == 50


@pytest.mark.exhaustive
def test_half_a_request_is_closed(small: Server) -> None:
    async def scene() -> int:
        async with Sockets(small) as sockets:
            assert await sockets.half_send(40) == 40
            await change(small)
            return await sockets.count_closed(60)

    assert apart(scene) == 40


@pytest.mark.exhaustive
def test_one_machine_does_not_fill_a_room_nor_all_rooms(small: Server) -> None:
    async def scene() -> None:
        async with httpx.AsyncClient(base_url=small.url, trust_env=False, timeout=60) as client:
            rooms = [room for _ in range(5) if (room := await open_room(client))]
            assert len(rooms) == 2
            code = rooms[0]["code"]
            joined = await join_room(client, code, 80)
            assert joined.count(201) == 50
            async with Sockets(small) as sockets:
                assert await sockets.listen(code, 150) == 100
            other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
            async with httpx.AsyncClient(base_url=small.url, transport=other) as elsewhere:
                assert (await elsewhere.post(f"/room/{code}/members")).status_code == 201
                assert await open_room(elsewhere)

    apart(scene)


@pytest.mark.exhaustive
def test_who_guesses_codes_waits_and_those_in_the_room_do_not(small: Server) -> None:
    async def scene() -> None:
        here = httpx.AsyncHTTPTransport(local_address="127.0.0.3")
        async with httpx.AsyncClient(base_url=small.url, transport=here, timeout=60) as client:
            room = await open_room(client)
            assert room
            path = f"/room/{room['code']}/members"
            assert (await client.post(path)).status_code == 201
            signs = "ACDEFGHJKMNPQRTUVWXY"
            codes = [f"{a}{b}ZZZ9" for a in signs for b in signs if f"{a}{b}ZZZ9" != room["code"]]
            said = [(await client.get(f"/room/{code}/answers")).status_code for code in codes[:70]]
            assert said == [404] * 60 + [429] * 10
            assert (await client.get(f"/join/{codes[80]}")).status_code == 429
            assert (await client.post(path)).status_code == 201  # somebody from here is in it
            # The same code again and again, as of phones whose room has ended, is no guess.
        far = httpx.AsyncHTTPTransport(local_address="127.0.0.4")
        async with httpx.AsyncClient(base_url=small.url, transport=far, timeout=60) as client:
            for _ in range(70):
                assert (await client.get(f"/room/{codes[0]}/answers")).status_code == 404
            assert (await client.post(path)).status_code == 201

    apart(scene)


@pytest.mark.exhaustive
def test_what_unpacks_to_too_much_closes_its_line_and_nobody_elses(small: Server) -> None:
    assert len(nested_message(3_600_000)) > 3_500_000

    async def scene() -> int:
        async with Page(small, {"q": "cat-in-a-box", "k": "3"}, "127.0.0.2") as page:
            lines = await send_nested(small, 3_600_000, 30) + await send_nested(small, 40_000_000, 1)
            await page.wait(await page.send({"do": "cut", "k": 4}, {"q": "cat-in-a-box", "k": "4"}))
            return lines

    assert apart(scene) > 2


@pytest.mark.exhaustive
def test_uploads_that_do_not_come_hold_nothing_and_end(small: Server) -> None:
    async def scene() -> list[bytes]:
        async with idle_uploads(small, 4, 149_000_000) as readers:
            async with Results(small) as page:
                assert await page.bring("a", "one.run", b"q1 Q0 a 1 0.5 x\n") == 200
            return [await reader.readline() for reader in readers]

    assert {one.split()[1] for one in apart(scene)} == {b"408"}


@pytest.mark.exhaustive
def test_qr_codes_are_drawn_beside_the_event_loop(small: Server) -> None:
    async def scene() -> int:
        asking = asyncio.create_task(ask_for_codes(small, 1.0))
        await change(small)
        return await asking

    assert apart(scene) > 1

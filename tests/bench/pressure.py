"""What two bystanders feel while others do their worst: ``python tests/bench/pressure.py``, some minutes.

Two people change something on the board every 0.3 s, from a process of their own, over Streamlit's own
protocol. At the same server others bring a file of 150 MB, have it read and evaluated, and use it; open ten
heavy challenges; ask from ten foreign origins, behind a proxy that never answers; make 1,000 boards that
nobody has seen; and 200 join within ten seconds, each with the page's files. Then somebody means it: messages
that unpack to 640 times as much, uploads that never come, thousands of connections, lines, joins and rooms,
QR codes without end, a hundred heavy links at once. Printed is how long a change of a bystander takes in each
scene, beside the quiet before; what the attackers were given; how much memory the server and its workers
take; and what is left two minutes later.

The attackers share the machine's processors with the server, at a lower priority. ``--quick`` takes a file of
30 MB, 200 boards and 50 who join, and waits for nothing in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import socket
import sys
import threading
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Origin, Subprotocol

from tests.bench._attacks import (
    Sockets,
    ask_for_codes,
    hold_silent_lines,
    idle_uploads,
    join_room,
    open_heavy_pages,
    open_room,
    send_nested,
)
from tests.bench._files import Results
from tests.bench._protocol import Page
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import ECHO, IRVIZ, App, Server, named, running
from tests.bench._students import Student
from tests.bench._tree import Watch, memory

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable
    from multiprocessing.connection import Connection

EVERY_SECONDS = 0.3
BYSTANDERS = 2
BYSTANDERS_ADDRESS = "127.0.0.2"
HELD_SECONDS = 5.0
"""What an attacker has opened stays open for so long."""

MESSAGE_SIZES = ((40_000_000, 1), (3_600_000, 64))
"""Of nested messages, unpacked, and how many: they pack to 62 KB and 5.6 KB."""

UPLOAD_BYTES = 149_000_000
CODE_SECONDS = 10.0
ROOMS = 100

UPLOAD_SECONDS = 6.0
CUTOFFS = range(11, 16)
CHALLENGES = 10
ORIGINS = 10
JOIN_SECONDS = 10.0
KEPT_SECONDS = 125.0
"""A little longer than Streamlit keeps the session of a page that has gone."""

MOST_P95 = 2.0
MOST_WAIT = 500.0
MOST_MEMORY = 1_000.0
MOST_LEFT = 1.1

HEAVY = {"top": "10", "goal": "beats(nDCG@8) > 0.9991", "allow": "move.toggle.cutoff.grade"}


@dataclass(frozen=True)
class Plan:
    """How much of everything.

    Args:
        lines: Of the file; each has 75 bytes.
        boards: That nobody has seen.
        joining: How many join.
        quiet: Seconds before.
        crowd: Connections, lines, joins that an attacker tries.
        links: Heavy ones that are opened at once.
    """

    lines: int = 1_990_000
    boards: int = 1_000
    joining: int = 200
    quiet: float = 20.0
    crowd: int = 2_000
    links: int = 100


QUICK = Plan(400_000, 200, 50, 8.0, 300, 20)


@dataclass(frozen=True)
class Scene:
    """What happened from when to when, on `time.perf_counter`."""

    name: str
    start: float
    end: float


@dataclass(frozen=True)
class Answer:
    """When a bystander changed something, and how long he waited, in ms."""

    at: float
    wait: float


class SilentProxy:
    """A proxy that takes every connection and never answers, as a firewall that drops packets."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._kept: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                self._kept.append(self._socket.accept()[0])

    @property
    def calls(self) -> int:
        return len(self._kept)


def stand_by(app: App, process: int, port: int, end: Connection) -> None:
    """Be the bystanders, until somebody says that it is over; then say how long they waited."""
    server = Server(app, _Process(process), port, Path(os.devnull))  # type: ignore[arg-type]

    async def one(seed: int, over: asyncio.Event) -> list[Answer]:
        student = Student(seed)
        found = []
        async with Page(server, student.link, BYSTANDERS_ADDRESS) as page:
            while not over.is_set():
                sent = time.perf_counter()
                answered = await page.wait(await page.send(*student.play()), 120)
                found.append(Answer(sent, (answered - sent) * 1e3))
                await asyncio.sleep(max(0.0, sent + EVERY_SECONDS - time.perf_counter()))
            if page.lost:
                raise RuntimeError(f"a bystander has lost {len(page.lost)} changes")
        return found

    async def all_of_them() -> list[Answer]:
        over = asyncio.Event()
        at_work = [asyncio.create_task(one(10**6 + seed, over)) for seed in range(BYSTANDERS)]
        await asyncio.to_thread(end.recv)
        over.set()
        return [answer for answers in await asyncio.gather(*at_work) for answer in answers]

    end.send(asyncio.run(all_of_them()))


@dataclass(frozen=True)
class _Process:
    """A process of somebody else."""

    pid: int


def file_of(lines: int) -> tuple[bytes, bytes]:
    """A run of a thousand results for each query, and judgments of fifty of them."""
    names = [f"a-document-with-a-longish-id-{number:09d}" for number in range(1_000)]
    run = "".join(
        f"query-{at // 1_000:06d} Q0 {names[at * 7_919 % 1_000]} 1 {-at % 1_000 / 1e3:.5f} bm25\n"
        for at in range(lines)
    )
    qrels = "".join(
        f"query-{query:06d} 0 {names[at * 17]} {at % 3}\n" for query in range(lines // 1_000) for at in range(50)
    )
    return run.encode(), qrels.encode()


async def with_a_file(server: Server, plan: Plan) -> list[Scene]:
    """Bring a large file, have it read, evaluate it, and use it."""
    run, qrels = file_of(plan.lines)
    size = f"{len(run) / 1e6:.0f} MB"
    marks = [time.perf_counter()]
    async with Results(server) as page:
        await page.bring("qrels", "qrels.txt", qrels)
        await page.until(lambda: page.says("Now the run"))
        marks = [time.perf_counter()]
        status, known = await page.put("big.run", run, seconds=UPLOAD_SECONDS)
        if status != 200:
            raise RuntimeError(f"the file was answered with {status}")
        marks.append(time.perf_counter())
        await page.take("a", "big.run", known, len(run))
        await page.until(lambda: page.says("What was understood"))
        marks.append(time.perf_counter())
        await page.press("Use these results")
        await page.until(lambda: page.says("Means over"))
        for k in CUTOFFS:
            await page.cut(k)
            await page.until(partial(page.says, f"AP@{k}"))
        marks.append(time.perf_counter())
        for _ in range(10):
            await page.ask(find="")
            await page.until(lambda: page.says("Queries by"))
            await asyncio.sleep(0.2)
        marks.append(time.perf_counter())
    names = ("coming in", "being read", f"evaluated at {len(CUTOFFS) + 1} cutoffs", "in use")
    return [Scene(f"{size} {name}", start, end) for name, (start, end) in zip(names, pairwise(marks), strict=True)]


async def challenges(server: Server, numbers: Iterable[int] = range(CHALLENGES)) -> None:
    """Open heavy challenges, all at once; each its own, so that nothing is remembered."""

    async def one(number: int) -> None:
        async with connect(server.stream, subprotocols=[Subprotocol("streamlit")], max_size=None) as line:
            sent = BackMsg()
            state = sent.rerun_script
            state.page_name = "challenges"
            goal = HEAVY["goal"].replace("0.9991", f"0.9990{number}1")
            state.query_string = urlencode({"q": "white-cat", **HEAVY, "goal": goal})
            state.widget_states.SetInParent()
            state.context_info.url = f"{server.url}/challenges"
            await line.send(sent.SerializeToString())
            async for frame in line:
                if ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished":
                    return

    await asyncio.gather(*map(one, numbers))


async def origins(server: Server) -> None:
    """Ask as a page of another site would, again and again."""
    for number in range(ORIGINS):
        origin = Origin(f"http://evil{number}.example")
        with suppress(InvalidStatus, WebSocketException, OSError):
            async with connect(server.stream, origin=origin, proxy=None):
                pass
        await asyncio.sleep(0.5)


async def unseen(server: Server, boards: int) -> None:
    """Make boards that nobody has seen, as fast as they are answered."""
    student = Student(7, 4)
    async with Page(server, student.link) as page:
        for _ in range(boards):
            await page.wait(await page.send(*student.surprise()))


async def join(server: Server, size: int) -> list[float]:
    """People who join within ten seconds; how long each waits until the page can be used, in ms."""

    async def one(room: AsyncExitStack, number: int) -> float:
        await asyncio.sleep(JOIN_SECONDS * number / size)
        start = time.perf_counter()
        await fetched(server)
        page = Page(server, Student(number).link if server.app is IRVIZ else None)
        with suppress(TimeoutError):  # who waits a minute has waited that long
            await room.enter_async_context(page)
        return (time.perf_counter() - start) * 1e3

    async with AsyncExitStack() as room:
        return list(await asyncio.gather(*(one(room, number) for number in range(size))))


async def fetched(server: Server) -> None:
    """The page's files, those that its first answer names, over one line."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    paths = ["/"]
    for number, path in enumerate(paths):
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAccept: text/html,*/*\r\n"
        packed = "Accept-Encoding: gzip\r\n" if number else ""
        writer.write(f"{head}{packed}\r\n".encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", answer)
        body = b""
        if length:
            body = await reader.readexactly(int(length[1]))
        elif "chunked" in answer:
            while size := int(await reader.readline(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()
        if number == 0:
            paths += [f"/{name}" for name in named(body.decode())]
    writer.close()


async def hold_uploads(server: Server) -> str:
    """Announce three large files and send none, while somebody else brings a small one."""
    async with idle_uploads(server, 3, UPLOAD_BYTES) as readers, Results(server) as page:
        status = await page.bring("a", "one.run", b"q1 Q0 a 1 0.5 x\n")
        ends = [(await reader.readline()).split()[1].decode() for reader in readers]
        return f"another file: {status}; the idle ones: {', '.join(ends)}"


async def hold_lines(server: Server, number: int) -> str:
    """Open lines of pages that say nothing."""
    async with AsyncExitStack() as stack:
        taken = await hold_silent_lines(server, number, stack)
        await asyncio.sleep(HELD_SECONDS)
        return f"{taken:,} of {number:,} taken"


async def hold_half_requests(server: Server, number: int) -> str:
    """Send the beginning of requests."""
    async with Sockets(server) as sockets:
        taken = await sockets.half_send(number)
        return f"{await sockets.count_closed(30):,} of {taken:,} closed"


async def fill_rooms(server: Server, number: int) -> str:
    """Join one room, listen to it and open others as often as one machine can."""
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, timeout=120) as client:
        rooms = [room for _ in range(ROOMS) if (room := await open_room(client))]
        joined = (await join_room(client, rooms[0]["code"], number)).count(201)
        async with Sockets(server) as sockets:
            tried = 2 * number
            lines = await sockets.listen(rooms[0]["code"], tried)
        return f"{len(rooms)} of {ROOMS} rooms, {joined:,} of {number:,} joins, {lines:,} of {tried:,} lines"


async def scenes(server: Server, plan: Plan) -> tuple[list[Scene], list[float]]:
    """All of it, one after the other, with a pause after each."""
    found: list[Scene] = []

    async def during(name: str, work: Awaitable[object]) -> None:
        start = time.perf_counter()
        given = await work
        found.append(Scene(name, start, time.perf_counter()))
        print(f"  {name}: {found[-1].end - start:.1f} s{f': {given}' if given else ''}", flush=True)
        await asyncio.sleep(2)

    await during("quiet", asyncio.sleep(plan.quiet))
    found += await with_a_file(server, plan)
    await asyncio.sleep(2)
    await during(f"{CHALLENGES} heavy challenges", challenges(server))
    await during(f"{ORIGINS} foreign origins", origins(server))
    await during(f"{plan.boards:,} unseen boards", unseen(server, plan.boards))
    waits: list[float] = []

    async def joining() -> None:
        waits.extend(await join(server, plan.joining))

    await during(f"{plan.joining} join in {JOIN_SECONDS:.0f} s", joining())
    for size, times in MESSAGE_SIZES:
        await during(f"{times} messages of {size / 1e6:g} MB", send_nested(server, size, times))
    await during("3 idle uploads", hold_uploads(server))
    await during(f"{plan.crowd:,} silent lines", hold_lines(server, plan.crowd))
    await during(f"{plan.crowd:,} half requests", hold_half_requests(server, plan.crowd))
    await during("rooms filled", fill_rooms(server, plan.crowd))
    await during(f"QR codes for {CODE_SECONDS:.0f} s", ask_for_codes(server, CODE_SECONDS))
    await during(f"{plan.links} heavy links, and a newcomer (ms)", open_heavy_pages(server, plan.links))
    return found, waits


def first_visits(app: App, size: int) -> tuple[Sample, float]:
    """What joining is like where nobody else is there: waits, and CPU of the server for each, in ms."""
    with running(app) as server:
        asyncio.run(join(server, 1))
        before = server.cpu()
        waits = asyncio.run(join(server, size))
        return Sample(tuple(waits)), (server.cpu() - before) / size * 1e3


def main() -> None:
    """Put it under pressure, and print."""
    parser = argparse.ArgumentParser(description="what bystanders feel while others do their worst")
    parser.add_argument("--quick", action="store_true", help="less of everything")
    quick = parser.parse_args().quick
    plan = QUICK if quick else Plan()
    heading("A server under pressure, and two bystanders", "uvicorn", "websockets")
    proxy = SilentProxy()
    names = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    os.environ.update(dict.fromkeys(names, proxy.url))
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = "127.0.0.1"
    with running(IRVIZ) as server, Watch(server.process.pid) as watch:
        mine, theirs = multiprocessing.Pipe()
        people = multiprocessing.get_context("spawn").Process(
            target=stand_by, args=(IRVIZ, server.process.pid, server.port, theirs), daemon=True
        )
        people.start()
        os.nice(5)
        time.sleep(6)
        before = memory(server.process.pid)
        found, _ = asyncio.run(scenes(server, plan))
        mine.send("over")
        answers: list[Answer] = mine.recv()
        people.join()
        after = before
        if not quick:
            time.sleep(KEPT_SECONDS)
            asyncio.run(unseen(server, 1))  # sessions are looked through when one comes or goes
            time.sleep(3)
            after = memory(server.process.pid)
        troubles = server.troubles()
    report(found, answers, watch)
    most = max(size for _, size in watch.seen)
    rows = [["memory of the server and its workers, at most", *verdict(most, MOST_MEMORY, 0, " MB")]]
    if not quick:
        name = f"two minutes later / at the start ({before:.0f} MB)"
        rows.append([name, *verdict(after / before, MOST_LEFT)])
    rows.append(["calls to third parties", *verdict(proxy.calls, 0, 0)])
    table(["server", "value", "to reach", ""], rows)
    visits = []
    for app in (IRVIZ, ECHO):
        waits, cpu = first_visits(app, plan.joining)
        last = max(waits.values)
        visits.append([app.name, f"{waits.median:.0f}", f"{waits.p95:.0f}", f"{last:.0f}", f"{cpu:.0f}"])
    head = [f"{plan.joining} join, nobody else there", "usable, ms", "p95", "the last", "CPU each, ms"]
    table(head, visits)
    print("\n".join(troubles) or "No server has logged an error.")


def report(found: list[Scene], answers: list[Answer], watch: Watch) -> None:
    """What the bystanders felt."""
    quiet = _during(found[0], answers)
    rows, judged = [], []
    for scene in found:
        felt = _during(scene, answers)
        worst = max(felt.values)
        rows.append(
            [
                scene.name,
                f"{scene.end - scene.start:.1f}",
                str(len(felt.values)),
                f"{felt.median:.0f}",
                f"{felt.p95:.0f}",
                f"{worst:.0f}",
                f"{felt.p95 / quiet.p95:.2f}",
                f"{watch.most(scene.start, scene.end):.0f}",
            ]
        )
        if scene is not found[0]:
            judged.append([f"{scene.name}: p95", *verdict(felt.p95 / quiet.p95, MOST_P95)])
            judged.append([f"{scene.name}: worst", *verdict(worst, MOST_WAIT, 0, " ms")])
    head = ["scene", "s", "changes", "median, ms", "p95", "worst", "p95 / quiet", "memory, MB"]
    table(head, rows)
    table(["bystanders", "value", "to reach", ""], judged)


def _during(scene: Scene, answers: list[Answer]) -> Sample:
    """The answers to what was sent in a scene."""
    felt = [one.wait for one in answers if scene.start <= one.at <= scene.end]
    return Sample(tuple(felt or [0.0]))


if __name__ == "__main__":
    main()

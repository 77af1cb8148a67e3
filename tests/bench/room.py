"""A class that answers together at one server process: ``python tests/bench/room.py``.

Phones join within 10 s (page, membership, line to the events), vote within 5 s, twice, each at a moment
of its own, and get the reveal; the wall hears the counts. The same class then does the same with a bare
Starlette application that only counts and fans out, at Uvicorn without anything around it; it tells its
wall of counts as often as the dashboard does. Phones and wall speak HTTP on loopback, and share the
machine with the server.

A vote is counted when the wall hears of as many votes as were sent up to it. Nothing may be lost: in
the end the tally has to be exactly what was voted, and each phone has to know what is right. Memory is
what the server's process has gained with the phones, for each. At the dashboard a teacher changes a board
meanwhile, over Streamlit's own protocol: once alone, once while the class votes.

``--phones 200`` measures one class only, ``--quick`` a short one of 50.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from irviz.rooms.quotas import MAX_PEOPLE
from tests.bench._phones import Listener, Talk
from tests.bench._protocol import Page
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import COUNT, IRVIZ, Server, running
from tests.bench._students import Student
from tests.rooms.asked import question

SIZES = (50, 200, 500, 1000)
JUDGED = 1000
WORDS = ("up", "same", "down")
MOST = {"join": 500.0, "vote": 100.0, "reveal": 250.0}
MOST_RATIO = 2.0
MOST_KB = 50.0


@dataclass(frozen=True)
class Plan:
    """How long a lesson takes, in seconds."""

    join: float
    vote: float


@dataclass(frozen=True)
class Lesson:
    """What a class has seen; times in milliseconds, memory in KB a phone."""

    phones: int
    times: dict[str, Sample]
    alone: Sample
    meanwhile: Sample
    lost: int
    errors: tuple[str, ...]
    memory: float
    load: float


class Phone:
    """One of the class.

    Args:
        server: Where the room is.
        code: The room's.
    """

    def __init__(self, server: Server, code: str) -> None:
        self.talk = Talk(server)
        self.line = Listener(server, code)
        self._code = code
        self._member = ""

    async def join(self) -> float:
        """Open the page and the room; the milliseconds until it knows what the room is at."""
        start = time.perf_counter()
        packed = {"Accept-Encoding": "gzip"}  # as every browser asks
        status, _ = await self.talk.ask("GET", f"/join/{self._code}", headers=packed)
        good, body = await self.talk.ask("POST", f"/room/{self._code}/members")
        if (status, good) != (200, 201):
            raise RuntimeError(f"{status} and {good} while joining")
        self._member = json.loads(body)["member"]
        await self.line.open()
        return (time.perf_counter() - start) * 1e3

    async def vote(self, round_: int, word: str) -> float:
        """Answer; when that was sent."""
        sent = {
            "member": self._member,
            "question": 1,
            "round": round_,
            "answers": {"AP": word, "nDCG": word},
            "sure": 3,
        }
        start = time.perf_counter()
        status, _ = await self.talk.ask("POST", f"/room/{self._code}/answers", sent)
        if status != 204:
            raise RuntimeError(f"{status} to a vote")
        return start


class Wall:
    """The teacher's side of a room."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._talk = Talk(server)

    async def open(self) -> None:
        """Open the room, and listen."""
        _, body = await self._talk.ask("POST", "/room")
        opened = json.loads(body)
        self.code, self._host = opened["code"], opened["host"]
        self.line = Listener(self._server, self.code, self._host)
        await self.line.open()

    async def do(self, what: str, state: str, **more: Any) -> float:
        """Do something; when that was sent."""
        # The bare application sends to all what it is sent, so it gets what the phones of a room get.
        headers = {"Authorization": f"Bearer {self._host}", "X-State": state}
        sent: Any = {"do": what, **more}
        if self._server.app.bare:
            sent = {"state": state, "question": question()}
        start = time.perf_counter()
        body = json.dumps(sent, separators=(",", ":")).encode()
        status, _ = await self._talk.ask("POST", f"/room/{self.code}", body, headers)
        if status != 204:
            raise RuntimeError(f"{status} to {what}")
        return start

    async def close(self) -> None:
        """Hang up."""
        await self.line.close()
        await self._talk.close()


async def lesson(server: Server, size: int, plan: Plan) -> Lesson:
    """Hold one lesson at a running server."""
    rng = random.Random(size)
    errors: list[str] = []
    wall = Wall(server)
    await wall.open()
    first = Phone(server, wall.code)  # what is imported and cached at the first use
    await first.join()
    before = server.memory()
    phones = [Phone(server, wall.code) for _ in range(size)]

    async def after(seconds: float, work: Any) -> Any:
        await asyncio.sleep(seconds)
        try:
            return await work()
        except (RuntimeError, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            errors.append(f"{type(error).__name__}: {error}")
            return None

    joined = await asyncio.gather(*(after(plan.join * place / size, phone.join) for place, phone in enumerate(phones)))
    memory = (server.memory() - before) / size * 1e3
    times = {"join": [one for one in joined if one is not None]}
    alone = await teach(server, plan.vote)
    await wall.do("ask", "open", question=question(), open=True)
    busy, since = server.cpu(), time.perf_counter()
    teaching = asyncio.create_task(teach(server, plan.vote))
    voted: list[Counter[str]] = []
    counted: list[float] = []
    for round_ in (1, 2):
        if round_ == 2:
            await wall.do("close", "closed")
            await wall.do("again", "open")
        began = len(wall.line.came)
        words = [rng.choice(WORDS) for _ in phones]
        voted.append(Counter(words))
        sent = await asyncio.gather(
            *(
                after(rng.uniform(0, plan.vote), partial(phone.vote, round_, word))
                for phone, word in zip(phones, words, strict=True)
            )
        )
        await after(0, partial(wall.line.until, b'"answered":%d' % size, began))
        await asyncio.sleep(0.3)
        counted += waits([one for one in sent if one is not None], wall.line.came[began:])
    load = (server.cpu() - busy) / (time.perf_counter() - since)
    meanwhile = await teaching
    times["vote"] = counted
    await wall.do("close", "closed")
    await wall.do("show", "shown")
    start = await wall.do("reveal", "revealed")
    came = await asyncio.gather(*(after(0, partial(phone.line.until, b'"state":"revealed"')) for phone in phones))
    times["reveal"] = [(one - start) * 1e3 for one in came if one is not None]
    lost = sum(one is None for one in came) + sum(phone.line.broken for phone in phones)
    lost += 2 * size - len(counted)
    if not server.app.bare:
        lost += uncounted(wall.line.came[-1][1], voted)
    for one in (first, *phones):
        await one.line.close()
        await one.talk.close()
    await wall.close()
    samples = {name: Sample(tuple(values)) for name, values in times.items()}
    errors += server.troubles()
    return Lesson(size, samples, alone, meanwhile, lost, tuple(errors), memory, load)


def waits(sent: list[float], came: list[tuple[float, bytes]]) -> list[float]:
    """Milliseconds from each vote to the event that says that as many were counted."""
    told = [(at, json.loads(data)) for at, data in came]
    counts = [(at, one["answered"]) for at, one in told if one["state"] == "open"]
    found = []
    for place, start in enumerate(sorted(sent), 1):
        at = next((at for at, count in counts if count >= place), None)
        if at is not None:
            found.append((at - start) * 1e3)
    return found


def uncounted(last: bytes, voted: list[Counter[str]]) -> int:
    """How many votes the tally has too few or too many."""
    tally = json.loads(last)["tally"]
    return sum(
        abs(found["metrics"]["AP"][word] - words[word])
        for words, found in zip(voted, tally, strict=True)
        for word in WORDS
    )


async def teach(server: Server, seconds: float) -> Sample:
    """Change a board for a while; how long the answers take. The bare application has none."""
    if server.app.bare:
        await asyncio.sleep(seconds)
        return Sample(())
    found = []
    student = Student(1)
    async with Page(server, student.link) as page:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            start = time.perf_counter()
            revision = await page.send(*student.play())
            found.append((await page.wait(revision) - start) * 1e3)
            await asyncio.sleep(0.1)
    return Sample(tuple(found))


def report(found: dict[str, list[Lesson]]) -> None:
    """Print what was measured, and what of it is judged."""
    head = ["phones", "join", "vote → wall", "reveal → phones", "KB a phone", "load", "lost", "errors"]
    for name, lessons in found.items():
        print(f"{name}: milliseconds, 95th percentile (median)")
        rows = []
        for one in lessons:
            cells = [f"{s.p95:.1f} ({s.median:.1f})" for s in one.times.values()]
            rest = [f"{one.memory:.1f}", f"{one.load:.2f}", str(one.lost), str(len(one.errors))]
            rows.append([str(one.phones), *cells, *rest])
        table(head, rows)
    rows = []
    for ours, bare in zip(found[IRVIZ.name], found[COUNT.name], strict=True):
        for name, limit in MOST.items():
            own, floor = ours.times[name].p95, bare.times[name].p95
            rows.append([f"{ours.phones}: {name}, p95", *verdict(own, limit, 1, " ms")])
            rows.append([f"{ours.phones}: {name}, p95 / bare", *verdict(own / floor, MOST_RATIO)])
        rows.append([f"{ours.phones}: KB a phone", *verdict(ours.memory, MOST_KB, 1, " KB")])
        rows.append([f"{ours.phones}: lost or wrong", *verdict(ours.lost + len(ours.errors), 0, 0)])
    table(["", "value", "to reach", ""], rows)
    table(
        ["phones", "a board's answer, alone", "while the class votes"],
        [[str(one.phones), f"{one.alone.line()} ms", f"{one.meanwhile.line()} ms"] for one in found[IRVIZ.name]],
    )
    wrong = [error for lessons in found.values() for one in lessons for error in one.errors]
    for error, times in Counter(wrong).most_common(10):
        print(f"{times} × {error}")


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description="a class that answers together")
    parser.add_argument("--phones", type=int, help="one class of this size only")
    parser.add_argument("--quick", action="store_true", help="a short lesson with 50 phones")
    options = parser.parse_args()
    sizes = (options.phones,) if options.phones else SIZES
    sizes, plan = ((50,), Plan(3, 2)) if options.quick else (sizes, Plan(10, 5))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    title = f"A class that answers together: joins within {plan.join:g} s, votes within {plan.vote:g} s"
    heading(title, "starlette", "uvicorn")
    found: dict[str, list[Lesson]] = {IRVIZ.name: [], COUNT.name: []}
    for size in sizes:
        for app in (IRVIZ, COUNT):
            with running(app, people=max(size, MAX_PEOPLE) + 1) as server:
                found[app.name].append(asyncio.run(lesson(server, size, plan)))
    report(found)


if __name__ == "__main__":
    main()

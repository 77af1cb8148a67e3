"""Class after class at one server process: ``python tests/bench/soak.py``, or ``--minutes 5``.

Students join, change something every two seconds, and leave; then the next class comes. Beside each class
somebody brings a file of 7 MB, has it evaluated, and leaves, and somebody opens a heavy challenge. They speak
Streamlit's own protocol over loopback, as ``classroom.py`` does. Streamlit keeps a session for two minutes
after its page has gone, so the memory that the process holds rises for as long and must then stay: printed
is the resident memory at the end of each class, what it gained for each session that is kept, and how the
last third of the classes compares with the third before it.

Then the server is killed in the middle of a class, while changes are on their way, and started again. Each
page comes back by itself and tells the new process everything; in the end it must show what the
student shows, and no change may be lost.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench._files import Results
from tests.bench._protocol import Page
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import IRVIZ, Server, running
from tests.bench._students import Student
from tests.bench.pressure import challenges, file_of

STUDENTS = 20
LESSON_SECONDS = 30.0
EVERY_SECONDS = 2.0
KEPT_SECONDS = 120.0
"""How long Streamlit keeps a session whose page has gone (`server.disconnectedSessionTTL`)."""

LINES = 100_000
"""Of the file that a guest brings."""

MOST_GROWTH = 1.05
BACK_SECONDS = 60.0


@dataclass(frozen=True)
class Seat:
    """A student and the page in front of it."""

    student: Student
    page: Page

    async def work(self, seconds: float) -> None:
        """Change something every two seconds, answered or not."""
        start = time.perf_counter()
        for number in range(int(seconds / EVERY_SECONDS)):
            await asyncio.sleep(max(0.0, start + number * EVERY_SECONDS - time.perf_counter()))
            await self.page.send(*self.student.play())

    async def end(self) -> None:
        """Wait for the last answer; what is wrong then is among the page's errors."""
        revision = await self.page.send(*self.student.play())
        try:
            await self.page.wait(revision)
        except (TimeoutError, RuntimeError) as error:
            self.page.errors.append(f"{type(error).__name__} while waiting for the last answer")
        if self.page.data.get("link") != self.student.link:
            self.page.errors.append("the server has not ended where the student has")


@dataclass
class Class:
    """What came of one class."""

    minute: float
    memory: float
    kept: int
    answers: Sample
    lost: int
    errors: list[str] = field(default_factory=list)


async def sit_down(room: AsyncExitStack, server: Server, students: int, seed: int) -> list[Seat]:
    """Open a page for each student."""

    async def one(number: int) -> Seat:
        student = Student(seed + number)
        return Seat(student, await room.enter_async_context(Page(server, student.link)))

    return list(await asyncio.gather(*(one(number) for number in range(students))))


async def guests(server: Server, number: int) -> list[str]:
    """Bring a file, have it evaluated, and open a heavy challenge; what went wrong."""
    run, qrels = file_of(LINES)
    faults: list[str] = []
    try:
        async with asyncio.TaskGroup() as both:
            both.create_task(challenges(server, [number]))
            async with Results(server) as page:
                await page.bring("qrels", "qrels.txt", qrels)
                await page.until(lambda: page.says("Now the run"))
                await page.bring("a", f"{number}.run", run)
                await page.press("Use these results")
                await page.until(lambda: page.says("Means over"))
    except* (TimeoutError, RuntimeError, OSError) as group:
        faults += [f"a guest: {error}" for error in group.exceptions]
    return faults


async def timed(seat: Seat) -> list[float]:
    """One change more, which nobody else is in the way of; its time in ms."""
    sent = time.perf_counter()
    revision = await seat.page.send(*seat.student.play())
    return [(await seat.page.wait(revision) - sent) * 1e3]


async def hold(server: Server, students: int, seed: int, start: float, kept: int) -> Class:
    """One class, from joining to leaving."""
    async with AsyncExitStack() as room:
        seats = await sit_down(room, server, students, seed)
        beside = asyncio.create_task(guests(server, seed))
        await asyncio.gather(*(seat.work(LESSON_SECONDS) for seat in seats))
        await asyncio.gather(*(seat.end() for seat in seats))
        faults = await beside
        answers = [time for seat in seats for time in await timed(seat)]
        return Class(
            (time.perf_counter() - start) / 60,
            server.memory(),
            kept + students,
            Sample(tuple(answers)),
            sum(len(seat.page.lost) for seat in seats),
            [error for seat in seats for error in seat.page.errors] + server.troubles() + faults,
        )


async def soak(server: Server, minutes: float, students: int) -> list[Class]:
    """Classes, one after the other."""
    start = time.perf_counter()
    held: list[Class] = []
    while (time.perf_counter() - start) / 60 < minutes:
        now = (time.perf_counter() - start) / 60
        kept = students * sum(one.minute > now - KEPT_SECONDS / 60 for one in held)
        held.append(await hold(server, students, len(held) * students, start, kept))
        print_class(len(held), held[-1])
    return held


def print_class(number: int, one: Class) -> None:
    """A line for each class, at once, since an hour is long."""
    print(
        f"class {number:3}  minute {one.minute:5.1f}  {one.memory:6.1f} MB  {one.kept:3} sessions  "
        f"answers {one.answers.median:.0f} ms, p95 {one.answers.p95:.0f} ms  "
        f"lost {one.lost}  errors {len(one.errors)}",
        flush=True,
    )


async def killed(students: int) -> tuple[float, list[str], int]:
    """Kill the server in the middle of a class; seconds until all are back, errors and lost changes."""
    async with AsyncExitStack() as room:
        with running(IRVIZ) as server:
            seats = await sit_down(room, server, students, 10**6)
            at_work = [asyncio.create_task(seat.work(4)) for seat in seats]
            await asyncio.sleep(2 * EVERY_SECONDS * 0.75)
            server.process.kill()
            server.process.wait()
            await asyncio.gather(*at_work, return_exceptions=True)
        gone = time.perf_counter()
        with running(IRVIZ, server.port) as again:
            await asyncio.gather(*(come_back(seat.page) for seat in seats))
            await asyncio.gather(*(seat.end() for seat in seats))
            seconds = time.perf_counter() - gone
            errors = [error for seat in seats for error in seat.page.errors] + again.troubles()
            return seconds, errors, sum(len(seat.page.lost) for seat in seats)


async def come_back(page: Page) -> None:
    """Try until the server listens, as a page does."""
    deadline = time.perf_counter() + BACK_SECONDS
    while True:
        try:
            await page.come_back()
        except (OSError, TimeoutError):
            if time.perf_counter() > deadline:
                raise
            await asyncio.sleep(0.2)
        else:
            return


def main() -> None:
    """Hold the classes, kill the server, and print."""
    parser = argparse.ArgumentParser(description="class after class at one server process")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long; 60")
    parser.add_argument("--students", type=int, default=STUDENTS, help=f"a class; {STUDENTS}")
    options = parser.parse_args()
    heading(
        f"Classes of {options.students} for {options.minutes:g} minutes, {LESSON_SECONDS:.0f} s each, "
        f"one change per student per {EVERY_SECONDS:.0f} s",
        "uvicorn",
        "websockets",
    )
    with running(IRVIZ) as server:
        empty = server.memory()
        held = asyncio.run(soak(server, options.minutes, options.students))
    seconds, errors, lost = asyncio.run(killed(options.students))
    third = len(held) // 3
    print()
    rows = []
    if third:
        memories = [one.memory for one in held]
        before, after = (statistics.fmean(part) for part in (memories[-2 * third : -third], memories[-third:]))
        rows.append(["memory, last third / the third before", *verdict(after / before, MOST_GROWTH)])
        last = held[-1]
        each = (last.memory - empty) / last.kept
        rows.append(["memory gained, for each session kept", f"{each:.2f} MB", "", ""])
    rows += [
        ["changes lost", *verdict(sum(one.lost for one in held), 0, 0)],
        ["errors", *verdict(sum(len(one.errors) for one in held), 0, 0)],
        ["killed at work: until all were back", f"{seconds:.1f} s", "", ""],
        ["killed at work: changes lost", *verdict(lost, 0, 0)],
        ["killed at work: errors", *verdict(len(errors), 0, 0)],
    ]
    table(["classes of " + str(options.students), "value", "to reach", ""], rows)
    for error in sorted({error for one in held for error in one.errors} | set(errors)):
        print(error)


if __name__ == "__main__":
    main()

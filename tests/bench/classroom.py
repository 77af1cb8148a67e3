"""A class at one server process: ``python tests/bench/classroom.py``.

Students join within 10 s, each at a moment of its own, then each makes a change every 5 s for 60 s, over
Streamlit's own websocket protocol and on loopback. The same class then does the same with an app that
only echoes, as `streamlit run` starts it; that one collects garbage after each run, so an echo app with
the dashboard's settings comes third, at the size that is judged. A class that is slow to be answered does
not change less: what is not answered is sent again with the next change, as the page does.

Checked is that nothing goes wrong and nothing is lost: each answer names the client and the revision, and
in the end the server must show what the student shows. The time of an answer runs from the message that
is sent to the end of the run that knows of it. Memory is the resident memory that the server's process
has gained since one student had come and gone, for each student, all still there and at the end of the
work.

``--students 200`` measures one class only, ``--quick`` a short one of 20. The classes and their clients
share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench._protocol import Page
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import ECHO, ECHO_TUNED, IRVIZ, App, Server, running
from tests.bench._students import Student

APPS = (IRVIZ, ECHO, ECHO_TUNED)
SIZES = (10, 50, 100, 200, 400)
JUDGED = 200
JOIN_SECONDS = 10.0
WORK_SECONDS = 60.0
EVERY_SECONDS = 5.0
LAST_ANSWERS_SECONDS = 30.0

MOST_RATIO = 2.0
MOST_MB = 3.0


@dataclass(frozen=True)
class Lesson:
    """What a class has seen."""

    students: int
    joins: Sample
    answers: Sample
    lost: int
    errors: tuple[str, ...]
    load: float
    own_load: float
    memory: float


@dataclass(frozen=True)
class Plan:
    """How long a lesson takes."""

    join: float
    work: float


async def lesson(server: Server, size: int, plan: Plan) -> Lesson:
    """Hold one lesson at a running server."""
    async with Page(server) as first:
        student = Student(0)
        for _ in range(5):
            await first.wait(await first.send(*student.play()))
    before = server.memory()
    joins: list[float] = []
    answers: list[float] = []
    errors: list[str] = []
    lost = 0
    async with AsyncExitStack() as room:
        start = time.perf_counter()

        async def join(seed: int) -> tuple[Student, Page] | None:
            await asyncio.sleep(plan.join * seed / size)
            student = Student(seed)
            opened = time.perf_counter()
            try:
                page = await room.enter_async_context(Page(server, student.link))
            except (TimeoutError, OSError) as error:
                errors.append(f"{type(error).__name__} while joining")
                return None
            joins.append((time.perf_counter() - opened) * 1e3)
            return student, page

        joined = await asyncio.gather(*(join(seed) for seed in range(1, size + 1)))
        seats = [seat for seat in joined if seat is not None]
        await asyncio.sleep(max(0.0, start + plan.join - time.perf_counter()))
        busy, own, since = server.cpu(), time.process_time(), time.perf_counter()
        for times in await asyncio.gather(
            *(work(student, page, plan.work, seed) for seed, (student, page) in enumerate(seats))
        ):
            answers += times
        seconds = time.perf_counter() - since
        load, own_load = (server.cpu() - busy) / seconds, (time.process_time() - own) / seconds
        memory = server.memory() - before
        for student, page in seats:
            lost += len(page.lost)
            errors += page.errors
            if server.app is IRVIZ and page.data.get("link") != student.link:
                errors.append("the server has not ended where the student has")
    errors += server.troubles()
    return Lesson(
        size, Sample(tuple(joins)), Sample(tuple(answers)), lost, tuple(errors), load, own_load, memory / size
    )


async def work(student: Student, page: Page, seconds: float, seed: int) -> list[float]:
    """Change something every 5 s, whether the last change is answered or not; times in ms."""
    rng = random.Random(seed)
    start = time.perf_counter() + rng.uniform(0, EVERY_SECONDS)
    sent: dict[int, float] = {}
    for number in range(int(seconds / EVERY_SECONDS)):
        await asyncio.sleep(start + number * EVERY_SECONDS - time.perf_counter())
        now = time.perf_counter()
        sent[await page.send(*student.play())] = now
    try:
        await page.wait(max(sent), LAST_ANSWERS_SECONDS)
    except (TimeoutError, RuntimeError) as error:
        page.errors.append(f"{type(error).__name__} while waiting for the last answer")
    return [(page.answered[one] - at) * 1e3 for one, at in sent.items() if one in page.answered]


def held(app: App, size: int, plan: Plan) -> Lesson:
    """A lesson at a server of its own."""
    with running(app) as server:
        return asyncio.run(lesson(server, size, plan))


def row(app: App, one: Lesson) -> list[str]:
    """A line of the large table."""
    return [
        f"{one.students} students, {app.name}",
        f"{one.joins.median:.0f} / {one.joins.p95:.0f}",
        f"{one.answers.median:.1f}",
        f"{one.answers.p95:.1f}",
        f"{max(one.answers.values, default=0):.0f}",
        str(len(one.answers.values)),
        str(one.lost),
        str(len(one.errors)),
        f"{one.load:.0%}",
        f"{one.memory:.2f}",
    ]


HEAD = ("class", "join, ms", "median", "p95", "longest", "changes", "lost", "errors", "CPU", "MB each")


def main() -> None:
    """Hold the lessons and print."""
    parser = argparse.ArgumentParser(description="a class at one server process")
    parser.add_argument("--students", type=int, help="the size of the only class, at most 400")
    parser.add_argument("--quick", action="store_true", help="20 students, 15 s of work")
    options = parser.parse_args()
    plan = Plan(3, 15) if options.quick else Plan(JOIN_SECONDS, WORK_SECONDS)
    sizes = SIZES if not options.students else (min(max(options.students, 1), max(SIZES)),)
    if options.quick and not options.students:
        sizes = (20,)
    heading(
        f"Classes that join within {plan.join:.0f} s and then work for {plan.work:.0f} s, "
        f"one change per student per {EVERY_SECONDS:.0f} s",
        "uvicorn",
        "websockets",
    )
    judged = JUDGED if JUDGED in sizes else max(sizes)
    lessons: dict[int, list[Lesson]] = {}
    for size in sizes:
        for app in APPS if size == judged else APPS[:2]:
            lessons.setdefault(size, []).append(held(app, size, plan))
            print(f"{size} students, {app.name}: held", file=sys.stderr)
    rows = [row(app, one) for all_ in lessons.values() for app, one in zip(APPS, all_, strict=False)]
    table(HEAD, rows)
    print("Join: median and p95 from the connection to the board, without the page's files. Times from")
    print("change to answer in ms. CPU: of one core, while at work.\n")
    ours, echo, floor = lessons[judged]
    table(
        [f"{judged} students", "value", "to reach", ""],
        [
            ["p95 / echo's p95", *verdict(ours.answers.p95 / echo.answers.p95, MOST_RATIO)],
            ["p95 / p95 of echo, same settings", f"{ours.answers.p95 / floor.answers.p95:.2f}", "", ""],
            ["memory a student", *verdict(ours.memory, MOST_MB, unit=" MB")],
            ["errors", *verdict(len(ours.errors), 0, 0)],
            ["lost changes", *verdict(ours.lost, 0, 0)],
        ],
    )
    for size, both in lessons.items():
        for app, one in zip(APPS, both, strict=False):
            for error, times in Counter(one.errors).items():
                print(f"{size} students, {app.name}: {error} ({times} times)")


if __name__ == "__main__":
    main()

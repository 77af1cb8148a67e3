"""What a change costs the server, beside an app that only echoes: ``python tests/bench/server_cost.py``.

One page after another plays on the running servers, turn by turn, over Streamlit's own websocket
protocol, with compression. The kernel counts the processor time of each server's process, all threads;
turns are long enough for its clock of 10 ms. ``--quick`` takes fewer turns.

Judged is the dashboard against an app that only echoes, as `streamlit run` starts it. That one collects
garbage after each run, which the dashboard's settings leave to Python; so an echo app with the
dashboard's settings is measured too. It is the floor under every answer.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import sys
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench._protocol import Page
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import ECHO, ECHO_TUNED, IRVIZ, Server, named, running
from tests.bench._students import Student

MOST = 1.3
GRADED = 4
PAUSE = 0.005


async def play(server: Server, changes: int, seed: int, *, graded: bool = False) -> float:
    """Milliseconds of processor time a change, in one turn of a new page."""
    student = Student(seed, GRADED if graded else 1)
    async with Page(server, student.link) as page:
        for number in range(changes + 10):
            if number == 10:
                start = server.cpu()
            step, link = student.surprise() if graded else student.play()
            await page.wait(await page.send(step, link))
            await asyncio.sleep(PAUSE)
        spent = server.cpu() - start
        if page.lost or page.errors:
            raise RuntimeError(f"{server.app.name}: lost {page.lost}, errors {page.errors}")
        if server.app is IRVIZ and page.data["link"] != student.link:
            raise RuntimeError("the server has not ended where the student has")
    return spent / changes * 1e3


async def visit(server: Server) -> float:
    """Milliseconds of processor time for opening a page: its first run, without the files."""
    start, pages = server.cpu(), 10
    for _ in range(pages):
        async with Page(server):
            pass
    return (server.cpu() - start) / pages * 1e3


def fetch(server: Server) -> float:
    """Milliseconds of processor time for the page's files: those that its first answer names."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    start, visits = server.cpu(), 3
    for _ in range(visits):
        paths = ["/"]
        for number, path in enumerate(paths):
            packed = {"Accept-Encoding": "gzip"} if number else {}
            line.request("GET", path, headers=packed)
            body = line.getresponse().read()
            if number == 0:
                paths += [f"/{name}" for name in named(body.decode())]
    line.close()
    return (server.cpu() - start) / visits * 1e3


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description="processor time of the server for each change")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    quick = parser.parse_args().quick
    turns, changes = (3, 40) if quick else (15, 100)
    heading(f"Processor time of the server a change: {turns} turns of {changes} changes", "uvicorn")
    kinds = [
        ("irviz, boards of a class", IRVIZ, False),
        ("irviz, boards never seen, grades 0 to 4", IRVIZ, True),
        ("echo, same settings", ECHO_TUNED, False),
        ("echo", ECHO, False),
    ]
    found: dict[str, list[float]] = {name: [] for name, _, _ in kinds}
    opened: dict[str, list[float]] = {app.name: [] for app in (IRVIZ, ECHO_TUNED, ECHO)}
    fetched: dict[str, list[float]] = {name: [] for name in opened}
    with ExitStack() as stack:
        servers = {app: stack.enter_context(running(app)) for app in (IRVIZ, ECHO_TUNED, ECHO)}
        for server in servers.values():  # what is imported and cached at the first use
            asyncio.run(play(server, 10, 0))
            asyncio.run(play(server, 10, 0, graded=server.app is IRVIZ))
            fetch(server)
        for turn in range(turns):
            for name, app, graded in kinds:
                found[name].append(asyncio.run(play(servers[app], changes, turn, graded=graded)))
            for app, server in servers.items():
                opened[app.name].append(asyncio.run(visit(server)))
                fetched[app.name].append(fetch(server))
        troubles = [line for server in servers.values() for line in server.troubles()]
    samples = {name: Sample(tuple(values)) for name, values in found.items()}
    table(["app", "ms a change"], [[name, one.line(2)] for name, one in samples.items()])
    table(
        ["app", "ms a page opened", "ms its files, first visit"],
        [
            [name, Sample(tuple(values)).line(1), Sample(tuple(fetched[name])).line(1)]
            for name, values in opened.items()
        ],
    )
    class_, unseen, echo, default = samples.values()
    rows = []
    for name, one in (("boards of a class", class_), ("boards never seen", unseen)):
        rows.append([f"{name} / echo", *verdict(one.median / default.median, MOST)])
        floor = f"{one.median / echo.median:.2f}"
        rows.append([f"{name} / echo, same settings", floor, "", ""])
    table(["ratio of the medians", "value", "to reach", ""], rows)
    print("\n".join(troubles) or "No server has logged an error.")


if __name__ == "__main__":
    main()

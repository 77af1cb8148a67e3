"""How the cost grows with people, phones and rows, and what ends it: ``python tests/bench/growth.py``, 25 minutes.

* People who change something every 5 s, at 1, 2 and 4 processes behind the nginx of the system, as
  `.github/SERVING.md` sets it up, until the 95th percentile of an answer passes 200 ms.
* Phones in a room, at one process.
* Results, from a run in TREC's format and its judgments to means, by `irviz evaluate`.

The people, the phones and nginx share the machine with the servers; how much of it each of them takes is told.
``people``, ``phones`` or ``rows`` measures one of the three.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import getpass
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import classroom, room
from tests.bench._report import heading, table
from tests.bench._servers import IRVIZ, ROOT, Server, answers, free_port, running, stop
from tests.browser.test_nginx import AROUND, SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSES = (1, 2, 4)
PEOPLE = (10, 100, 400, 800, 1_600)
MOST_MS = 200.0
WORK_SECONDS = 15.0
JOINS_PER_SECOND = 80

PHONES = (100, 1_000, 2_000)  # as many as a room takes
ROWS = (10**4, 10**5, 10**6, 10**7, 10**8)
RESULTS = 100  # of a query

CORES = os.cpu_count() or 1


class Site(Server):
    """Some processes of the dashboard behind nginx: one address, and what all of them take."""

    def __init__(self, servers: list[Server], nginx: subprocess.Popen[bytes], port: int, log: Path) -> None:
        super().__init__(IRVIZ, nginx, port, log)
        self._servers = servers

    def cpu(self) -> float:
        """Seconds of processor time of all processes, nginx apart."""
        return sum(server.cpu() for server in self._servers)

    def memory(self) -> float:
        """Resident memory of all processes, nginx apart, in MB."""
        return sum(server.memory() for server in self._servers)

    def troubles(self) -> list[str]:
        """What their logs say of errors."""
        return [line for server in self._servers for line in server.troubles()]


@contextmanager
def behind_nginx(count: int) -> Iterator[Site]:
    """Start so many processes and nginx, with the site of SERVING.md at the root of its address."""
    path = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None or SITE is None:
        raise SystemExit("there is no nginx: install the package `nginx` of your system")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        servers = [stack.enter_context(running(IRVIZ, people=2 * max(PEOPLE))) for _ in range(count)]
        port = free_port()
        upstream = "".join(f"    server 127.0.0.1:{server.port};\n" for server in servers)
        site = SITE[1].replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/irviz/", "/")
        lines = [line for line in site.splitlines() if "server 127.0.0.1:8502" not in line]
        site = "\n".join(lines).replace("    server 127.0.0.1:8501;\n", upstream)
        user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
        around = AROUND.replace("events {{}}", "worker_rlimit_nofile 65536;\nevents {{ worker_connections 16384; }}")
        (folder / "nginx.conf").write_text(around.format(site=site, user=user))
        nginx = subprocess.Popen([path, "-p", str(folder), "-c", "nginx.conf", "-e", "error.log"])
        stack.callback(stop, nginx)
        found = Site(servers, nginx, port, folder / "error.log")
        while not answers(f"{found.url}/_stcore/health"):
            if nginx.poll() is not None:
                raise SystemExit(f"nginx has not started:\n{found.log.read_text()}")
            time.sleep(0.05)
        yield found


def grow_people() -> None:
    """More and more people, until they wait too long."""
    rows = []
    for count in PROCESSES:
        for size in PEOPLE:
            plan = classroom.Plan(max(5.0, size / JOINS_PER_SECOND), WORK_SECONDS)
            with behind_nginx(count) as site:
                one = asyncio.run(classroom.lesson(site, size, plan))
            found = [one.joins.p95, one.answers.median, one.answers.p95]
            row = [f"{size}, {count}", *(f"{value:.0f}" for value in found), f"{one.load:.0%}", f"{one.own_load:.0%}"]
            rows.append([*row, f"{one.memory:.2f}", f"{one.lost}, {len(one.errors)}"])
            print(*rows[-1], sep="  ", file=sys.stderr)
            for error in sorted(set(one.errors))[:3]:
                print(f"  {error}", file=sys.stderr)
            if one.answers.p95 > MOST_MS:
                break
    head = [
        "people, processes",
        "join p95, ms",
        "answer, ms",
        "p95",
        "CPU, servers",
        "people",
        "MB each",
        "lost, errors",
    ]
    table(head, rows)
    print(f"CPU: of one core, of {CORES}; nginx has what is left.\n")


def grow_phones() -> None:
    """Larger and larger rooms."""
    rows = []
    for size in PHONES:
        with running(IRVIZ, people=size + 2) as server:
            before = time.process_time(), time.perf_counter()
            one = asyncio.run(room.lesson(server, size, room.Plan(10, 5)))
            theirs = (time.process_time() - before[0]) / (time.perf_counter() - before[1])
        waits = [f"{sample.median:.0f}, {sample.p95:.0f}" for sample in one.times.values()]
        rows.append([f"{size:,}", *waits, f"{one.load:.0%}", f"{theirs:.0%}", f"{one.memory:.0f}"])
        rows[-1].append(f"{one.lost}, {len(one.errors)}")
        print(*rows[-1], *sorted(set(one.errors))[:3], sep="  ", file=sys.stderr)
    table(["phones", "join, p95, ms", "vote", "reveal", "CPU, server", "phones", "KB each", "lost, errors"], rows)


def write_rows(folder: Path, queries: int) -> None:
    """A run and its judgments: in each query another one of the results is relevant."""
    lines = "".join(
        f"{{0}} Q0 {8_800_000 - 9_973 * rank} {rank} {30 / rank:.6f} bench\n" for rank in range(1, RESULTS + 1)
    )
    with (folder / "a.run").open("w") as run, (folder / "a.qrels").open("w") as qrels:
        for query in range(10**6, 10**6 + queries):
            run.write(lines.replace("{0}", str(query)))
            qrels.write(f"{query} 0 {8_800_000 - 9_973 * (query % RESULTS + 1)} 1\n")


def grow_rows() -> None:
    """Longer and longer runs, at the command line; what the page takes at most is PAGE_LIMITS."""
    rows = []
    for count in ROWS:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            write_rows(folder, count // RESULTS)
            size = (folder / "a.run").stat().st_size / 1e6
            command = [sys.executable, "-m", "irviz", "evaluate", str(folder / "a.qrels"), str(folder / "a.run")]
            start = time.perf_counter()
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
        ended = "" if status == 0 else f"ended with {os.waitstatus_to_exitcode(status)}"
        cells = [
            f"{size:,.1f}",
            f"{seconds:.2f}",
            f"{seconds / count * 1e6:.2f}",
            f"{usage.ru_maxrss / 1e3:,.0f}",
            ended,
        ]
        rows.append([f"{count:,}", *cells])
        print(*rows[-1], sep="  ", file=sys.stderr)
    table(["rows", "MB", "file to means, s", "µs a row", "memory, MB", ""], rows)


def main() -> None:
    """Measure and print."""
    growths = {"people": grow_people, "phones": grow_phones, "rows": grow_rows}
    parser = argparse.ArgumentParser(description="how the cost grows")
    parser.add_argument("what", nargs="*", choices=[*growths, []], help="what is to grow; all three by default")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # it would halt all people at once, a second and more where there are many
    heading("How the cost grows", "uvicorn", "websockets")
    for name in options.what or growths:
        growths[name]()


if __name__ == "__main__":
    main()

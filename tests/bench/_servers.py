"""The apps under test as processes of their own on loopback, and what the kernel counts of them."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError

from irviz.ui.limits import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
APPS = Path(__file__).resolve().parent / "apps"

START_SECONDS = 60.0
CACHE = str(Path(tempfile.gettempdir()) / "irviz-bench-cache")
"""Where Python keeps what it has compiled, as it does beside an installed package."""

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class App:
    """An app that can be started.

    Args:
        name: What the tables call it.
        script: What `streamlit run` is given.
        folder: Where it is started: Streamlit reads `.streamlit/config.toml` there.
        options: Further options of `streamlit run`.
        bare: Whether it is no app of Streamlit's, but one that Uvicorn serves by itself.
    """

    name: str
    script: Path
    folder: Path
    options: tuple[str, ...] = ()
    bare: bool = False

    def command(self, port: int) -> list[str]:
        """What starts it at a port of this machine."""
        if self.bare:
            command = [sys.executable, "-m", "uvicorn", f"{self.script.stem}:app", *self.options]
            return [*command, "--host", "127.0.0.1", "--port", str(port)]
        command = [sys.executable, "-m", "streamlit", "run", str(self.script), *self.options]
        command += ["--server.address", "127.0.0.1", "--server.port", str(port)]
        return [*command, "--server.headless", "true"]


# Started in a folder without settings, so with Streamlit's own. Usage statistics would leave the machine.
DEFAULTS = ("--browser.gatherUsageStats", "false")

IRVIZ = App("irviz", ROOT / "app.py", ROOT)
PLAIN = App("plain", APPS / "plain.py", APPS, DEFAULTS)
ECHO_TUNED = App("echo, same settings", APPS / "echo.py", ROOT)
ECHO = App("echo", APPS / "echo.py", APPS, DEFAULTS)
COUNT = App("bare", APPS / "count.py", APPS, ("--log-level", "warning"), bare=True)


class Server:
    """A running app.

    Args:
        app: What runs.
        process: Its process; Streamlit has one.
        port: Where it listens, on 127.0.0.1.
        log: What it has written.

    Attributes:
        started: Seconds from its command until it answered.
    """

    def __init__(self, app: App, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.app = app
        self.process = process
        self.port = port
        self.log = log
        self.started = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def stream(self) -> str:
        return f"ws://127.0.0.1:{self.port}/_stcore/stream"

    def cpu(self) -> float:
        """Seconds of processor time so far, user and system, all threads, past ones too."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Resident memory in MB (10^6 bytes)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024 / 1e6

    def troubles(self) -> list[str]:
        """Lines of the log that tell of an error."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if "Traceback" in line or "Error" in line]


@contextmanager
def running(app: App, port: int = 0, people: int | None = None) -> Iterator[Server]:
    """Start an app, wait until it answers, and stop it in the end.

    Args:
        app: What to start.
        port: Where it listens; any free port by default.
        people: How many people it takes from one address, from which all of a bench come; the usual number by default.
    """
    with tempfile.TemporaryDirectory(prefix="irviz-bench-") as folder, ExitStack() as stack:
        log = Path(folder) / "log.txt"
        port = port or free_port()
        command = app.command(port)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": CACHE}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if people is not None:
            environment[PEOPLE] = str(people)
        begun = time.perf_counter()
        with log.open("wb") as out:
            process = subprocess.Popen(command, cwd=app.folder, env=environment, stdout=out, stderr=subprocess.STDOUT)
        stack.callback(stop, process)
        server = Server(app, process, port, log)
        deadline = time.monotonic() + START_SECONDS
        while not answers(f"{server.url}/_stcore/health"):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{app.name} has not started:\n{log.read_text(errors='replace')}")
            time.sleep(0.01)
        server.started = time.perf_counter() - begun
        # It packs files and imports modules after that, which is nobody's cost.
        before = -1.0
        while before != server.cpu():
            before = server.cpu()
            time.sleep(0.5)
        yield server


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started here, politely first."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Whether a server is there."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def named(page: str) -> list[str]:
    """The addresses of the files that a page asks for in its head, each once, relative to it.

    The description of an interface for programs is linked as well, and no browser asks for it.
    """
    tags = re.findall(r"<(?:script|link)\b(?![^>]*service-desc)[^>]*>", page)
    found = re.findall(r'(?:src|href)="\.?/?([^"]+)"', "".join(tags))
    return [one for one in dict.fromkeys(found) if "://" not in one]

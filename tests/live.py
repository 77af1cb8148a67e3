"""The dashboard as a process of its own, started as the README says."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Server:
    """A running dashboard.

    Args:
        url: The address of its page, without a slash at the end.
        port: Where it listens on this machine.
        process: The process.
        log: What it writes.
    """

    url: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> None:
        """End the process, if it has not ended."""
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def written(self) -> str:
        """The log up to now."""
        return self.log.read_text(encoding="utf-8", errors="replace")


def start(
    log: Path, *options: str, path: str = "", port: int = 0, environment: Mapping[str, str] | None = None
) -> Server:
    """Start the dashboard and wait until it answers.

    Args:
        log: The file that it writes to.
        options: More options of `streamlit run`.
        path: The path prefix that they ask for, such as `/some/where`.
        port: Where to listen; any free port by default.
        environment: Its environment; that of the tests by default.
    """
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    return serve(command, log, *options, path=path, port=port, environment=environment)


def serve(
    command: list[str],
    log: Path,
    *options: str,
    path: str = "",
    port: int = 0,
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
) -> Server:
    """Start the dashboard by some command and wait until it answers.

    Args:
        command: What starts it, without a port.
        log: The file that it writes to.
        options: More options of Streamlit.
        path: The path prefix that they ask for.
        port: Where to listen; any free port by default.
        folder: Where it is started.
        environment: Its environment; that of the tests by default.
    """
    port = port or free_port()
    command = [*command, "--server.address", "127.0.0.1", "--server.port", str(port), *options]
    return launch(command, log, port, path=path, folder=folder, environment=environment)


def launch(
    command: list[str],
    log: Path,
    port: int,
    *,
    path: str = "",
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
) -> Server:
    """Run a command that starts the dashboard at a port, and wait until it answers; else as `serve`."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT)
    return answering(Server(f"http://127.0.0.1:{port}{path}", port, process, log))


def answering(server: Server) -> Server:
    """Wait until a server, or what stands before it, answers."""
    while not _answers(f"{server.url}/_stcore/health"):
        if _has_ended(server.process):
            raise RuntimeError(f"the server has stopped:\n{server.written()}")
    return server


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(timeout=0.1)
    except subprocess.TimeoutExpired:
        return False
    return True


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False

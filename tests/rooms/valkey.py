"""A real Valkey server on a free port, which keeps nothing on the disk."""

from __future__ import annotations

import shutil
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import valkey

from tests import live

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("valkey-server", "redis-server")
"""Redis up to 7.2 is what Valkey came from, and speaks the same; it serves where there is no other."""


class Valkey:
    """A running server.

    Args:
        path: The program.
        port: Where it listens.
    """

    def __init__(self, path: str, port: int) -> None:
        self.port = port
        self.url = f"valkey://127.0.0.1:{port}"
        self._path = path
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"]  # noqa: S108 - nothing is written
        self.process = subprocess.Popen([self._path, *options], stdout=subprocess.DEVNULL)
        with valkey.Valkey(port=self.port) as client:
            while True:
                try:
                    client.ping()
                except valkey.exceptions.ConnectionError:
                    time.sleep(0.02)
                else:
                    return

    def empty(self) -> None:
        """Forget everything."""
        with valkey.Valkey(port=self.port) as client:
            client.flushall()

    def keys(self) -> set[str]:
        """What it keeps."""
        with valkey.Valkey(port=self.port) as client:
            return {key.decode() for key in client.keys("*")}

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


@contextmanager
def running() -> Iterator[Valkey]:
    """Start a server; skip the test where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("there is no valkey-server: install the package `valkey-server` of your system")
    server = Valkey(path, live.free_port())
    try:
        yield server
    finally:
        server.stop()

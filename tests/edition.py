"""The static edition, written once for all tests of a run, and shown as hosts show files."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from irviz.static.folder import write
from irviz.static.pyodide import PyodideError, read_package
from irviz.static.serve import make_server

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PYODIDE = "IRVIZ_TEST_PYODIDE"
"""A folder with Pyodide's npm package, unpacked, where npm cannot fetch it."""

BASE = "/course/irviz/"
"""Below such a path it is shown, since most hosts have more than one page."""


def pyodide() -> Mapping[str, bytes]:
    """Pyodide; where it cannot be had, what needs it is skipped, and says so."""
    given = os.environ.get(PYODIDE)
    try:
        return read_package(Path(given) if given else None)
    except PyodideError as error:
        pytest.skip(str(error))


def written(factory: pytest.TempPathFactory) -> Path:
    """The folder; other processes of the same run wait until the first one has written it."""
    shared = factory.getbasetemp()
    place = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "edition"
    place.mkdir(exist_ok=True)
    folder = place / "site"
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / "done").exists():
            unpacked = place / "pyodide"
            unpacked.mkdir(exist_ok=True)
            for name, whole in pyodide().items():
                if "/" not in name:
                    (unpacked / name).write_bytes(whole)
            (place / "done").write_text("\n".join(write(folder, base=BASE, pyodide_folder=unpacked).notes))
    return folder


@contextmanager
def shown(folder: Path, base: str = BASE, port: int = 0) -> Iterator[str]:
    """Show a folder, and give its address."""
    with make_server(folder, base, port) as serving:
        thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://localhost:{serving.server_port}{base}"
        finally:
            serving.shutdown()
            thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    """Python's own server of files, with a header more if one is asked for, which writes nothing."""

    header: tuple[str, str] | None = None

    def end_headers(self) -> None:
        if self.header:
            self.send_header(*self.header)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for all its files at once, and the sixth would be refused


@contextmanager
def plain(place: Path, header: tuple[str, str] | None = None, port: int = 0) -> Iterator[str]:
    """A host that knows nothing of the edition: it compresses nothing, and has it at the top."""
    handler = type("_Host", (_Quiet,), {"header": header})
    serving = _Server(("127.0.0.1", port), partial(handler, directory=str(place)))
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{serving.server_port}/"
    finally:
        serving.shutdown()
        serving.server_close()
        thread.join()

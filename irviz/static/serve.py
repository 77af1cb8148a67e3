"""Serves the folder on this machine as a static host does: below its base, precompressed."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from irviz.ui import files

if TYPE_CHECKING:
    from io import BufferedReader

_FOR_EVER = "public, max-age=31536000, immutable"


def make_server(folder: Path, base: str = "/", port: int = 0) -> ThreadingHTTPServer:
    """A server for a folder with the static edition on localhost; start it with `serve_forever`.

    Args:
        folder: The folder, written by `folder.write`.
        base: The path at which it is served.
        port: The port; 0 for any free one.

    Raises:
        OSError: If it cannot listen at the port.
    """
    handler = partial(_Handler, base=base.rstrip("/") + "/", directory=str(folder))
    return _Server(("127.0.0.1", port), handler)


class _Server(ThreadingHTTPServer):
    """A server that reports no error where a browser has closed its connection."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print no traceback where a browser has closed its connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    """Sends a file, compressed if there is a compressed copy, or else the 404 page."""

    protocol_version = "HTTP/1.1"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **files.TYPES}  # noqa: RUF012 - as the class has it

    def __init__(self, *args: Any, base: str, **options: Any) -> None:
        """Make a handler for a folder that is served at the path `base`."""
        self._base = base
        self._packed = self._lost = False
        super().__init__(*args, **options)

    def send_head(self) -> Any:
        """Send the headers, and return the opened file of the request, compressed if possible; None for an error."""
        self._packed = self._lost = False
        place = Path(self.translate_path(self.path))
        page = place / "index.html" if self.path.partition("?")[0].endswith("/") else place
        beside = page.with_name(f"{page.name}.gz")
        if beside.is_file() and files.takes_gzip(self.headers.get("Accept-Encoding", "")):
            self._packed = True
            return self._send_file(beside, self.guess_type(str(page)))
        return super().send_head()

    def _send_file(self, path: Path, kind: str) -> BufferedReader:
        """Send the headers for a precompressed file of content type `kind`, and return it opened."""
        file = path.open("rb")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(path.stat().st_size))
        self.end_headers()
        return file

    def end_headers(self) -> None:
        """Add the headers for caching (files with a digest in their path are immutable) and compression, and end."""
        if self._packed:
            self.send_header("Content-Encoding", "gzip")
        kept = f"/{files.PREFIX}/" in self.path and not self._lost
        self.send_header("Cache-Control", _FOR_EVER if kept else "no-cache")
        super().end_headers()

    def translate_path(self, path: str) -> str:
        """The path of the file for an address; for addresses outside the base, that of a file that does not exist."""
        if not path.startswith(self._base):
            return str(Path(self.directory) / "there is nothing above")
        return super().translate_path("/" + path.removeprefix(self._base))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the 404 page in place of the standard error page, as static hosts do."""
        self._lost = True
        lost = Path(self.directory) / "404.html"
        if code != 404 or not lost.is_file():
            super().send_error(code, message, explain)
            return
        whole = lost.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(whole)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(whole)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send the file to the browser; a closed connection is no error."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)

    def log_message(self, *args: Any) -> None:
        """Log nothing, so that the address stays visible in the terminal."""

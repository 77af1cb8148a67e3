"""Counts what goes over the wire: a relay on loopback between a browser and a server."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 16


class Relay:
    """Passes connections on to a port and counts their bytes, both ways, headers and all.

    Args:
        target: The port of the server, on 127.0.0.1.
    """

    def __init__(self, target: int) -> None:
        self.bytes = 0
        self._target = target
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Close everything."""
        for one in (self._listener, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                for one in (near, far):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open += [near, far]
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                with self._lock:
                    self.bytes += len(chunk)
                sink.sendall(chunk)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def relayed(port: int) -> Iterator[Relay]:
    """A relay to a port, closed in the end."""
    relay = Relay(port)
    try:
        yield relay
    finally:
        relay.close()

"""What a server and its workers take together, as the kernel counts it."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


def memory(process: int) -> float:
    """Resident memory of a process and its children, in MB (10^6 bytes); what they share counts once."""
    found = 0
    for one in (process, *_children(process)):
        with suppress(OSError):
            status = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii")
            lines = (line for line in status.splitlines() if line.startswith("Pss:"))
            found += sum(int(line.split()[1]) for line in lines)
    return found * 1024 / 1e6


def _children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text(encoding="ascii").split())
    return found


class Watch:
    """Looks at the memory every now and then, in a thread of its own.

    Args:
        process: The server's.

    Attributes:
        seen: When, on `time.perf_counter`, and how much.
    """

    def __init__(self, process: int) -> None:
        self.seen: list[tuple[float, float]] = []
        self._process = process
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.2):
            self.seen.append((time.perf_counter(), memory(self._process)))

    def most(self, start: float, end: float) -> float:
        """The most between two moments."""
        return max((size for at, size in self.seen if start <= at <= end), default=0.0)

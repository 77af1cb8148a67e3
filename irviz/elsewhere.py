"""Heavy work in processes of its own, so that nobody else waits for it.

Python computes in one thread at a time: a search of some seconds would hold up everybody whom the same
process serves. A server starts a few workers; where there are none, as on the command line, the same work is
done in place.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Timer
from typing import TYPE_CHECKING, Any, BinaryIO, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

WORKERS = 2
"""So many pieces of work at a time: more would only slow each other down."""

SECONDS = 15.0
"""After so long a piece of work is given up, and so is waiting for a worker."""

MOST_MEMORY = 1_000_000_000
"""A worker takes at most so many bytes, where the system can hold it to that."""

MOST_CALLS = 200
"""After so many pieces of work a worker makes room for a new one, with whatever it has kept."""


class TooLongError(RuntimeError):
    """A piece of work was given up: it took too long, or too much memory, or nobody had time for it."""


class _Worker:
    """A process that does one piece of work after the other; it is started when there is some."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._calls = 0

    def do(self, work: bytes, seconds: float) -> tuple[bool, Any]:
        """Do it: whether it went well, and the result or the error.

        Raises:
            TooLongError: If it did not come to an end.
        """
        process = self._process
        if process is None or process.poll() is not None:
            process = self._started()
        questions = cast("BinaryIO", process.stdin)
        answers = cast("BinaryIO", process.stdout)
        clock = Timer(seconds, process.kill)
        clock.daemon = True
        clock.start()
        try:
            questions.write(work)
            questions.flush()
            answer: tuple[bool, Any] = pickle.load(answers)  # noqa: S301 - our own process
        except (OSError, EOFError, pickle.UnpicklingError):
            self.stop()
            raise TooLongError(f"given up after {seconds:g} seconds") from None
        except BaseException:
            self.stop()
            raise
        finally:
            clock.cancel()
        self._calls += 1
        if self._calls >= MOST_CALLS:
            self.stop()
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        self._calls = 0
        self._process = subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for who has started it; without its pipe it ends by itself
        )
        return self._process

    def stop(self) -> None:
        """End the process, whatever it is doing; the next piece of work starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


_idle: SimpleQueue[_Worker] | None = None


def start(number: int = WORKERS) -> None:
    """Have heavy work done by so many processes from now on."""
    global _idle  # noqa: PLW0603 - one house for the whole process
    _idle = SimpleQueue()
    for _ in range(number):
        _idle.put(_Worker())


def stop() -> None:
    """End the processes that are idle; from now on work is done in place."""
    global _idle
    idle, _idle = _idle, None
    with suppress(Empty):
        while idle is not None:
            idle.get_nowait().stop()


def elsewhere(
    function: Callable[Arguments, Result], *args: Arguments.args, **options: Arguments.kwargs
) -> Result:
    """Call a function in another process, if there are workers, and wait for what it returns.

    Args:
        function: One that a module has, which depends on its arguments alone.
        args: Its arguments; they and the result can be pickled.
        options: More of them, by name.

    Raises:
        TooLongError: If it was given up after `SECONDS`.

    Example:
        >>> elsewhere(divmod, 7, 2)
        (3, 1)
    """
    idle = _idle
    if idle is None:
        return function(*args, **options)
    try:
        worker = idle.get(timeout=SECONDS)
    except Empty:
        raise TooLongError("everybody is busy") from None
    try:
        good, found = worker.do(pickle.dumps((function, args, options)), SECONDS)
    finally:
        if idle is _idle:
            idle.put(worker)
        else:
            worker.stop()
    if isinstance(found, MemoryError):
        raise TooLongError("it takes too much memory") from found
    if not good:
        raise found
    result: Result = found
    return result


def _serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Do what comes in, until nothing more does."""
    while True:
        try:
            function, args, options = pickle.load(questions)  # noqa: S301 - from who has started this
        except EOFError:
            return
        try:
            answer = (True, function(*args, **options))
        except Exception as error:  # noqa: BLE001 - whoever has asked deals with it
            answer = (False, error)
        answers.write(pickle.dumps(answer))
        answers.flush()


def _modest() -> None:
    """Let whoever waits for a page go first, and take no more memory than is right."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _modest()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    # What is printed by mistake is no answer.
    sys.stdout = sys.stderr
    _serve(questions, answers)

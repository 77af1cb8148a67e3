"""Worker processes for heavy work, so that other visitors do not wait for it.

Python computes in one thread at a time: a search of some seconds, or a large file, would hold up every
visitor of the process. A server starts a few workers; where there are none, as on the command line, the
same work is done in place.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import time
from collections import deque
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from queue import Empty, SimpleQueue
from select import select
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

WORKERS = 2
"""The number of searches at a time: more would only slow each other down."""

READERS = 2
"""The number of files read or counted at a time; searches have workers of their own."""

MAX_SECONDS = 15.0
"""The time limit of a search, and of waiting for a worker."""

MAX_WATCHED_SECONDS = 60.0
"""The limit for work whose progress the user sees, and can stop."""

MAX_MEMORY_BYTES = 1_000_000_000
"""The memory limit of a worker, where the system can enforce it."""

MAX_KEPT_MEMORY_BYTES = 150_000_000
"""A worker that holds more than this after its work is replaced by a new one."""

MAX_CALLS = 200
"""After so many calls a worker is replaced by a new one, and its caches go with it."""

IDLE_WORKER_SECONDS = 60.0
"""An idle worker ends after this time; the next call starts another."""

SILENT_SECONDS = 1.0
"""A search reports no progress before this time."""

BEAT_SECONDS = 0.25
"""The interval at which a worker reports its progress, and at which the caller can stop it."""

_SILENT, _BEATING, _TELLING = range(3)
"""What a worker reports: nothing until it is done, that it is at work, or its progress."""

_Call = tuple["Callable[..., Any]", tuple[Any, ...], dict[str, Any], int]
"""A function, its arguments, its keyword arguments, and what the worker reports meanwhile."""

_NOTHING_TO_DO = 75  # how a worker ends that goes for want of work
_KILLED = {-int(getattr(signal, name, 0)) for name in ("SIGKILL", "SIGTERM", "SIGINT")} - {0}
"""How a worker ends that is ended from outside; one that asks for too much memory says so itself."""

_EXIT_SECONDS = 1.0
"""A worker whose pipe is closed ends within so long by itself."""

_PIPE = 1 << 20  # bytes on their way, where the system lets us choose
# Libraries that reckon with many threads reserve memory for each.
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "ARROW_IO_THREADS", "MALLOC_ARENA_MAX")
_COUNT = struct.Struct("<I")
_SIZE = struct.Struct("<Q")


class TooLongError(RuntimeError):
    """A call was given up: it took too much time or memory, or no worker process was free.

    Its text goes on from “Given up: ”.
    """


class StoppedError(BaseException):
    """The user has stopped the work; no Exception, so that no handler takes it for a failure."""


class PickleableBytes:
    """Bytes that are sent to another process, or back, without being copied.

    Args:
        data: The bytes.

    Example:
        >>> pickle.loads(pickle.dumps(PickleableBytes(b"q1 0 a 1"))).data
        b'q1 0 a 1'
    """

    def __init__(self, data: Any) -> None:
        self.data = data

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        """How pickle writes the bytes: as a buffer, uncopied from protocol 5 on; a subclass is read as this class."""
        return PickleableBytes, (pickle.PickleBuffer(self.data) if protocol > 4 else bytes(self.data),)


class _Answer(NamedTuple):
    """The outcome of a call in a worker process.

    Attributes:
        good: Whether it returned; else, it raised an error.
        found: The result, or the error.
        size: The worker's memory in bytes.
    """

    good: bool
    found: Any
    size: int


class _Worker:
    """A worker process that runs one call after another; it starts with the first call."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._calls = 0

    def do(self, call: _Call, seconds: float, report: Callable[[float], None] | None) -> _Answer:
        """Run a call in the process, and return its outcome.

        Args:
            call: The call.
            seconds: The time after which it is given up.
            report: Called with the share that is done, from 0 to 1, if at all.

        Raises:
            TooLongError: If the process was killed before the call ended.
        """
        try:
            answer = self._ask(call, seconds, report)
        except EOFError:  # it has gone for want of work, just now
            answer = self._ask(call, seconds, report)
        self._calls += 1
        if self._calls >= MAX_CALLS or answer.size > MAX_KEPT_MEMORY_BYTES:
            self.stop()
        return answer

    def _ask(self, call: _Call, seconds: float, report: Callable[[float], None] | None) -> _Answer:
        """Send a call to the process, started if needed, and return the outcome; it is killed after `seconds`."""
        process = self._process
        if process is None or process.poll() is not None:
            self.stop()
            process = self._start()
        questions = cast("BinaryIO", process.stdin)
        answers = cast("BinaryIO", process.stdout)
        clock = Timer(seconds, process.kill)
        clock.daemon = True
        clock.start()
        started = time.monotonic()
        try:
            _send(questions, call)
            answer = _receive(answers)
            while not isinstance(answer, _Answer):
                if report is not None:
                    report(answer)
                answer = _receive(answers)
        except (OSError, EOFError, pickle.UnpicklingError):
            late = time.monotonic() - started >= seconds
            ended = self.stop(_EXIT_SECONDS)
            if ended == _NOTHING_TO_DO:
                raise EOFError from None
            if late:
                raise TooLongError(f"it takes more than {seconds:g} seconds") from None
            if ended in _KILLED:
                raise TooLongError("its process was ended from outside; try again") from None
            raise TooLongError("it takes too much memory") from None
        except BaseException:
            self.stop()
            raise
        finally:
            clock.cancel()
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the process, with pipes for calls and outcomes."""
        self._calls = 0
        self._process = subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-c", f"from {__name__} import serve_as_worker; serve_as_worker()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pipesize=_PIPE,
            env={**os.environ, **dict.fromkeys(_THREADS, "1")},
            start_new_session=True,  # Ctrl+C is for the parent; without its pipe a worker ends by itself
        )
        return self._process

    def stop(self, patience: float = 0.0) -> int | None:
        """Kill the process, and return its exit code, None if there is none; the next call starts another.

        Args:
            patience: The seconds to wait for it to end by itself before.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        process.kill()
        with suppress(OSError):  # what it did not take any more
            process.communicate()
        return process.returncode


class _Pool:
    """A pool of worker processes for one kind of work."""

    def __init__(self, number: int) -> None:
        """Make a pool of `number` worker processes, each of which starts with its first call."""
        self.idle: SimpleQueue[_Worker] = SimpleQueue()
        self._open = True
        for _ in range(number):
            self.idle.put(_Worker())

    def do(self, call: _Call, seconds: float, report: Callable[[float], None] | None) -> Any:
        """Run a call as soon as a worker is free, and return the call's result, or raise its error."""
        worker = self._wait_for_worker(seconds, report)
        try:
            answer = worker.do(call, seconds, report)
        finally:
            if self._open:
                self.idle.put(worker)
            else:
                worker.stop()
        if isinstance(answer.found, MemoryError):
            raise TooLongError("it takes too much memory") from answer.found
        if not answer.good:
            raise answer.found
        return answer.found

    def _wait_for_worker(self, seconds: float, report: Callable[[float], None] | None) -> _Worker:
        """Wait for an idle worker, calling `report` with 0 meanwhile; TooLongError after `seconds`."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            with suppress(Empty):
                return self.idle.get(timeout=min(left, BEAT_SECONDS) if report else left)
            if report is not None:
                report(0.0)
        raise TooLongError("others are at work; try again in a minute")

    def close(self) -> None:
        """End the processes that are idle; the others end with their calls."""
        self._open = False
        with suppress(Empty):
            while True:
                self.idle.get_nowait().stop()


_SEARCHES, _READS, _PICTURES = "searches", "reads", "pictures"
_pools: dict[str, _Pool] = {}


def start(number: int = WORKERS, readers: int = READERS) -> None:
    """Start the pools of worker processes: `number` for computations, and `readers` for reading files."""
    _pools.update({_SEARCHES: _Pool(number), _READS: _Pool(readers), _PICTURES: _Pool(1)})


def stop() -> None:
    """End the idle worker processes; from now on, calls run in this process."""
    while _pools:
        _, pool = _pools.popitem()
        pool.close()


def run_in_worker(function: Callable[Arguments, Result], *args: Arguments.args, **options: Arguments.kwargs) -> Result:
    """Call a function in a worker process, if there are any, and return its result.

    Args:
        function: A function of a module, which depends on its arguments alone.
        args: Its arguments; they and the result can be pickled.
        options: Its keyword arguments.

    Raises:
        TooLongError: If it was given up after `MAX_SECONDS`.

    Example:
        >>> run_in_worker(divmod, 7, 2)
        (3, 1)
    """
    report, refused = _listener.get()
    if refused:
        raise TooLongError("it was stopped")
    pool = _pools.get(_SEARCHES)
    if pool is None:
        return function(*args, **options)
    if report is None:
        silent: Result = pool.do((function, args, options, _SILENT), MAX_SECONDS, None)
        return silent
    since = time.monotonic()
    whole = cast("float", options.get("seconds", MAX_SECONDS))

    def beat(_: float) -> None:
        """Report the share of its time that the call has taken."""
        over = time.monotonic() - since
        if over > SILENT_SECONDS:
            report(over / whole)

    result: Result = pool.do((function, args, options, _BEATING), MAX_SECONDS, beat)
    return result


_listener: ContextVar[tuple[Callable[[float], None] | None, bool]] = ContextVar("listener", default=(None, False))


@contextmanager
def report_searches(report: Callable[[float], None] | None) -> Iterator[None]:
    """Within this context, calls of `run_in_worker` report their progress, or are refused.

    Args:
        report: Called now and then with the share of its time that a search has taken, from 0 to 1. What it
            raises ends the search, and goes through. None, if searches are to be given up before they begin.

    Example:
        >>> with report_searches(None):
        ...     run_in_worker(divmod, 7, 2)
        Traceback (most recent call last):
        ...
        irviz.workers.TooLongError: it was stopped
    """
    token = _listener.set((report, report is None))
    try:
        yield
    finally:
        _listener.reset(token)


def run_with_progress(report: Callable[[float], None], function: Callable[..., Result], *args: Any) -> Result:
    """Call a function in a worker process, report its progress to the caller, and return its result.

    Args:
        report: Called every `BEAT_SECONDS` with the share that is done, from 0 to 1; also while others are at
            work. What it raises ends the work, and goes through to the caller.
        function: As for `run_in_worker`; it takes one argument more at the end, a function that it calls with the
            share that is done.
        args: As for `run_in_worker`; `PickleableBytes` for many bytes.

    Raises:
        TooLongError: If it was given up after `MAX_WATCHED_SECONDS`.

    Example:
        >>> def half(number, report):
        ...     report(0.5)
        ...     return number / 2
        >>> run_with_progress(print, half, 7)
        0.5
        3.5
    """
    pool = _pools.get(_READS)
    if pool is None:
        return function(*args, report)
    result: Result = pool.do((function, args, {}, _TELLING), MAX_WATCHED_SECONDS, report)
    return result


def draw_in_worker(function: Callable[..., Result], *args: Any) -> Result:
    """Call a function that draws a picture in the worker process for pictures, and return its result.

    Args:
        function: As for `run_in_worker`.
        args: As for `run_in_worker`.

    Raises:
        TooLongError: If it was given up after `MAX_SECONDS`.

    Example:
        >>> draw_in_worker(divmod, 7, 2)
        (3, 1)
    """
    pool = _pools.get(_PICTURES)
    if pool is None:
        return function(*args)
    result: Result = pool.do((function, args, {}, _SILENT), MAX_SECONDS, None)
    return result


def _send(stream: BinaryIO, value: Any) -> None:
    """Write a pickled value to a pipe; large buffers in it are sent uncopied, a piece at a time."""
    buffers: list[pickle.PickleBuffer] = []
    payload = pickle.dumps(value, 5, buffer_callback=buffers.append)
    parts = [memoryview(payload), *(buffer.raw() for buffer in buffers)]
    stream.write(_COUNT.pack(len(parts)) + b"".join(_SIZE.pack(part.nbytes) for part in parts))
    stream.writelines(parts)
    stream.flush()


def _receive(stream: BinaryIO) -> Any:
    """Read a value that `_send` has written to the pipe.

    Raises:
        EOFError: If the pipe ends before the end of the value.
    """
    (count,) = _COUNT.unpack(_read_exactly(stream, _COUNT.size))
    sizes = [*_SIZE.iter_unpack(_read_exactly(stream, count * _SIZE.size))]
    payload, *buffers = [_read_exactly(stream, size) for (size,) in sizes]
    return pickle.loads(payload, buffers=buffers)  # noqa: S301 - from a process of ours


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    """Read this many bytes; EOFError where the stream ends before that."""
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


class _Beat(Thread):
    """A thread of the worker process that sends the progress of a call at intervals, until the call ends."""

    def __init__(self, answers: BinaryIO) -> None:
        """Make a thread that sends to the pipe `answers`."""
        super().__init__(daemon=True)
        self._answers = answers
        self._over = Event()
        self._share: deque[float] = deque([0.0], maxlen=1)

    def update_share(self, share: float) -> None:
        """Set the share of the call that is done, from 0 to 1."""
        self._share.append(share)

    def run(self) -> None:
        """Send the share that is done at intervals, as long as the pipe is open."""
        with suppress(OSError):
            while not self._over.wait(BEAT_SECONDS):
                _send(self._answers, self._share[0])

    def end(self) -> None:
        """Stop sending, and wait for the thread to end."""
        self._over.set()
        self.join()


def _serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Run the calls that come in on a pipe and send their outcomes, until the pipe closes or no call comes for long."""
    while not _is_idle_too_long(questions):
        try:
            function, args, options, manner = _receive(questions)
        except EOFError:
            return
        beat = _Beat(answers) if manner != _SILENT else None
        if beat is not None:
            beat.start()
            args = (*args, beat.update_share) if manner == _TELLING else args
        try:
            good, found = True, function(*args, **options)
        except Exception as error:  # noqa: BLE001 - the caller deals with it
            good, found = False, error
        if beat is not None:
            beat.end()
        del args
        _send(answers, _Answer(good, found, _memory_bytes()))
        del found


def _is_idle_too_long(questions: BinaryIO) -> bool:
    """Whether no call comes in within `IDLE_WORKER_SECONDS`."""
    with suppress(OSError, ValueError):  # where one cannot ask
        return not select([questions], [], [], IDLE_WORKER_SECONDS)[0]
    return False


def _limit_resources() -> None:
    """Lower this process's priority, and limit its memory to `MAX_MEMORY_BYTES`."""
    with suppress(OSError, AttributeError):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _memory_bytes() -> int:
    """The memory of this process in bytes; 0 where the system does not say."""
    with suppress(OSError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def serve_as_worker() -> None:
    """The main function of a worker process: serve calls until the parent process ends."""
    _limit_resources()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    # What is printed by mistake is no answer.
    sys.stdout = sys.stderr
    _serve(questions, answers)
    answers.flush()
    os._exit(_NOTHING_TO_DO)

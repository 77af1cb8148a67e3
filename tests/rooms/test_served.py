"""Rooms at a process of its own: below a path, through a restart, and what it writes down."""

from __future__ import annotations

import json
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import httpx
import pytest

from tests import live
from tests.rooms.asked import question

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.exhaustive


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"} if secret else {}


class Line:
    """A line to a room's events, read by a thread of its own.

    Args:
        url: Of the room.
        secret: The teacher's, for the counts.
        again: Whether it comes back when it is lost, after the time that the server says.
    """

    def __init__(self, url: str, secret: str = "", *, again: bool = False) -> None:
        self.opened: list[float] = []
        self._retry = 1.0
        self._again = again
        self.events: list[dict[str, Any]] = []
        self.status = 0
        self._news = threading.Condition()
        self._over = False
        self._thread = threading.Thread(target=self._read, args=(url, secret), daemon=True)
        self._thread.start()

    def _read(self, url: str, secret: str) -> None:
        while True:
            with suppress(httpx.HTTPError):  # the server was killed
                self._listen(url, secret)
            if not self._again or (self.events and self.events[-1]["state"] == "ended"):
                break
            time.sleep(self._retry)
        with self._news:
            self._over = True
            self._news.notify_all()

    def _listen(self, url: str, secret: str) -> None:
        with httpx.stream("GET", f"{url}/events", headers=bearer(secret), timeout=60) as answer:
            self.status = answer.status_code
            self.opened.append(time.monotonic())
            for line in answer.iter_lines():
                if line.startswith("retry: "):
                    self._retry = int(line.removeprefix("retry: ")) / 1000
                if line.startswith("data: "):
                    self._tell(json.loads(line.removeprefix("data: ")))

    def _tell(self, event: dict[str, Any]) -> None:
        with self._news:
            self.events.append(event)
            self._news.notify_all()

    def until(self, state: str, **counts: int) -> dict[str, Any]:
        """Wait until the last event has a state and counts."""

        def there() -> bool:
            last = self.events[-1] if self.events else {"state": ""}
            return last["state"] == state and counts.items() <= last.items()

        with self._news:
            assert self._news.wait_for(there, 20), (state, counts, self.events[-1:])
            return self.events[-1]

    def over(self) -> None:
        """Wait until it is closed."""
        with self._news:
            assert self._news.wait_for(lambda: self._over, 20)


class Wall:
    """The teacher's room at a server."""

    def __init__(self, url: str, data: dict[str, str]) -> None:
        self.code = data["code"]
        self.host = data["host"]
        self.url = f"{url}/room/{self.code}"

    @classmethod
    def open(cls, url: str) -> Wall:
        answer = httpx.post(f"{url}/room")
        assert answer.status_code == 201
        return cls(url, answer.json())

    def do(self, what: str, **more: Any) -> int:
        sent = {"do": what, **more}
        return httpx.post(self.url, json=sent, headers=bearer(self.host)).status_code

    def join(self) -> str:
        member: str = httpx.post(f"{self.url}/members").json()["member"]
        return member

    def vote(self, member: str, number: int = 1, round_: int = 1, word: str = "up") -> int:
        sent = {"member": member, "question": number, "round": round_, "answers": {"AP": word}}
        return httpx.post(f"{self.url}/answers", json=sent).status_code

    def counts(self) -> Any:
        return httpx.get(f"{self.url}/counts", headers=bearer(self.host)).json()


COMMAND = [sys.executable, "-m", "irviz", "dashboard", "--server.headless", "true"]


@contextmanager
def served(command: list[str], log: Path, port: int = 0) -> Iterator[live.Server]:
    server = live.serve(command, log, "--server.baseUrlPath", "irviz", path="/irviz", port=port)
    try:
        yield server
    finally:
        server.stop()


def test_room_below_a_path_through_a_restart(tmp_path: Path) -> None:
    log = tmp_path / "one.txt"
    with served(COMMAND, log) as server:
        wall = Wall.open(server.url)
        member = wall.join()
        phone, board = Line(wall.url), Line(wall.url, wall.host)
        assert wall.do("ask", question=question(), open=True) == 204
        phone.until("open")
        assert wall.vote(member) == 204
        board.until("open", here=1, answered=1)
        wall.do("close")
        wall.do("reveal")
        last = phone.until("revealed")
        counts = wall.counts()
        assert counts["questions"][0]["rounds"][0]["metrics"]["AP"]["up"] == 1
        page = httpx.get(f"{server.url}/join/{wall.code}", headers={"Accept": "text/html"})
        assert page.status_code == 200
        icon = page.text.split('<link rel="icon" href="')[1].split('"')[0]
        found = httpx.get(urljoin(str(page.url), icon))
        assert found.headers["content-type"].startswith("image/svg")
        large = httpx.post(f"{wall.url}/answers", content=b"[" * 2**20)
        assert large.status_code == 413

        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 10, "open lines keep it from stopping"
        phone.over()
        board.over()
    written = log.read_text(encoding="utf-8", errors="replace")
    assert "Traceback" not in written
    for secret in (wall.host, member):
        assert secret not in written

    with served(COMMAND, tmp_path / "two.txt", server.port):
        lost = Line(wall.url)
        lost.over()
        assert lost.status == 404
        assert wall.vote(member) == 404
        again = {"code": wall.code, "host": wall.host, "counts": counts}
        assert httpx.post(f"{server.url}/room", json=again).status_code == 201
        assert wall.counts() == counts
        phone = Line(wall.url)
        assert phone.until("waiting")["revision"] > last["revision"]
        member = wall.join()
        assert wall.do("ask", question=question(), open=True) == 204
        assert phone.until("open")["question"]["number"] == 2
        assert wall.vote(member, 2) == 204
        assert wall.do("end") == 204
        phone.over()
        gone = Line(wall.url)
        gone.over()
        assert gone.status == 410


def test_room_at_uvicorn(tmp_path: Path) -> None:
    port = live.free_port()
    command = [sys.executable, "-m", "uvicorn", "app:app", "--port", str(port)]
    log = tmp_path / "log.txt"
    server = live.launch(command, log, port)
    try:
        wall = Wall.open(server.url)
        member = wall.join()
        phone = Line(wall.url, "")
        phone.until("waiting")
        assert wall.do("ask", question=question(), open=True) == 204
        assert wall.vote(member) == 204
        phone.until("open")
        server.stop()
        phone.over()
    finally:
        server.stop()
    written = server.written()
    assert f"/room/{wall.code}/answers" in written, "this server writes addresses down"
    for secret in (wall.host, member):
        assert secret not in written

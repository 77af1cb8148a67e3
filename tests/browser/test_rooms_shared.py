"""Two processes behind nginx that share their rooms: any serves any phone, and one may die."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest

from irviz.server import ROOMS
from tests.browser.test_nginx import Nginx
from tests.rooms.asked import question
from tests.rooms.test_served import Line, Wall
from tests.rooms.valkey import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PHONES = 20
BACK = 5.0
"""So many seconds after a process was killed, every phone has its line again."""


@pytest.fixture
def nginx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nginx]:
    path = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        pytest.skip("there is no nginx: install the package `nginx` of your system")
    with running() as valkey, ExitStack() as stack:
        monkeypatch.setenv(ROOMS, valkey.url)
        site = Nginx(path, tmp_path)
        site.start(stack)
        yield site
    for log in ("one.txt", "two.txt"):
        assert "Traceback" not in (tmp_path / log).read_text(encoding="utf-8")


def voted(wall: Wall, member: str, word: str) -> None:
    """Answer as a phone does: again, until it is heard."""
    until = time.monotonic() + BACK
    while True:
        status = 0
        try:
            status = wall.vote(member, word=word)
        except httpx.HTTPError:
            status = 0
        if status == 204:
            return
        assert status in {0, 502, 503, 504}, status
        assert time.monotonic() < until, "this answer was lost"
        time.sleep(0.2)


def test_no_answer_is_lost_when_a_process_is_killed_in_a_round(nginx: Nginx) -> None:
    wall = Wall.open(nginx.url)
    members = [wall.join() for _ in range(PHONES)]
    phones = [Line(wall.url, again=True) for _ in members]
    board = Line(wall.url, wall.host, again=True)
    assert wall.do("ask", question=question(), open=True) == 204
    for phone in phones:
        phone.until("open")
    board.until("open", here=PHONES)
    words = [("up", "same", "down")[place % 3] for place in range(PHONES)]
    for member, word in list(zip(members, words, strict=True))[: PHONES // 2]:
        assert wall.vote(member, word=word) == 204
    board.until("open", answered=PHONES // 2)
    served = {place for _, address, place in nginx.asked() if "/room/" in address}
    assert len(served) == 2, "no phone has a seat of its own"

    nginx.processes[0].process.kill()
    killed = time.monotonic()
    with ThreadPoolExecutor(PHONES) as threads:
        rest = list(zip(members, words, strict=True))[PHONES // 2 :]
        for done in [threads.submit(voted, wall, *one) for one in rest]:
            done.result()
    assert wall.do("close") == 204
    for phone in phones:
        phone.until("closed")
    again = [phone.opened[-1] - killed for phone in phones if len(phone.opened) > 1]
    assert again
    assert max(again) < BACK
    cut = [address for _, address, _ in nginx.asked() if address.endswith("/events")]
    assert 0 < len(cut) < PHONES, "some lines were cut, and only those"
    assert board.until("closed", answered=PHONES)
    assert wall.do("show") == 204
    for phone in phones:
        (tally,) = phone.until("shown")["tally"]
        assert tally["answered"] == PHONES
        assert tally["metrics"]["AP"] == Counter(words)
    assert board.until("shown", here=PHONES), "lines of the dead process are not counted for long"
    assert wall.do("end") == 204
    for phone in (*phones, board):
        phone.over()

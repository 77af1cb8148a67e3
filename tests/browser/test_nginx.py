"""Two processes behind the nginx of the system that share their rooms, below a path, set up as SERVING.md says."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from irviz.server import ROOMS
from tests import live
from tests.browser import test_room
from tests.browser.explorer import Explorer, visits
from tests.browser.test_faults import back
from tests.browser.test_phone import Phone
from tests.browser.test_results import QRELS, RUN, bring
from tests.rooms.asked import question
from tests.rooms.test_served import Line, Wall
from tests.rooms.valkey import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.rooms.valkey import Valkey

SERVING = (live.ROOT / ".github" / "SERVING.md").read_text(encoding="utf-8")
SITE = re.search(r"<!-- nginx -->\n```nginx\n(.*?)```", SERVING, re.DOTALL)

# Everything that is not about the site: where to write, as whom, and a line for each answer.
AROUND = """
daemon off;
{user}
pid nginx.pid;
error_log error.log;
events {{}}
http {{
  log_format answers "$status $request_uri $upstream_addr";
  access_log visits.log answers;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path other;
  uwsgi_temp_path other;
  scgi_temp_path other;
{site}
}}
"""


class Nginx:
    """The site of SERVING.md in front of two processes.

    Args:
        path: The program.
        folder: For what it and the processes write.
        valkey: Where the processes keep their rooms.
    """

    def __init__(self, path: str, folder: Path, valkey: Valkey) -> None:
        self.path = path
        self.folder = folder
        self.valkey = valkey
        self.processes: list[live.Server] = []

    def start(self, stack: ExitStack) -> None:
        """Start all three, to be stopped with the stack."""
        assert SITE
        options = ("--server.baseUrlPath", "irviz")
        for name in ("one", "two"):
            process = live.start(self.folder / f"{name}.txt", *options, path="/irviz")
            stack.callback(process.stop)
            self.processes.append(process)
        port = live.free_port()
        site = SITE[1].replace("listen 80;", f"listen 127.0.0.1:{port};")
        for name, process in zip(("8501", "8502"), self.processes, strict=True):
            site = site.replace(f"127.0.0.1:{name}", f"127.0.0.1:{process.port}")
        user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(site=site, user=user))
        command = [self.path, "-p", str(self.folder), "-c", "nginx.conf", "-e", "error.log"]
        self.url = f"http://127.0.0.1:{port}/irviz"
        log = self.folder / "error.log"
        nginx = live.Server(self.url, port, subprocess.Popen(command), log)
        stack.callback(nginx.stop)
        live.answering(nginx)

    def asked(self) -> list[list[str]]:
        """Status, address and process of each answer so far; several processes where one did not answer."""
        log = (self.folder / "visits.log").read_text(encoding="utf-8")
        return [line.split(" ", 2) for line in log.splitlines()]


PHONES = 12
BACK = 5.0
"""So many seconds after a process was killed, every phone has its line again."""


@pytest.fixture
def nginx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nginx]:
    path = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        pytest.skip("there is no nginx: install the package `nginx` of your system")
    with running() as valkey, ExitStack() as stack:
        monkeypatch.setenv(ROOMS, valkey.url)
        site = Nginx(path, tmp_path, valkey)
        site.start(stack)
        yield site
    for log in ("one.txt", "two.txt"):
        assert "Traceback" not in (tmp_path / log).read_text(encoding="utf-8")


def test_two_processes_behind_nginx_below_a_path(browser: Browser, nginx: Nginx) -> None:
    context = browser.new_context(reduced_motion="reduce")
    explorer = Explorer(context.new_page(), nginx.url)
    page = explorer.page
    start = len(nginx.asked())
    page.goto(f"{nginx.url}/results")
    expect(page.locator("input[type=file]")).to_have_count(4)
    bring(page, "qrels", "qrels.txt", QRELS)
    bring(page, "a", "a.run", RUN)
    expect(page.locator(".ix-understood")).to_contain_text("2 queries")

    visits(page, "explore")
    explorer.toggle("two-cats")
    explorer.settle()
    page.wait_for_function(
        """() => document.images.length && [...document.images].every(image =>
          !image.checkVisibility() || (image.complete && image.naturalWidth > 0))"""
    )
    assert page.url.startswith(f"{nginx.url}/?q=cat-in-a-box&k=3&cat-in-a-box=")

    asked = nginx.asked()[start:]
    assert {place for _, _, place in asked} == {asked[0][2]}, "a visitor stays at one process"
    assert all(address.startswith("/irviz/") for _, address, _ in asked)
    assert not [one for one in asked if one[0] not in {"101", "200", "204", "304"}]
    explorer.check()
    assert httpx.get(f"{nginx.url}/?{'x' * 60_000}").status_code == 200

    first, second = sorted(nginx.processes, key=lambda one: not asked[0][2].endswith(f":{one.port}"))
    lose_no_answer(nginx, first)
    before = explorer.grades()
    explorer.toggle(explorer.order()[0])
    back(explorer)
    assert explorer.grades() == [1 - before[0], *before[1:]]
    assert nginx.asked()[-1][2].endswith(f":{second.port}"), "its visitors go on at the other"
    wall_and_phone_go_on_without_the_rooms(explorer, nginx.valkey)
    context.close()


def wall_and_phone_go_on_without_the_rooms(explorer: Explorer, valkey: Valkey) -> None:
    """What keeps the rooms goes away and comes back: what the wall and a phone say meanwhile, and that they go on."""
    wall = test_room.Wall(explorer)
    code = wall.open()
    phone = Phone(explorer.page.context.new_page(), explorer.url)
    phone.open(f"join/{code}")
    phone.reads("You are in. Look at the wall.")
    explorer.drag(explorer.order()[4], 1)
    wall.does("Ask", "Close")
    phone.hears("Question 1 is open. What will AP@3 do?")

    valkey.stop()
    lost = "The line to the room is lost; this page tries again by itself."
    expect(wall.strip.locator(".ix-room-words")).to_have_text(lost)
    assert wall.able() == set()
    phone.reads("no line, trying again", "header .ix-caption")

    # It has forgotten its rooms; the wall opens this one again, and asks once more.
    valkey.start()
    expect(wall.strip).to_contain_text("It is open again under the same code")
    assert wall.code() == code
    phone.reads("You are in. Look at the wall.")
    wall.does("Ask", "Close")
    phone.choose(AP="up")
    phone.send()
    expect(explorer.page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
    assert phone.problems == []


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


def lose_no_answer(nginx: Nginx, mortal: live.Server) -> None:
    """A room of which any process serves any phone goes on when one of them is killed in a round."""
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

    mortal.process.kill()
    killed = time.monotonic()
    with ThreadPoolExecutor(PHONES) as threads:
        rest = list(zip(members, words, strict=True))[PHONES // 2 :]
        for done in [threads.submit(voted, wall, *one) for one in rest]:
            done.result()
    assert wall.do("close") == 204
    for phone in phones:
        phone.until("closed")
    again = [phone.opened[-1] - killed for phone in phones if len(phone.opened) > 1]
    assert 0 < len(again) < PHONES, "some lines were cut, and only those"
    assert max(again) < BACK
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

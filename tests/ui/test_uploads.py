"""How much of their files visitors may leave on a server, and what goes beside Streamlit's line."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from irviz.formats.errors import MAX_FILE_BYTES
from irviz.pages import host as work
from irviz.pages.host import Host
from irviz.ui import uploads
from irviz.ui.line import Line, handle_work
from irviz.ui.uploads import MAX_FILES, MEGABYTES, limit_total_bytes, read_max_total_bytes
from tests.apart import apart
from tests.bench._files import Results
from tests.bench._servers import IRVIZ, Server, running
from tests.views.described import texts, where

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from irviz.pages.host import Frame

RUN = "".join(f"q{i // 100} Q0 document-{i % 100:03} {i % 100} {-i} x\n" for i in range(30_000)).encode()
"""A little less than a megabyte."""
TABLE = b"query,doc,rank,score,tag\n" + RUN.replace(b" Q0 ", b",").replace(b" ", b",")
QRELS = "".join(f"q{i} 0 document-007 1\n" for i in range(300)).encode()
FULL = "expected at most 2 MB of everybody’s files on this server, found more: try again when others"

APP = Starlette(routes=[Route("/{token}", handle_work, methods=["GET", "POST", "DELETE"])])


class Page:
    """An open page “Your results”, and its own line without a network between."""

    def __init__(self) -> None:
        self.line = Line(Host())
        self.line.host.open_page("results", {})

    def send(self, method: str, content: bytes | AsyncIterator[bytes] = b"") -> httpx.Response:
        """What a request is answered; in a thread, since this one may hold the loop of a browser."""

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(APP)
            async with httpx.AsyncClient(transport=transport, base_url="http://irviz") as client:
                return await client.request(method, f"/{self.line.token}", content=content)

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()

    def put(self, content: bytes | AsyncIterator[bytes]) -> str:
        """Send a file up, and return what the server calls it."""
        known = self.send("POST", content)
        assert known.status_code == 200
        return str(known.json()["id"])

    def take(self, slot: str, name: str, known: str, size: int = 1) -> str:
        """Say that a file has come up, and return what the page says is wrong with it."""
        files = self.line.take_files([{"name": name, "size": size, "id": known}])
        return faults(self.line.host.add_files(slot, files))

    def bring(self, slot: str, name: str, content: bytes) -> str:
        """Both."""
        return self.take(slot, name, self.put(content), len(content))


@pytest.fixture
def house() -> Iterator[None]:
    """Two megabytes for all."""
    gc.collect()
    limit_total_bytes(2_000_000)
    yield
    limit_total_bytes(uploads.MAX_TOTAL_BYTES)


def faults(frame: Frame) -> str:
    """What the page says is wrong."""
    return " ".join(texts(where(frame.data["results"]["view"], "role", "alert")))


def pieces(total: int, kept: list[int] | None = None) -> AsyncIterator[bytes]:
    """So many bytes of which nobody was told before how many there are."""

    async def made() -> AsyncIterator[bytes]:
        for _ in range(total // 100_000):
            yield bytes(100_000)
            if kept is not None:
                kept.append(held())

    return made()


def held() -> int:
    """How many bytes the server counts."""
    return sum(one.held for one in uploads._uploads)


@pytest.mark.usefixtures("house")
def test_a_file_comes_up_and_its_bytes_go_once_it_is_read() -> None:
    page = Page()
    known = page.put(QRELS)
    assert held() == len(QRELS)
    assert page.take("qrels", "qrels.txt", known) == ""
    assert held() == 0
    # What is more than a moment's reading is kept packed, and counted so.
    assert page.bring("a", "one.run", RUN) == ""
    assert 0 < held() < len(RUN)
    assert "Use these results" in texts(page.line.host.frame().data["results"]["view"])
    assert page.line.files == {}


@pytest.mark.usefixtures("house")
def test_what_is_too_much_for_all_is_said_by_the_page() -> None:
    one, other = Page(), Page()
    assert one.bring("a", "one.run", RUN) == ""
    assert f"two.run: {FULL}" in other.bring("a", "two.run", RUN + RUN.replace(b"q", b"p"))
    # There is room for it, and none for what was read of it beside it.
    assert f"two.csv: {FULL}" in other.bring("a", "two.csv", TABLE + TABLE.replace(b"q", b"p"))
    # The first page's goes on.
    assert faults(one.line.host.frame()) == ""


@pytest.mark.usefixtures("house")
def test_who_does_not_say_how_much_comes_is_stopped_on_the_way() -> None:
    page, kept = Page(), list[int]()
    known = page.put(pieces(5_000_000, kept))
    assert max(kept) <= 2_000_000
    assert held() == 0
    assert FULL in page.take("a", "endless.run", known, 5_000_000)


@pytest.mark.usefixtures("house")
def test_what_is_announced_to_be_too_much_is_not_held_at_all() -> None:
    page, kept = Page(), list[int]()

    async def announced() -> None:
        transport = httpx.ASGITransport(APP)
        async with httpx.AsyncClient(transport=transport, base_url="http://irviz") as client:
            headers = {"Content-Length": "5000000"}
            content = pieces(5_000_000, kept)
            await client.post(f"/{page.line.token}", content=content, headers=headers)

    apart(announced)
    assert {*kept} == {0}


def test_one_file_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_FILE_BYTES", 1_000_000)
    page, kept = Page(), list[int]()
    page.put(pieces(3_000_000, kept))
    assert max(kept) <= 1_000_000
    # Of what is too large for the page, its browser sends no more than the name and the size.
    said = page.take("qrels", "big.txt", "", MAX_FILE_BYTES + 200_000)
    assert "big.txt: expected at most 150 MB, found 150.2 MB: " in said
    assert "on the command line, irviz evaluate big.txt RUN" in said


def test_one_page_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_PAGE_BYTES", 1_500_000)
    page = Page()
    page.put(RUN)
    said = page.bring("a", "two.run", RUN)
    assert "two.run: expected at most 1 MB of files on one page, found more" in said
    # Another page's do not count.
    assert Page().bring("a", "two.run", RUN) == ""


def test_one_page_keeps_so_many_files_and_no_more() -> None:
    page = Page()
    for _ in range(MAX_FILES):
        page.put(b"")
    said = page.bring("a", "last.run", b"q1 Q0 a 1 0.5 x\n")
    assert "last.run: expected at most 300 MB of files on one page" in said


@pytest.mark.exhaustive
@pytest.mark.usefixtures("house")
def test_files_go_with_their_page_and_with_what_takes_their_place() -> None:
    page = Page()
    page.put(RUN)  # said nothing of
    del page
    gc.collect()
    assert held() == 0
    page = Page()
    limit_total_bytes(3 * len(TABLE))
    for _ in range(3):
        # Of a table the bytes are kept, since other judgments may choose other columns. There is room for
        # what was read of it, and for another file, if that one goes first.
        assert page.bring("a", "one.csv", TABLE) == ""
        assert len(TABLE) < held() < 2 * len(TABLE)
    page.line.host.handle_message("results", "request", {"remove": {"slot": "a", "file": 0}})
    gc.collect()
    assert held() == 0
    page.put(RUN)
    del page
    gc.collect()
    assert held() == 0


def test_a_page_that_has_gone_has_no_line() -> None:
    page = Page()
    token = page.line.token
    assert len(token) > 20
    page.line = Line(page.line.host)
    gc.collect()
    assert token != page.line.token
    page.line.token = token
    for method in ("GET", "POST", "DELETE"):
        gone = page.send(method)
        assert (gone.status_code, gone.text) == (404, "This page has gone. Load it again.")


def test_a_page_takes_no_file_of_another() -> None:
    one, other = Page(), Page()
    known = one.put(QRELS)
    assert "qrels.txt" in other.take("qrels", "qrels.txt", known)
    assert one.take("qrels", "qrels.txt", known) == ""


@pytest.mark.parametrize("files", [None, "x", {}, [None, 4, {"name": "a"}, {"id": [], "name": 3}]])
def test_what_makes_no_sense_is_no_file(files: object) -> None:
    assert Line(Host()).take_files(files) == []


def test_the_line_says_how_far_work_has_come_and_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SILENT_SECONDS", -1.0)
    monkeypatch.setattr(work, "BEAT_SECONDS", -1.0)
    page = Page()
    assert page.send("GET").json() == {"words": ""}
    said: list[dict[str, Any]] = []

    def tell(words: str) -> None:
        said.append(page.send("DELETE" if len(said) == 2 else "GET").json())
        assert said[-1] == {"words": words}

    page.line.host.tell = tell
    faults = page.bring("a", "one.run", RUN)
    assert "one.run: reading was stopped; go on, or take it off" in faults
    assert [one["words"].split("…")[0] for one in said] == ["Reading one.run"] * 3 + [""]
    assert page.send("GET").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "450 MB"])
def test_what_is_no_number_of_megabytes_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"{MEGABYTES} is '{text}'; expected megabytes"):
        read_max_total_bytes(text)


# On a running server.


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """A server that holds two megabytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MEGABYTES, "2")
        with running(IRVIZ) as server:
            yield server
            assert "Traceback" not in server.log.read_text()


@pytest.mark.exhaustive
def test_a_server_says_what_is_too_much_and_the_others_go_on(small: Server) -> None:
    async def scene() -> None:
        async with Results(small) as first, Results(small) as second:
            assert await first.bring("a", "one.run", RUN) == 200
            assert await first.bring("qrels", "qrels.txt", QRELS) == 200
            await first.until(lambda: first.says("300 queries with 30,000 results"))
            await first.press("Use these results")
            await first.until(lambda: first.says("Means over 300 queries"))

            assert await second.bring("a", "two.run", RUN + RUN.replace(b"q", b"p")) == 200
            await second.until(lambda: second.says(f"two.run: {FULL}"))
            await first.cut(5)
            await first.until(lambda: first.says("nDCG@5"))
        async with Results(small) as third:
            await third.take("a", "big.run", "", MAX_FILE_BYTES + 200_000)
            await third.until(lambda: third.says("big.run: expected at most 150 MB, found 150.2 MB: "))

    apart(scene)


@pytest.mark.exhaustive
def test_of_several_files_each_moves_up_and_is_not_read_again(small: Server) -> None:
    async def scene() -> None:
        async with Results(small) as page:
            some = RUN[: len(RUN) // 4].rpartition(b"\n")[0] + b"\n"
            await page.bring("qrels", "qrels.txt", QRELS)
            for slot, name in (("a", "one.run"), ("b", "two.run"), ("b", "three.run")):
                assert await page.bring(slot, name, some) == 200
                await page.until(partial(page.says, name))
            await page.until(lambda: page.says("Run C: three.run"))
            await page.drop("b")
            await page.until(lambda: page.says("Run B: three.run"))
            assert not page.says("ix-faults")

    apart(scene)


@pytest.mark.exhaustive
def test_a_server_holds_nothing_of_what_does_not_say_how_much_it_is(small: Server) -> None:
    before = small.memory()

    async def scene() -> int:
        async with Results(small) as page:
            status, _ = await page.put("endless.run", bytes(100_000_000), length=False)
            return status

    assert apart(scene) == 200
    assert small.memory() < before + 40

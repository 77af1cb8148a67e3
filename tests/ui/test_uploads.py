"""How much of their files visitors may leave here, on a running server that holds two megabytes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from irviz.formats.limits import MOST_BYTES
from irviz.ui.uploads import MEGABYTES, most_of_all
from tests.bench._files import Results
from tests.bench._servers import IRVIZ, Server, running

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

pytestmark = pytest.mark.exhaustive

RUN = "".join(
    f"q{i // 100} Q0 document-{i % 100:03} {i % 100} {-i} x\n" for i in range(30_000)
).encode()
"""A little less than a megabyte."""
QRELS = "".join(f"q{i} 0 document-007 1\n" for i in range(300)).encode()
FULL = (
    "expected at most 2 MB of everybody’s files on this server, found more: try again when others"
)


@contextmanager
def of_two_megabytes() -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MEGABYTES, "2")
        with running(IRVIZ) as server:
            yield server
            assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    with of_two_megabytes() as server:
        yield server


def apart(scene: Callable[[], Awaitable[Any]]) -> Any:
    """Play a scene in a thread of its own: this one may hold the loop that drives a browser."""

    async def played() -> Any:
        return await scene()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, played()).result()


def test_what_was_read_is_used_and_what_is_too_much_for_all_is_told_by_the_page(
    small: Server,
) -> None:
    async def scene() -> None:
        async with Results(small) as first, Results(small) as second:
            assert await first.bring("a", "one.run", RUN) == 204
            assert await first.bring("qrels", "qrels.txt", QRELS) == 204
            await first.until(lambda: first.says("300 queries with 30,000 results"))
            await first.press("Use these results")
            await first.until(lambda: first.says("Means over 300 queries"))

            assert await second.bring("a", "two.run", RUN + RUN.replace(b"q", b"p")) == 204
            await second.until(lambda: second.says(f"two.run: {FULL}"))
            # There is room for it, and none for what was read of it beside it.
            table = RUN.replace(b" Q0 ", b",").replace(b" ", b",")
            assert await second.bring("a", "two.csv", b"query,doc,rank,score,tag\n" + table) == 204
            await second.until(lambda: second.says(f"two.csv: {FULL}"))
            # The first page's goes on.
            await first.rerun()
            await first.until(lambda: first.says("Means over 300 queries"))
        async with Results(small) as third:
            assert await third.bring("a", "big.run", bytes(MOST_BYTES + 200_000)) == 204
            await third.until(
                lambda: third.says("big.run: expected at most 150 MB, found 150.2 MB: ")
            )
            most = "on the command line, irviz evaluate QRELS big.run"
            await third.until(lambda: third.says(most))

    apart(scene)


def test_of_several_files_each_moves_up_and_is_not_read_again() -> None:
    async def scene(server: Server) -> None:
        async with Results(server) as page:
            some = RUN[: len(RUN) // 3].rpartition(b"\n")[0] + b"\n"
            await page.bring("qrels", "qrels.txt", QRELS)
            for slot, name in (("a", "one.run"), ("b", "two.run"), ("b", "three.run")):
                assert await page.bring(slot, name, some) == 204
                await page.until(partial(page.says, name))
            await page.until(lambda: page.says("Run C: three.run"))
            await page.drop("b")
            await page.until(lambda: page.says("Run B: three.run"))
            assert not page.says("ix-faults")

    with running(IRVIZ) as server:
        apart(lambda: scene(server))
        assert "Traceback" not in server.log.read_text()


def test_who_does_not_say_how_much_comes_is_stopped_on_the_way(small: Server) -> None:
    before = small.memory()

    async def scene() -> int:
        async with Results(small) as page:
            status, _ = await page.put("endless.run", bytes(100_000_000), length=False)
            return status

    assert apart(scene) == 413
    assert small.memory() < before + 40


def test_a_page_keeps_so_many_files_and_no_more(small: Server) -> None:
    async def scene() -> None:
        async with Results(small) as page:
            for number in range(64):
                status, _ = await page.put(f"{number}.run", b"")
                assert status == 204
            assert await page.bring("a", "last.run", b"q1 Q0 a 1 0.5 x\n") == 204
            await page.until(
                lambda: page.says("last.run: expected at most 300 MB of files on one page")
            )

    apart(scene)


def test_addresses_of_files_do_not_tell_the_session_with_which_a_page_could_be_taken_over() -> None:
    async def scene(server: Server) -> None:
        async with Results(server) as page:
            for _ in range(8):
                status, _ = await page.put("large.run", bytes(1_500_000))
                assert status == 204
                assert await page.take_off("large.run") == 204
            # With one of them still there, there would be no room.
            assert await page.bring("a", "one.run", RUN) == 204
            assert await page.bring("qrels", "qrels.txt", QRELS) == 204
            await page.until(lambda: page.says("300 queries with 30,000 results"))
            assert len(page.session) > 30
            assert len(page.asked) == 18
            assert not [one for one in page.asked if page.session in one]

    with of_two_megabytes() as server:
        apart(lambda: scene(server))


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "450 MB"])
def test_what_is_no_number_of_megabytes_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=f"{MEGABYTES} is '{text}'; expected megabytes"):
        most_of_all(text)

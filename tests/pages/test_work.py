"""What takes more than a moment: the page hears how far it has come, stops it, and may go on with it."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from irviz import workers
from irviz.pages import host as module
from irviz.pages import results
from irviz.pages.host import Frame, Host
from irviz.pages.intake import MAX_QUICK_BYTES
from irviz.pages.results import UserFile
from tests.views.described import html

if TYPE_CHECKING:
    from collections.abc import Iterator

QUERIES = 300
QRELS = "".join(f"q{i} 0 document-{i % 50:03} 1\n" for i in range(QUERIES)).encode()
RUN = "".join(f"q{i // 100} Q0 document-{i % 100:03} {i % 100} {-i} x\n" for i in range(100 * QUERIES)).encode()
OTHER = RUN.replace(b" -", b" ")
"""The same documents in the opposite order."""


class Page:
    """An open page, whose work is stopped where somebody wants that.

    Attributes:
        words: How far it has said work has come.
        stops: What is stopped as soon as it is heard of, by its first word.
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self.stops = ""
        self.host = Host(self._hear)

    def _hear(self, words: str) -> None:
        self.words.append(words)
        if self.stops and words.startswith(self.stops):
            self.host.stop()

    def doing(self) -> set[str]:
        """What was done since the last question, without how far it has come."""
        found = {words.rpartition("…")[0] for words in self.words if words}
        self.words.clear()
        return found

    def bring(self, slot: str, name: str, data: bytes) -> str:
        return shown(self.host.add_files(slot, [(name, len(data), UserFile(data))]))

    def ask(self, **request: Any) -> str:
        return shown(self.host.handle_message("results", "request", request))


def shown(frame: Frame) -> str:
    """What is on the page, as HTML."""
    return html(frame.data["results"]["view"])


STOPPED = ">Go on<"
READY = ">Use these results<"
FAULTS = "ix-faults"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A page that hears of all work at once."""
    monkeypatch.setattr(module, "SILENT_SECONDS", -1.0)
    monkeypatch.setattr(module, "BEAT_SECONDS", -1.0)
    made = Page()
    made.host.open_page("results", {})
    return made


def test_work_is_told_as_it_goes_on_and_no_longer(page: Page) -> None:
    assert len(RUN) > MAX_QUICK_BYTES
    page.bring("qrels", "qrels.txt", QRELS)
    assert page.doing() == set()  # what is read in no time
    assert READY in page.bring("a", "one.run", RUN)
    assert all(re.fullmatch(r"(Reading one\.run|Counting)… \d+ %|", words) for words in page.words)
    shares = [int(words.split()[-2]) for words in page.words if words.startswith("Reading")]
    assert shares == sorted(shares)
    assert len(shares) > 3
    assert page.words[-1] == page.host.progress == ""
    assert page.doing() == {"Reading one.run", "Counting"}
    # What is known is not done again.
    page.host.frame()
    assert page.doing() == set()
    page.ask(use=True)
    assert page.doing() == {"Computing"}
    assert page.host.progress == ""


def test_what_is_read_can_be_stopped_and_gone_on_with(page: Page) -> None:
    page.bring("qrels", "qrels.txt", QRELS)
    page.stops = "Reading"
    data = page.bring("a", "one.run", RUN)
    words = "one.run: reading was stopped; go on, or take it off"
    assert words in data
    assert (STOPPED in data, READY in data) == (True, False)
    assert page.doing() == {"Reading one.run"}
    # It stays stopped, whatever else is brought.
    data = page.bring("about", "titles.csv", b"id,title\ndocument-001,One\n")
    assert (words in data, page.doing()) == (True, set())
    page.stops = ""
    data = page.ask(resume=True)
    assert (FAULTS in data, STOPPED in data, READY in data) == (False, False, True)
    assert page.doing() == {"Reading one.run", "Counting"}


def test_what_was_stopped_and_taken_off_is_forgotten(page: Page) -> None:
    page.stops = "Reading"
    assert STOPPED in page.bring("a", "one.run", RUN)
    data = page.ask(remove={"slot": "a", "file": 0})
    assert (FAULTS in data, STOPPED in data) == (False, False)
    assert results.results_of(page.host.visit).stopped == []


def test_what_is_counted_can_be_stopped_and_gone_on_with(page: Page) -> None:
    page.bring("qrels", "qrels.txt", QRELS)
    page.stops = "Counting"
    data = page.bring("a", "one.run", RUN)
    assert "Counting was stopped." in data
    assert (STOPPED in data, READY in data) == (True, False)
    page.words.clear()
    assert STOPPED in shown(page.host.frame())
    assert page.doing() == set()
    page.stops = ""
    assert READY in page.ask(resume=True)
    assert page.doing() == {"Counting"}


def test_what_is_computed_can_be_stopped_and_gone_on_with(page: Page) -> None:
    page.bring("qrels", "qrels.txt", QRELS)
    page.bring("a", "one.run", RUN)
    page.stops = "Computing"
    data = page.ask(use=True)
    assert "Computing was stopped." in data
    assert "Means over" not in data
    assert STOPPED in data
    page.words.clear()
    # At another cutoff it is another question, and nothing is missed there.
    page.stops = ""
    data = page.ask(k=5)
    assert (page.doing(), STOPPED in data) == ({"Computing"}, False)
    assert "Means over 300 queries" in data
    data = page.ask(k=10)
    assert (page.doing(), STOPPED in data) == (set(), True)
    data = page.ask(resume=True)
    assert page.doing() == {"Computing"}
    assert "Means over 300 queries" in data


@pytest.mark.exhaustive
def test_what_is_shuffled_can_be_stopped_and_the_rest_is_there(page: Page) -> None:
    page.bring("qrels", "qrels.txt", b"\n".join(QRELS.split(b"\n")[:40]))
    page.bring("a", "one.run", RUN)
    page.bring("b", "two.run", OTHER)
    page.stops = "Shuffling"
    page.ask(use=True)
    data = page.ask(tests=True)
    assert "Shuffling was stopped." in data
    assert "Means over 40 queries" in data
    assert STOPPED in data
    page.words.clear()
    assert STOPPED in shown(page.host.frame())
    assert page.doing() == set()
    page.stops = ""
    data = page.ask(resume=True)
    assert page.doing() == {"Shuffling"}
    assert "Every metric" in data
    assert STOPPED not in data


def test_what_came_before_a_stop_is_stopped_by_nothing(page: Page) -> None:
    page.host.stop()  # nothing goes on
    assert FAULTS not in page.bring("a", "one.run", RUN)


# Searches, which other processes do.


@pytest.fixture
def running_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server's workers, of which one hears at once."""
    monkeypatch.setattr(workers, "SILENT_SECONDS", -1.0)
    workers.start(1, 1)
    yield
    workers.stop()


@pytest.fixture
def busy(running_workers: None) -> Iterator[None]:
    """The one who searches is at something else for a while, so that a search takes long."""
    with ThreadPoolExecutor(1) as other:
        other.submit(workers.run_in_worker, time.sleep, 2.0)
        while not workers._pools["searches"].idle.empty():
            pass
        yield


SEARCHES = {
    "challenges": (
        {"q": "twenty-documents", "goal": "beats(nDCG@20) > 0.99", "allow": "move", "k": "20"},
        "Looking for the fewest moves",
    ),
    "disagree": ({"a": "nDCG@9", "b": "ERR@9", "of": "041341321"}, "Looking for two orders"),
}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("path", SEARCHES)
def test_a_search_is_told_and_once_stopped_is_not_begun_again(page: Page, path: str) -> None:
    link, doing = SEARCHES[path]
    page.stops = "Looking"
    frame = page.host.open_page(path, link)
    assert page.doing() == {doing}
    assert page.host.progress == ""
    assert frame.page == path
    before = frame.data[frame.left[0] if frame.left else frame.main[0]]
    assert "fault" not in before
    again = page.host.frame()
    assert page.doing() == set()
    assert again.data[frame.left[0] if frame.left else frame.main[0]] == before


@pytest.mark.exhaustive
@pytest.mark.usefixtures("running_workers")
def test_a_large_file_is_read_by_another_process_which_can_be_stopped(page: Page) -> None:
    large = b"".join(RUN.replace(b"q", f"{number}-".encode()) for number in range(60))
    page.stops = "Reading"
    data = page.bring("a", "large.run", large)
    assert "large.run: reading was stopped" in data
    assert page.doing() == {"Reading large.run"}
    page.stops = ""
    data = page.ask(resume=True)
    assert FAULTS not in data
    assert "large.run: 18,000 queries" in data

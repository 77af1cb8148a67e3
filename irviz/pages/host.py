"""Makes the frames of pages for every edition: it knows neither Streamlit nor a browser.

An edition opens a page and tells what its parts say; each time it is answered with the `Frame` that is to be
shown then. The server has a `Host` for each open page of a browser, the edition without a server has one in
the browser itself.
"""

from __future__ import annotations

import logging
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from irviz import views
from irviz.pages.menu import PAGES, Page
from irviz.pages.visit import EXPLORE, Visit
from irviz.state.message import BadMessageError, parse_faults
from irviz.views.html import notice, prose
from irviz.views.share import answer_share_request, share_menu
from irviz.views.words import words_of
from irviz.workers import BEAT_SECONDS, SILENT_SECONDS, StoppedError, report_searches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from irviz.lessons.study import Study
    from irviz.state.collection import ReportProgress
    from irviz.views.share import Group

Made = TypeVar("Made")

SAYS = ("message", "request", "ask")
"""What a part may say: a change of the board, or a failure; a wish of its own; what Share is asked for."""

MAX_FAULTS = 40
"""So many different failures of one open page are written down at most."""

_NOT_MADE = "This page could not be made. What failed is in the log; the other pages work."

_LOG = logging.getLogger(__name__)


_STOPPED = "stopped"


class Frame(NamedTuple):
    """What a page is to show: JSON, once it is a dict.

    Args:
        page: Its path, which may be another than the one that was asked for.
        title: What it is called.
        heading: What it is called for those who listen, where nobody else needs it.
        left: The parts in a column beside the others, from above.
        main: Its parts.
        below: Those under both columns.
        data: What each part shows, by its name, and the ``words`` that can be looked up; a part without data
            waits for it.
        number: Of the host's frames: a later one has a higher.
    """

    page: str
    title: str
    heading: str
    left: tuple[str, ...]
    main: tuple[str, ...]
    below: tuple[str, ...]
    data: dict[str, Any]
    number: int = 0


@dataclass
class Host:
    """One open page of a browser.

    Args:
        tell: Called when `progress` is another.
        keeps: Where uploaded files are kept, and how long: ``stay …``.
        visit: What is kept of it.
        page: The page that is open.
        progress: In words, how far work has come that takes more than a moment; empty where there is none.
            The page may offer to `stop` it.

    Example:
        >>> host = Host()
        >>> frame = host.open_page("explore", {"k": "3"})
        >>> frame.title, frame.main
        ('Explore', ('board', 'curves', 'lens', 'present', 'rooms', 'export'))
        >>> frame.data["board"]["link"]["k"]
        '3'
    """

    tell: Callable[[str], None] = field(default=lambda _words: None)
    keeps: str = "stay in this page’s memory and go with it; nothing is written to a disk."
    visit: Visit = field(default_factory=lambda: Visit({}, {}))
    page: Page = PAGES[EXPLORE]
    progress: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    shown: frozenset[str] = frozenset()
    _frames: int = 0
    _answer: dict[str, Any] | None = None
    _is_stopping: bool = False
    _made_faults: dict[str, int] = field(default_factory=dict)
    _heard_faults: set[tuple[str, int]] = field(default_factory=set)

    def open_page(self, path: str, link: Mapping[str, str]) -> Frame:
        """Open a page, and return its frame.

        Args:
            path: The last part of its address; one that there is not is Explore.
            link: The parameters of its address.
        """
        self.visit = Visit(self.visit.state, dict(link))
        self._go_to_page(path)
        return self.frame()

    def handle_message(self, part: str, name: str, value: object) -> Frame:
        """Handle a message of a part, and return the frame after it; an invalid message changes nothing.

        Args:
            part: The part, one of those on the page.
            name: One of `SAYS`.
            value: What it says.
        """
        if name == "message":
            self._apply_board_message(part, value)
        elif part in self.shown:
            with self._while_working():
                if name == "ask":
                    self._answer_share_request(value)
                elif name == "request" and (path := self.page.answer(self.visit, part, value)):
                    self._go_to_page(path)
        return self.frame()

    def add_files(self, slot: str, files: Sequence[tuple[str, int, Any]]) -> Frame:
        """Pass uploaded files to the page, and return the frame after it.

        Args:
            slot: Where they belong.
            files: Their names, sizes in bytes, and contents; of one that is too large nothing.
        """
        if self.page.bring is not None:
            self.page.bring(self.visit, slot, files)
        return self.frame()

    def stop(self) -> None:
        """Stop the running work; the frame for which it runs says that it was stopped."""
        self._is_stopping = True

    def frame(self) -> Frame:
        """Make the frame of the open page, or an error page where that fails."""
        self._frames += 1
        self.data = {}
        with self._while_working():
            frame = self.make_or_count_fault(self.page.path, lambda: self.page.show(self))
        if not isinstance(frame, Frame):  # it has failed, and that is written down
            self.data = {}
            frame = self.make_frame(self.add_prose(lambda: prose(notice(_NOT_MADE))))
        self.shown = frozenset((*frame.left, *frame.main, *frame.below))
        self.data = {}  # which is the frame's, and goes with it
        return frame

    # What pages are made with.

    def make_frame(self, *main: str, left: Sequence[str] = (), below: Sequence[str] = (), heading: str = "") -> Frame:
        """The frame of the open page from the names of its parts, by their place; see `Frame`."""
        page = self.page
        self.data.setdefault("words", words_of())
        return Frame(page.path, page.title, heading, (*left,), main, (*below,), self.data, self._frames)

    def add_part(self, name: str, make: Callable[[], Any]) -> str:
        """Add the data that `make` returns, or its fault, under a part's name, which is returned."""
        self.data[name] = self.make_or_count_fault(name, make)
        return name

    def add_board(self, task: Study | None = None) -> tuple[str, ...]:
        """Add the data of the board and of the parts around it, and return the parts' names.

        Args:
            task: The open task; None where the board is the user's own.
        """
        parts = views.page_data(self.visit.session, task, self.make_or_count_fault)
        self.data |= parts
        return tuple(name for name in parts if name != "words")

    def add_prose(self, html: Callable[[], str]) -> str:
        """Add a part of HTML that is only read, and return its name."""
        return self.add_part("prose", lambda: {"html": html()})

    def add_share_menu(self, groups: Sequence[Group]) -> str:
        """Add the menu Share, with the answer to the last request until the page has received it."""
        self.data["export"] = share_menu(groups, self._answer)
        return "export"

    def track_progress(self, doing: str) -> ReportProgress:
        """Make the callback by which long work reports its progress.

        Args:
            doing: What it does: ``Reading``.

        Returns:
            Takes the share that is done, from 0 to 1; raises StoppedError if the user stops it.
        """
        begun = last = monotonic()

        def report(share: float) -> None:
            nonlocal last
            if self._is_stopping:
                raise StoppedError
            now = monotonic()
            if now - begun > SILENT_SECONDS and now - last > BEAT_SECONDS:
                last = now
                self._report_progress(f"{doing}… {round(100 * min(share, 1.0))} %")

        return report

    def run_search(self, doing: str, mark: object, work: Callable[[], Made]) -> Made:
        """Run a long search; the user sees its progress and can stop it.

        Args:
            doing: Such as ``Looking for two orders``.
            mark: Tells the search from others: one that was stopped stays so.
            work: Does it. What was stopped is done without the search, as if that had taken too long.
        """
        is_stopped = self.visit.state.get(_STOPPED) == mark
        try:
            with report_searches(None if is_stopped else self.track_progress(doing)):
                return work()
        except StoppedError:
            self.visit.state[_STOPPED] = mark
            with report_searches(None):
                return work()

    # What happens behind.

    def _go_to_page(self, path: str) -> None:
        """Open the page at a path, Explore by default, or the one to which its `begin` redirects."""
        self.page = PAGES.get(path, PAGES[EXPLORE])
        if other := self.page.begin(self.visit):
            self.page = PAGES[other]

    @contextmanager
    def _while_working(self) -> Iterator[None]:
        """A context for work that can be stopped; afterwards the progress is cleared."""
        self._is_stopping = False
        try:
            yield
        finally:
            self._report_progress("")

    def _report_progress(self, words: str) -> None:
        """Store the text of the progress, and tell it where it has changed."""
        if words != self.progress:
            self.progress = words
            self.tell(words)

    def _apply_board_message(self, part: str, message: object) -> None:
        """Apply a message of the board, and log the faults in the browser that it reports."""
        try:
            for one in parse_faults(message):
                key = (one.client, one.number)
                if key not in self._heard_faults and len(self._heard_faults) < MAX_FAULTS:
                    self._heard_faults.add(key)
                    _LOG.error("A page failed in %s", one)
            if part == "board" and part in self.shown:
                self.visit.apply_message(message)
        except BadMessageError as error:
            _LOG.warning("A message from the browser was ignored: %s", error)

    def _answer_share_request(self, value: object) -> None:
        """Store the answer to a request of the menu Share, and drop it once the page has received it."""
        if isinstance(value, dict) and "received" in value:
            self._answer = None
            return
        share = self.page.share
        asked = answer_share_request(value, lambda kind, link: share(self.visit, kind, link))
        self._answer = asked or self._answer

    def make_or_count_fault(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of `make`, or the number of its errors as `{"fault": …}`; each error is logged once."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts go on
            trace = f"{name}: {''.join(traceback.format_exception(error))}"
            counts = self._made_faults
            if trace not in counts and len(counts) < MAX_FAULTS:
                _LOG.error("The part %r of a page could not be made", name, exc_info=error)
            counts[trace] = counts.get(trace, 0) + 1
            return {"fault": sum(counts.values())}

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
from importlib.util import find_spec
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
    """The contents of a page, as data for the browser.

    Args:
        page: The path of the page, which may differ from the one that was requested.
        title: The title of the page.
        heading: A heading for screen readers alone; empty where the page shows one.
        left: The names of the parts in the left column, from the top.
        main: The names of the parts in the main column.
        below: The names of the parts below both columns.
        data: The data of each part by its name, and the glossary as ``words``; a part without data is drawn later.
        number: The number of the frame, which grows from frame to frame.
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
    """One open page of a browser: it makes frames, and handles messages and files.

    Args:
        tell: Called with `progress` when that changes.
        keeps: The end of a sentence on where uploaded files are kept, and for how long.
        tables: The tables that are read and written besides text, which takes pandas.
        visit: The state of the page, and the parameters of its address.
        page: The page that is open.
        progress: The progress of long work in words; empty without any.
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
    tables: Sequence[str] = ("parquet", "xlsx") if find_spec("pandas") else ()
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
            path: The last part of the page's address; an unknown one opens Explore.
            link: The parameters of the page's address.
        """
        self.visit = Visit(self.visit.state, dict(link))
        self._go_to_page(path)
        return self.frame()

    def handle_message(self, part: str, name: str, value: object) -> Frame:
        """Handle a message of a part, and return the frame after it; an invalid message changes nothing.

        Args:
            part: The name of the part that sends the message.
            name: The name of the message, one of `SAYS`.
            value: The contents of the message.
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
            slot: The place on the page where the files were dropped, such as ``qrels``.
            files: For each file its name, its size in bytes, and its contents, which are empty if it is too large.
        """
        if self.page.bring is not None:
            self.page.bring(self.visit, slot, files)
        return self.frame()

    def stop(self) -> None:
        """Stop the running work; the frame that needs it will say that it was stopped."""
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
        """The frame of the open page from the names of its parts, by their place on the page; see `Frame`."""
        page = self.page
        self.data.setdefault("words", words_of())
        return Frame(page.path, page.title, heading, (*left,), main, (*below,), self.data, self._frames)

    def add_part(self, name: str, make: Callable[[], Any]) -> str:
        """Add the data that `make` returns, or ``{"fault": …}`` if it fails, under a part's name; returns the name."""
        self.data[name] = self.make_or_count_fault(name, make)
        return name

    def add_board(self, task: Study | None = None, *, can_ask: bool = True) -> tuple[str, ...]:
        """Add the data of the board and of the parts around it, and return the names of these parts.

        Args:
            task: The open task; None where the board is the user's own.
            can_ask: Whether a class can be asked about the board.
        """
        parts = views.page_data(self.visit.session, task, self.make_or_count_fault, can_ask=can_ask)
        self.data |= parts
        return tuple(name for name in parts if name != "words")

    def add_prose(self, html: Callable[[], str]) -> str:
        """Add text without controls to the page: the HTML that `html` gives, called once; returns the part's name."""
        return self.add_part("prose", lambda: {"html": html()})

    def add_share_menu(self, groups: Sequence[Group]) -> str:
        """Add the menu Share, with the answer to its last request; returns the name of the part."""
        self.data["export"] = share_menu(groups, self._answer)
        return "export"

    def track_progress(self, doing: str) -> ReportProgress:
        """A callback by which long work reports its progress.

        Args:
            doing: The work in a word, such as ``Reading``.

        Returns:
            A function of the share that is done, from 0 to 1; it raises StoppedError if the user stops the work.
        """
        begun = last = monotonic()

        def report(share: float) -> None:
            """Show the share that is done, unless the work is short; StoppedError if the user stops it."""
            nonlocal last
            if self._is_stopping:
                raise StoppedError
            now = monotonic()
            if now - begun > SILENT_SECONDS and now - last > BEAT_SECONDS:
                last = now
                self._report_progress(f"{doing}… {round(100 * min(share, 1.0))} %")

        return report

    def run_search(self, doing: str, mark: object, work: Callable[[], Made]) -> Made:
        """The result of `work`, a long search; the user sees its progress and can stop it.

        Args:
            doing: The work in words, such as ``Looking for two orders``.
            mark: Identifies the search: one that was stopped is not tried again.
            work: Searches, and returns what the page needs. After a stop it is called again with no time to search.
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
        """Open the page at a path, Explore by default, or the one to which the page's `begin` redirects."""
        self.page = PAGES.get(path, PAGES[EXPLORE])
        if other := self.page.begin(self.visit):
            self.page = PAGES[other]

    @contextmanager
    def _while_working(self) -> Iterator[None]:
        """A context for work that the user can stop; afterwards the progress is cleared."""
        self._is_stopping = False
        try:
            yield
        finally:
            self._report_progress("")

    def _report_progress(self, words: str) -> None:
        """Store the text of the progress, and call `tell` where it has changed."""
        if words != self.progress:
            self.progress = words
            self.tell(words)

    def _apply_board_message(self, part: str, message: object) -> None:
        """Apply a message of the board to the session, and log the errors in the browser that it reports."""
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
        """Store the answer to a request of the menu Share until the page reports that it has received it."""
        if isinstance(value, dict) and "received" in value:
            self._answer = None
            return
        share = self.page.share
        asked = answer_share_request(value, lambda kind, link: share(self.visit, kind, link))
        self._answer = asked or self._answer

    def make_or_count_fault(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of `make`, or the count of errors under this name as ``{"fault": …}``; each is logged once."""
        try:
            return make()
        except Exception as error:  # noqa: BLE001 - whatever it is, the other parts go on
            trace = f"{name}: {''.join(traceback.format_exception(error))}"
            counts = self._made_faults
            if trace not in counts and len(counts) < MAX_FAULTS:
                _LOG.error("The part %r of a page could not be made", name, exc_info=error)
            counts[trace] = counts.get(trace, 0) + 1
            return {"fault": sum(counts.values())}

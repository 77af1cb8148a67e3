"""What shows the pages where there is no server: it runs in the visitor's browser, in Pyodide.

The page's frame (``host.js``) opens a page and tells what its components say; each time it is answered
with all that the page is to show then, as JSON. Streamlit is the other host (`irviz.ui`), and a component
cannot tell which.
"""

from __future__ import annotations

import json
import math
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz import views
from irviz.pages import check, disagree, handout, study, write
from irviz.pages.menu import MENU
from irviz.pages.visit import EXPLORE, Visit
from irviz.state.message import BadMessageError
from irviz.static import results
from irviz.views import results_share
from irviz.views.author import author_data
from irviz.views.challenges import list_data
from irviz.views.coach import challenge_data, lesson_data
from irviz.views.hides import hides_data
from irviz.views.qr import qr_svg
from irviz.views.share import LINK, PAIR_MENU, answered, menu, shared, shared_of_pair, shown
from irviz.views.share import MENU as OFFERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.lessons.study import Study
    from irviz.views.share import Group, Shared

TITLES = {entry.path: entry.title for entries in MENU.values() for entry in entries}
"""What each page is called, by its path."""

WAITING = ("curves", "lens", "present", "rooms")
"""What stands around a board, and has its data from there."""


class Part(NamedTuple):
    """A component of a page.

    Args:
        name: Of the component, and its key.
        data: What it shows, as JSON; empty where that comes with the board's.
        packed: Whether it brings the data of others, too.
        key: By which style sheets place it, where that is not its name.
    """

    name: str
    data: str = ""
    packed: bool = False
    key: str = ""


class Frame(NamedTuple):
    """What a page is to show.

    Args:
        page: Its path, which may be another than the one that was asked for.
        title: What it is called.
        main: Its components from above.
        left: Those in a column beside them.
        below: Those under both.
        heading: What it is called for those who listen, where nobody else needs it.
    """

    page: str
    title: str
    main: tuple[Part, ...]
    left: tuple[Part, ...] = ()
    below: tuple[Part, ...] = ()
    heading: str = ""

    def json(self) -> str:
        """The same for the page."""
        sides = {
            side: [part._asdict() for part in getattr(self, side)]
            for side in ("left", "main", "below")
        }
        return json.dumps({**self._asdict(), **sides})


@dataclass
class Host:
    """One open page of a browser.

    Example:
        >>> host = Host()
        >>> frame = host.opened("explore", {"k": "3"})
        >>> frame.title, [part.name for part in frame.main]
        ('Explore', ['board', 'curves', 'lens', 'present', 'rooms', 'export'])
        >>> json.loads(frame.main[0].data)["board"]["link"]["k"]
        '3'
    """

    visit: Visit = field(default_factory=lambda: Visit({}, {}))
    path: str = EXPLORE
    answer: dict[str, Any] | None = None
    faults: int = 0
    shown: set[str] = field(default_factory=set)

    def opened(self, path: str, link: Mapping[str, str]) -> Frame:
        """Open a page.

        Args:
            path: The last part of its address; one that there is not is Explore.
            link: The parameters of its address.
        """
        self.visit = Visit(self.visit.state, dict(link))
        self.path = path if path in TITLES else EXPLORE
        if self.path == "handout":
            handout.begin(self.visit)
        if self.path == "write":
            write.begin(self.visit)
            self.path = "challenges"
        return self.frame()

    def told(self, part: str, name: str, value: object) -> Frame:
        """Hear what a component says; what makes no sense changes nothing.

        Args:
            part: The component.
            name: ``message``, ``request`` or ``ask``, as components of Streamlit have it.
            value: What it says.
        """
        visit = self.visit
        if part not in self.shown:
            return self.frame()
        if name == "message":
            try:
                visit.receive(value)
            except BadMessageError as error:
                print(f"A message from the page was ignored: {error}")  # noqa: T201 - to the browser's console
        elif name == "ask":
            self.answer = answered(value, self._shared)
        elif part == "coach":
            study.answer(visit, _KINDS[self.path], value)
        elif part == "challenges" and isinstance(value, dict) and value.get("write"):
            write.begin(visit)
        elif part == "challenges":
            study.answer(visit, study.CHALLENGES, value)
        elif part in _ANSWERS:
            self.path = _ANSWERS[part](visit, value) or self.path
        return self.frame()

    def brought(self, slot: str, files: Sequence[tuple[str, int, bytes]]) -> Frame:
        """Take files that somebody brings to “Your results”; see `irviz.static.results.bring`."""
        results.bring(self.visit, slot, files)
        return self.frame()

    def frame(self) -> Frame:
        """What the open page is to show now."""
        frame: Frame = getattr(self, f"_{self.path}", self._read)()
        self.shown = {part.name for part in (*frame.left, *frame.main, *frame.below)}
        return frame

    def _explore(self) -> Frame:
        self.visit.enter(EXPLORE)
        linkable = "share" not in self.visit.session.desk.off
        share = self._menu((LINK, *OFFERS) if linkable else OFFERS)
        return self._frame(*self._board(), share, heading="Ranking metrics you can drag")

    def _compare(self) -> Frame:
        self.visit.enter_pair()
        board, *_, present, rooms = self._board()
        parts = (board, Part("versus"), self._menu((LINK, *PAIR_MENU)), present, rooms)
        return self._frame(*parts, heading="Compare two lists")

    def _learn(self) -> Frame:
        return self._taught(study.LESSONS, lesson_data)

    def _challenges(self) -> Frame:
        if not write.is_open(self.visit):
            return self._taught(study.CHALLENGES, challenge_data)
        visit = self.visit
        visit.enter(EXPLORE)
        form = self._part("author", lambda: author_data(write.writing(visit), visit.session))
        return self._frame(*self._board(), left=(form,), below=(self._menu((LINK, *OFFERS)),))

    def _taught(self, kind: str, view: Callable[[Study, Any], dict[str, Any]]) -> Frame:
        seen = study.study(self.visit, kind)
        share = self._menu((LINK, *OFFERS))
        if not seen.task and kind == study.CHALLENGES:
            return self._frame(self._part("challenges", lambda: list_data(seen)), share)
        coach = self._part("coach", lambda: view(seen, self.visit.session))
        if not seen.task:
            return self._frame(coach, share)
        return self._frame(*self._board(seen), left=(coach,), below=(share,))

    def _hides(self) -> Frame:
        return self._frame(self._part("hides", lambda: hides_data(study.done_so_far(self.visit))))

    def _check(self) -> Frame:
        return self._frame(self._part("check", lambda: check.shown(self.visit)))

    def _handout(self) -> Frame:
        return self._frame(self._part("handout", lambda: handout.shown(self.visit)))

    def _disagree(self) -> Frame:
        data = self._made("disagree", lambda: disagree.shown(self.visit))
        around = [
            Part(name, _json(data[key]))
            for name, key in (("present", "bar"), ("rooms", "room"))
            if key in data
        ]
        return self._frame(Part("disagree", _json(data)), *around)

    def _results(self) -> Frame:
        part = self._part("results", lambda: results.shown(self.visit))._replace(key="own")
        mine = results.of(self.visit)
        if mine.opened is not None:
            return self._frame(part, *self._board(), self._menu(OFFERS))
        if mine.taken is None:
            return self._frame(part)
        return self._frame(
            part, self._menu(results_share.groups(mine.taken, mine.k, results.FORMS))
        )

    def _read(self) -> Frame:
        """A page that is only read is in its file."""
        return self._frame()

    def _frame(self, *main: Part, **others: Any) -> Frame:
        return Frame(self.path, TITLES[self.path], main, **others)

    def _board(self, task: Study | None = None) -> tuple[Part, ...]:
        """The board, which brings what stands around it."""
        parts = views.page(self.visit.session, task, self._made)
        return (Part("board", _json(parts), packed=True), *map(Part, WAITING))

    def _menu(self, groups: Sequence[Group]) -> Part:
        """The menu Share, with the answer to what was asked for last, once."""
        answer, self.answer = self.answer, None
        return Part("export", _json(menu(groups, answer)), key="share")

    def _shared(self, kind: str, link: Mapping[str, str]) -> Shared:
        mine = results.of(self.visit)
        if self.path == "results" and mine.taken is not None and mine.opened is None:
            return results_share.shared(kind, mine.taken, mine.k)
        session = self.visit.session
        if session.desk.paired:
            return shared_of_pair(kind, shown(session, link))
        return shared(kind, shown(session, link), linkable="share" not in session.desk.off)

    def _part(self, name: str, make: Callable[[], dict[str, Any]]) -> Part:
        return Part(name, _json(self._made(name, make)))

    def _made(self, name: str, make: Callable[[], Any]) -> Any:
        """What a part shows, or that it failed; the others go on."""
        try:
            return make()
        except Exception:  # noqa: BLE001 - whatever it is
            self.faults += 1
            print(f"The part {name!r} of the page could not be made: {traceback.format_exc()}")  # noqa: T201 - see above
            return {"fault": self.faults}


_KINDS = {"learn": study.LESSONS, "challenges": study.CHALLENGES}
_ANSWERS: dict[str, Callable[[Visit, object], str | None]] = {
    "author": write.answer,
    "check": check.answer,
    "disagree": disagree.answer,
    "handout": handout.answer,
    "results": results.answer,
}
"""What hears a component; it may say which page is to be shown instead."""


def _json(data: Any) -> str:
    """As browsers read it: what is not a number is null, as on the server."""
    try:
        return json.dumps(data, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return _json(_without_nan(data))


def _without_nan(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_nan(one) for key, one in data.items()}
    if isinstance(data, (list, tuple)):
        return [_without_nan(one) for one in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


_HOST = Host()


def opened(path: str, link: str) -> str:
    """Open a page of the browser that this runs in; see `Host.opened`.

    Args:
        path: The last part of its address.
        link: The parameters of its address, as a JSON object.

    Returns:
        The page's `Frame`, as JSON.
    """
    return _HOST.opened(path, json.loads(link)).json()


def code(link: str) -> str:
    """A link as the SVG picture of its QR code, as JSON; see `irviz.views.qr.qr_svg`."""
    return json.dumps(qr_svg(link).decode())


def told(part: str, name: str, value: str) -> str:
    """Hear what a component says, as JSON; see `Host.told`.

    Returns:
        The page's `Frame`, as JSON.
    """
    return _HOST.told(part, name, json.loads(value)).json()


def brought(slot: str, files: str, *whole: Any) -> str:
    """Take files; see `Host.brought`.

    Args:
        slot: Where they belong.
        files: Their names and sizes, as JSON.
        whole: Their contents, as JavaScript has them.

    Returns:
        The page's `Frame`, as JSON.
    """
    told = json.loads(files)
    given = [
        (one["name"], one["size"], data.to_bytes()) for one, data in zip(told, whole, strict=True)
    ]
    return _HOST.brought(slot, given).json()

"""One open page of a browser: its sessions, in whatever keeps them between two answers.

Each page with a board has a session of its own, and finds it as it was left, with all that can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state.fields import Stays, keep_fields
from irviz.state.session import Session

if TYPE_CHECKING:
    from collections.abc import MutableMapping

EXPLORE, COMPARE = "explore", "compare"
"""The pages whose boards are the user's own, of one list and of two; others have a task's, or a query's."""

CATALOGUES = {EXPLORE: {**CATALOGUE, **PAIRED}, COMPARE: {**PAIRED, **CATALOGUE}}
"""The examples of these pages by id: the same ones, each with its own first."""

_SESSION = "session"
_OWNER = "owner"
_LEFT = "left"


@dataclass(frozen=True)
class Visit:
    """The state of one open page of a browser, and the link that opened it.

    Args:
        state: The mapping that holds the state; empty at first.
        link: The parameters of the address.

    Example:
        >>> visit = Visit({}, {"k": "3"})
        >>> visit.take_board(EXPLORE), visit.session.desk.k
        (True, 3)
        >>> visit.take_board("lessons"), visit.owner
        (False, 'lessons')
    """

    state: MutableMapping[str, Any]
    link: Mapping[str, str]

    @property
    def session(self) -> Session:
        """The session of the page that has the board, at first started from the link."""
        if _SESSION not in self.state:
            self.replace_session(self._session_of_link())
        current: Session = self.state[_SESSION]
        return current

    def replace_session(self, changed: Session) -> None:
        """Replace the session by a changed one."""
        self.state[_SESSION] = changed

    @property
    def is_fresh(self) -> bool:
        """Whether no page has had a board since the browser opened or loaded the dashboard."""
        return _SESSION not in self.state

    @property
    def owner(self) -> str:
        """The name of the page that has the board, or had it last."""
        found: str = self.state.get(_OWNER, EXPLORE)
        return found

    def take_board(self, page: str) -> bool:
        """Give the board to a page, with the session that the page had when it was left.

        Args:
            page: The name of the page; `EXPLORE`, or any other.

        Returns:
            Whether the page has a session of its own. If not, it has had none yet, and its caller has to replace
            the session, which is still that of the page before.
        """
        if self.is_fresh:
            self.state[_OWNER] = page
            self.replace_session(
                self._session_of_link(page)
                if page in CATALOGUES
                else Session.start(self._display_parameters(), CATALOGUE)
            )
            return page in CATALOGUES
        if page == self.owner:
            return True
        left: dict[str, Session] = self.state.setdefault(_LEFT, {})
        left[self.owner] = self.session
        self.state[_OWNER] = page
        if page not in left and page not in CATALOGUES:
            if self.session.desk.paired:  # which is no list of a task
                self.switch_session(Session.start(self._display_parameters(), CATALOGUE))
            return False
        # A talk goes through both pages: its saved states are those of the one that was left last.
        last = [name for name in left if name in CATALOGUES][-1:]
        talk = left[last[0]].desk if last and page in CATALOGUES and last != [page] else None
        self.switch_session(left.pop(page) if page in left else self._session_of_link(page))
        if talk:
            here = self.session.desk
            place = here.place if here.deck == talk.deck else 0
            now = replace(keep_fields(here, talk, Stays.TALK), place=place)
            self.replace_session(replace(self.session, history=self.session.history.look(now)))
        return True

    def switch_session(self, other: Session) -> None:
        """Replace the session, but keep the browser page's id and its count of changes."""
        page = self.session
        self.replace_session(replace(other, client=page.client, revision=page.revision))

    @property
    def explore_session(self) -> Session:
        """The session of the Explore page, whatever page is open."""
        left: dict[str, Session] = self.state.get(_LEFT, {})
        return self.session if self.owner == EXPLORE else left.get(EXPLORE) or self._session_of_link()

    def find_left_session(self, page: str) -> Session | None:
        """The session that a page had when it was left; None if it had none, or has the board now."""
        left: dict[str, Session] = self.state.get(_LEFT, {})
        return left.get(page)

    def apply_message(self, message: object) -> None:
        """Apply a message of the board in the browser to the session.

        Raises:
            BadMessageError: The message is invalid; then nothing has changed.
        """
        if self.owner != EXPLORE and isinstance(message, Mapping):
            message = {**message, "history": None}  # a task counts its moves
        self.replace_session(self.session.receive(message))

    def _display_parameters(self) -> dict[str, str]:
        """The link's parameters for presenting and masking, which are kept on every page."""
        return {name: self.link[name] for name in ("present", "mask", "reveal") if name in self.link}

    def _session_of_link(self, page: str = EXPLORE) -> Session:
        """A new session of Explore or Compare as the link in the address describes it."""
        return Session.start(self.link, CATALOGUES[page])

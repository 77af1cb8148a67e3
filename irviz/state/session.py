"""What the server knows of one open page, and how a message from that page changes it.

The page shows a change at once and sends it afterwards. Messages may overtake a run of the server
and be merged into one, so each carries every change that has not been answered yet, numbered, and
the whole link that the page now shows. Changes are applied once and in order; where some are missing
(the server was restarted) the link speaks instead. A message that makes no sense changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from irviz.state import permalink
from irviz.state.history import History

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.desk import Desk

MOST_STEPS = 500
"""No honest page has more unanswered changes than this."""


class BadMessage(ValueError):
    """A message from the browser that makes no sense."""


@dataclass(frozen=True)
class Session:
    """One open page.

    Args:
        fresh: The desk that reset leads back to and links are read against.
        history: The desk as it is, with undo and redo.
        metrics: Names of the metrics whose curves can be hidden.
        client: The name that the page gave itself, or None before its first message.
        revision: The number of the last change that was applied.
        notes: What was ignored in the link, in words for the page.
    """

    fresh: Desk
    history: History
    metrics: tuple[str, ...]
    client: str | None = None
    revision: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def start(cls, link: Mapping[str, str], fresh: Desk, metrics: tuple[str, ...]) -> Session:
        """The session of somebody who opens a link."""
        desk, notes = permalink.read(link, fresh, metrics)
        return cls(fresh, History(desk), metrics, notes=notes)

    @property
    def desk(self) -> Desk:
        """The desk as it is."""
        return self.history.now

    @property
    def link(self) -> dict[str, str]:
        """The parameters of the link to this desk."""
        return permalink.write(self.desk, self.fresh)

    def receive(self, message: object) -> Session:
        """Apply a message from the page.

        Args:
            message: `{"client": name, "revision": number of the last change, "steps": [{"revision",
                "do", …}, …], "link": {…}}`, as ui/wire.js writes it.

        Returns:
            The session after it; the same one where there is nothing new in the message.

        Raises:
            BadMessage: If the message makes no sense; the session stays as it was.
        """
        client, revision, steps, link = _unpack(message)
        known = client == self.client
        if known and revision <= self.revision:
            return self
        unanswered = [step for step in steps if not known or step["revision"] > self.revision]
        start = self.revision if known else 0
        expected = list(range(start + 1, revision + 1))
        if [step["revision"] for step in unanswered] == expected:
            history = self.history
            for step in unanswered:
                history = self._apply(history, step)
        else:
            desk, problems = permalink.read(link, self.fresh, self.metrics)
            if problems:
                raise BadMessage(" ".join(problems))
            history = self.history.do(desk)
        return replace(self, history=history, client=client, revision=revision, notes=())

    def _apply(self, history: History, step: Mapping[str, Any]) -> History:
        """One change; one that makes no sense is passed over, so that it is not sent for ever."""
        try:
            return self._change(history, step)
        except (BadMessage, ValueError, KeyError, TypeError):
            return history

    def _change(self, history: History, step: Mapping[str, Any]) -> History:
        desk = history.now
        match step["do"]:
            case "boards" | "shuffle" if "boards" in step:
                return history.do(desk.put(*self._read(step["boards"])))
            case "shuffle":
                return history.do(desk.put(*shuffled(desk)))
            case "ideal":
                return history.do(desk.put(*(board.ideal() for board in desk.visible)))
            case "worst":
                return history.do(desk.put(*(board.worst() for board in desk.visible)))
            case "reset":
                return history.do(desk.put(*(self.fresh.board(b.id) for b in desk.visible)))
            case "cut":
                return history.do(desk.cut(step["k"]))
            case "open":
                return history.look(desk.open(step["q"]))
            case "hide":
                wanted = list(step["hidden"])
                return history.look(desk.hide(tuple(n for n in self.metrics if n in wanted)))
            case "undo":
                return history.undo()
            case "redo":
                return history.redo()
            case unknown:
                raise BadMessage(f"there is no change {unknown!r}")

    def _read(self, texts: Mapping[str, str]) -> list[Board]:
        return [permalink.read_board(text, self.fresh.board(name)) for name, text in texts.items()]


def shuffled(desk: Desk) -> tuple[Board, ...]:
    """The open boards of a desk, each in a random order."""
    draw = random.Random()  # noqa: S311 - a game, not a secret
    return tuple(
        board.reorder(draw.sample(range(board.n), board.n)) for board in desk.visible
    )


def _unpack(message: object) -> tuple[str, int, list[dict[str, Any]], dict[str, str]]:
    """The parts of a message, or `BadMessage`."""
    if not isinstance(message, Mapping):
        raise BadMessage("a message must be an object")
    client, revision = message.get("client"), message.get("revision")
    steps, link = message.get("steps"), message.get("link")
    if not isinstance(client, str) or not 1 <= len(client) <= 64:
        raise BadMessage("a message must name its client")
    if type(revision) is not int or revision < 0:
        raise BadMessage("a message must carry a revision, a whole number")
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        raise BadMessage(f"a message must carry a list of at most {MOST_STEPS} steps")
    for step in steps:
        if not isinstance(step, dict) or type(step.get("revision")) is not int or "do" not in step:
            raise BadMessage("each step must be an object with a revision and something to do")
    if not isinstance(link, dict) or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in link.items()
    ):
        raise BadMessage("a message must carry the link that the page shows")
    return client, revision, steps, link

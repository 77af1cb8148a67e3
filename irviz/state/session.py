"""What the server knows of one open page, and how a message from that page changes it.

The page shows a change at once and sends it afterwards. Messages may overtake a run of the server
and be merged into one, so each carries every change that has not been answered yet, numbered, and
the whole link that the page now shows. Changes are applied once and in order; where some are missing
(the server was restarted) the link speaks instead. A message that makes no sense changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from irviz.state import deck, permalink
from irviz.state.chosen_conventions import Conventions
from irviz.state.deck_file import DeckError, DeckReader, parse_parameters
from irviz.state.desk import ALL_NAMES
from irviz.state.fields import Stays, keep_fields, parse_ranks
from irviz.state.history import History
from irviz.state.locks import find_locks, is_locked
from irviz.state.message import BadMessageError, parse_message
from irviz.state.predictions import prediction
from irviz.state.predictions.answer import MAX_ANSWERS, collect_answers
from irviz.state.predictions.tally import Tally
from irviz.state.tools import BOARD_TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.predictions.answer import Answer
    from irviz.state.predictions.prediction import Guess

DECK_STEPS = ("keep", "drop", "move", "label", "load", "restore", "recall")
"""Changes of the saved states."""

MAX_VISITED_LINKS = 100
"""Links of visited states in one message."""

VIEW_STEPS = ("open", "hide", "look", "mode", "stage", *DECK_STEPS)
"""Changes of the view, which are nothing to undo or to explain."""


@dataclass(frozen=True)
class Session:
    """The state of one open page: its desk with undo, and what the page's messages have changed.

    Args:
        catalogue: The fresh desk of each example, by its id; not empty.
        history: The open desk as it is, with undo and redo.
        client: The page's random id, or None before its first message.
        revision: The number of the last change that was applied.
        notes: Sentences for the page about what was ignored in the link.
        shelf: The histories of the examples that were open before, by their id; the last one last.
        before: The desk before the last action, to explain what it did; None where there is none.
        guesses: The predictions about that action, by metric.
        tally: How often predictions were right and wrong on this page.
        answers: The last predictions about a single list, the latest last.
        preview: The number of the last preview that the page asked for, and the desk after the change.
        staged: The desk that a change would lead to about which a class is to be asked first, or None.
        replaced: The saved states before some of them, or all, were taken out or replaced.
        refused: A sentence on why the file that was opened last is no deck; empty where it is one.
        history_number: The number of the last list of visited desks that the page has sent.
        origin: What a reset leads back to, where that is not the example as everyone finds it first: the desk
            that a task or a teacher's link began with.
    """

    catalogue: Mapping[str, Desk]
    history: History
    client: str | None = None
    revision: int = 0
    notes: tuple[str, ...] = ()
    shelf: Mapping[str, History] = field(default_factory=dict)
    before: Desk | None = None
    guesses: Mapping[str, Guess] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    answers: tuple[Answer, ...] = ()
    preview: tuple[int, Desk] | None = None
    staged: Desk | None = None
    origin: Desk | None = None
    replaced: tuple[deck.SavedState, ...] = ()
    refused: str = ""
    history_number: int = 0

    @classmethod
    def start(cls, link: Mapping[str, str], catalogue: Mapping[str, Desk]) -> Session:
        """Start the session of a visitor who opens a link."""
        fresh = permalink.find_example(link, catalogue)
        desk, notes = permalink.read(link, fresh)
        # A pair may be spelled out in the link itself.
        catalogue = {**catalogue, fresh.id: fresh}
        states, line = DeckReader(catalogue).filter_openable(desk.deck)
        if line:
            desk, notes = replace(desk, deck=states, place=0), (*notes, line)
        return cls(catalogue, History(desk), notes=notes, origin=desk if desk.off else None)

    @property
    def desk(self) -> Desk:
        """The current desk."""
        return self.history.now

    @property
    def fresh(self) -> Desk:
        """The open example, unchanged."""
        return self.catalogue[self.desk.id]

    @property
    def link(self) -> dict[str, str]:
        """The parameters of the link to the current desk."""
        return permalink.write(self.desk, self.fresh)

    @property
    def address(self) -> dict[str, str]:
        """The parameters of the link for the browser's address: without the notes of a talk."""
        return permalink.write(self.desk.without_notes(), self.fresh)

    def reset_boards(self, desk: Desk) -> Desk:
        """A copy of a desk with its shown boards as at the start, but on the desk's own grade scale."""
        origin = self.origin if self.origin and self.origin.id == desk.id else self.fresh
        origin = origin.change_scale(desk.top, desk.threshold)
        there = desk if desk.swapped == origin.swapped else replace(desk, swapped=origin.swapped)
        return there.replace_boards(*(origin.board(board.id) for board in desk.visible))

    def receive(self, message: object) -> Session:
        """A copy after the steps in a message from the page were applied.

        Args:
            message: The decoded JSON that a browser has sent; see `Message`.

        Returns:
            The session after it; the same one where there is nothing new in the message.

        Raises:
            BadMessageError: If the message is malformed; the session stays as it was.
        """
        client, revision, steps, link, preview, history = parse_message(message)
        known = client == self.client
        if known and revision <= self.revision:
            return _restore_history(_apply_preview(self, preview), history)
        unanswered = [step for step in steps if not known or step["revision"] > self.revision]
        start = self.revision if known else 0
        numbers = [step["revision"] for step in unanswered]
        session = self
        if len(numbers) == revision - start and numbers == list(range(start + 1, revision + 1)):
            for step in unanswered:
                session = session._apply_step(step)
        else:
            # What a teacher has locked stays so, whatever a page says.
            off = self.desk.off
            session = self._adopt(link, lambda desk: replace(desk, off=off) if off else desk)
            if self._refuses("", session):
                session = self
        notes = self.notes if revision == start else ()  # nothing was done
        caught_up = replace(session, client=client, revision=revision, notes=notes)
        return _restore_history(_apply_preview(caught_up, preview), history)

    def _adopt(self, link: Mapping[str, str], stay: Callable[[Desk], Desk]) -> Session:
        """A copy with the desk of a link that the page sends, as one step to undo.

        Args:
            link: The link's parameters.
            stay: Returns a copy of the link's desk in which what the link must not change is restored.
        """
        fresh = permalink.find_example(link, self.catalogue)
        desk, problems = permalink.read(link, fresh)
        if problems:
            raise BadMessageError(" ".join(problems))
        session = self._open(fresh)
        return replace(session, history=session.history.do(stay(desk)))

    def open_new(self, desk: Desk) -> Session:
        """A copy with this desk open, which is added to the catalogue."""
        return replace(
            self,
            catalogue={**self.catalogue, desk.id: desk},
            history=History(desk),
            shelf=self._shelve(),
            before=None,
            guesses={},
            staged=None,
            notes=(),
        )

    def open_last_pair(self) -> Session:
        """A copy with two lists open: those that were open last, or the first of the catalogue; locks stay."""
        names = [*reversed([*self.shelf]), *self.catalogue]
        pair = next(self.catalogue[name] for name in names if self.catalogue[name].paired)
        return replace(self._open(pair), before=None, guesses={}, staged=None)

    def _shelve(self) -> dict[str, History]:
        """The histories of the examples, that of the open one last."""
        return {**{name: one for name, one in self.shelf.items() if name != self.desk.id}, self.desk.id: self.history}

    def _open(self, fresh: Desk) -> Session:
        """A copy with another example open, as it was left if open before; locks, modes and saved states stay."""
        if fresh.id == self.desk.id:
            return self
        shelf = self._shelve()
        left = shelf.get(fresh.id, History(fresh))
        desk = keep_fields(left.now, self.desk, Stays.PAGE)
        if desk.paired:  # which nobody predicts
            desk = replace(desk, predict=False)
        return replace(self, history=left.look(desk), shelf=shelf, catalogue=self._add_to_catalogue(fresh))

    def _apply_step(self, step: Mapping[str, Any]) -> Session:
        """A copy after one step of a message; itself if the step is invalid or locked."""
        try:
            changed = self._apply_change(step)
            refused = self._refuses(step["do"], changed)
        except (ValueError, LookupError, TypeError, AttributeError):  # whatever a page may send
            return self
        if refused:
            return self
        if step["do"] in VIEW_STEPS:
            same = changed.desk.opened == self.desk.opened
            if same and changed.desk.predict and not self.desk.predict:
                # What the last action did may tell values that are covered from now on.
                return replace(changed, before=None, guesses={})
            if same:
                return changed
            history = changed.history.look(replace(changed.desk, told=False))
            return replace(changed, history=history, before=None, guesses={}, staged=None)
        same = (changed.desk.id, changed.desk.first) == (self.desk.id, self.desk.first)
        guesses = prediction.parse_guesses(step.get("guesses")) if same and not self.desk.paired else {}
        marks = prediction.mark_prediction(guesses, self.desk, changed.desk) if guesses else ()
        # A prediction uncovers the curves, and another cutoff or a tie of the same lists covers none of them.
        told = bool(guesses) or (same and self.desk.told and step["do"] in ("cut", "tie"))
        after = replace(changed.desk, told=told)
        # Undone, a cutoff may cover again what the desk before it tells.
        covered = step["do"] in ("undo", "redo") and after.last_visible_cutoff < self.desk.k
        return replace(
            changed,
            history=changed.history.look(after),
            # Another saved state is no action, and what was before it may be masked.
            before=self.desk if same and step["do"] != "slide" and not covered else None,
            guesses=guesses,
            staged=None,
            tally=self.tally.add(marks),
            answers=(*self.answers, *collect_answers(marks, self.desk, changed.desk))[-MAX_ANSWERS:],
        )

    def _refuses(self, do: str, changed: Session) -> bool:
        """Whether a lock forbids the action `do`, which would lead to `changed`; never one that opens a saved state."""
        if do == "slide" or not self.desk.off:
            return False
        if do == "load":  # its states would bring their own locks, or none
            return True
        before, after = permalink.write_full(self.desk), permalink.write_full(changed.desk)
        locks = find_locks(do, before, after, self.desk.names)
        return any(is_locked(lock, self.desk.off) for lock in locks)

    def _apply_change(self, step: Mapping[str, Any]) -> Session:
        """A copy after one step of a message, whatever the locks say."""
        match step["do"]:
            case "example":
                return self._open(self.catalogue[step["id"]])
            case "link":  # from a part of this page, so what a teacher has locked stays so
                off, deck = self.desk.off, self.desk.deck
                return self._adopt(step["link"], lambda desk: replace(desk, off=off, deck=deck))
            case "slide":
                link = parse_parameters(self.desk.deck[_check_place(step["at"])].link)
                here = replace(self.desk, place=step["at"] + 1)
                return self._adopt(link, lambda desk: keep_fields(desk, here, Stays.TALK))
            case do if do in DECK_STEPS:
                return self._change_deck(step)
            case "stage":
                return replace(self, staged=self._read_staged(step.get("link")))
            case _:
                history = self._change_history(self.history, step)
                return replace(self, history=history, catalogue=self._add_to_catalogue(history.now))

    def _read_staged(self, link: Mapping[str, str] | None) -> Desk | None:
        """Read the link to the desk that a teacher's page holds back until the class has answered; None without one."""
        if link is None:
            return None
        there, problems = permalink.read(link, self.fresh)
        if problems:
            raise BadMessageError(" ".join(problems))
        there = keep_fields(there, self.desk, Stays.SEEN)
        # A link names no example where its query does.
        return there if there.opened == self.desk.opened and there != self.desk else None

    def _change_deck(self, step: Mapping[str, Any]) -> Session:
        """A copy after a step that changes the saved states; those that it replaces can be restored."""
        desk = self.desk
        now, place = desk.deck, desk.place
        replaced, refused = self.replaced, ""
        match step["do"]:
            case "keep":
                state = permalink.write_state(desk, self.catalogue[desk.id])
                now = deck.insert_state(now, step["at"], deck.SavedState(state))
                place = step["at"] + 1
            case "drop":
                now, replaced = deck.remove_state(now, step["at"]), now
                place -= step["at"] < place
            case "move":
                now = deck.move_state(now, step["at"], step["to"])
                place = deck.place_after_move(place, step["at"], step["to"])
            case "label":
                now = deck.label_state(now, step["at"], step["name"], step["notes"], step.get("question", ""))
            case "load":
                try:
                    now, replaced = DeckReader(self.catalogue).read(step["text"]), now
                    place = 0
                except DeckError as error:
                    refused = str(error)
            case "recall":  # the browser has kept what is in no address
                now, _ = DeckReader(self.catalogue).filter_openable(deck.unpack(step["deck"]))
                place = min(_check_place(step["place"]), len(now))
            case "restore":
                now, replaced, place = replaced, now, 0
        history = self.history.look(replace(desk, deck=now, place=place))
        return replace(self, history=history, replaced=replaced, refused=refused)

    def _add_to_catalogue(self, desk: Desk) -> Mapping[str, Desk]:
        """The catalogue with this desk added, such as a pair that a link or copying has made."""
        return self.catalogue if desk.id in self.catalogue else {**self.catalogue, desk.id: desk}

    def _change_history(self, history: History, step: Mapping[str, Any]) -> History:
        """A copy of a history after one step: undo, redo, a change of the view, or of boards, cutoff or conventions."""
        match step["do"]:
            case "undo":
                return history.undo()
            case "redo":
                return history.redo()
            case do if do in VIEW_STEPS:
                return history.look(self._change_view(history.now, step))
            case _:
                return history.do(self._change_work(history.now, step))

    def _change_view(self, desk: Desk, step: Mapping[str, Any]) -> Desk:
        """A copy of a desk after a step that changes only what is shown, not any value."""
        if step["do"] == "open":
            return desk.open(step["q"])
        if step["do"] == "look":
            return desk.look(step.get("metric"), step.get("lens"))
        if step["do"] == "mode":
            masked = bool(step.get("mask", desk.masked))
            wanted = list(step.get("reveal", desk.revealed))
            return replace(
                desk,
                predict=bool(step.get("predict", desk.predict)),
                told=desk.told and "predict" not in step,
                present=bool(step.get("present", desk.present)),
                masked=masked,
                revealed=tuple(name for name in ALL_NAMES if masked and name in wanted),
            )
        wanted = list(step["hidden"])
        return desk.hide_curves(tuple(name for name in ALL_NAMES if name in wanted))

    def _change_work(self, desk: Desk, step: Mapping[str, Any]) -> Desk:
        """A copy of a desk after a step that changes orders, judgments, cutoff or conventions."""
        match step["do"]:
            case "conventions":
                return replace(desk, conventions=Conventions.read(step["by"]))
            case "again":
                return replace(desk, again=parse_ranks(step["again"]))
            case "scale":
                return desk.change_scale(step["top"], step["threshold"])
            case "cut":
                return desk.move_cutoff(step["k"])
            case "tie":
                return desk.tie(step["first"], step["last"], together=step["together"])
            case "boards" | "shuffle" if "boards" in step:
                return desk.replace_boards(*self._read_boards(step["boards"]))
            case "reset":
                return self.reset_boards(desk)
            case do if do in BOARD_TOOLS:
                return BOARD_TOOLS[do](desk, step)
            case unknown:
                raise BadMessageError(f"there is no change {unknown!r}")

    def _read_boards(self, texts: Mapping[str, str]) -> list[Board]:
        """Read boards from their texts in a link, by board id, on the scale of the open ones."""
        return [permalink.read_board(text, self.desk.board(name)) for name, text in texts.items()]


def _check_place(at: object) -> int:
    """The index of a state in a deck, from 0; ValueError unless it is a whole number."""
    if type(at) is not int or at < 0:
        raise ValueError(f"there is no place {at!r}")
    return at


def _apply_preview(session: Session, request: Any) -> Session:
    """A copy of a session with the preview that the page requests (`number`, `board`, `text`); unchanged if invalid."""
    try:
        number, name, text = request["number"], request["board"], request["text"]
        board = permalink.read_board(text, session.desk.board(name))
    except (ValueError, KeyError, TypeError):
        return session
    if type(number) is not int or (session.preview and session.preview[0] == number):
        return session
    return replace(session, preview=(number, session.desk.replace_boards(board)))


def _restore_history(session: Session, sent: Any) -> Session:
    """A copy of a session with undo steps and tally from the page, for a server that has lost them.

    Args:
        session: The session.
        sent: The `history` of a `Message`, not checked; the session is returned unchanged if it is invalid.
    """
    try:
        number, links = sent["number"], sent["links"]
        counted = Tally.read(str(sent.get("tally", "")))
        if type(number) is not int or number == session.history_number or len(links) > MAX_VISITED_LINKS:
            return session
        now, visited = session.desk, []
        for link in links if not now.off else ():
            desk, problems = permalink.read(link, permalink.find_example(link, session.catalogue))
            if desk.id == now.id and not problems:
                visited.append(desk)
    except (ValueError, KeyError, TypeError, AttributeError):  # whatever a page may send
        return session
    found = History.replay(visited, now)
    longer = found.length > session.history.length
    tally = session.tally if session.tally.counts else counted
    history = found if longer else session.history
    return replace(session, history_number=number, history=history, tally=tally)

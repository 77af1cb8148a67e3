"""The state of a student on the teaching pages: the open step or challenge, and the progress so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from irviz.lessons.challenge import PARAMETERS, Challenge, ChallengeError, challenges
from irviz.lessons.check.check import draw_fresh_question
from irviz.lessons.check.misconceptions import explain_beliefs, find_explaining_beliefs
from irviz.lessons.course import Place, Progress, lessons, untaught_metrics
from irviz.lessons.demonstration import Demonstration
from irviz.lessons.mastery import HELPED, RIGHT, evidence_of_answer, evidence_of_choice
from irviz.scenarios.catalogue import find_fresh_desk
from irviz.state import permalink
from irviz.state.chosen_conventions import quote
from irviz.state.history import History

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.lessons.check.question import Question
    from irviz.lessons.lesson import Step
    from irviz.lessons.mastery import Review
    from irviz.state.desk import Desk
    from irviz.state.session import Session


_ODD = "Of what is said to be done, {} is no step of the course, so it was left out. The course goes on."

MAX_PROGRESS_CHARACTERS = 2_000
"""So many characters of what has been done are read."""


@dataclass(frozen=True)
class Study:
    """The state of a student's course: what is open, what is done, and how the open task stands.

    Args:
        place: The open step of a lesson, or None.
        challenge: The open challenge, or None.
        progress: The steps that have been done.
        solved: The ids of the challenges that have been done.
        last: The id of the challenge that was left last; empty if none was.
        left_at: The step from which the student went to the list of all lessons, or None.
        clues: How many hints have been asked for.
        said: The number of the answer chosen to the step's question, from 1; 0 for none yet.
        more: The numbers of the answers chosen to the fresh questions after a wrong one, each from 1; all but the last
            are wrong.
        note: A sentence for the page on what was wrong with the link; empty if nothing was.
        skipped: The step that the student has just passed without doing it, at the first such time; else None.
        warned: Whether a step has been passed so before.
        shown: The demonstration of a solution, while it is played on the board, or None.
        review: The open review beside the list of lessons, or None.
    """

    place: Place | None = None
    challenge: Challenge | None = None
    progress: Progress = field(default_factory=Progress)
    solved: frozenset[str] = frozenset()
    last: str = ""
    left_at: Place | None = None
    clues: int = 0
    said: int = 0
    more: tuple[int, ...] = ()
    note: str = ""
    skipped: Place | None = None
    warned: bool = False
    shown: Demonstration | None = None
    review: Review | None = None

    @classmethod
    def read(cls, link: Mapping[str, str]) -> Study:
        """The state that a link describes; parts that make no sense are ignored.

        Example:
            >>> Study.read({"lesson": "recall", "step": "2"}).place
            Place(lesson='recall', step=2)
            >>> Study.read({"challenge": "first-hit"}).challenge.title
            'First things first'
            >>> Study.read({"challenge": "cooking"}).note
            'There is no such challenge, so these are all of them.'
        """
        done = cls(
            progress=Progress.read(link.get("done", "")),
            solved=frozenset(link.get("solved", "")[:MAX_PROGRESS_CHARACTERS].split(".")) & {*challenges()},
        )
        if {*PARAMETERS} & {*link}:
            try:
                return replace(done, challenge=Challenge.read_custom(link).with_fewest_moves()).restore_hints(link)
            except ChallengeError as error:
                what = "its goal is missing" if "goal" not in link else str(error).rstrip(".")
                note = f"This challenge cannot be played: {what}."
                return replace(done, note=f"{note} Ask for its link again, or take one of these.")
        name = link.get("challenge")
        if name is not None:
            challenge = challenges().get(name)
            note = "" if challenge else "There is no such challenge, so these are all of them."
            return replace(done, challenge=challenge, note=note).restore_hints(link)
        odd = Progress.find_odd_part(link.get("done", ""))
        note = Place.describe_missing(link) or (odd and _ODD.format(quote(odd)))
        return replace(done, place=Place.read(link), note=note).restore_answer().restore_hints(link)

    @property
    def link(self) -> dict[str, str]:
        """The link parameters of the state, without the board."""
        link: dict[str, str] = {}
        if self.place:
            link |= self.place.link
        if self.challenge:
            known = challenges().get(self.challenge.id) == self.challenge
            link |= {"challenge": self.challenge.id} if known else self.challenge.link
        if self.progress.done:
            link["done"] = self.progress.write()
        if self.clues:
            link["clues"] = str(self.clues)
        if self.solved:
            link["solved"] = ".".join(name for name in challenges() if name in self.solved)
        return link

    @property
    def step(self) -> Step | None:
        """The open step of a lesson, or None."""
        return self.place.lesson_step if self.place else None

    @property
    def untaught(self) -> tuple[str, ...]:
        """The names of the metrics not yet taught up to the open lesson; none where no lesson is open.

        Example:
            >>> Study.read({"lesson": "gain", "step": "2"}).untaught[:2]
            ('IDCG', 'nDCG')
        """
        return untaught_metrics(self.place.lesson) if self.place else ()

    @property
    def task(self) -> Step | Challenge | None:
        """The open challenge, else the open step; None where neither is open."""
        return self.challenge or self.step

    def begin(self, session: Session, link: Mapping[str, str] | None = None) -> Session:
        """A copy of a session with the task's board and locks.

        Args:
            session: The session before the task is opened.
            link: The parameters of a link with the student's own board, which is used if the task could lead to it.
        """
        task = self.task
        if task is None:
            return session
        step = self.step
        desk = step.outcome if step and self.said else task.desk
        if step and not step.sets and session.desk.id == desk.id:
            desk = replace(session.desk, off=())
        origin = desk
        # A teacher's challenge may be about an example of the teacher's own.
        catalogue = {**session.catalogue, desk.id: find_fresh_desk(desk.id) or desk}
        damaged: tuple[str, ...] = ()
        # A question that is open is asked from the start: its board tells the answer.
        if link and link.get("q") and (self.said or not (step and step.choices)):
            left, notes = permalink.read(link, catalogue[desk.id])
            if notes:
                damaged = (*notes, "The board is as this step begins.")
            elif left.names == desk.names:
                desk = left
        begun = replace(
            session,
            catalogue=catalogue,
            before=None,
            guesses={},
            notes=damaged,
            preview=None,
            staged=None,
            origin=origin,
        )
        return replace(begun, history=History(self._prepare_desk(desk, session.desk)))

    def _prepare_desk(self, desk: Desk, seen: Desk) -> Desk:
        """A copy of the task's `desk` with its locks; presentation and masks are those of the desk `seen`."""
        task = self.task
        predict = bool(self.step and self.step.predict)
        off = self.step.outcome.off if self.step and self.said else task.locks if task else ()
        # The ideal order at a press would be no challenge.
        off += ("sort",) if self.challenge else ()
        shown = replace(desk, present=seen.present, masked=seen.masked, revealed=seen.revealed)
        return replace(shown, off=off, predict=predict)

    def record_desk(self, desk: Desk) -> Study:
        """A copy that records the open step or challenge as done if the desk meets its goal."""
        step = self.step
        if self.shown:
            return self
        if self.challenge and self.challenge.id in challenges() and self.challenge.is_done(desk):
            return replace(self, solved=self.solved | {self.challenge.id})
        if self.place and step and step.ask is not None and step.is_done(desk):
            return replace(self, progress=self.progress.add(self.place))
        return self

    def go_to(self, place: Place) -> Study:
        """A copy with another step open; a step without a goal counts as done when it is left.

        The first time that a step with a goal is left undone, `skipped` notes it.

        Example:
            >>> study = Study.read({"lesson": "recall"}).go_to(Place("recall", 2))
            >>> study.skipped, study.go_to(Place("recall", 3)).skipped
            (Place(lesson='recall', step=1), None)
        """
        study = self.finish().leave()
        here = self.place
        past = here and place == here.next_place and here.step in study.progress.list_open_steps(here.lesson)
        new = here if past and not self.warned else None
        return replace(study, place=place, skipped=new, warned=self.warned or bool(past))

    def finish(self) -> Study:
        """A copy in which an open step without a goal counts as done."""
        if self.place and self.step and self.step.is_reading:
            return replace(self, progress=self.progress.add(self.place))
        return self

    def answer(self, said: int) -> Study:
        """A copy with the answer of number `said`, from 1, to the step's question; an invalid one changes nothing.

        After a wrong answer the student is asked a fresh question of the same kind, which `said` then answers.

        Example:
            >>> study = Study.read({"lesson": "recall", "step": "8"})
            >>> [study.answer(said).progress.write() for said in (1, 2, 3, 4)]
            ['recall-8', '', '', '']
        """
        if not (self.place and self.step and self.step.choices) or (self.said and self.is_right):
            return self
        asked = self.step if self.fresh_question is None else self.fresh_question
        if not 0 < said <= len(asked.choices):
            return self
        new = replace(self, more=(*self.more, said)) if self.fresh_question else replace(self, said=said)
        return replace(new, progress=self.progress.add(self.place)) if new.is_right else new

    @property
    def is_right(self) -> bool:
        """Whether the step's question, or a fresh one in its place, was answered rightly."""
        if not (self.place and self.step and self.said):
            return False
        if not self.more:
            return self.step.is_right(self.said)
        return self.more[-1] == draw_fresh_question(self.place.lesson, len(self.more) - 1).right + 1

    @property
    def fresh_question(self) -> Question | None:
        """The question to answer in place of one that was answered wrongly; None where there is none."""
        if not (self.place and self.said) or self.is_right:
            return None
        return draw_fresh_question(self.place.lesson, len(self.more))

    @property
    def reply(self) -> str:
        """The reply to the last answer to the step's question, or to a fresh one; empty where there is none."""
        if not (self.place and self.step):
            return ""
        if not self.more:
            told = self.step.format_reply(self.said)
            held = find_explaining_beliefs(self.step.directions_of_answer(self.said), self.step.desk, self.step.outcome)
            return "\n\n".join(filter(None, (told, explain_beliefs(held))))
        told = draw_fresh_question(self.place.lesson, len(self.more) - 1).reply(self.more[-1] - 1)
        if self.fresh_question:  # another list is shown by now
            told = f"On the list before this one:\n{told}"
        return told.replace("\n", "\n\n")  # a paragraph for each line

    @property
    def evidence(self) -> dict[str, int]:
        """By ability and misconception, what the last answer or the solved challenge shows (`irviz.lessons.mastery`).

        >>> Study.read({"lesson": "recall", "step": "8"}).answer(2).evidence
        {'predicted-R': 0}
        """
        if self.challenge:
            known = self.challenge.id in self.solved
            return {f"goal-{self.challenge.id}": HELPED if self.is_helped else RIGHT} if known else {}
        if not (self.place and self.step and self.said):
            return {}
        if not self.more:
            return evidence_of_choice(self.step, self.said)
        return evidence_of_answer(draw_fresh_question(self.place.lesson, len(self.more) - 1), self.more[-1] - 1)

    @property
    def is_helped(self) -> bool:
        """Whether all hints or the solution have been asked for."""
        return self.clues == self._max_hints > 0

    def show_solution(self, session: Session, at: int) -> Study:
        """A copy with the first `at` moves of the challenge's solution played, which counts as help.

        Args:
            session: The session with the student's board, from which a solution is searched for at first.
            at: How many moves to play; 0 ends the demonstration.
        """
        if not (at and self.challenge):
            return replace(self, shown=None)
        shown = self.shown or Demonstration.of(self.challenge, session)
        if shown is None:
            return replace(self, note="No way to this goal is known from here. Start again, and ask again.")
        return replace(self, shown=shown.play_to(at), clues=self._max_hints, note="")

    def restore_answer(self) -> Study:
        """A copy with the right answer to the step's question, if the step is done; else itself.

        >>> Study.read({"lesson": "recall", "step": "8", "done": "recall-8"}).said
        1
        """
        if not (self.place and self.step and self.step.choices):
            return self
        if (self.place.lesson, self.place.step) not in self.progress.done or self.is_right:
            return self
        numbers = range(1, len(self.step.choices) + 1)
        return replace(self, said=next(filter(self.step.is_right, numbers)), more=())

    def take_challenge(self, name: str) -> Study:
        """A copy with a challenge (its id is `name`) open; with none open if the id is unknown."""
        return replace(self.leave(), challenge=challenges().get(name))

    def leave(self) -> Study:
        """A copy with no step or challenge open."""
        last = self.challenge.id if self.challenge else self.last
        return Study(
            progress=self.progress,
            solved=self.solved,
            last=last,
            left_at=self.place or self.left_at,
            warned=self.warned,
        )

    def join(self, other: Study) -> Study:
        """A copy with the done steps and solved challenges of `other` added, the state of another page.

        >>> Study.read({"done": "recall-1"}).join(Study.read({"solved": "first-hit"})).link
        {'done': 'recall-1', 'solved': 'first-hit'}
        """
        progress = Progress(self.progress.done | other.progress.done)
        return replace(self, progress=progress, solved=self.solved | other.solved)

    def restore(self, link: Mapping[str, str], *, alone: bool = False) -> Study:
        """A copy with the progress that the browser has stored.

        Args:
            link: The stored progress, as link parameters.
            alone: Whether it replaces the progress so far, for another student at the same browser.

        Example:
            >>> Study().restore({"lesson": "recall", "step": "2", "done": "recall-1"}).next_place
            Place(lesson='recall', step=2)
            >>> Study.read({"done": "recall-1"}).restore({}, alone=True).link
            {}
        """
        found = Study.read({name: link[name] for name in ("done", "solved") if name in link})
        there = Place.read(link)
        if alone:
            found = replace(found, place=self.place, challenge=self.challenge, left_at=there)
            return replace(found, note=self.note, clues=self.clues, shown=self.shown)
        here = replace(self.join(found), left_at=self.left_at or there).restore_answer()
        return replace(here, note=self.note or found.note)

    @property
    def next_place(self) -> Place | None:
        """The step to continue with: where the student left or the step after it, else the first undone one.

        None for a beginner, and where all is done.

        >>> Study.read({"done": "recall-1"}).restore({"lesson": "recall", "step": "1"}).next_place
        Place(lesson='recall', step=2)
        """
        here = self.left_at
        if here and (here.lesson, here.step) in self.progress.done:
            here = here.next_place
        if here or not self.progress.done:
            return here
        missing = ((name, self.progress.list_open_steps(name)) for name in lessons())
        return next((Place(name, steps[0]) for name, steps in missing if steps), None)

    def ask_hint(self) -> Study:
        """A copy with one more hint shown."""
        return replace(self, clues=min(self.clues + 1, self._max_hints))

    def restore_hints(self, link: Mapping[str, str]) -> Study:
        """A copy with as many hints shown as the link says, at most all there are.

        >>> Study.read({"lesson": "recall", "step": "2", "clues": "1"}).clues
        1
        >>> [Study.read({"challenge": "first-hit", "clues": text}).clues for text in ("x", "-1", "99999")]
        [0, 0, 3]
        """
        text = link.get("clues", "")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
        return replace(self, clues=min(number, self._max_hints)) if number else self

    @property
    def _max_hints(self) -> int:
        """The number of hints of the open task."""
        task = self.task
        if task is None:
            return 0
        return task.hint_count if isinstance(task, Challenge) else 1

"""A question of the check: a list or two, what is asked of them, and what each answer would mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.lessons.check.misconceptions import MISCONCEPTIONS

if TYPE_CHECKING:
    from irviz.lessons.check.misconceptions import Misconception


@dataclass(frozen=True, slots=True)
class Listed:
    """One list that a question shows.

    Args:
        grades: The grades by rank; 0 for unjudged results.
        k: The cutoff.
        label: The name of the list; empty where there is one list only.
        unjudged: The ranks of unjudged results.
        moved: The ranks of the results that have moved or been judged anew, or are about to.
        missed: The grades of judged results that are not in the list.
    """

    grades: tuple[int, ...]
    k: int
    label: str = ""
    unjudged: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the answers that a question offers.

    Args:
        words: The text of the answer.
        beliefs: The ids of the misconceptions that lead to it; none for the right answer.
        told: For each misconception, what would follow from it, in numbers; a text may be empty.
    """

    words: str
    beliefs: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The misconceptions that lead to the choice; none for the right answer."""
        return tuple(MISCONCEPTIONS[name] for name in self.beliefs)

    @property
    def follows(self) -> str:
        """Sentences that explain a wrong answer, a line for each misconception that leads to it."""
        lines = [
            f"“{one.belief}”{told and f' Then {told}.'}"
            for one, told in zip(self.misconceptions, self.told, strict=True)
        ]
        if len(lines) == 1:
            return f"This answer follows from the belief: {lines[0]}"
        return "\n".join(["This answer follows from each of these beliefs:", *lines])


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question; exactly one of its answers is right.

    Args:
        kind: Which maker made it (`irviz.lessons.check.making.MAKERS`).
        title: The subject in a few words.
        prompt: The text of the question.
        lists: The lists that the question is about.
        choices: The answers.
        facts: The explanation of the right answer, with the numbers of these lists.
        silent: The ids of misconceptions whose answer is not among these.
        several: Whether a student with a misconception may give the right answer, too.
    """

    kind: str
    title: str
    prompt: str
    lists: tuple[Listed, ...]
    choices: tuple[Choice, ...]
    facts: str
    silent: tuple[str, ...] = ()
    several: bool = False

    @property
    def right(self) -> int:
        """The index of the right answer, from 0."""
        return [choice.beliefs for choice in self.choices].index(())

    @property
    def probed_misconceptions(self) -> tuple[str, ...]:
        """The ids of the misconceptions that lead to one of the wrong answers."""
        return tuple(name for choice in self.choices for name in choice.beliefs)

    def fits(self, belief: str, at: int) -> bool:
        """Whether a student with this one misconception may give an answer.

        Args:
            belief: The id of the misconception; empty for a student without any.
            at: The index of the answer, from 0.
        """
        if belief in self.silent or belief in self.choices[at].beliefs:
            return True
        return at == self.right and (self.several or belief not in self.probed_misconceptions)

    def reply(self, at: int) -> str:
        """The text that a student reads after choosing an answer, with the numbers of these lists.

        For a wrong answer, what follows from each misconception that leads to it is on a line of its own.

        Args:
            at: The index of the chosen answer, from 0.
        """
        choice = self.choices[at]
        if at == self.right:
            return f"Right. {self.facts}"
        instead = [one.instead for one in choice.misconceptions]
        return f"{choice.follows}\n{' '.join([*instead[: len(instead) == 1], self.facts])}"

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
        grades: By rank; 0 where nobody judged.
        k: The cutoff.
        label: What it is called; empty where there is one list only.
        unjudged: The ranks that nobody judged.
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
    """One answer.

    Args:
        words: The answer.
        beliefs: The ids of the misconceptions that give it; none for the right one.
        told: For each of them, what would follow from it, in numbers; may be empty.
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
        """The explanation of a wrong answer, a line for each misconception that leads to it."""
        lines = [
            f"“{one.belief}”{told and f' Then {told}.'}"
            for one, told in zip(self.misconceptions, self.told, strict=True)
        ]
        if len(lines) == 1:
            return f"This answer follows from the belief: {lines[0]}"
        return "\n".join(["This answer follows from each of these beliefs:", *lines])


@dataclass(frozen=True, slots=True)
class Question:
    """One question; exactly one of its answers is right.

    Args:
        kind: Which maker made it (`irviz.lessons.check.making.MAKERS`).
        title: What it is about, in a few words.
        prompt: What is asked.
        lists: What it is asked about.
        choices: The answers.
        facts: What is so, in numbers of these lists.
        silent: The ids of misconceptions that have no answer among these.
        several: Whether to who believes something, the right answer is right as well.
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
        """The index of the right choice, from 0."""
        return [choice.beliefs for choice in self.choices].index(())

    @property
    def probed_misconceptions(self) -> tuple[str, ...]:
        """The ids of the misconceptions that the wrong answers stand for."""
        return tuple(name for choice in self.choices for name in choice.beliefs)

    def fits(self, belief: str, at: int) -> bool:
        """Whether answer `at` (from 0) is one that a student with this one misconception may give.

        Args:
            belief: The id of the misconception; empty for a student without any.
            at: Which answer, from 0.
        """
        if belief in self.silent or belief in self.choices[at].beliefs:
            return True
        return at == self.right and (self.several or belief not in self.probed_misconceptions)

    def reply(self, at: int) -> str:
        """The reply to a student who chose answer `at` (from 0), with the numbers of these lists.

        To a wrong one, what follows from each belief that gives it stands on a line of its own.

        Args:
            at: Which answer, from 0.
        """
        choice = self.choices[at]
        if at == self.right:
            return f"Right. {self.facts}"
        instead = [one.instead for one in choice.misconceptions]
        return f"{choice.follows}\n{' '.join([*instead[: len(instead) == 1], self.facts])}"

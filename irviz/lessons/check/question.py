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
        moved: The rank of the result that has moved or is about to; 0 where none is.
        missed: The grades of judged results that are not in the list.
    """

    grades: tuple[int, ...]
    k: int
    label: str = ""
    unjudged: tuple[int, ...] = ()
    moved: int = 0
    missed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer.

    Args:
        words: The answer.
        believed: The id of the misconception that gives it; empty for the right one.
        instead: With a wrong one, what would follow from the belief, in numbers.
    """

    words: str
    believed: str = ""
    instead: str = ""

    @property
    def misconception(self) -> Misconception | None:
        """The misconception that gives it; None for the right answer."""
        return MISCONCEPTIONS[self.believed] if self.believed else None


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
    """

    kind: str
    title: str
    prompt: str
    lists: tuple[Listed, ...]
    choices: tuple[Choice, ...]
    facts: str

    @property
    def right(self) -> int:
        """Which choice is right, from 0."""
        return [choice.believed for choice in self.choices].index("")

    @property
    def probed(self) -> tuple[str, ...]:
        """The ids of the misconceptions that its wrong answers would show."""
        return tuple(choice.believed for choice in self.choices if choice.believed)

    def reply(self, at: int) -> str:
        """What is said to somebody who has chosen an answer, with the numbers of these lists.

        To a wrong one, what follows from the belief stands on a line of its own.

        Args:
            at: Which answer, from 0.
        """
        choice = self.choices[at]
        found = choice.misconception
        if found is None:
            return f"Right. {self.facts}"
        return f"{choice.instead}\n{found.instead} {self.facts}"

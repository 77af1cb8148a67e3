"""The check: twelve questions of one seed, what was answered, and which misconceptions that shows.

`?seed=4711&said=132`: the seed, and for each question that is answered the number of the answer. Whoever has
the seed has the questions, so a class can have the same ones. Reading is total.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from irviz.lessons.check.making import questions
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.state.chosen_conventions import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.lessons.check.misconceptions import Misconception
    from irviz.lessons.check.question import Question

PARAMETERS = ("seed", "said")
"""What a link to a check carries, beside what has been done of the course."""

LARGEST = 999_999
"""The largest seed: one that can be said and typed in."""


@lru_cache(maxsize=128)
def _made(seed: int) -> tuple[Question, ...]:
    return questions(Random(seed))  # noqa: S311 - a reproducible draw, not a secret


def seeded(text: str) -> int:
    """A seed from what somebody has typed.

    Raises:
        ValueError: If it is none; the message is a line for the page.

    >>> seeded(" 4711 ")
    4711
    >>> seeded("4,7")
    Traceback (most recent call last):
    ...
    ValueError: The questions have numbers from 1 to 999999, not “4,7”.
    """
    text = text.strip()
    number = int(text) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else 0
    if not number:
        raise ValueError(f"The questions have numbers from 1 to {LARGEST}, not {quoted(text)}.")
    return number


@dataclass(frozen=True, slots=True)
class Finding:
    """A misconception that wrong answers stood for.

    Args:
        misconception: The one.
        held: How many answers were those that it gives.
        met: How many questions had such an answer, of those that were answered.
    """

    misconception: Misconception
    held: int
    met: int


@dataclass(frozen=True, slots=True)
class Check:
    """A check and how far somebody is in it.

    Args:
        seed: What its questions are drawn by, from 1 to `LARGEST`.
        said: For each question that is answered, in their order, which answer was chosen, from 0.
    """

    seed: int
    said: tuple[int, ...] = ()

    @classmethod
    def read(cls, link: Mapping[str, str], fresh: int) -> tuple[Check, tuple[str, ...]]:
        """The check that a link opens, and one plain line for each thing that was ignored.

        Args:
            link: The link's parameters.
            fresh: The seed where the link has none.

        Example:
            >>> Check.read({"seed": "4711", "said": "11"}, 1)
            (Check(seed=4711, said=(0, 0)), ())
            >>> Check.read({"seed": "cats"}, 1)[1]
            ('The questions have numbers from 1 to 999999, not “cats”. So these are new ones.',)
        """
        try:
            check = cls(seeded(link["seed"]) if "seed" in link else fresh)
        except ValueError as error:
            return cls(fresh), (f"{error} So these are new ones.",)
        text = link.get("said", "")
        for digit in text[: len(check.questions) + 1]:
            try:
                check = check.answer(len(check.said), int(digit) - 1)
            except ValueError:
                line = (
                    f"The answers in the link end with question {len(check.said)}: {quoted(digit)} is no "
                    f"answer to question {len(check.said) + 1}."
                    if len(check.said) < len(check.questions)
                    else f"There are {len(check.questions)} questions; the link has more answers."
                )
                return check, (line,)
        return check, ()

    @property
    def link(self) -> dict[str, str]:
        """Its part of a link; the inverse of `read`."""
        said = "".join(str(at + 1) for at in self.said)
        return {"seed": str(self.seed), **({"said": said} if said else {})}

    @property
    def questions(self) -> tuple[Question, ...]:
        """All of its questions."""
        return _made(self.seed)

    @property
    def over(self) -> bool:
        """Whether all questions are answered."""
        return len(self.said) == len(self.questions)

    def answer(self, number: int, at: int) -> Check:
        """The same with one answer more.

        Args:
            number: The question, from 0: the first one that is not answered.
            at: Which answer, from 0.

        Raises:
            ValueError: If the question is another one, or has no such answer.
        """
        if number != len(self.said) or self.over:
            raise ValueError(f"question {number + 1} is not the one to answer")
        if not 0 <= at < len(self.questions[number].choices):
            raise ValueError(f"question {number + 1} has no answer {at + 1}")
        return replace(self, said=(*self.said, at))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The misconceptions that wrong answers stood for, in the order of the course."""
        held: Counter[str] = Counter()
        for question, at in zip(self.questions, self.said, strict=False):
            held[question.choices[at].believed] += 1
        met = self._met()
        return tuple(
            Finding(one, held[name], met[name])
            for name, one in MISCONCEPTIONS.items()
            if held[name]
        )

    @property
    def avoided(self) -> tuple[Misconception, ...]:
        """Those that no answer stood for, though a question offered one."""
        found = {one.misconception.id for one in self.findings}
        met = self._met()
        return tuple(one for name, one in MISCONCEPTIONS.items() if met[name] and name not in found)

    def _met(self) -> Counter[str]:
        answered = self.questions[: len(self.said)]
        return Counter(name for question in answered for name in question.probed)

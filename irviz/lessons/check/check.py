"""The check: twelve questions of one seed, what was answered, and which misconceptions that shows.

`?seed=4711&said=132`: the seed, and for each question that is answered the number of the answer. Whoever has
the seed has the questions, so a class can have the same ones. Reading is total.

An answer may follow from several misconceptions, and then speaks for each. Where two explain the answers
equally well, or a single answer is all there is, more questions part them, which depend on what was answered.

The last question of a lesson has fresh ones for who got it wrong: of its kind, and on another list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import inf
from random import Random
from typing import TYPE_CHECKING

from irviz.lessons.check.making import MAKERS, SHOWN, can_show, draw_question, draw_questions
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import untaught_metrics
from irviz.state.chosen_conventions import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.lessons.check.misconceptions import Misconception
    from irviz.lessons.check.question import Question


PARAMETERS = ("seed", "said")
"""What a link to a check carries, beside what has been done of the course."""

LARGEST = 999_999
"""The largest seed: one that can be said and typed in."""


FIRST = len(SHOWN) + 1
"""So many questions a check begins with."""

MAX_EXTRA_QUESTIONS = 4
"""So many questions are asked beside the twelve, at most."""

MIN_EXPLAINED_ANSWERS = 2
"""A misconception explains so many answers better than none does, before anything is said of it."""

MAX_UNEXPLAINED_ANSWERS = 3
"""With more wrong answers that no misconception explains, the student guesses, and there is no finding."""

DRAWS_PER_KIND = 12
"""So many questions of one kind are looked at for one that parts misconceptions."""


@lru_cache(maxsize=128)
def _draw_first_questions(seed: int) -> tuple[Question, ...]:
    """The questions that every check with this seed begins with."""
    return draw_questions(Random(seed))  # noqa: S311 - a reproducible draw, not a secret


def parse_seed(text: str) -> int:
    """The seed in the text that a visitor has typed.

    Raises:
        ValueError: If it is none; the message is a sentence for the page.

    >>> parse_seed(" 4711 ")
    4711
    >>> parse_seed("4,7")
    Traceback (most recent call last):
    ...
    ValueError: The questions have numbers from 1 to 999999, not “4,7”.
    """
    text = text.strip()
    number = int(text) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else 0
    if not number:
        given = f", not {quote(text)}" if text else ""
        raise ValueError(f"The questions have numbers from 1 to {LARGEST}{given}.")
    return number


Answer = tuple["Question", int]
"""A question, and which answer was given to it, from 0."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A misconception that wrong answers point to.

    Args:
        misconception: The misconception.
        held: How many answers were the wrong ones that it leads to.
        met: How many of the answered questions offered such an answer.
    """

    misconception: Misconception
    held: int
    met: int


@dataclass(frozen=True, slots=True)
class Check:
    """A check of understanding: its questions, drawn by a seed, and the answers so far.

    Args:
        seed: The seed that its questions are drawn with, from 1 to `LARGEST`.
        said: For each answered question, in order, the index of the chosen answer, from 0.
    """

    seed: int
    said: tuple[int, ...] = ()

    @classmethod
    def read(cls, link: Mapping[str, str], fresh: int) -> tuple[Check, tuple[str, ...]]:
        """The check that a link describes, else a new one with the seed `fresh`; and a sentence for each problem.

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
            check = cls(parse_seed(link["seed"]) if "seed" in link else fresh)
        except ValueError as error:
            return cls(fresh), (f"{error} So these are new ones.",)
        text = link.get("said", "")
        for digit in text[: len(check.questions) + 1]:
            try:
                check = check.answer(len(check.said), int(digit) - 1)
            except ValueError:
                line = (
                    f"{quote(digit)} is no answer to question {len(check.said) + 1}, so the answers in the link end "
                    "before it."
                    if len(check.said) < len(check.questions)
                    else f"There are {len(check.questions)} questions; the link has more answers."
                )
                return check, (line,)
        return check, ()

    @property
    def link(self) -> dict[str, str]:
        """The link parameters of the check; the inverse of `read`."""
        said = "".join(str(at + 1) for at in self.said)
        return {"seed": str(self.seed), **({"said": said} if said else {})}

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions so far; the last answers may add more."""
        return _choose_questions(self.seed, self.said)

    @property
    def is_over(self) -> bool:
        """Whether all questions are answered."""
        return len(self.said) == len(self.questions)

    def answer(self, number: int, at: int) -> Check:
        """A copy with answer `at` to the question `number`, both from 0.

        Args:
            number: The question, from 0: the first one that is not answered.
            at: Which answer, from 0.

        Raises:
            ValueError: If the question is another one, or has no such answer.
        """
        if number != len(self.said) or self.is_over:
            raise ValueError(f"question {number + 1} is not the one to answer")
        if not 0 <= at < len(self.questions[number].choices):
            raise ValueError(f"question {number + 1} has no answer {at + 1}")
        return replace(self, said=(*self.said, at))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The misconceptions that explain the wrong answers, the one that explains most first."""
        if self.is_guessing:
            return ()
        found, _ = _find_explanations(self.answers, MIN_EXPLAINED_ANSWERS)
        return tuple(_make_finding(ones[0], self.answers) for ones in found)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answered questions, each with the index of its answer, from 0."""
        return tuple(zip(self.questions, self.said, strict=False))

    @property
    def wrong_count(self) -> int:
        """The number of wrong answers."""
        return _count_wrong(self.answers)

    @property
    def is_guessing(self) -> bool:
        """Whether more answers are wrong than misconceptions and a few slips explain."""
        return _count_wrong(_find_explanations(self.answers, MIN_EXPLAINED_ANSWERS)[1]) > MAX_UNEXPLAINED_ANSWERS

    @property
    def avoided_misconceptions(self) -> tuple[Misconception, ...]:
        """The misconceptions whose answers were offered, but never chosen."""
        found = [_make_finding(name, self.answers) for name in MISCONCEPTIONS]
        return tuple(one.misconception for one in found if one.met and not one.held)


def _count_wrong(answers: Iterable[Answer]) -> int:
    """The number of wrong answers."""
    return sum(at != question.right for question, at in answers)


def _make_finding(name: str, answers: Iterable[Answer]) -> Finding:
    """How many of the answers follow from a misconception (its id is `name`), of the questions that offered one."""
    met = [(question, at) for question, at in answers if name in question.probed_misconceptions]
    held = sum(name in question.choices[at].beliefs for question, at in met)
    return Finding(MISCONCEPTIONS[name], held, len(met))


def _find_explanations(answers: Iterable[Answer], min_answers: int) -> tuple[list[tuple[str, ...]], list[Answer]]:
    """Groups of misconceptions (ids) that explain equally many wrong answers, and the answers that none explains.

    A misconception explains the wrong answers that follow from it, less the answers that contradict it.

    Args:
        answers: The answered questions, each with the index of its answer.
        min_answers: How many answers a misconception has to explain to be found.
    """
    rest = [*answers]
    found: list[tuple[str, ...]] = []
    while True:
        scores = {
            name: sum((name in question.choices[at].beliefs) - (not question.fits(name, at)) for question, at in rest)
            for name in MISCONCEPTIONS
        }
        best = max(scores.values())
        if best < min_answers:
            return found, rest
        ones = tuple(name for name, score in scores.items() if score == best)
        found.append(ones)
        rest = [
            (question, at) for question, at in rest if not any(name in question.choices[at].beliefs for name in ones)
        ]


@lru_cache(maxsize=1024)
def _choose_questions(seed: int, said: tuple[int, ...]) -> tuple[Question, ...]:
    """The questions of a check after the answers `said`; one is added where two misconceptions fit equally well."""
    first = _draw_first_questions(seed)
    if len(said) < len(first):
        return first
    asked = first if len(said) == len(first) else _choose_questions(seed, said[:-1])
    if len(said) < len(asked) or len(asked) == len(first) + MAX_EXTRA_QUESTIONS:
        return asked
    answers = [*zip(asked, said, strict=True)]
    if _count_wrong(_find_explanations(answers, MIN_EXPLAINED_ANSWERS)[1]) > MAX_UNEXPLAINED_ANSWERS:
        return asked
    for ones in _find_explanations(answers, 1)[0]:
        if len(ones) > 1 or _make_finding(ones[0], answers).held < MIN_EXPLAINED_ANSWERS:
            more = _find_separating_question(ones, Random(f"{seed} {said}"))  # noqa: S311 - as above
            return (*asked, more) if more else asked
    return asked


def _find_separating_question(names: tuple[str, ...], rng: Random) -> Question | None:
    """Of many drawn questions, the one whose answers best tell apart these misconceptions (ids); None without any."""
    some = ("", *names)
    best, least = None, inf
    for kind in MAKERS:
        if not any(can_show(kind, MISCONCEPTIONS[name]) for name in names):
            continue
        for _ in range(DRAWS_PER_KIND):
            question = draw_question(kind, rng)
            choices = range(len(question.choices))
            alike = sum(
                (len(some) if one else 1)  # first of all, which of these it is
                for one, other in combinations(some, 2)
                if any(question.fits(one, at) and question.fits(other, at) for at in choices)
            )
            if alike < least:
                best, least = question, alike
            if not least:
                return best
    return best


KINDS = {
    "relevant": ("counts",),
    "recall": ("ceiling", "value-R", "cutoff-R"),
    "precision": ("value-P", "cutoff-F1"),
    "reciprocal-rank": ("mean-MRR",),
    "average-precision": ("value-AP",),
    "mean-average-precision": ("mean-MAP",),
    "gain": ("sums",),
    "ndcg": ("judged", "cutoff-nDCG"),
    "which-one": tuple(kind for kind in MAKERS if kind.startswith("report")),
    "tools": ("tool-AP", "tool-nDCG"),
    "ties": ("tool-AP", "tool-nDCG"),
    "offline-online": ("unjudged",),
}
"""By lesson, which questions of the check are about what it teaches."""

MAX_FRESH_QUESTIONS = 8
"""So many fresh questions a lesson has; then they begin anew."""


@lru_cache
def draw_fresh_question(lesson: str, number: int) -> Question:
    """Draw a question about what a lesson teaches; grades appear only once they are taught.

    Args:
        lesson: The id of the lesson.
        number: The number of the question, from 0; each number gives another question.

    >>> draw_fresh_question("gain", 0) != draw_fresh_question("gain", 1), draw_fresh_question("recall", 3).prompt[:13]
    (True, 'How high can ')
    """
    number %= MAX_FRESH_QUESTIONS
    kinds = KINDS[lesson]
    rng = Random(f"{lesson} {number}")  # noqa: S311 - a reproducible draw, not a secret
    before = [draw_fresh_question(lesson, at) for at in range(number)]
    while True:
        question = draw_question(kinds[number % len(kinds)], rng)
        top = max(grade for one in question.lists for grade in one.grades)
        if question not in before and (top == 1 or "CG" not in untaught_metrics(lesson)):
            return question

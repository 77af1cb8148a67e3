"""What answers show that somebody can do with a metric: predict it, compute it, reach a goal, tell it apart.

An answer speaks for some *abilities*, each a short name: `predicted-AP`, `computed-AP`, `apart-AP` (from
other metrics), `belief-ap-found` (told from what is not so), `goal-first-hit` (a challenge). Which of them
have been shown, and when, is known to the learner's browser alone (`irviz/ui/progress.js`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from irviz.lessons.challenge import challenges
from irviz.lessons.check.making import MAKERS, SHOWN, draw_question
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import lessons
from irviz.metrics import METRICS
from irviz.state.desk import ALL_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.lessons.check.question import Question
    from irviz.lessons.lesson import Step
    from irviz.state.goals.goal import Goal

WRONG, HELPED, RIGHT = range(3)
"""What an answer shows of an ability: that it is not there yet, that it is with help, or that it is."""

_WAYS = {
    **dict.fromkeys(("move", "judged", "grades", "cutoff"), "predicted"),
    **dict.fromkeys(("value", "mean", "sums", "ceiling"), "computed"),
    "report": "apart",
}
_GRADED = {"move", "judged", "grades", "cutoff", "sums"} | {
    f"{what}-nDCG" for what in ("cutoff", "order", "report", "tool")
}
_OF_MEAN = {one.mean_name: name for name, one in METRICS.items() if one.mean_name}


def metric_of(belief: str) -> str:
    """The name of the metric that a misconception (an id) is about, or whose mean it is about; empty for no single one.

    >>> metric_of("ap-found"), metric_of("mrr-rank"), metric_of("below")
    ('AP', 'RR', '')
    """
    name = MISCONCEPTIONS[belief].metric
    return _OF_MEAN.get(name, name)


def abilities_of(kind: str) -> tuple[str, ...]:
    """The abilities (such as ``computed-AP``) that a right answer to a kind of question shows.

    Args:
        kind: The kind of a question: a key of `MAKERS`.

    >>> abilities_of("value-AP"), abilities_of("sums"), abilities_of("tool-AP")
    (('computed-AP',), ('computed-CG', 'computed-DCG'), ())
    """
    what, *names = kind.split("-")
    if what not in _WAYS:
        return ()
    beliefs = dict.fromkeys(filter(None, map(metric_of, SHOWN.get(kind, ()))))
    named = [name for name in names if name in METRICS]
    return tuple(f"{_WAYS[what]}-{one}" for one in named or beliefs)


def evidence_of_answer(question: Question, at: int) -> dict[str, int]:
    """By ability and misconception, what an answer to a question shows: `RIGHT` (2) or `WRONG` (0).

    A wrong answer counts against the abilities for the metrics that it is wrong about, and each misconception
    that leads to it is marked `WRONG`, too.

    Args:
        question: The question.
        at: The index of the answer, from 0.
    """
    right = at == question.right
    beliefs = question.probed_misconceptions if right else question.choices[at].beliefs
    about = {metric_of(one) for one in beliefs} - {""}
    mark = RIGHT if right else WRONG
    return {
        one: mark for one in abilities_of(question.kind) if right or not about or one.partition("-")[2] in about
    } | {f"belief-{one}": mark for one in beliefs}


def evidence_of_choice(step: Step, said: int) -> dict[str, int]:
    """By ability, what an answer to the question at the end of a lesson shows: `RIGHT` (2) or `WRONG` (0).

    Args:
        step: The lesson step with the question.
        said: The number of the answer, from 1.

    >>> evidence_of_choice(lessons()["recall"].steps[-1], 1)
    {'predicted-R': 2}
    """
    mark = RIGHT if step.is_right(said) else WRONG
    true = next(one.true for at, one in enumerate(step.choices, 1) if step.is_right(at))
    common = {*metrics_in_goal(true)}.intersection(*(metrics_in_goal(one.true) for one in step.choices))
    way, names = ("predicted", common) if common else ("apart", {*metrics_in_goal(true)})
    return {f"{way}-{name}": mark for name in sorted(names)}


def metrics_in_goal(goal: Goal) -> tuple[str, ...]:
    """The names of the metrics whose values a goal depends on.

    >>> from irviz.state.goals.goal import Goal
    >>> metrics_in_goal(Goal.read("MAP > start and P@4 = start and k > 2"))
    ('AP', 'P')
    """
    return tuple(dict.fromkeys(one.metric.name for one in goal.quantities if one.metric))


@dataclass(frozen=True, slots=True)
class Subject:
    """A metric, with the abilities and tasks by which a student can show mastery of it.

    Args:
        metric: The metric's name; empty for abilities and tasks about no single metric.
        predicted: The abilities to predict its changes, and in `computed` those to compute its value.
        reached: The steps of lessons (`recall 1`) and the ids of challenges whose goals read it.
        apart: The abilities to tell it from other metrics, and from misconceptions about it.
    """

    metric: str
    predicted: tuple[str, ...]
    computed: tuple[str, ...]
    reached: tuple[str, ...]
    apart: tuple[str, ...]


def subjects() -> tuple[Subject, ...]:
    """Each metric of the course with the abilities and tasks about it; last, those about no single metric.

    >>> [one.metric for one in subjects()]
    ['R', 'Success', 'P', 'F1', 'RR', 'AP', 'CG', 'DCG', 'nDCG', '']
    >>> subjects()[4].computed, subjects()[4].reached[:2]
    (('computed-RR',), ('reciprocal-rank 1', 'reciprocal-rank 6'))
    """
    asked = {one for kind in MAKERS for one in abilities_of(kind)}
    goals = {
        f"{lesson.id} {at}": metrics_in_goal(step.ask)
        for lesson in lessons().values()
        for at, step in enumerate(lesson.steps, 1)
        if step.ask
    } | {name: metrics_in_goal(one.goal) for name, one in challenges().items()}
    taught = dict.fromkeys(name for one in lessons().values() for name in one.metrics)
    found = (
        Subject(
            name,
            (f"predicted-{name}",) if name in ALL_NAMES else (),
            tuple({f"computed-{name}"} & asked),
            tuple(place for place, names in goals.items() if name in names),
            (*({f"apart-{name}"} & asked), *(f"belief-{one}" for one in MISCONCEPTIONS if metric_of(one) == name)),
        )
        for name in (*taught, "")
    )
    return tuple(one for one in found if any((one.predicted, one.computed, one.reached, one.apart)))


def kinds_of(ability: str) -> list[str]:
    """The kinds of questions that can test an ability; those about its metric alone if there are any.

    Empty for an ability that no question tests.

    >>> kinds_of("computed-R"), kinds_of("belief-p-order"), kinds_of("goal-first-hit")
    (['value-R'], ['value-P'], [])
    """
    belief = MISCONCEPTIONS.get(ability.removeprefix("belief-"))
    own = f"{'cutoff' if belief.depth else 'value'}-{belief.metric}" if belief and belief.value else ""
    found = [
        kind
        for kind in MAKERS
        if kind == own or ability in abilities_of(kind) or (belief and belief.id in SHOWN.get(kind, ()))
    ]
    return [kind for kind in found if kind.partition("-")[2]] or found


def is_graded(ability: str) -> bool:
    """Whether all questions about an ability show grades.

    >>> is_graded("predicted-P"), is_graded("predicted-R"), is_graded("belief-p-grades")
    (True, False, True)
    """
    return ability.endswith("-grades") or not {*kinds_of(ability)} - _GRADED


def describe(ability: str) -> str:
    """An ability in words, such as “computing AP”.

    >>> describe("computed-AP"), describe("belief-ap-ranks")[:29]
    ('computing AP', '“AP averages the precision at')
    """
    way, _, name = ability.partition("-")
    if way == "belief":
        return f"“{MISCONCEPTIONS[name].belief}”"
    return {"predicted": "predicting", "computed": "computing"}.get(way, "when to report") + f" {name}"


MOST_REVIEWED = 2
"""So many questions one review has."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review: fresh questions about abilities that were shown wrongly, or long ago.

    Args:
        wanted: The ability that each question is about.
        questions: The questions.
        said: For each answered question, in order, the index of the chosen answer, from 0.
    """

    wanted: tuple[str, ...]
    questions: tuple[Question, ...]
    said: tuple[int, ...] = ()

    @classmethod
    def of(cls, wanted: Iterable[str], seed: int, *, graded: bool = True) -> Review | None:
        """A review with a question about each of some abilities; None where no question can be asked about any.

        Args:
            wanted: The abilities; unknown ones are left out.
            seed: The seed that the questions are drawn with.
            graded: Whether questions may show grades, which the learner has met in the course.

        >>> [one.kind for one in Review.of(["computed-P", "nonsense", "belief-r-fixed"], 7).questions]
        ['value-P', 'ceiling']
        """
        known = [one for one in wanted if kinds_of(one) and (graded or not is_graded(one))]
        some = tuple(known[:MOST_REVIEWED])
        return cls(some, tuple(_draw_question(one, seed, graded=graded) for one in some)) if some else None

    @property
    def evidence(self) -> dict[str, int]:
        """By ability and misconception, what the last answer shows; always about the ability under review."""
        if not self.said:
            return {}
        at = len(self.said) - 1
        question = self.questions[at]
        mark = RIGHT if self.said[at] == question.right else WRONG
        return {**evidence_of_answer(question, self.said[at]), self.wanted[at]: mark}

    def answer(self, number: int, at: int) -> Review:
        """A copy with answer `at` to the question `number`, both from 0; an invalid one changes nothing."""
        if number != len(self.said) or number == len(self.questions):
            return self
        known = 0 <= at < len(self.questions[number].choices)
        return replace(self, said=(*self.said, at)) if known else self


def _draw_question(ability: str, seed: int, *, graded: bool) -> Question:
    """Draw a question that tests an ability, without grades above 1 unless `graded`."""
    rng = Random(f"{ability} {seed}")  # noqa: S311 - a reproducible draw, not a secret
    belief = ability.removeprefix("belief-")
    while True:
        kind = rng.choice(kinds_of(ability))
        question = draw_question(kind, rng, (belief,) if belief != ability else ())
        if graded or all(max(one.grades) == 1 for one in question.lists):
            return question

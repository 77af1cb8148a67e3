"""Makes the questions of the check: draws lists until the answers tell misconceptions apart.

Each maker draws a small list, computes the right answer by `irviz.metrics` and the answer of every belief
about the metric by its own value, and takes the list only if all differ as far as three decimals show.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, TypeVar

from irviz.lessons.check.misconceptions import MISCONCEPTIONS, Misconception, about
from irviz.lessons.check.question import Choice, Listed, Question
from irviz.lessons.reference.guide import GUIDE
from irviz.metrics import AP, METRICS, RR, TOOLS, Metric, R, Ranking, bounds
from irviz.state.metric_words import symbol
from irviz.state.number_words import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from irviz.lessons.reference.guide import Advice

    Maker = Callable[[Random], Question]
    Grades = tuple[int, ...]

SIZES = (6, 7)
"""How many results a list has: as many as no list of the lessons and examples has."""

SEEN = 0.01
"""Values that are to be told apart differ by at least so much; those that are the same, by nothing."""

TRIES = 20_000
"""So many lists are drawn for one question; a few hundred are enough."""

MOST = 3
"""So many wrong answers at most."""

LINE = 70
"""A working of more characters is left out where there are two."""

ALL_IN = "All that is relevant is in the list."
NUMBERS = ("none", "one", "two", "three", "four")


T = TypeVar("T")


class _Again(Exception):  # noqa: N818 - no error, but another draw
    """The list that was drawn does not tell the answers apart."""


def _yes_no(rng: Random, n: int = 0) -> Grades:
    n = n or rng.choice(SIZES)
    hits = rng.sample(range(n), rng.randint(2, 4))
    return tuple(int(at in hits) for at in range(n))


def _graded(rng: Random) -> Grades:
    grades = tuple(rng.choice((0, 0, 1, 2, 3)) for _ in range(rng.choice(SIZES)))
    if len({*grades} - {0}) < 2 or sum(grade > 0 for grade in grades) < 3 or 0 not in grades:
        raise _Again
    return grades


def _drawn(rng: Random, *, graded: bool) -> tuple[Grades, int]:
    """A list and a cutoff."""
    grades = _graded(rng) if graded else _yes_no(rng)
    return grades, rng.randint(2, len(grades))


def _way(before: float, after: float) -> int:
    """Whether a value rises (1), falls (-1) or stays (0), if that can be seen."""
    if abs(before - after) < 1e-9:
        return 0
    if abs(before - after) < SEEN:
        raise _Again
    return 1 if after > before else -1


def _single(found: Iterable[tuple[T, Misconception]]) -> dict[T, Misconception]:
    """The answers that one misconception alone gives, each with it."""
    by_answer: dict[T, list[Misconception]] = defaultdict(list)
    for answer, one in found:
        by_answer[answer].append(one)
    return {answer: ones[0] for answer, ones in by_answer.items() if len(ones) == 1}


def _some(rng: Random, wrong: dict[T, Misconception], least: int) -> dict[T, Misconception]:
    """So many of the wrong answers as are shown."""
    if len(wrong) < least:
        raise _Again
    kept = rng.sample([*wrong], min(len(wrong), MOST))
    return {answer: one for answer, one in wrong.items() if answer in kept}


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# What is said of values


def _shift(name: str, before: float, after: float) -> str:
    if _way(before, after) == 0:
        return f"{name} stays {figure(before)}"
    return f"{name} goes from {figure(before)} to {figure(after)}"


def _summed(one: Misconception, ranking: Ranking, k: int) -> str:
    """What somebody would get who believes something, with how that would come about."""
    value, sums = one.believed(ranking, k), one.worked(ranking, k)
    sign = "=" if _equals(value) == "is" else "≈"
    return f"{sums} {sign} {figure(value)}" if sums else figure(value)


def _would(one: Misconception, pair: Sequence[Ranking], k: int, *, moves: bool = False) -> str:
    """The same of two lists, or of one list before and after a move."""
    first, second = (_summed(one, each, k) for each in pair)
    name = f"{one.metric}@{k}"
    same = _way(*(one.believed(each, k) for each in pair)) == 0
    if same and (moves or first == second):
        return f"{name} would stay {first}" if moves else f"{name} would be {first} for both orders"
    if moves:
        return f"{name} would go from {first} to {second}"
    return f"{name} would be {first} for the first order and {second} for the second"


def _worked(metric: Metric, ranking: Ranking) -> str:
    """A value with its working."""
    value, worked = metric(ranking), metric.worked(ranking)
    text = worked.text.replace("log2", "log₂")
    return f"{symbol(metric)} = {text}, which {_equals(value)} {figure(value)}."


def _equals(value: float) -> str:
    return "is" if abs(value - float(figure(value))) < 1e-9 else "is about"


def _short(metric: Metric, pair: Sequence[Ranking]) -> tuple[str, ...]:
    """How both values come about, where that is told in a line."""
    first, second = (_worked(metric, one) for one in pair)
    short = max(len(first), len(second)) <= LINE
    return (f"First: {first}", f"Second: {second}") if short else ()


def _two(name: str, values: Sequence[float]) -> str:
    first, second = map(figure, values)
    if first == second:
        return f"{name} is {first} for both orders."
    return f"{name} is {first} for the first order and {second} for the second."


# The makers


def _which(rng: Random, names: Sequence[str], *, graded: bool) -> Question:
    """A result moves: which of these change?"""
    grades, k = _drawn(rng, graded=graded)
    rank, to = rng.sample(range(1, len(grades) + 1), 2)
    rest = [*grades[: rank - 1], *grades[rank:]]
    rest.insert(to - 1, grades[rank - 1])
    if tuple(rest) == grades:
        raise _Again
    lists = (
        Listed(grades, k, "Before", moved=rank),
        Listed(tuple(rest), k, "After", moved=to),
    )
    before, after = (Ranking(one.grades) for one in lists)
    values = {name: ((METRICS[name] @ k)(before), (METRICS[name] @ k)(after)) for name in names}
    truth = frozenset(name for name in names if _way(*values[name]))
    believed = [
        (truth ^ {name}, one)
        for name in names
        for one in about(name)
        if bool(_way(one.believed(before, k), one.believed(after, k))) != (name in truth)
    ]
    wrong = _some(rng, _single(believed), 2)
    order = sorted(
        (truth, *wrong),
        key=lambda some: (len(some), [name not in some for name in names]),
    )
    choices = []
    for some in order:
        changing = [f"{name}@{k}" for name in names if name in some]
        if len(changing) == len(names):
            words = f"All {NUMBERS[len(names)]}" if len(names) > 2 else "Both"
        else:
            words = _joined(changing) if changing else "None of them"
        held = wrong.get(some)
        told = _would(held, (before, after), k, moves=True) if held else ""
        choices.append(_choice(words, held, told))
    facts = "; ".join(_shift(f"{name}@{k}", *values[name]) for name in names)
    asked = _joined([f"{name}@{k}" for name in names])
    return Question(
        "which-graded" if graded else "which",
        "What moves?",
        f"The result at rank {rank} moves to rank {to}. Which of {asked} change?",
        lists,
        tuple(choices),
        f"{facts}.",
    )


def _choice(words: str, one: Misconception | None, told: str) -> Choice:
    if one is None:
        return Choice(words)
    held = f"This answer follows from the belief: “{one.belief}”"
    return Choice(words, one.id, f"{held} Then {told}." if told else held)


def _cutoff(rng: Random, name: str) -> Question:
    """The cutoff moves on by one rank: what does a metric do?"""
    graded = METRICS[name].graded
    grades, k = _drawn(rng, graded=graded)
    if k == len(grades):
        raise _Again
    ranking, metric = Ranking(grades), METRICS[name]
    values = (metric @ k)(ranking), (metric @ (k + 1))(ranking)
    truth = _way(*values)
    believed: list[tuple[int, Misconception]] = []
    held = about(name, depth=True)
    deep = [one for one in held if one.depth]
    for one in deep if len(deep) > 1 else held:
        way = _way(one.believed(ranking, k), one.believed(ranking, k + 1))
        if way != truth:
            believed.append((way, one))
    wrong = _single(believed)
    if len(wrong) < 2:
        raise _Again
    words = {1: "It rises", 0: "It stays the same", -1: "It falls"}
    choices = [_choice(text, wrong.get(way), "") for way, text in words.items()]
    ends = metric @ k, metric @ (k + 1)
    facts = "\n".join([f"{_shift(name, *values)}.", *(_worked(one, ranking) for one in ends)])
    return Question(
        f"cutoff-{name}",
        "What moves?",
        f"The cutoff moves from k = {k} to k = {k + 1}. What does {name}@k do? {ALL_IN}",
        (Listed(grades, k),),
        tuple(choices),
        facts,
    )


def _order(rng: Random, name: str) -> Question:
    """Two orders of the same results: which one does a metric prefer?"""
    grades, k = _drawn(rng, graded=METRICS[name].graded)
    other = tuple(rng.sample(grades, len(grades)))
    if other == grades:
        raise _Again
    pair = Ranking(grades), Ranking(other)
    metric = METRICS[name] @ k
    values = [metric(one) for one in pair]
    truth = _way(*values)
    believed: list[tuple[int, Misconception]] = []
    for one in about(name):
        way = _way(*(one.believed(each, k) for each in pair))
        if way != truth:
            believed.append((way, one))
    wrong = _single(believed)
    if len(wrong) < 2:
        raise _Again
    words = {-1: "The first order", 1: "The second order", 0: "Neither: both are worth the same"}
    choices = []
    for way, text in words.items():
        held = wrong.get(way)
        choices.append(_choice(text, held, _would(held, pair, k) if held else ""))
    return Question(
        f"order-{name}",
        "Which order does it prefer?",
        f"These are two orders of the same results. Which one does {symbol(metric)} prefer?",
        (Listed(grades, k, "First order"), Listed(other, k, "Second order")),
        tuple(choices),
        "\n".join([_two(symbol(metric), values), *_short(metric, pair)]),
    )


def _numbers(
    rng: Random,
    right: float,
    believed: Sequence[tuple[float, Misconception]],
    name: str,
    sums: Callable[[Misconception], str] = lambda _: "",
) -> tuple[Choice, ...]:
    """The right value among those of some beliefs, from the lowest to the highest.

    `sums` says how the value of a belief would come about, if it can be said.
    """
    if any(b - a < SEEN for a, b in pairwise(sorted([right, *(value for value, _ in believed)]))):
        raise _Again
    by_value = dict(rng.sample(believed, min(len(believed), MOST)))
    values = sorted([right, *by_value])
    choices = []
    for value in values:
        held = by_value.get(value)
        told = (sums(held) if held else "") or figure(value)
        choices.append(_choice(figure(value), held, f"{name} would be {told}"))
    return tuple(choices)


def _value(rng: Random, name: str) -> Question:
    """What is a metric of one list?"""
    grades, k = _drawn(rng, graded=METRICS[name].graded)
    ranking, metric = Ranking(grades), METRICS[name] @ k
    right = metric(ranking)
    believed = [(one.believed(ranking, k), one) for one in about(name)]
    apart = [(value, one) for value, one in believed if abs(value - right) > SEEN]
    if not right or len(apart) < 2:
        raise _Again
    return Question(
        f"value-{name}",
        "What is it worth?",
        f"What is {symbol(metric)} of this list? {ALL_IN}",
        (Listed(grades, k),),
        _numbers(rng, right, apart, symbol(metric), lambda one: _summed(one, ranking, k)),
        _worked(metric, ranking),
    )


def _ceiling(rng: Random) -> Question:
    """How high can recall be in the best order?"""
    grades, k = _drawn(rng, graded=False)
    ranking, best = Ranking(grades), Ranking(sorted(grades, reverse=True))
    metric = R @ k
    if k >= ranking.relevant:
        raise _Again
    name, highest = symbol(metric), metric(best)
    believed = [
        (1.0, MISCONCEPTIONS["r-ceiling"]),
        (metric(ranking), MISCONCEPTIONS["r-fixed"]),
    ]
    return Question(
        "ceiling",
        "What is it worth?",
        f"How high can {name} be in the best order of these results? {ALL_IN}",
        (Listed(grades, k),),
        _numbers(rng, highest, believed, name),
        f"In the best order the first {k} are all relevant, and {ranking.relevant} are: "
        f"{name} = {k} / {ranking.relevant}, which {_equals(highest)} {figure(highest)}.",
    )


def _mean(rng: Random) -> Question:
    """What is the MRR of three queries?"""
    n = rng.choice(SIZES)
    grades = [_yes_no(rng, n) for _ in range(3)]
    lists = [Ranking(one) for one in grades]
    firsts = [one.hit_ranks[0] for one in lists]
    right = fmean(RR(one) for one in lists)
    every = MISCONCEPTIONS["rr-every"]
    believed = [
        (1 / fmean(firsts), MISCONCEPTIONS["mrr-rank"]),
        (fmean(every.believed(one, n) for one in lists), MISCONCEPTIONS["mrr-every"]),
    ]
    terms = " + ".join(f"1/{rank}" for rank in firsts)
    inverse = f"1 / (({' + '.join(map(str, firsts))}) / 3)"

    def sums(one: Misconception) -> str:
        if one.id != "mrr-rank":
            return ""
        value = 1 / fmean(firsts)
        return f"{inverse} {'=' if _equals(value) == 'is' else '≈'} {figure(value)}"

    return Question(
        "mean",
        "What is it worth?",
        "These are the results of three queries. What is MRR over the three?",
        tuple(Listed(one, n, f"Query {at}") for at, one in enumerate(grades, 1)),
        _numbers(rng, right, believed, "MRR", sums),
        f"The first relevant results are at ranks {_joined([str(one) for one in firsts])}: "
        f"MRR = ({terms}) / 3, which {_equals(right)} {figure(right)}.",
    )


def _unjudged(rng: Random) -> Question:
    """Nobody judged one of the results: what can AP be?"""
    grades = _yes_no(rng)
    n = len(grades)
    rank = rng.choice([at for at in range(1, n + 1) if not grades[at - 1]])
    ranking, metric = Ranking(grades), AP @ n
    low, high = bounds(metric, ranking, {rank})
    as_no = metric(ranking)
    yes = metric(Ranking([*grades[: rank - 1], 1, *grades[rank:]]))
    left_out = (AP @ (n - 1))(Ranking([*grades[: rank - 1], *grades[rank:]]))
    if yes > as_no - SEEN or abs(left_out - as_no) < SEEN or abs(left_out - yes) < SEEN:
        raise _Again

    def wrong(words: str, name: str, told: str = "") -> Choice:
        return _choice(words, MISCONCEPTIONS[name], told)

    name = symbol(metric)
    choices = (
        wrong(f"{figure(as_no)}", "unjudged-no", f"{name} would be {figure(as_no)} for certain"),
        wrong(f"{figure(left_out)}", "unjudged-skip", f"{name} would be {figure(left_out)}"),
        wrong(
            f"{figure(as_no)} or more, never less",
            "unjudged-least",
            f"{name} could not be below {figure(as_no)}",
        ),
        Choice(f"Either {figure(low)} or {figure(high)}"),
    )
    return Question(
        "unjudged",
        "What is it worth?",
        f"Nobody judged the result at rank {rank}, marked with a question mark. What would {name} be if "
        "somebody did?",
        (Listed(grades, n, unjudged=(rank,)),),
        choices,
        f"If it is not relevant, {name} is {figure(as_no)}; if it is, {name} is {figure(yes)}, since "
        "there is one relevant result more to divide by.",
    )


def _report(rng: Random, advice: Advice) -> Question:
    """Readers want one thing, and the first order gives them more of it: which metric says so?"""
    name = advice.report[0]
    grades, k = _drawn(rng, graded=METRICS[name].graded)
    other = tuple(rng.sample(grades, len(grades)))
    pair = Ranking(grades), Ranking(other)
    if METRICS[name].graded and pair[0].hits != pair[1].hits:
        raise _Again  # what only grades can tell
    metric = METRICS[name] @ k
    values = [metric(one) for one in pair]
    if _way(*values) != -1:
        raise _Again
    by_metric: dict[str, list[Misconception]] = defaultdict(list)
    others = (one for one in _REPORTED if one not in advice.report)
    for one in (held for other in others for held in about(other)):
        real = _way(*((METRICS[one.metric] @ k)(each) for each in pair))
        if real != -1 and _way(*(one.believed(each, k) for each in pair)) == -1:
            by_metric[one.metric].append(one)
    wrong = _some(rng, {one: held[0] for one, held in by_metric.items() if len(held) == 1}, 2)
    # The lists have several good results, of which the first one found will do.
    when = "People need one right answer, and stop there" if name == "RR" else advice.when
    choices = []
    for each in (one for one in _REPORTED if one == name or one in wrong):
        held, cut = wrong.get(each), METRICS[each] @ k
        told = ""
        if held:
            told = f"{_would(held, pair, k)}. But {_two(symbol(cut), [cut(one) for one in pair])}"
        choices.append(_choice(symbol(cut), held, told.removesuffix(".")))
    return Question(
        f"report-{name}",
        "Which metric would you report here?",
        f"{when}. Here the first order serves them better. Which of these metrics says so?"
        if name == "RR"
        else f"{when}. Here the first order is the better one. Which of these metrics says so?",
        (Listed(grades, k, "First order"), Listed(other, k, "Second order")),
        tuple(choices),
        f"{_two(symbol(metric), values)} {advice.why}",
    )


_REPORTED = ("P", "R", "RR", "AP", "nDCG")
"""The metrics that can be reported, in the order of the course."""

_SITUATIONS = [one for one in GUIDE if one.report[0] in _REPORTED]

_TOOLS = {
    "AP": (
        ("trec_eval", "all that is relevant divides", "one-name"),
        ("Spark", "min(R, k) divides, so that the best is 1", "tool-reach"),
        ("torchmetrics", "the relevant results found divide", "tool-found"),
    ),
    "nDCG": (
        ("trec_eval", "the gain is the grade, the ideal is cut at k", "one-name"),
        (
            "Spark",
            "the gain is 2 to the power of the grade, minus 1; the ideal is cut at k",
            "tool-gain",
        ),
        (
            "Quepid",
            "the gain is 2 to the power of the grade, minus 1; the ideal is not cut",
            "tool-uncut",
        ),
    ),
}
"""For each metric, tools that compute other values under its name, and the belief that all do as they do."""


def _tool(rng: Random, name: str) -> Question:
    """A value was printed: which tool computed it?"""
    grades, k = _drawn(rng, graded=METRICS[name].graded)
    ranking = Ranking(grades)
    values = [(TOOLS[tool].metrics[name] @ k)(ranking) for tool, _, _ in _TOOLS[name]]
    ranked = sorted(values)
    if any(b - a < SEEN for a, b in pairwise(ranked)):
        raise _Again
    right = rng.randrange(len(values))
    what = f"{name}@{k}"
    choices = tuple(
        Choice(f"{tool}: {how}")
        if at == right
        else _choice(
            f"{tool}: {how}",
            MISCONCEPTIONS[believed],
            f"{what} would be {figure(values[at])}, as {tool} computes it",
        )
        for at, (tool, how, believed) in enumerate(_TOOLS[name])
    )
    told = ", ".join(
        f"{tool} {figure(value)}" for (tool, _, _), value in zip(_TOOLS[name], values, strict=True)
    )
    return Question(
        f"tool-{name}",
        "Which tool computed this?",
        f"A colleague’s tool prints {what} = {figure(values[right])} for this list. Which one "
        f"is it? {ALL_IN}",
        (Listed(grades, k),),
        choices,
        f"Of this list, {what} by {told}.",
    )


def _maker(draw: Callable[..., Question], *args: object, **more: object) -> Maker:
    """A maker that draws until a list tells the answers apart."""

    def make(rng: Random) -> Question:
        for _ in range(TRIES):
            with suppress(_Again):
                return draw(rng, *args, **more)
        raise LookupError(f"no list tells the answers apart: {args}")

    return make


GROUPS: tuple[tuple[int, tuple[Maker, ...]], ...] = (
    (
        3,
        (
            _maker(_which, ("P", "R", "RR", "AP"), graded=False),
            _maker(_which, ("P", "AP", "nDCG"), graded=True),
            _maker(_cutoff, "R"),
            _maker(_cutoff, "nDCG"),
        ),
    ),
    (3, tuple(_maker(_order, name) for name in _REPORTED)),
    (
        2,
        (
            *(_maker(_value, name) for name in _REPORTED),
            _maker(_ceiling),
            _maker(_mean),
            _maker(_unjudged),
        ),
    ),
    (2, tuple(_maker(_report, one) for one in _SITUATIONS)),
    (2, tuple(_maker(_tool, name) for name in _TOOLS)),
)
"""The makers by what they ask, and how many of each a check has."""


def questions(rng: Random) -> tuple[Question, ...]:
    """The questions of a check, in the order in which they are asked.

    Args:
        rng: What draws them; one of the same seed draws the same.

    >>> from random import Random
    >>> drawn = questions(Random(7))
    >>> len(drawn), drawn == questions(Random(7)), drawn == questions(Random(8))
    (12, True, False)
    """
    makers = [maker for many, group in GROUPS for maker in rng.sample(group, many)]
    rng.shuffle(makers)
    return tuple(maker(rng) for maker in makers)

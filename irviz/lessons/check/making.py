"""Makes the questions of the check: draws lists until the answers tell misconceptions apart.

Each maker draws a small list, computes the right answer by `irviz.metrics` and the answer of every belief
about it by the belief's own value. Whatever a belief answers is among the choices, so each wrong answer is
that of some beliefs. The numbers are such that the right answer needs no calculator.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, TypeVar

from irviz.lenses.formatting import join_words
from irviz.lessons.check.misconceptions import misconceptions_about, misconceptions_about_mean
from irviz.lessons.check.question import Choice, Listed, Question
from irviz.lessons.reference.guide import GUIDE
from irviz.metrics import AP, METRICS, TOOLS, Metric, R, Ranking, bounds
from irviz.state.metric_words import format_symbol
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from irviz.lessons.check.misconceptions import Misconception
    from irviz.lessons.reference.guide import Advice

    Grades = tuple[int, ...]
    Held = tuple["T", str, str]

SIZES = (6, 7)
"""How many results a list has: as many as no list of the lessons and examples has."""

MIN_DIFFERENCE = 0.01
"""Values that are to be told apart differ by at least so much; those that are the same, by nothing."""

TRIES = 50_000
"""So many lists are drawn for one question; a few hundred are enough."""

FEWEST, MOST = 3, 7
"""So many answers a question has."""

LINE = 70
"""A working of more characters is left out where there are two."""

MAX_MENTAL_DENOMINATOR = 12
"""A value is found without a calculator where it is a fraction with no larger denominator."""

ALL_IN = "All that is relevant is in the list."
GAIN = "A result is relevant from grade 1 on, and its gain is its grade."
NUMBERS = ("none", "one", "two", "three", "four")


T = TypeVar("T")


class _Again(Exception):  # noqa: N818 - no error, but another draw
    """Raised to draw again: the list that was drawn does not tell the answers apart."""


def _draw_binary_grades(rng: Random, n: int = 0) -> Grades:
    """Grades of a drawn list of `n` results (0: a random number) with two to four relevant ones."""
    n = n or rng.choice(SIZES)
    hits = rng.sample(range(n), rng.randint(2, 4))
    return tuple(int(at in hits) for at in range(n))


def _draw_grades(rng: Random) -> Grades:
    """A drawn list of grades from 0 to 3, by rank; raises `_Again` if they are too much alike."""
    grades = tuple(rng.choice((0, 0, 1, 2, 3)) for _ in range(rng.choice(SIZES)))
    if len({*grades} - {0}) < 2 or sum(grade > 0 for grade in grades) < 3 or 0 not in grades:
        raise _Again
    return grades


def _draw_list_and_cutoff(rng: Random, *, graded: bool) -> tuple[Grades, int]:
    """A drawn list of grades, by rank, and a cutoff from 2 to one rank before the list's end."""
    grades = _draw_grades(rng) if graded else _draw_binary_grades(rng)
    return grades, rng.randint(2, len(grades) - 1)


def _move_result(grades: Grades, rank: int, to: int) -> Grades:
    """The grades of a list after the result at a rank moves to the rank `to`; raises `_Again` if they stay the same."""
    rest = [*grades[: rank - 1], *grades[rank:]]
    rest.insert(to - 1, grades[rank - 1])
    if tuple(rest) == grades:
        raise _Again
    return tuple(rest)


def _replace_grade(grades: Grades, rank: int, grade: int) -> Grades:
    """The grades of a list with another grade at a rank, from 1."""
    return (*grades[: rank - 1], grade, *grades[rank:])


def _swap_results(grades: Grades, one: int, other: int) -> Grades:
    """The grades of a list with the results at two ranks exchanged; raises `_Again` if their grades are equal."""
    if grades[one - 1] == grades[other - 1]:
        raise _Again
    return _replace_grade(_replace_grade(grades, one, grades[other - 1]), other, grades[one - 1])


def _compare_values(before: float, after: float) -> int:
    """1 if a value rises, -1 if it falls, 0 if it stays; raises `_Again` for a difference too small to see."""
    if abs(before - after) < 1e-9:
        return 0
    if abs(before - after) < MIN_DIFFERENCE:
        raise _Again
    return 1 if after > before else -1


def _require_mental_arithmetic(*values: float, by: int = MAX_MENTAL_DENOMINATOR) -> None:
    """Raise `_Again` unless all values are fractions with a denominator of at most `by`."""
    for value in values:
        if abs(Fraction(value).limit_denominator(by) - Fraction(value)) > 1e-9:
            raise _Again


def _make_choices(words: Mapping[T, str], right: T, held: Iterable[Held[T]]) -> tuple[Choice, ...]:
    """The answers that a question offers, in order, each wrong one with the misconceptions that lead to it.

    Args:
        words: By answer, its text; in the order in which they are offered.
        right: The right answer.
        held: Triples: the answer that a misconception gives, its id, and what would follow from it, in numbers.
    """
    by_answer: dict[T, list[tuple[str, str]]] = defaultdict(list)
    for answer, name, told in held:
        if answer != right:
            by_answer[answer].append((name, told))
    if {right, *by_answer} != {*words} or not FEWEST <= len(words) <= MOST:
        raise _Again
    return tuple(
        Choice(text, *zip(*by_answer[answer], strict=True)) if answer != right else Choice(text)
        for answer, text in words.items()
    )


# What is said of values


def _describe_shift(name: str, before: float, after: float) -> str:
    """A sentence on how a metric's value changes, or that it stays the same."""
    if _compare_values(before, after) == 0:
        return f"{name} stays {format_number(before)}"
    return f"{name} goes from {format_number(before)} to {format_number(after)}"


def _format_equation(sums: str, value: float) -> str:
    """Text such as “1/2 + 2/3 = 1.167”: a value after its working `sums`; the value alone if that is empty."""
    return (
        f"{sums} {'=' if _choose_equals_words(value) == 'is' else '≈'} {format_number(value)}"
        if sums
        else format_number(value)
    )


def _format_believed_value(one: Misconception, ranking: Ranking, k: int) -> str:
    """The value of a list under a misconception, as text with its working."""
    return _format_equation(one.format_working(ranking, k), one.compute_value(ranking, k))


def _describe_believed_change(
    one: Misconception, pair: Sequence[Ranking], cuts: tuple[int, int], *, moves: bool = True
) -> str:
    """A phrase on how the value under a misconception differs between two lists.

    Args:
        one: The misconception.
        pair: The two lists.
        cuts: The cutoff for each of them.
        moves: Whether the second is the first after a change, and not another list.
    """
    if one.depth:
        return f"{one.metric}@k would rise"
    first, second = (_format_believed_value(one, each, k) for each, k in zip(pair, cuts, strict=True))
    name = f"{one.metric}@{cuts[0]}" if cuts[0] == cuts[1] else f"{one.metric}@k"
    same = _compare_values(*(one.compute_value(each, k) for each, k in zip(pair, cuts, strict=True))) == 0
    if same and (moves or first == second):
        return f"{name} would stay {first}" if moves else f"{name} would be {first} for both orders"
    if moves:
        return f"{name} would go from {first} to {second}"
    return f"{name} would be {first} for the first order and {second} for the second"


def _format_working(metric: Metric, ranking: Ranking) -> str:
    """A sentence with a metric's value on a list and its working."""
    value, worked = metric(ranking), metric.worked(ranking)
    text = worked.text.replace("log2", "log₂").replace("*", " × ")
    return f"{format_symbol(metric)} = {text}, which {_choose_equals_words(value)} {format_number(value)}."


def _choose_equals_words(value: float) -> str:
    """“is” for a value that its three decimals give exactly, else “is about”."""
    return "is" if abs(value - float(format_number(value))) < 1e-9 else "is about"


def _format_both_workings(metric: Metric, pair: Sequence[Ranking]) -> tuple[str, ...]:
    """Sentences with the working of a metric on each of two lists; none if they are too long."""
    first, second = (_format_working(metric, one) for one in pair)
    short = max(len(first), len(second)) <= LINE
    return (f"First: {first}", f"Second: {second}") if short else ()


def _describe_two_values(name: str, values: Sequence[float]) -> str:
    """A sentence with a metric's values for two orders."""
    first, second = map(format_number, values)
    if first == second:
        return f"{name} is {first} for both orders."
    return f"{name} is {first} for the first order and {second} for the second."


# What several metrics do


def _find_directions(
    names: Sequence[str], pair: Sequence[Ranking], cuts: tuple[int, int]
) -> tuple[tuple[int, ...], list[Held[tuple[int, ...]]]]:
    """For each metric, the direction (1, 0 or -1) of its change between two lists; and that by misconceptions.

    The latter are triples of directions, id and numbers, as `_make_choices` takes them; `cuts` are the cutoffs.
    """
    both = [*zip(pair, cuts, strict=True)]
    right = tuple(_compare_values(*((METRICS[name] @ k)(one) for one, k in both)) for name in names)
    believed: dict[str, tuple[list[int], list[str]]] = {}
    for at, name in enumerate(names):
        for held in misconceptions_about(name, depth=cuts[0] != cuts[1]):
            way = _compare_values(*(held.compute_value(one, k) for one, k in both))
            ways, told = believed.setdefault(held.id, ([*right], []))
            if way != right[at]:
                ways[at] = way
                told.append(_describe_believed_change(held, pair, cuts))
    return right, [(tuple(ways), name, "; ".join(told)) for name, (ways, told) in believed.items()]


def _make_which_changes_question(
    kind: str, names: Sequence[str], lists: tuple[Listed, Listed], prompt: str
) -> Question:
    """Make a question: after a change in a graded list, which metrics change?

    Args:
        kind: The question's key in `MAKERS`.
        names: The metrics that are asked about.
        lists: The list before and after the change.
        prompt: A sentence that says what changes.
    """
    k = lists[0].k
    pair = [Ranking(one.grades) for one in lists]
    right, held = _find_directions(names, pair, (k, k))

    def changing(ways: Sequence[int]) -> tuple[bool, ...]:
        """For each direction of change, whether it is one."""
        return tuple(map(bool, ways))

    def words(some: Sequence[bool]) -> str:
        """The text of an answer: the names of the metrics that change."""
        changed = [f"{name}@{k}" for name, one in zip(names, some, strict=True) if one]
        if len(changed) == len(names):
            return f"All {NUMBERS[len(names)]}"
        return join_words(changed) if changed else "None of them"

    known = [(changing(ways), name, told) for ways, name, told in held]
    order = sorted({changing(right), *(answer for answer, *_ in known)})
    order.sort(key=lambda some: (sum(some), [not one for one in some]))
    facts = "; ".join(_describe_shift(f"{name}@{k}", *((METRICS[name] @ k)(one) for one in pair)) for name in names)
    return Question(
        kind,
        "What changes?",
        f"{prompt} Which of {join_words([f'{name}@{k}' for name in names])} change? {GAIN} {ALL_IN}",
        lists,
        _make_choices({some: words(some) for some in order}, changing(right), known),
        f"{facts}.",
    )


def _make_move_question(rng: Random) -> Question:
    """Make a question: which metrics change when a relevant result moves above the cutoff and another drops?"""
    grades, k = _draw_list_and_cutoff(rng, graded=True)
    rank, to = rng.randint(k + 1, len(grades)), rng.randint(1, k)
    if not grades[rank - 1] or not grades[k - 1] or grades[rank - 1] == grades[k - 1]:
        raise _Again
    lists = (
        Listed(grades, k, "Before", moved=(rank,)),
        Listed(_move_result(grades, rank, to), k, "After", moved=(to,)),
    )
    prompt = f"The result at rank {rank} moves to rank {to}."
    return _make_which_changes_question("move", ("P", "R", "F1", "AP"), lists, prompt)


def _make_judgment_question(rng: Random) -> Question:
    """Make a question: which metrics change when a result below the cutoff is judged anew?"""
    grades, k = _draw_list_and_cutoff(rng, graded=True)
    rank = rng.randint(k + 1, len(grades))
    old, new = grades[rank - 1], rng.choice((1, 2)) if not grades[rank - 1] else 0
    after = _replace_grade(grades, rank, new)
    if max(after) != max(grades):
        raise _Again
    lists = (Listed(grades, k, "Before", moved=(rank,)), Listed(after, k, "After", moved=(rank,)))
    prompt = f"Somebody judges the result at rank {rank} anew: grade {new} instead of {old}."
    return _make_which_changes_question("judged", ("P", "R", "AP", "nDCG"), lists, prompt)


def _make_grades_question(rng: Random) -> Question:
    """Make a question: which metrics change when two relevant results of different grades are swapped?"""
    grades, k = _draw_list_and_cutoff(rng, graded=True)
    one, other = sorted(rng.sample(range(1, k + 1), 2))
    if not (grades[one - 1] and grades[other - 1]):
        raise _Again
    lists = (
        Listed(grades, k, "Before", moved=(one, other)),
        Listed(_swap_results(grades, one, other), k, "After", moved=(one, other)),
    )
    prompt = f"The results at ranks {one} and {other} change places."
    return _make_which_changes_question("grades", ("RR", "AP", "nDCG"), lists, prompt)


_GOES = {1: "rises", 0: "stays", -1: "falls"}


def _make_cutoff_question(rng: Random, names: Sequence[str]) -> Question:
    """Make a question: do these metrics rise or fall when the cutoff moves on by one rank?"""
    graded = any(METRICS[name].graded for name in names)
    grades, k = _draw_list_and_cutoff(rng, graded=graded)
    ranking, cuts = Ranking(grades), (k, k + 1)
    if graded and grades[k] and k < len(ranking.ideal) and ranking.ideal[k]:
        raise _Again  # where list and ideal both gain, a share needs a calculator
    right, held = _find_directions(names, (ranking, ranking), cuts)
    order = sorted({right, *(answer for answer, *_ in held)}, reverse=True)

    def words(ways: Sequence[int]) -> str:
        """The text of an answer: how each metric changes, from 1, 0 or -1."""
        if len(names) == 1:
            return f"It {_GOES[ways[0]]}"
        return ", ".join(f"{name} {_GOES[way]}" for name, way in zip(names, ways, strict=True))

    facts = []
    for name in names:
        ends = METRICS[name] @ k, METRICS[name] @ (k + 1)
        facts.append(f"{_describe_shift(f'{name}@k', *(one(ranking) for one in ends))}.")
        if len(names) == 1:
            facts += [_format_working(one, ranking) for one in ends]
    asked = (
        f"What does {names[0]}@k do?"
        if len(names) == 1
        else f"What do {join_words([f'{name}@k' for name in names])} do?"
    )
    gain = f" {GAIN}" if graded else ""
    return Question(
        f"cutoff-{'-'.join(names)}",
        "What changes?",
        f"The cutoff moves from k = {k} to k = {k + 1}. {asked}{gain} {ALL_IN}",
        (Listed(grades, k),),
        _make_choices({ways: words(ways) for ways in order}, right, held),
        ("\n" if len(names) == 1 else " ").join(facts),
    )


# Two orders


def _draw_other_order(rng: Random, grades: Grades) -> Grades:
    """The grades of another order of the same results that differs in few places."""
    one, other = rng.sample(range(1, len(grades) + 1), 2)
    return rng.choice((_move_result, _swap_results))(grades, one, other)


def _make_order_question(rng: Random, name: str) -> Question:
    """Make a question: which of two orders does a metric prefer?"""
    grades, k = _draw_list_and_cutoff(rng, graded=METRICS[name].graded or bool(rng.randrange(2)))
    other = _draw_other_order(rng, grades)
    pair = Ranking(grades), Ranking(other)
    metric = METRICS[name] @ k
    values = [metric(one) for one in pair]
    held = [
        (
            _compare_values(*(one.compute_value(each, k) for each in pair)),
            one.id,
            _describe_believed_change(one, pair, (k, k), moves=False),
        )
        for one in misconceptions_about(name)
    ]
    words = {-1: "The first order", 1: "The second order", 0: "Neither: both are worth the same"}
    gain = f" {GAIN}" if METRICS[name].graded else ""
    return Question(
        f"order-{name}",
        "Which order does it prefer?",
        f"These are two orders of the same results. Which one does {format_symbol(metric)} prefer?{gain}",
        (Listed(grades, k, "First order"), Listed(other, k, "Second order")),
        _make_choices(words, _compare_values(*values), held),
        "\n".join([_describe_two_values(format_symbol(metric), values), *_format_both_workings(metric, pair)]),
    )


# Values


def _make_number_choices(right: float, believed: Iterable[tuple[float, str, str]], name: str) -> tuple[Choice, ...]:
    """The choices of a question with a number as its answer, ascending.

    Args:
        right: The right value.
        believed: Triples: a wrong value, the id of the misconception that gives it, and its working; may be empty.
        name: The name of what has the value, such as a metric.
    """
    held = [
        (format_number(value), one, f"{name} would be {sums or format_number(value)}") for value, one, sums in believed
    ]
    values = sorted({round(value, 9) for value, *_ in believed} | {round(right, 9)})
    if any(b - a < MIN_DIFFERENCE for a, b in pairwise(values)):
        raise _Again
    return _make_choices({format_number(one): format_number(one) for one in values}, format_number(right), held)


def _make_value_question(rng: Random, name: str) -> Question:
    """Make a question: what is a metric of one list?"""
    grades, k = _draw_list_and_cutoff(rng, graded=bool(rng.randrange(2)))
    ranking, metric = Ranking(grades), METRICS[name] @ k
    right = metric(ranking)
    _require_mental_arithmetic(right)
    if not right:
        raise _Again
    believed = [
        (one.compute_value(ranking, k), one.id, _format_believed_value(one, ranking, k))
        for one in misconceptions_about(name)
    ]
    return Question(
        f"value-{name}",
        "What is it worth?",
        f"What is {format_symbol(metric)} of this list? {ALL_IN}",
        (Listed(grades, k),),
        _make_number_choices(right, believed, format_symbol(metric)),
        _format_working(metric, ranking),
    )


def _make_sums_question(rng: Random) -> Question:
    """Make a question: what are CG and DCG of a graded list with whole discounts?"""
    grades = tuple(rng.choice((0, 1, 2, 3)) if at in {1, 3, 7} else 0 for at in range(1, 8))
    k = rng.randint(3, 6)
    ranking, names = Ranking(grades), ("CG", "DCG")
    if not all(grades[at - 1] for at in (1, 3, 7)):
        raise _Again

    def both(values: Mapping[str, float]) -> str:
        """The text of an answer: the value of each of the two metrics."""
        return ", ".join(f"{name}@{k} = {format_number(values[name])}" for name in names)

    right = {name: (METRICS[name] @ k)(ranking) for name in names}
    believed: dict[str, dict[str, float]] = {}
    for name in names:
        for one in misconceptions_about(name):
            believed.setdefault(one.id, dict(right))[name] = one.compute_value(ranking, k)
    held = [
        (
            both(values),
            name,
            f"CG@{k} would be {format_number(values['CG'])} and DCG@{k} {format_number(values['DCG'])}",
        )
        for name, values in believed.items()
    ]
    order = sorted([right, *believed.values()], key=lambda one: [one[name] for name in names])
    return Question(
        "sums",
        "What is it worth?",
        f"What are CG@{k} and DCG@{k} of this list? {GAIN} log₂ 2 is 1, log₂ 4 is 2, log₂ 8 is 3.",
        (Listed(grades, k),),
        _make_choices({both(one): both(one) for one in order}, both(right), held),
        "\n".join(_format_working(METRICS[name] @ k, ranking) for name in names),
    )


def _make_ceiling_question(rng: Random) -> Question:
    """Make a question: how high can recall at k be in the best order?"""
    grades, k = _draw_list_and_cutoff(rng, graded=False)
    ranking, best = Ranking(grades), Ranking(sorted(grades, reverse=True))
    metric = R @ k
    if k >= ranking.relevant:
        raise _Again
    name, highest = format_symbol(metric), metric(best)
    believed = [
        (1.0, "r-ceiling", ""),
        (metric(ranking), "r-fixed", ""),
        *(
            (one.compute_value(best, k), one.id, _format_believed_value(one, best, k))
            for one in misconceptions_about("R")
        ),
    ]
    return Question(
        "ceiling",
        "What is it worth?",
        f"How high can {name} be in the best order of these results? {ALL_IN}",
        (Listed(grades, k),),
        _make_number_choices(highest, believed, name),
        f"In the best order the first {k} are all relevant, and {ranking.relevant} are: "
        f"{name} = {k} / {ranking.relevant}, which {_choose_equals_words(highest)} {format_number(highest)}.",
    )


def _make_mean_question(rng: Random, name: str) -> Question:
    """Make a question: what is the MRR or MAP of two queries?"""
    n = rng.choice(SIZES)
    grades = [_draw_binary_grades(rng, n) for _ in range(2)]
    lists = [Ranking(one) for one in grades]
    metric = METRICS[name.removeprefix("M")]
    values = [metric(one) for one in lists]
    if values[0] == values[1]:
        raise _Again
    right = fmean(values)
    _require_mental_arithmetic(right, *values)
    believed = [
        (value, one.id, _format_equation(one.format_mean_working(lists, n), value))
        for one in misconceptions_about_mean(name)
        for value in [one.compute_mean(lists, n)]
    ]
    terms = " + ".join(f"({metric.worked(one).text})" for one in lists)
    return Question(
        f"mean-{name}",
        "What is it worth?",
        f"These are the results of two queries. What is {name} over both? All that is relevant to each is in its list.",
        tuple(Listed(one, n, f"Query {at}") for at, one in enumerate(grades, 1)),
        _make_number_choices(right, believed, name),
        f"{name} = ({terms}) / 2, which {_choose_equals_words(right)} {format_number(right)}.",
    )


def _make_unjudged_question(rng: Random) -> Question:
    """Make a question: what can AP be if one result is unjudged?"""
    grades = _draw_binary_grades(rng)
    n = len(grades)
    rank = rng.choice([at for at in range(1, n + 1) if not grades[at - 1]])
    ranking, metric = Ranking(grades), AP @ n
    low, high = bounds(metric, ranking, {rank})
    as_no = metric(ranking)
    yes = metric(Ranking(_replace_grade(grades, rank, 1)))
    left_out = (AP @ (n - 1))(Ranking([*grades[: rank - 1], *grades[rank:]]))
    _require_mental_arithmetic(as_no, by=2 * MAX_MENTAL_DENOMINATOR)
    if yes > as_no - MIN_DIFFERENCE or abs(left_out - as_no) < MIN_DIFFERENCE or abs(left_out - yes) < MIN_DIFFERENCE:
        raise _Again

    def wrong(words: str, name: str, told: str = "") -> Choice:
        """A wrong answer, from its text, the id of its misconception, and what would follow from that."""
        return Choice(words, (name,), (told,))

    name = format_symbol(metric)
    choices = (
        wrong(f"{format_number(as_no)}", "unjudged-no", f"{name} would be {format_number(as_no)} for certain"),
        wrong(f"{format_number(left_out)}", "unjudged-skip", f"{name} would be {format_number(left_out)}"),
        wrong(
            f"{format_number(as_no)} or more, never less",
            "unjudged-least",
            f"{name} could not be below {format_number(as_no)}",
        ),
        Choice(f"Either {format_number(low)} or {format_number(high)}"),
    )
    return Question(
        "unjudged",
        "What is it worth?",
        f"Nobody judged the result at rank {rank}, marked with a question mark. What would {name} be if somebody did? "
        f"{ALL_IN}",
        (Listed(grades, n, unjudged=(rank,)),),
        choices,
        f"If it is not relevant, {name} is {format_number(as_no)}; if it is, {name} is {format_number(yes)}, since "
        "there is one relevant result more to divide by.",
    )


def _make_counts_question(rng: Random) -> Question:
    """Make a question: how many relevant results are retrieved if one above the cutoff is unjudged?"""
    grades, k = _draw_list_and_cutoff(rng, graded=False)
    rank = rng.randint(1, k)
    if grades[rank - 1]:
        raise _Again
    hits, all_hits = sum(grades[:k]), sum(grades)
    skipped = hits + grades[k]
    known = f"{hits} or {hits + 1}"
    words = {
        (hits, hits): f"{hits}, for certain",
        (skipped, skipped): f"{skipped}, for certain",
        (hits, hits + 1): known,
        (all_hits, all_hits + 1): f"{all_hits} or {all_hits + 1}",
    }
    held = [
        ((hits, hits), "unjudged-no", f"there would be {hits}"),
        ((skipped, skipped), "unjudged-skip", f"the result at rank {k + 1} would count: {skipped}"),
        ((all_hits, all_hits + 1), "below", f"there would be {all_hits} or {all_hits + 1}, as in the whole list"),
    ]
    return Question(
        "counts",
        "How many are there?",
        f"Nobody judged the result at rank {rank}, marked with a question mark. How many relevant results "
        f"are among the first {k}?",
        (Listed(grades, k, unjudged=(rank,)),),
        _make_choices(words, (hits, hits + 1), held),
        f"Among the first {k}, {hits} {'is' if hits == 1 else 'are'} known to be relevant, and the one at "
        f"rank {rank} may be: {known}.",
    )


# Which metric, which tool


def _make_report_question(rng: Random, advice: Advice) -> Question:
    """Make a question: which metric shows that an order gives readers more of what they want, as `advice` has it?"""
    name = advice.report[0]
    grades, k = _draw_list_and_cutoff(rng, graded=METRICS[name].graded)
    counted = name in {"P", "R", "RR"}  # at a glance, whatever else is elsewhere
    other = tuple(rng.sample(grades, len(grades))) if counted else _draw_other_order(rng, grades)
    pair = Ranking(grades), Ranking(other)
    if METRICS[name].graded and pair[0].hits != pair[1].hits:
        raise _Again  # what only grades can tell
    metric = METRICS[name] @ k
    values = [metric(one) for one in pair]
    if _compare_values(*values) != -1:
        raise _Again
    held: list[Held[str]] = []
    known: dict[str, list[str]] = defaultdict(list)
    for each in (one for one in _REPORTED if one not in advice.report):
        cut = METRICS[each] @ k
        real = [cut(one) for one in pair]
        if _compare_values(*real) == -1:
            continue
        for one in misconceptions_about(each):
            if _compare_values(*(one.compute_value(ranking, k) for ranking in pair)) == -1:
                claim = _describe_believed_change(one, pair, (k, k), moves=False)
                told = f"{claim}. But {_describe_two_values(format_symbol(cut), real)}"
                held.append((each, one.id, told.removesuffix(".")))
                known[one.id].append(each)
    # Who believes something of two metrics at once would have two answers, and is not asked.
    held = [one for one in held if len(known[one[1]]) == 1]
    offered = {name, *(answer for answer, *_ in held)}
    unsure = [
        one.id
        for one in misconceptions_about(name)
        if _compare_values(*(one.compute_value(ranking, k) for ranking in pair)) != -1
    ]
    # The lists have several good results, of which the first one found will do.
    when = "People need one right answer, and stop there" if name == "RR" else advice.when
    served = "the first order serves them better" if name == "RR" else "the first order is the better one"
    words = {each: format_symbol(METRICS[each] @ k) for each in _REPORTED if each in offered}
    return Question(
        f"report-{name}",
        "Which metric would you report here?",
        f"{when}. Here {served}. Which of these metrics says so?{f' {GAIN}' if METRICS[name].graded else ''}",
        (Listed(grades, k, "First order"), Listed(other, k, "Second order")),
        _make_choices(words, name, held),
        f"{_describe_two_values(format_symbol(metric), values)} {advice.why}",
        silent=tuple({*unsure, *(one for one, names in known.items() if len(names) > 1)}),
        several=True,
    )


_REPORTED = ("P", "R", "RR", "AP", "nDCG")
"""The metrics that can be reported, in the order of the course."""

_SITUATIONS = [one for one in GUIDE if one.report[0] in _REPORTED]

_TOOL_ANSWERS = {
    "AP": (("trec_eval", "one-name"), ("Spark", "tool-reach"), ("torchmetrics", "tool-found")),
    "nDCG": (("trec_eval", "one-name"), ("Spark", "tool-gain"), ("Quepid", "tool-uncut")),
}
"""For each metric, tools that compute other values under its name, and the belief that all do as they do."""

_DIFFER = {
    "AP": (
        "trec_eval divides by all that is relevant, Spark by the smaller of that and k, torchmetrics by "
        "the relevant results that it finds."
    ),
    "nDCG": (
        "The gain is the grade for trec_eval, and 2 to the power of the grade, minus 1, for the others; "
        "Quepid does not cut the ideal at k."
    ),
}


def _make_tool_question(rng: Random, name: str) -> Question:
    """Make a question: what do three tools print for a metric of the same list?"""
    grades, k = _draw_list_and_cutoff(rng, graded=METRICS[name].graded)
    if name == "nDCG":
        k = 1  # there, the gains can be compared without a calculator
    ranking = Ranking(grades)
    values = [(TOOLS[tool].metrics[name] @ k)(ranking) for tool, _ in _TOOL_ANSWERS[name]]
    if any(b - a < MIN_DIFFERENCE for a, b in pairwise(sorted(values))):
        raise _Again
    if name == "AP":
        _require_mental_arithmetic(*values)
    printed = [f"{tool} {format_number(value)}" for (tool, _), value in zip(_TOOL_ANSWERS[name], values, strict=True)]
    what = f"{name}@{k}"
    held = [
        (value, believed, f"{what} would be {format_number(value)}, whoever computes it")
        for value, (_, believed) in zip(values, _TOOL_ANSWERS[name], strict=True)
    ]
    order = sorted([*values, 0.0])
    rng.shuffle(order)
    words = {
        one: f"All three print {format_number(one)}" if one else f"Not the same: {', '.join(printed)}" for one in order
    }
    return Question(
        f"tool-{name}",
        "What do tools print?",
        f"{join_words([tool for tool, _ in _TOOL_ANSWERS[name]])} compute {what} of this list. "
        f"What do they print? {ALL_IN}",
        (Listed(grades, k),),
        _make_choices(words, 0.0, held),
        f"{what} of this list: {', '.join(printed)}. {_DIFFER[name]}",
    )


MAKERS: dict[str, Callable[[Random], Question]] = {
    "move": _make_move_question,
    "judged": _make_judgment_question,
    "grades": _make_grades_question,
    "cutoff": partial(_make_cutoff_question, names=("R", "F1", "nDCG")),
    **{f"cutoff-{name}": partial(_make_cutoff_question, names=(name,)) for name in ("R", "F1", "nDCG")},
    **{f"order-{name}": partial(_make_order_question, name=name) for name in ("RR", "AP", "nDCG")},
    **{f"value-{name}": partial(_make_value_question, name=name) for name in ("P", "R", "RR", "AP")},
    "sums": _make_sums_question,
    "ceiling": _make_ceiling_question,
    **{f"mean-{name}": partial(_make_mean_question, name=name) for name in ("MRR", "MAP")},
    "unjudged": _make_unjudged_question,
    "counts": _make_counts_question,
    **{f"report-{one.report[0]}": partial(_make_report_question, advice=one) for one in _SITUATIONS},
    **{f"tool-{name}": partial(_make_tool_question, name=name) for name in _TOOL_ANSWERS},
}
"""By kind, what draws a question, or raises `_Again`."""

SHOWN: dict[str, tuple[str, ...]] = {
    "move": ("p-order", "p-grades", "r-order", "f1-order", "ap-p"),
    "judged": (
        *("below", "p-found", "r-success", "r-k", "ap-ranks", "ap-found", "ap-p", "ap-first"),
        *("ndcg-shown", "ndcg-absolute", "ndcg-sum"),
    ),
    "grades": ("rr-grades", "ap-grades", "ndcg-order", "ndcg-binary"),
    "cutoff": ("r-depth", "f1-depth", "ndcg-depth", "ndcg-sum"),
    "sums": ("below", "cg-hits", "cg-order", "dcg-sum", "dcg-ideal"),
    "ceiling": ("r-ceiling", "r-fixed"),
    "mean-MRR": ("rr-every", "rr-found", "rr-average", "mrr-rank", "mrr-every"),
    "mean-MAP": ("map-ranks", "map-pooled"),
    "unjudged": ("unjudged-no", "unjudged-least", "unjudged-skip"),
    "tool-AP": ("one-name", "tool-reach", "tool-found"),
    "tool-nDCG": ("one-name", "tool-gain", "tool-uncut"),
}
"""The questions that each check has, and the beliefs that each of them shows: together, all there are."""


def can_show(kind: str, one: Misconception) -> bool:
    """Whether a kind of question can reveal a misconception.

    Args:
        kind: A key of `MAKERS`.
        one: The misconception.

    >>> from irviz.lessons.check.misconceptions import MISCONCEPTIONS
    >>> [kind for kind in MAKERS if can_show(kind, MISCONCEPTIONS["r-success"])]
    ['judged', 'cutoff-R', 'value-R']
    """
    what, _, about_it = kind.partition("-")
    asked = what in {"cutoff", "order", "value"} and about_it == one.metric
    return asked or one.id in SHOWN.get(kind, ())


def draw_question(kind: str, rng: Random, shown: Iterable[str] = ()) -> Question:
    """Draw a question of one kind that can reveal one of the misconceptions `shown`, if there are any.

    Args:
        kind: A key of `MAKERS`.
        rng: The source of randomness.
        shown: The ids of misconceptions, each of which has to lead to a wrong answer.
    """
    wanted = {*shown}
    for _ in range(TRIES):
        with suppress(_Again):
            question = MAKERS[kind](rng)
            if wanted <= {*question.probed_misconceptions}:
                return question
    raise LookupError(f"no list tells the answers apart: {kind}")


def draw_questions(rng: Random) -> tuple[Question, ...]:
    """The questions that a check begins with, in the order in which they are asked.

    Args:
        rng: The source of randomness; with the same seed, the questions are the same.

    >>> from random import Random
    >>> drawn = draw_questions(Random(7))
    >>> len(drawn), drawn == draw_questions(Random(7)), drawn == draw_questions(Random(8))
    (12, True, False)
    """
    kinds = [*SHOWN, rng.choice([kind for kind in MAKERS if kind.startswith("report")])]
    rng.shuffle(kinds)
    return tuple(draw_question(kind, rng, SHOWN.get(kind, ())) for kind in kinds)

"""Practice in predicting: which misconceptions the answers so far suggest, and the next change to predict.

A belief says where a value would go, as a metric does. So a change tells two beliefs apart where they
say different things of it, and whatever is answered then speaks against one of them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal

from irviz.lenses.formatting import choose_noun
from irviz.lessons.check.check import Finding
from irviz.lessons.check.misconceptions import MISCONCEPTIONS, Misconception, bind_to_metric, misconceptions_about
from irviz.metrics import METRICS
from irviz.state import permalink
from irviz.state.cache import cache_by_size
from irviz.state.curves.lookahead import MAX_RESULTS
from irviz.state.locks import find_locks, is_locked
from irviz.state.predictions.answer import Change, find_change
from irviz.state.predictions.prediction import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from irviz.metrics import Ranking
    from irviz.state.desk import Desk
    from irviz.state.predictions.answer import Answer
    from irviz.state.predictions.prediction import Direction
    from irviz.state.predictions.tally import Tally

    Value = Callable[[Ranking, int], float]

MIN_VISIBLE_CHANGE = 0.01
"""A value that moves by less is no good question: who computes it in the head takes it for the same."""

MAX_CUTOFF_STEPS = 3
"""So many ranks up or down another cutoff is proposed."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A change of the board for the student to predict.

    Args:
        metric: The name of the metric whose change is to be predicted.
        desk: The desk after the change.
        words: The change, in a sentence.
        beliefs: The two misconceptions that predict different directions; None stands for the true metric.
    """

    metric: str
    desk: Desk
    words: str
    beliefs: tuple[Misconception | None, Misconception | None]


def beliefs_about_change(metric: str, change: Change) -> list[Misconception]:
    """The misconceptions about a metric that predict something for a change.

    Args:
        metric: The metric's name.
        change: The change. Misconceptions about the cutoff count only where that changes.
    """
    return misconceptions_about(metric, depth=change.k != change.k_before)


def find_fitting_misconceptions(answer: Answer) -> list[Misconception]:
    """The misconceptions under which a wrong prediction would be right; none for a right one.

    None for a metric whose conventions are not those of the course.

    >>> from irviz.metrics import AP, Ranking
    >>> from irviz.state.predictions.answer import Answer, Change
    >>> change = Change(Ranking([0, 1, 1]), Ranking([1, 0, 1]), 3, 3)
    >>> [one.id for one in find_fitting_misconceptions(Answer(AP, change, "same"))]
    ['ap-p']
    """
    return [one for one, fits in collect_evidence(answer) if fits]


@cache_by_size(lambda found, *_: 4_000 + 100 * len(found))
def collect_evidence(answer: Answer) -> tuple[tuple[Misconception, bool], ...]:
    """Pairs of a misconception that predicts a wrong answer here, and whether it predicts the given answer."""
    name = answer.metric.name
    if answer.metric != METRICS[name]:
        return ()
    true_value = _make_value_function(name)
    right = answer.fits(true_value)
    found = []
    for one in beliefs_about_change(name, answer.change):
        if isinstance(answer.said, str):
            apart = answer.change.find_direction(one.compute_value) != answer.change.find_direction(true_value)
        elif one.depth:
            continue  # such a one says where a value goes, and not what it is
        else:
            (_, believed), (_, true) = (answer.change.values(value) for value in (one.compute_value, true_value))
            apart = abs(believed - true) >= MIN_VISIBLE_CHANGE
        if apart:
            found.append((one, not right and answer.fits(one.compute_value)))
    return tuple(found)


def make_findings(answers: Iterable[Answer]) -> tuple[Finding, ...]:
    """For each misconception, how many of the predictions it fits, the best fitting first.

    Args:
        answers: The student's predictions.
    """
    held: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for answer in answers:
        for one, fits in collect_evidence(answer):
            met[one.id] += 1
            held[one.id] += fits
    found = [Finding(one, held[name], met[name]) for name, one in MISCONCEPTIONS.items() if met[name]]
    return tuple(sorted(found, key=lambda one: (-one.held / one.met, -one.held)))


def propose_practice(desk: Desk, tally: Tally, answers: Sequence[Answer]) -> Practice | None:
    """A change to predict that tells apart misconceptions about the metric whose predictions are wrong most often.

    Args:
        desk: The desk on the page.
        tally: How often predictions of each metric were right and wrong.
        answers: The predictions so far; none of them is asked again.

    Returns:
        None where no prediction was wrong whose misconceptions are known, or no single change of this board
        tells two of these apart.
    """
    if len(desk.visible) != 1:
        return None
    found = (_find_separable_pair(desk, name, answers) for name in most_missed_metrics(desk, tally))
    return next((one for one in found if one), None)


def most_missed_metrics(desk: Desk, tally: Tally) -> list[str]:
    """The names of the metrics on the page with wrong predictions and known misconceptions, most wrong ones first.

    Args:
        desk: The desk on the page; while presenting, it shows the score of one metric.
        tally: How often predictions of each metric were right and wrong.

    >>> from irviz.scenarios.cats import CATS
    >>> from irviz.state.predictions.tally import Tally
    >>> most_missed_metrics(CATS, Tally.read("P-4-1.F1-0-9.AP-1-3.RR-2-0"))
    ['F1', 'AP', 'P']
    """
    known = {one.name for one in desk.metrics if one == METRICS[one.name] and misconceptions_about(one.name)}
    if desk.present:
        known &= {desk.metric}
    some = [(-wrong, -wrong / (right + wrong), name) for name, right, wrong in tally.counts if wrong and name in known]
    return [name for *_, name in sorted(some)]


def _find_separable_pair(desk: Desk, name: str, answers: Sequence[Answer]) -> Practice | None:
    """A change to predict for the metric `name`: one that tells the two best-fitting misconceptions apart, if any."""
    own = [one for one in answers if one.metric == METRICS[name]]
    known = [*misconceptions_about(name, depth=not desk.told), None]
    known.sort(key=lambda one: -_compute_explained_share(one, name, own))
    seen = {(one.change.after, one.change.k) for one in own}
    seen |= {(one.change.before, one.change.k_before) for one in own}
    options = {
        (change.after, change.k): (there, change)
        for there in list_changes(desk)
        if (change := find_change(desk, there)) and change.after.relevant
    }
    new = [option for lists, option in options.items() if lists not in seen]
    turn = len(own) % (len(new) or 1)  # so that it is not always the first rank
    new = new[turn:] + new[:turn]
    for second in known:
        for first in known[: known.index(second)]:
            found = _find_telling_change(desk, name, (first, second), new)
            if found:
                there, change = found
                return Practice(name, there, _describe_change(desk, there, change), (first, second))
    return None


def _compute_explained_share(belief: Misconception | None, name: str, answers: Iterable[Answer]) -> float:
    """The smoothed share of predictions that a misconception (None: the true metric) explains; 1/2 without any."""
    value = belief.compute_value if belief else _make_value_function(name)
    deep = belief is not None and belief.depth
    fits = [
        one.fits(value)
        for one in answers
        if not deep or (one.change.k != one.change.k_before and isinstance(one.said, str))
    ]
    return (sum(fits) + 1) / (len(fits) + 2)


def _find_telling_change(
    desk: Desk,
    name: str,
    pair: tuple[Misconception | None, Misconception | None],
    options: Iterable[tuple[Desk, Change]],
) -> tuple[Desk, Change] | None:
    """The first change (with its desk) for which two beliefs predict different directions; if possible both wrong.

    Args:
        desk: The desk before the change.
        name: The metric's name.
        pair: Two misconceptions; None stands for the true metric.
        options: The possible changes, each with the desk after it.
    """
    deep = any(one and one.depth for one in pair)
    found = None
    for there, change in options:
        if deep and change.k == change.k_before:
            continue
        ways = [_find_clear_direction(change, one.id if one else "", name) for one in (*pair, None)]
        if "" in ways or ways[0] == ways[1] or _is_locked(desk, there):
            continue
        if None in pair or len({*ways}) == len(ways):
            return there, change
        found = found or (there, change)
    return found


@cache_by_size(lambda *_: 2_000)
def _find_clear_direction(change: Change, belief: str, name: str) -> Direction | Literal[""]:
    """The direction that a belief (id; empty for the true metric) predicts; empty if the change is too small."""
    value = bind_to_metric(belief, name).compute_value if belief else _make_value_function(name)
    old, new = change.values(value)
    return "" if TOLERANCE < abs(new - old) < MIN_VISIBLE_CHANGE else change.find_direction(value)


def list_changes(desk: Desk) -> Iterator[Desk]:
    """Generate the desks that one action leads to: a move, a grade, or a larger cutoff unless values are shown.

    Actions on a long list stay within its first `MAX_RESULTS` ranks.

    Args:
        desk: The desk before the action, with one board open.
    """
    (board,) = desk.visible
    shown = board.order[:MAX_RESULTS]
    for rank, to in permutations(range(1, len(shown) + 1), 2):
        yield desk.replace_boards(board.move(rank, to))
    for index in shown:
        others = {*range(board.top + 1)} - {board.grades[index]}
        for grade in sorted(others) if index not in board.unjudged else ():
            yield desk.replace_boards(board.grade(index, grade))
    # The curves hold the values at smaller cutoffs, and where they are told, at all.
    near = range(desk.k + 1, min(desk.n, desk.k + MAX_CUTOFF_STEPS) + 1)
    yield from (desk.move_cutoff(k) for k in near if not desk.told)


def _make_value_function(name: str) -> Value:
    """The function that computes a metric from a ranking and a cutoff."""
    metric = METRICS[name]
    return lambda ranking, k: (metric @ k)(ranking)


def _is_locked(desk: Desk, there: Desk) -> bool:
    """Whether a teacher's link forbids the change from one desk to the other (`there`)."""
    if not desk.off:
        return False
    do = "cut" if there.k != desk.k else "boards"
    locks = find_locks(do, permalink.write_full(desk), permalink.write_full(there), desk.names)
    return any(is_locked(lock, desk.off) for lock in locks)


def _describe_change(desk: Desk, there: Desk, change: Change) -> str:
    """A sentence that says how one desk becomes the other (`there`) by a change."""
    if change.k != change.k_before:
        return f"The cutoff moves from k = {change.k_before} to k = {change.k}."
    (old,), (new,) = desk.visible, there.visible
    thing = choose_noun(old)
    if old.order == new.order:
        index = next(at for at in range(old.n) if old.grades[at] != new.grades[at])
        rank = old.order.index(index) + 1
        if old.top > 1:
            was, now = old.grades[index], new.grades[index]
            return f"The {thing} at rank {rank} gets grade {now} instead of {was}."
        says = "is relevant now" if new.grades[index] else "is no longer relevant"
        return f"The {thing} at rank {rank} {says}."
    return _describe_move(old.order, new.order, thing)


def _describe_move(old: Sequence[int], new: Sequence[int], thing: str) -> str:
    """A sentence on the one result that moved between two orders; `thing` is its noun, such as “picture”."""
    first = next(at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1])
    last = max(at for at, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1])
    down = new[last] == old[first]
    rank, to = (first + 1, last + 1) if down else (last + 1, first + 1)
    return f"The {thing} that was at rank {rank} is at rank {to} now."

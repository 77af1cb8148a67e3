"""Predict before you see: what was said, what happened, and how often one is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Literal, Protocol

from irviz.state.curves.series import MEAN_NAMES, compute_curves
from irviz.state.desk import ALL_NAMES, MEAN
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from irviz.metrics import Metric, Ranking
    from irviz.state.board import Board
    from irviz.state.desk import Desk

Direction = Literal["up", "same", "down"]
"""Where a value goes."""

Guess = Direction | float
"""What is said beforehand: a direction, or where the value will land."""

DIRECTIONS: tuple[Direction, ...] = ("up", "same", "down")

TOLERANCE = 1e-9
"""Values that differ by less are the same."""

MAX_ERROR_SHARE = 0.05
"""A guessed value is right if it is off by no more than this share of the metric's range."""

MAX_GUESS = 9999
"""The largest value that can be guessed."""

_WENT = {"up": "went up", "down": "went down"}


def find_direction(before: float, after: float) -> Direction:
    """The direction of a change, “up”, “down” or “same”; values closer than `TOLERANCE` are the same."""
    if abs(after - before) <= TOLERANCE:
        return "same"
    return "up" if after > before else "down"


class Explained(Protocol):
    """An explanation of a change, which has a reason in a few words without a full stop."""

    @property
    def reason(self) -> str:
        """The reason why the metric changed, or did not."""


class Explain(Protocol):
    """A function that explains a change, such as `irviz.lenses.explanation.explain`."""

    def __call__(  # noqa: PLR0913 - two lists, each with its cutoff
        self, metric: Metric, before: Ranking, after: Ranking, k_before: int, k_after: int, *, noun: str = ...
    ) -> Explained:
        """Explain how a metric changed from one list to another."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value of a metric before and after an action.

    Args:
        metric: The metric's name.
        symbol: How it is shown after the action: `nDCG@4`, `MAP@8`.
        before: The value before the action, NaN where it was undefined.
        after: The value after it, NaN where it is undefined.
    """

    metric: str
    symbol: str
    before: float
    after: float

    @property
    def direction(self) -> Direction | None:
        """Whether the metric rose, fell or stayed; None where it was or is undefined."""
        if isnan(self.before) or isnan(self.after):
            return "same" if isnan(self.before) and isnan(self.after) else None
        return find_direction(self.before, self.after)

    @property
    def phrase(self) -> str:
        """A phrase that says how the metric changed: “went up from 0.5 to 1”."""
        if self.direction == "same":
            return f"stayed {'undefined' if isnan(self.after) else f'at {format_number(self.after)}'}"
        way = _WENT.get(self.direction or "", "went")
        return f"{way} from {format_number(self.before)} to {format_number(self.after)}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A guess, marked as right or wrong by the outcome.

    Args:
        outcome: The metric's value before and after the action.
        said: The guess: a direction or a value.
        right: Whether that was right; None where the metric has no value to compare with.
        line: A sentence that gives the outcome and the reason; empty where the guess was right.
    """

    outcome: Outcome
    said: Guess
    right: bool | None
    line: str

    @property
    def off(self) -> float | None:
        """The distance of a guessed value from the actual one; None for a guessed direction or an undefined value."""
        return None if isinstance(self.said, str) or isnan(self.outcome.after) else abs(self.said - self.outcome.after)


def parse_guesses(guesses: object, names: Iterable[str] = ALL_NAMES) -> dict[str, Guess]:
    """Parse the guesses in a message from a page: by metric, a direction or a value; invalid ones are left out.

    Args:
        guesses: By the name of a metric, a direction or a number.
        names: The metrics that can be guessed.

    >>> parse_guesses({"AP": "up", "RR": 0.5, "P": "sideways", "XY": "up", "R": float("nan"), "F1": True})
    {'RR': 0.5, 'AP': 'up'}
    """
    if not isinstance(guesses, Mapping):
        return {}
    found: dict[str, Guess] = {}
    for name in names:
        guess = guesses.get(name)
        if isinstance(guess, str) and guess in DIRECTIONS:
            found[name] = guess
        elif isinstance(guess, (int, float)) and type(guess) is not bool and 0 <= guess <= MAX_GUESS:
            found[name] = float(guess)
    return found


def list_outcomes(before: Desk, after: Desk) -> tuple[Outcome, ...]:
    """List the value of each metric before and after an action, each at the cutoff of its desk.

    Args:
        before: The desk before the action.
        after: The desk after it.

    >>> from irviz.state.board import Board, Item
    >>> from irviz.state.desk import Desk
    >>> board = Board("b", "letters", tuple(Item(c, c) for c in "abcd"), (0, 1, 2, 3), (0, 1, 0, 1))
    >>> desk = Desk("d", (board,), "b", 2)
    >>> for one in list_outcomes(desk, desk.replace_boards(board.move(2, 1)))[:4]:
    ...     print(one.symbol, one.direction, one.phrase)
    P@2 same stayed at 0.5
    R@2 same stayed at 0.5
    F1@2 same stayed at 0.5
    RR@2 up went up from 0.5 to 1
    """
    old, new = compute_curves(before), compute_curves(after)
    symbols = MEAN_NAMES if after.opened == MEAN else {}
    return tuple(
        Outcome(name, f"{symbols.get(name, name)}@{after.k}", old[name][before.k - 1], new[name][after.k - 1])
        for name in new
        if name in old
    )


def mark_prediction(
    prediction: Mapping[str, Guess], before: Desk, after: Desk, explain: Explain | None = None
) -> tuple[Mark, ...]:
    """Mark the guesses of a prediction as right or wrong.

    Args:
        prediction: Guesses by the names of metrics.
        before: The desk before the action.
        after: The desk after it.
        explain: The function that explains wrong guesses; without it, the line only gives the outcome.
    """
    return tuple(
        _mark_guess(prediction[one.metric], one, before, after, explain)
        for one in list_outcomes(before, after)
        if one.metric in prediction
    )


def _mark_guess(said: Guess, outcome: Outcome, before: Desk, after: Desk, explain: Explain | None) -> Mark:
    """Mark a guess (`said`) as right or wrong, with a line that gives the outcome and the reason if wrong."""
    symbol = outcome.symbol
    if outcome.direction is None:
        return Mark(outcome, said, None, f"{symbol} {outcome.phrase}, so nothing is counted.")
    if isinstance(said, str):
        right, words = said == outcome.direction, str(said)
    else:
        right, words = _is_near(said, outcome), format_number(said)
    if right:
        return Mark(outcome, said, right=True, line="")
    metric = next(one for one in after.metrics if one.name == outcome.metric)
    reason = _explain_outcome(metric, outcome, before, after, explain)
    if not isinstance(said, str):
        words = f"{words}, {format_number(abs(said - outcome.after))} {_describe_error(said, outcome.after)}"
    line = f"You said {words}. {symbol} {outcome.phrase}{f': {reason}' if reason else ''}."
    return Mark(outcome, said, right=False, line=line)


def _describe_error(said: float, value: float) -> str:
    """The words for a wrong guessed value: “too high” or “too low”."""
    return "too high" if said > value else "too low"


def _is_near(said: float, outcome: Outcome) -> bool:
    """Whether a guessed value is within tolerance of the outcome; for sums, relative to the larger value."""
    return abs(said - outcome.after) <= MAX_ERROR_SHARE * max(1.0, outcome.before, outcome.after) + TOLERANCE


def _explain_outcome(metric: Metric, outcome: Outcome, before: Desk, after: Desk, explain: Explain | None) -> str:
    """A sentence that explains why a metric changed, or did not; empty where that is not possible."""
    if str(metric) not in map(str, before.metrics):
        same = ", which makes no difference here" if outcome.direction == "same" else ""
        return f"by the conventions chosen now it is computed in another way{same}"
    if before.opened != after.opened:
        if after.opened == MEAN:
            return "it is the mean over all queries now"
        return "it is read off one query now" if before.opened == MEAN else "it is read off another query"
    if explain is None:
        return ""
    pairs = list(zip(before.visible, after.visible, strict=True))
    changed = [pair for pair in pairs if pair[0] != pair[1]] or pairs
    # Another cutoff changes every query, so that no single one is the reason.
    if len(changed) != 1 or (len(pairs) > 1 and before.k != after.k):
        return ""
    ((old, new),) = changed
    told = explain(metric, old.ranking, new.ranking, before.k, after.k, noun=_choose_noun(new))
    where = f" for “{new.query}”" if len(pairs) > 1 else ""
    return f"{told.reason}{where}"


def _choose_noun(board: Board) -> str:
    """The noun for a board's results: picture if all have one, else result."""
    return "picture" if all(item.picture for item in board.items) else "result"

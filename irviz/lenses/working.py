"""The working of the chosen metric: its formula with this board's numbers, rank by rank, and in a line."""

from __future__ import annotations

from functools import cache
from math import isfinite
from statistics import fmean
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, get_chosen_metric, list_cards, name_at_cutoff, to_json_number
from irviz.lenses.formulas import format_mean_result, format_python, format_result, format_summand, mark_formula
from irviz.metrics import Ranking
from irviz.metrics.errors import CutoffError
from irviz.metrics.rounding import format_rounded
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN
from irviz.state.number_words import format_fraction

if TYPE_CHECKING:
    from irviz.metrics import Metric, Worked
    from irviz.state.board import Board
    from irviz.state.desk import Desk


_ONE = Ranking([1])

UNDEFINED = (
    "There is nothing to divide by here. What such a value counts as is a convention: 0, unless another one was chosen."
)
UNDEFINED_IN_PART = (
    "One of the queries at least has nothing to divide by. "
    "What its value counts as is a convention: 0, unless another one was chosen."
)


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show the working of `desk.metric` at `desk.k` on the open board, or of its mean over all, as JSON for the panel.

    Returns:
        ``kind`` is ``"one"`` or ``"mean"``. Both have ``choices`` (the metrics), ``symbol``,
        ``title``, ``summary``, ``definition``, ``worked`` and ``equals`` (LaTeX; the numbers marked
        with their ranks), ``where`` (what the symbols stand for), ``result`` (``value``, ``fraction``,
        ``defined``), ``python`` (``text`` that evaluates to the value, and the ``imports`` it
        needs), and ``rows``: a rank each, or a query each.
    """
    metric = get_chosen_metric(desk)
    choices = [{"name": one.name, "symbol": name_at_cutoff(one, desk), "title": one.title} for one in desk.metrics]
    view = _show_mean(desk, metric) if desk.opened == MEAN else _show_board(desk, metric, desk.visible[0])
    return {"choices": choices, "name": metric.name, "k": desk.k, "n": desk.n, **view}


def _show_board(desk: Desk, metric: Metric, board: Board) -> dict[str, Any]:
    """The formula of a metric with the numbers of one board for JSON, with its symbols, and bars by rank."""
    ranking, k = board.ranking, desk.k
    worked = metric.worked(ranking, k)
    return {
        "kind": "one",
        "query": board.query,
        "symbol": f"{metric.name}@{k}",
        "title": metric.title,
        "summary": _summarize(metric, choose_noun(board)),
        "definition": {"latex": metric.formula},
        "worked": {"latex": rf"{_format_upright(metric.name)}@{k} = {mark_formula(worked, ranking)}"},
        "equals": {"latex": format_result(worked)},
        "note": None if worked.defined else UNDEFINED,
        "where": list_symbols(metric, ranking, k, choose_noun(board)),
        "result": _make_result(worked),
        "python": _make_python(worked.text),
        "graded": desk.top > 1,
        "gains": metric.graded,
        "divided": _has_norm(metric),
        "threshold": board.threshold,
        "rows": _list_ranks(metric, board, k),
        "scale": _find_axis_end(metric, board, k),
    }


@cache
def _has_norm(metric: Metric) -> bool:
    """Whether the metric divides its sum over ranks by a norm, such as R."""
    return any(part.role == "norm" for part in metric.worked(_ONE, 1).parts)


def _summarize(metric: Metric, word: str) -> str:
    """The metric's summary sentence, in which a document is called `word`."""
    return metric.summary.replace("document", word)


def _make_result(worked: Worked) -> dict[str, Any]:
    """The result of a worked formula for JSON: its value, its fraction, and whether it is defined."""
    return {
        "value": to_json_number(worked.value),
        "fraction": None if worked.fraction is None else str(worked.fraction),
        "defined": worked.defined,
    }


def _make_python(text: str) -> dict[str, Any]:
    """A formula's Python expression for JSON, with the imports it needs."""
    needed = [
        f"from {module} import {name}"
        for module, name in (("math", "log2"), ("statistics", "fmean"))
        if f"{name}(" in text
    ]
    return {"text": text, "imports": needed}


def _list_ranks(metric: Metric, board: Board, k: int) -> list[dict[str, Any]]:
    """List the ranks of a board for JSON: the cards, and what each adds to the value; after k, what it would add.

    A list that is longer than its cards is shown down to the cutoff.
    """
    ranking, shown = board.ranking, min(board.depth, max(board.n, k))
    written = {
        part.rank: format_python(part.text) for part in metric.worked(ranking, shown).parts if part.role == "term"
    }
    parts = metric.contributions(ranking, k)
    return [
        {
            **card,
            "hit": step.hit,
            "written": written.get(step.rank, "0"),
            "term": step.term,
            "total": step.total,
            "norm": step.norm,
            "value": to_json_number(step.value),
            "counted": step.rank <= k,
            "part": parts[step.rank - 1] if step.rank <= k else 0.0,
        }
        for card, step in zip(list_cards(board)[:shown], metric.steps(ranking, shown), strict=True)
    ]


def _find_axis_end(metric: Metric, board: Board, k: int) -> float:
    """The end of the bars' axis: 1, or for a sum such as DCG the value of the best order."""
    return 1.0 if metric.range[1] <= 1 else (metric @ k)(board.ideal().ranking) or 1.0


def _show_mean(desk: Desk, metric: Metric) -> dict[str, Any]:
    """The formula of a metric's mean with the values of all boards for JSON, with bars by query."""
    boards, k, name = desk.visible, desk.k, metric.name
    works = [metric.worked(board.ranking, k) for board in boards]
    value = fmean(worked.value for worked in works)
    symbol = MEAN_NAMES.get(name, f"mean {name}")
    latex = _format_upright(symbol) if name in MEAN_NAMES else rf"\text{{mean }} {_format_upright(name)}"
    title = metric.title if metric.title.isupper() else metric.title[0].lower() + metric.title[1:]
    return {
        "kind": "mean",
        "symbol": f"{symbol}@{k}",
        "title": f"Mean {title}",
        "summary": f"The mean of {name}@{k} over {len(boards)} queries, each counting the same.",
        "definition": {"latex": rf"{latex}@k = \frac{{\sum_{{q \in Q}} {_format_upright(name)}_q@k}}{{|Q|}}"},
        "worked": {"latex": rf"{latex}@{k} = \frac{{{' + '.join(map(format_summand, works))}}}{{{len(works)}}}"},
        "equals": {"latex": format_mean_result(value)},
        "note": None if all(worked.defined for worked in works) else UNDEFINED_IN_PART,
        "where": [
            {"latex": "Q", "text": f"the queries, {len(boards)} of them"},
            {"latex": rf"{_format_upright(name)}_q@k", "text": _summarize(metric, choose_noun(*boards)).rstrip(".")},
        ],
        "result": {
            "value": to_json_number(value),
            "fraction": format_fraction(value) if isfinite(value) else None,
            "defined": any(worked.defined for worked in works),
        },
        "python": _make_python(f"fmean([{', '.join(worked.text for worked in works)}])"),
        "scale": max(_find_axis_end(metric, board, k) for board in boards),
        "rows": [
            {
                "id": board.id,
                "query": board.query,
                "worked": {"latex": mark_formula(worked, board.ranking)},
                **_make_result(worked),
                "results": list_cards(board),
            }
            for board, worked in zip(boards, works, strict=True)
        ],
    }


def _format_upright(name: str) -> str:
    """Format a name in upright letters, as LaTeX."""
    return rf"\mathrm{{{name}}}"


Entry = dict[str, str]


def list_symbols(metric: Metric, ranking: Ranking, k: int, word: str = "picture") -> list[Entry]:
    r"""List the symbols that occur in a metric's formula, in the order of a first reading.

    Args:
        metric: The metric, in the variant that is shown.
        ranking: The list, for R.
        k: The cutoff.
        word: What the results are called.

    Returns:
        For each symbol, its ``latex`` and a ``text`` that says what it stands for.

    >>> from irviz.metrics import R, Ranking
    >>> for entry in list_symbols(R, Ranking([0, 1]), 1):
    ...     print(entry["latex"], entry["text"])
    \mathrm{hit}_i 1 where the picture at rank i is relevant, else 0
    k the cutoff, 1
    R all relevant pictures, retrieved or not: 1
    """
    n, relevant = ranking.n, ranking.relevant
    known = (
        (r"\mathrm{hit}_i", f"1 where the {word} at rank i is relevant, else 0"),
        (r"\mathrm{first}_i", f"1 at the rank of the first relevant {word}, else 0"),
        (r"\mathrm{P}@i", f"the precision of the first i {word}s"),
        (r"\mathrm{grade}_i", f"the grade of the {word} at rank i"),
        (r"\log_2(i + 1)", "the discount, which divides the gain: 1 at rank 1, then growing ever more slowly"),
        (r"\max(1, \log_2 i)", "the discount, which divides the gain: 1 at ranks 1 and 2, and growing from there"),
        (r"\mathrm{IDCG}_{\mathrm{retrieved}}@k", f"the DCG@k of the best order of these {n} {word}s"),
        (r"\mathrm{IDCG}_{\mathrm{top}\ k}@k", f"the DCG@k of the best order of the first k {word}s"),
        (r"\mathrm{IDCG}@k", f"the DCG@k of the best order of all judged {word}s"),
        (r"\mathrm{IDCG}", f"the DCG of the best order of all judged {word}s, never cut"),
        *((latex, _shorten_meaning(meaning, metric)) for _, latex, meaning in metric.symbols),
        ("n", f"the length of the list, {n}"),
        ("k", f"the cutoff, {k}"),
        ("R", f"all relevant {word}s, retrieved or not: {relevant}"),
    )
    rest = metric.formula.partition("=")[2]
    found = []
    for latex, text in known:
        if (_find_letter(latex, rest) if latex.isalpha() else latex) in rest:
            found.append({"latex": latex, "text": text})
            if latex.startswith(r"\mathrm{IDCG}"):
                rest = rest.replace(latex, "")
    return found


def _shorten_meaning(meaning: str, metric: Metric) -> str:
    """The meaning of a symbol without “In P: ” before it and the full stop after it."""
    return meaning.removeprefix(f"In {metric.name}: ").removesuffix(".")


_FORMS = {"n": (r"\min(n,",), "k": ("^{k}",), "R": ("{R}", "+ R", "(R,")}


def _find_letter(letter: str, formula: str) -> str:
    """The piece of a LaTeX formula in which a one-letter symbol stands by itself; a NUL character if it has none."""
    forms = _FORMS.get(letter) or (f"{{{letter}}}", f"/{letter}}}", f"{letter}^", f" {letter}")
    return next((form for form in forms if form in formula), "\0")


def format_working_line(desk: Desk) -> str:
    """The chosen metric on one line with the numbers of the open board, or of all boards in their mean.

    Returns:
        Empty where the metric is undefined, or has more terms than can be written.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> format_working_line(CATS)
        'AP@3 = (1/2) / 4 = 0.125'
        >>> format_working_line(CATS.open(MEAN))
        'MAP@3 = (0.125 + 0.250 + 0.000) / 3 = 0.125'
    """
    metric = get_chosen_metric(desk)
    if desk.opened == MEAN:
        values = [(metric @ desk.k)(board.ranking) for board in desk.boards]
        mean = sum(values) / len(values)
        if not isfinite(mean):
            return ""
        name = MEAN_NAMES.get(metric.name, metric.name)
        return f"{name}@{desk.k} = ({' + '.join(map(format_rounded, values))}) / {len(values)} = {format_rounded(mean)}"
    try:
        worked = metric.worked(desk.visible[0].ranking, desk.k)
    except CutoffError:
        return ""
    if not worked.defined:
        return ""
    written = "".join(format_python(part.text) for part in worked.parts)
    return f"{metric.name}@{desk.k} = {written} = {format_rounded(worked.value)}"

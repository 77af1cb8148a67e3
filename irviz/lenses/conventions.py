"""The conventions: one board and one name, and the numbers that different tools print for it."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from math import fsum, isnan
from statistics import mode
from typing import TYPE_CHECKING, Any

from irviz.lenses.formatting import choose_noun, to_json_number
from irviz.metrics import AP, TOOLS, Ranking, nDCG
from irviz.metrics.duplicates import DUPLICATES, is_rule_of, read_duplicates, reorder_results
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, SUMS, Conventions
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric, Tool
    from irviz.state.board import Board
    from irviz.state.desk import Desk


TITLES = {
    "ap": "AP@k divides by",
    "p": "P@k divides by",
    "gain": "A grade is worth",
    "discount": "The gain at rank i is divided by",
    "ideal": "The ideal order is made of",
    "undefined": "What has no value counts as",
}
"""What each convention decides, as the head of its choices."""

WORDS = {
    "R": "R",
    "min(R,k)": "min(R, k)",
    "hits": "hits",
    "k": "k",
    "min(n,k)": "min(n, k)",
    "linear": "itself",
    "exp": "2^grade − 1",
    "binary": "1 above 0",
    "log2(i+1)": "log₂(i + 1)",
    "max(1,log2(i))": "max(1, log₂ i)",
    "judged": "all judged, cut at k",
    "uncut": "all judged, uncut",
    "retrieved": "retrieved, cut at k",
    "top k": "first k retrieved",
    0.0: "0",
    1.0: "1",
    "nan": "nothing",
}
"""Each choice in a word or two."""

_TREC_EVAL = Conventions()
_SAME = 1e-12


def show(desk: Desk, _before: Desk | None = None) -> dict[str, Any]:
    """Show the values under each convention on the open board, or for the mean, as JSON for the panel.

    Returns:
        `metrics`, each with its value by trec_eval's conventions and by the chosen ones;
        `differences`, the choices that are not trec_eval's, each with what it means and which of the
        numbers it moves; `sentence`, which says what moves; `groups` of tools that agree on all that
        can be chosen; `options`, the conventions one by one; `tools` with their value of each metric;
        `again`, what tools make of a result that is there twice, None where none is relevant;
        and `examples` with a link for each of their answers.
    """
    metrics = (*PLOTTED, *SUMS) if desk.top > 1 else PLOTTED
    rows = [_make_row(metric, desk) for metric in metrics]
    return {
        "k": desk.k,
        "by": desk.conventions.write(),
        "metrics": rows,
        "sentence": _describe_moved_values(rows, desk.conventions),
        "differences": _list_differences(desk.conventions, rows),
        "groups": _list_groups(desk.conventions),
        "options": _list_options(desk.conventions),
        "tools": [_make_tool_row(tool, metrics, desk) for tool in TOOLS.values()],
        "again": _show_duplicate(desk, metrics),
        "examples": list_examples(desk),
    }


def _show_duplicate(desk: Desk, metrics: Sequence[Metric]) -> dict[str, Any] | None:
    """The values on the board if a result were at two ranks, by what tools do then, for JSON.

    At which ranks is the desk's choice; where it has none, it is the first relevant result again at the cutoff. None
    for several boards, and where nothing is relevant. `moved` are values that differ from those of a reader, to
    whom the result counts where it is first.
    """
    board = desk.visible[0]
    if len(desk.visible) > 1 or 1 not in board.ranking.hits:
        return None
    n = board.ranking.n
    first = board.ranking.hits.index(1) + 1
    rank, again = first, max(first + 1, min(desk.k, n + 1))
    if desk.again and desk.again[0] <= n:
        rank, again = desk.again[0], min(desk.again[1], n + 1)
    ids = [*range(1, n + 1)]
    ids.insert(again - 1, rank)
    lists = read_duplicates(reorder_results(board.ranking, [one - 1 for one in ids]), ids)
    chosen = [desk.conventions.metric(metric) @ desk.k for metric in metrics]
    right = [to_json_number(metric(lists["first counts"])) for metric in chosen]
    rows = []
    for rule, means in DUPLICATES.items():
        if rule != "refused" and rule not in lists:
            continue
        read = lists.get(rule)
        rows.append(
            {
                "rule": rule,
                "means": means,
                "tools": [tool.name for tool in TOOLS.values() if is_rule_of(tool.duplicates, rule)],
                "values": [
                    read and _compare_value(metric, read, usual) for metric, usual in zip(chosen, right, strict=True)
                ],
            }
        )
    return {"noun": choose_noun(board), "n": n, "rank": rank, "again": again, "rows": rows}


def _compare_value(metric: Metric, ranking: Ranking, usual: float | None) -> dict[str, Any]:
    """A metric's value on a ranking for JSON, whether it is undefined, and whether it differs from the usual one."""
    value = to_json_number(metric(ranking))
    return {"value": value, "undefined": not metric.defined(ranking), "moved": _are_different(value, usual)}


def read_tool_conventions(tool: Tool) -> Conventions:
    """The conventions of a tool such as Spark, as far as a desk can follow them.

    A desk has one gain and one value for what is undefined; where a tool has several, this is what
    most of its metrics do. `describe_gaps` lists the rest.

    >>> from irviz.metrics import TOOLS
    >>> read_tool_conventions(TOOLS["Spark"]).write(), read_tool_conventions(TOOLS["trec_eval"]).write()
    ('ap-minrk.gain-exp', '')
    """
    chosen = {}
    for name, option in OPTIONS.items():
        found = [
            _normalize_value(getattr(tool.metrics[metric], option.parameter))
            for metric in reversed(option.metrics)
            if metric in tool.metrics
        ]
        if found:
            chosen[name] = mode(found)
    return Conventions(**chosen)


def describe_gaps(tool: Tool) -> list[str]:
    """Sentences on what a tool computes in other ways than by the conventions of `read_tool_conventions`.

    >>> from irviz.metrics import TOOLS
    >>> describe_gaps(TOOLS["Quepid"])[1]
    'Its CG goes its own way: the grade itself.'
    """
    conventions = read_tool_conventions(tool)
    found = []
    for metric in (*PLOTTED, *SUMS):
        if metric.name not in tool.metrics:
            continue
        theirs = tool.metrics[metric.name]
        for name, option in OPTIONS.items():
            if metric.name in option.metrics:
                value = _normalize_value(getattr(theirs, option.parameter))
                if value != getattr(conventions, name):
                    found.append(f"Its {metric.name} goes its own way: {option.values[value]}.")
    return found


def _normalize_value(value: Any) -> Any:
    """Convert the value of a metric's parameter to the value that `Conventions` has for it."""
    return "nan" if isinstance(value, float) and isnan(value) else value


def _compute_mean(metric: Metric, boards: Sequence[Board], k: int) -> dict[str, Any]:
    """A metric's `value` at k, over several boards the mean, for JSON, and whether it is `undefined` on any of them."""
    cut = metric @ k
    values = [cut(board.ranking) for board in boards]
    mean = fsum(values) / len(values)
    return {"value": to_json_number(mean), "undefined": not all(cut.defined(board.ranking) for board in boards)}


def _make_row(metric: Metric, desk: Desk) -> dict[str, Any]:
    """The row of a metric for JSON: its values by trec_eval's conventions and by the desk's."""
    name = MEAN_NAMES.get(metric.name, metric.name) if desk.opened == MEAN else metric.name
    chosen = desk.conventions.metric(metric)
    plain, now = (_compute_mean(one, desk.visible, desk.k) for one in (metric, chosen))
    return {
        "name": metric.name,
        "symbol": f"{name}@{desk.k}",
        "plain": plain | _find_division(metric, desk),
        "now": now | _find_division(chosen, desk),
        "moved": _are_different(plain["value"], now["value"]),
        "difference": None if None in (plain["value"], now["value"]) else now["value"] - plain["value"],
    }


def _find_division(metric: Metric, desk: Desk) -> dict[str, float | None]:
    """The numerator (`total`) and divisor (`norm`) of a metric on a single board; None for both without a value."""
    ranking = desk.visible[0].ranking
    if len(desk.visible) > 1 or not metric.defined(ranking, desk.k):
        return {"total": None, "norm": None}
    # Past the end of a list the sum stays, and so does what the steps tell.
    step = metric.steps(ranking, desk.k)[-1]
    value = (metric @ desk.k)(ranking)
    if _are_different(step.value, value):
        return {"total": None, "norm": None}
    return {"total": step.total, "norm": step.norm}


def _are_different(one: float | None, other: float | None) -> bool:
    """Whether two values differ by more than rounding; None differs from every number."""
    if one is None or other is None:
        return one is not other
    return abs(one - other) > _SAME


def _list_differences(conventions: Conventions, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """List the chosen conventions that are not trec_eval's for JSON, with the metrics in `rows` that each changes."""
    lines = []
    for name, option in OPTIONS.items():
        now, plain = getattr(conventions, name), getattr(_TREC_EVAL, name)
        if now == plain:
            continue
        lines.append(
            {
                "option": name,
                "title": TITLES[name],
                "now": WORDS[now],
                "means": option.values[now],
                "plain": WORDS[plain],
                "plainMeans": option.values[plain],
                "moves": [
                    {"name": row["name"], "symbol": row["symbol"]}
                    for row in rows
                    if row["moved"]
                    and row["name"] in option.metrics
                    # Only what is undefined depends on what that counts as.
                    and (name != "undefined" or row["plain"]["undefined"] or row["now"]["undefined"])
                ],
            }
        )
    return lines


def _describe_moved_values(rows: list[dict[str, Any]], conventions: Conventions) -> str:
    """A sentence on which of the values in `rows` differ from trec_eval's."""
    moved = [row["symbol"] for row in rows if row["moved"]]
    if conventions == _TREC_EVAL:
        return "This page computes as trec_eval does, until you choose otherwise."
    if not moved:
        return "On this board the chosen conventions move none of the numbers."
    stay = len(rows) - len(moved)
    *first, last = moved
    names = f"{', '.join(first)} and {last}" if first else last
    verb = "move" if first else "moves"
    rest = f"the other {stay} stay" if stay > 1 else "one stays" if stay else "none stays"
    return f"{names} {verb} against trec_eval; {rest}."


def _list_groups(conventions: Conventions) -> list[dict[str, Any]]:
    """List for JSON the groups of tools with equal conventions, the chosen one marked; last, none of the tools."""
    groups = [group | {"chosen": group["by"] == conventions.write()} for group in _group_tools()]
    return [*groups, {"tools": [], "by": None, "notes": [], "chosen": not any(group["chosen"] for group in groups)}]


@cache
def _group_tools() -> tuple[dict[str, Any], ...]:
    """The groups of tools with equal conventions (`by`, as in links), each with its tools' names and notes."""
    found: dict[str, dict[str, Any]] = {}
    for tool in TOOLS.values():
        by = read_tool_conventions(tool).write()
        group = found.setdefault(by, {"tools": [], "by": by, "notes": []})
        group["tools"].append({"name": tool.name, "version": tool.version, "checked": tool.checked})
        group["notes"].append({"tool": tool.name, "text": " ".join((*describe_gaps(tool), *tool.notes))})
    return tuple(found.values())


def _list_options(conventions: Conventions) -> list[dict[str, Any]]:
    """List the conventions and their choices for JSON; `part` is the text of a choice in links."""
    return [
        {
            "name": one.name,
            "title": TITLES[one.name],
            "metrics": list(OPTIONS[one.name].metrics),
            "choices": [
                {
                    "part": replace(_TREC_EVAL, **{one.name: value}).write(),
                    "label": WORDS[value],
                    "means": means,
                    "chosen": value == getattr(conventions, one.name),
                }
                for value, means in OPTIONS[one.name].values.items()
            ],
        }
        for one in fields(Conventions)
    ]


def _make_tool_row(tool: Tool, metrics: Sequence[Metric], desk: Desk) -> dict[str, Any]:
    """The row of a tool for JSON: its value of each metric on the open boards, None for metrics it lacks."""
    cells: list[dict[str, Any] | None] = []
    for metric in metrics:
        if metric.name not in tool.metrics:
            cells.append(None)
            continue
        plain = _compute_mean(metric, desk.visible, desk.k)
        theirs = _compute_mean(tool.metrics[metric.name], desk.visible, desk.k)
        cells.append(theirs | {"moved": _are_different(plain["value"], theirs["value"])})
    return {
        "name": tool.name,
        "version": tool.version,
        "run": tool.checked == "run",
        "chosen": read_tool_conventions(tool) == desk.conventions,
        "values": cells,
    }


def list_examples(desk: Desk) -> list[dict[str, Any]]:
    """List boards on which tools disagree, each with its value by each convention; the one the desk shows is marked.

    Returns:
        For each example its ``symbol``, the metric's ``name``, the grades as a ``pattern``, a
        ``text`` and ``answers``, one by each convention: a ``label``, a ``text``, the ``value``, the
        ``link`` to it, and whether the desk shows it (``here``).
    """
    return [_mark_current_answer(example, desk) for example in _compute_examples()]


def _make_answer(conventions: Conventions, label: str, text: str) -> dict[str, Any]:
    """One answer of an example: some conventions, a label, and a text on what follows from them."""
    return {"conventions": conventions, "label": label, "text": text}


@cache
def _compute_examples() -> tuple[dict[str, Any], ...]:
    """Compute the examples for `list_examples`, none marked: boards on which the conventions differ most."""
    return (
        _make_example(
            AP,
            1,
            "white-cat",
            "10011010",
            "One hit at rank 1, three more behind the cutoff",
            _make_answer(_TREC_EVAL, "÷ R", "all four relevant pictures: trec_eval, ir_measures, ranx"),
            _make_answer(Conventions(ap="min(R,k)"), "÷ min(R, k)", "the most that fit: Spark, Kaggle-style code"),
            _make_answer(Conventions(ap="hits"), "÷ hits", "those found: scikit-learn, torchmetrics"),
        ),
        _make_example(
            nDCG,
            2,
            "white-cat-in-a-box",
            "04134132",
            "Grades 0 and 4 on top, a second 4 further down",
            _make_answer(_TREC_EVAL, "ideal cut at k", "4 and 4: trec_eval, ir_measures, ranx"),
            _make_answer(Conventions(ideal="top k"), "ideal of the first k", "4 and 0: a tool that sees no more"),
            _make_answer(Conventions(ideal="uncut"), "ideal uncut", "all eight: Quepid’s ndcg, there with 2^grade − 1"),
            _make_answer(Conventions(discount="max(1,log2(i))"), "discount of 2002", "rank 2 undiscounted"),
        ),
        _make_example(
            AP,
            3,
            "cat-in-a-box",
            "00000000",
            "Nothing is relevant, so AP is 0 ÷ 0",
            _make_answer(_TREC_EVAL, "counts as 0", "trec_eval, ir_measures, ranx, Spark"),
            _make_answer(Conventions(undefined=1.0), "counts as 1", "some copies of Kaggle’s code"),
            _make_answer(Conventions(undefined="nan"), "no value", "Quepid: not a number"),
        ),
    )


def _make_example(
    metric: Metric, k: int, board: str, pattern: str, text: str, *answers: dict[str, Any]
) -> dict[str, Any]:
    """An example for JSON: a metric at k on the board with this id and these grades, with its value by each answer."""
    ranking = Ranking(map(int, pattern))
    text_of_board = f"{'-'.join(str(rank) for rank in range(1, len(pattern) + 1))}.{pattern}"
    shown = []
    for answer in answers:
        conventions = answer["conventions"]
        value = (conventions.metric(metric) @ k)(ranking)
        link = {"q": board, "k": str(k), board: text_of_board, "m": metric.name, "see": "conventions"}
        shown.append(
            {
                "label": answer["label"],
                "text": answer["text"],
                "value": to_json_number(value),
                "link": link | ({"by": conventions.write()} if conventions.write() else {}),
            }
        )
    return {"symbol": f"{metric.name}@{k}", "name": metric.name, "pattern": pattern, "text": text, "answers": shown}


def _mark_current_answer(example: dict[str, Any], desk: Desk) -> dict[str, Any]:
    """A copy of an example in which each answer has `here`: whether the desk shows it."""
    return example | {"answers": [answer | {"here": _is_shown(answer["link"], desk)} for answer in example["answers"]]}


def _is_shown(link: dict[str, str], desk: Desk) -> bool:
    """Whether a desk has the query, cutoff, conventions and board of a link's parameters."""
    return (
        desk.opened == link["q"]
        and str(desk.k) == link["k"]
        and desk.conventions.write() == link.get("by", "")
        and desk.visible[0].text == link[link["q"]]
    )

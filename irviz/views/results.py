"""What many queries come to: means, how they spread, and what two runs differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.formatting import SAME
from irviz.lenses.unjudged import describe_swing
from irviz.metrics import Judged, corrected
from irviz.metrics.incomplete import mean_known, mean_swing
from irviz.metrics.rounding import format_rounded
from irviz.state.collection import MAX_CARDS, apply_cutoff, label_judged_share
from irviz.state.curves.series import MEAN_NAMES
from irviz.views.elements import h, scroll

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from irviz.metrics import Comparison, Known, Metric, PValue, TTest
    from irviz.state.collection import Collection
    from irviz.views.elements import Child, Element

_BINS = 10


def render_means(collection: Collection, k: int) -> Element:
    """A section with the table of each metric's mean for each run, and of how many queries had no value."""
    found = {run: collection.means(run, k) for run in collection.runs}
    undefined = collection.count_undefined(next(iter(collection.runs)), k)
    names = list(undefined)
    heads = [_render_head(metric.name, name_mean(metric, k)) for metric in collection.metrics]
    rows: list[tuple[Child, list[str]]] = [
        (_render_run_name(collection, run), [format_rounded(mean[name], 4) for name in names])
        for run, mean in found.items()
    ]
    if len(found) == 2:
        a, b = found.values()
        rows.append(("B − A", [format_change(b[name] - a[name]) for name in names]))
    rows.append(("Undefined, count as 0", [f"{undefined[name]:,}" for name in names]))
    count = len(collection.queries)
    edits = describe_edits(collection)
    return _render_section(
        "means",
        h("h2.ix-h2", f"Means over {count:,} {'query' if count == 1 else 'queries'}"),
        scroll("Means by run", _table([h("th", "Mean", scope="col"), *heads], rows)),
        edits and h("p.ix-soft", edits),
        h("p.ix-soft", _SINGLE) if collection.scores_as == "single" else None,
    )


def describe_edits(collection: Collection) -> str:
    """Which lists the user has changed on the board, and what counts them so; empty where there are none.

    >>> from irviz.scenarios.sample import make_sample
    >>> sample = make_sample()
    >>> board = sample.board("A", "white cat")
    >>> changed = sample.with_edit("A", "white cat", board.move(8, 1))
    >>> print(describe_edits(changed))  # doctest: +NORMALIZE_WHITESPACE
    You have changed “white cat” (run A): means, bars and the table count it as you have it. What compares the runs,
    and what nobody judged, is of them as brought.
    >>> describe_edits(sample)
    ''
    """
    changed = [f"“{query}” (run {run})" for run, query in collection.edits]
    if not changed:
        return ""
    it = "it" if len(changed) == 1 else "them"
    named = ", ".join(changed[:_MAX_EDITS_NAMED])
    if len(changed) > _MAX_EDITS_NAMED:
        named += f" and {len(changed) - _MAX_EDITS_NAMED:,} more"
    said = f"You have changed {named}: means, bars and the table count {it} as you have {it}."
    if len(collection.runs) > 1:
        said += " What compares the runs, and what nobody judged, is of them as brought."
    return said


_MAX_EDITS_NAMED = 3


def name_mean(metric: Metric, k: int) -> str:
    """The name of a metric's mean, such as MAP for AP, with the cutoff.

    >>> from irviz.metrics import AP, Bpref, P
    >>> name_mean(AP, 10), name_mean(Bpref, 10), name_mean(P(rel=2) @ 5, 10)
    ('MAP@10', 'Bpref', 'P(rel=2)@5')
    """
    name = str(apply_cutoff(metric, k))
    return MEAN_NAMES.get(metric.name, metric.name) + name.removeprefix(metric.name)


def _render_run_name(collection: Collection, run: str) -> list[Child]:
    """A run's name, with the file that it came from."""
    file = collection.files.get(run, "")
    return [f"Run {run}", file and [" ", h("span.ix-caption", file)]]


def _render_section(key: str, *parts: Child) -> Element:
    """A panel of the page, from its parts; it stays the same one as others come and go beside it."""
    return h("section.ix-panel.ix-stack.ix-results", *parts, key=key)


def _table(heads: Child, rows: Iterable[tuple[Child, Iterable[str]]]) -> Element:
    """A table of the cells of its first line, and by the head of each other line, its figures."""
    lines = (h("tr", h("th.ix-strong", first, scope="row"), (h("td", one) for one in cells)) for first, cells in rows)
    return h("table.ix-table.ix-means", h("thead", h("tr", heads)), h("tbody", lines))


def _plain_heads(*words: str) -> list[Element]:
    """The cells of a table's first line, of which the first is empty."""
    return [h("td"), *(h("th", one, scope="col") for one in words)]


_SINGLE = "Scores are compared in single precision, as pytrec_eval and older versions of trec_eval do."


def _render_head(name: str, words: str) -> Element:
    """A column's head with the text `words`, in the colour of the metric `name`."""
    return h("th", h("span.ix-hue", words, data_hue=name), scope="col")


def render_unjudged(collection: Collection, metric: Metric, k: int) -> Element | None:
    """A section on unjudged results and the bounds that they leave; None for one run, or if all means are certain."""
    found = {run: collection.bound_each_query(run, metric, k) for run in collection.runs}
    if len(found) < 2:
        return None
    if not all(found.values()):
        return _render_section("unjudged", h("h2.ix-h2", "What nobody judged"), h("p", _TOO_MANY))
    if all(not one.unjudged and _is_certain(one) for every in found.values() for one in every):
        return None
    one = apply_cutoff(metric, k)
    rows = []
    means = {run: mean_known(every) for run, every in found.items()}
    for run, mean in means.items():
        ends = mean.bounds or (None, None)
        figures = (mean.judged, mean.value, *ends, mean.condensed)
        rows.append(
            (_render_run_name(collection, run), [_UNKNOWN if x is None else format_rounded(x, 4) for x in figures])
        )
    heads = (label_judged_share(metric, k), name_mean(metric, k), "At least", "At most", "Unjudged left out")
    said = []
    if len(found) == 2:
        swings = collection.swings(metric, k)
        count = sum(each.open for each in swings)
        said = [
            h("p", h("b", describe_swing(f"the mean {one} of B − A", mean_swing(swings)))),
            h("p", _describe_uncertain_queries(count, len(swings))),
        ]
    return _render_section(
        "unjudged",
        h("h2.ix-h2", f"What nobody judged, by {one}"),
        scroll("How far the means are known", _table(_plain_heads(*heads), rows)),
        said,
        h("p.ix-soft", _BOUNDED + _AS_BROUGHT),
    )


def _is_certain(one: Known) -> bool:
    """Whether unjudged results cannot change a value: it has no bounds, or equal ones."""
    return one.bounds is None or one.bounds.low == one.bounds.high


def _describe_uncertain_queries(count: int, every: int) -> str:
    """A sentence on the `count` of `every` queries where unjudged results could decide the difference.

    >>> _describe_uncertain_queries(1, 3)
    'At 1 of 3 queries the difference lies within what is not known.'
    """
    of = "1 query" if every == 1 else f"{every:,} queries"
    return f"At {count:,} of {of} the difference lies within what is not known."


def render_distribution(metric: Metric, values: Mapping[str, Sequence[float]]) -> Element:
    """A histogram of a metric's values over the queries, a row of bars for each run."""
    end = 1.0
    if metric.range != (0, 1):
        end = max(1.0, *(max(column) for column in values.values()))
    counted = {run: _count_by_tenth(column, end) for run, column in values.items()}
    most = max(max(counts) for counts in counted.values()) or 1
    edges = [format_rounded(end * place / _BINS, 1) for place in range(_BINS + 1)]
    return _render_section(
        "distribution",
        h("h2.ix-h2", f"Queries by {metric}"),
        (
            [
                h("h3.ix-h3", f"Run {run}"),
                h(
                    "ol.ix-bars.ix-as-grid",
                    (
                        h(
                            "li.ix-flex.ix-middle",
                            h("span.ix-hue-fill", style={"height": f"{round(96 * count / most)}px"}),
                            h("span.ix-caption", f"{count:,}"),
                            h("span.ix-said", f"{edges[place]} to {edges[place + 1]}"),
                        )
                        for place, count in enumerate(counts)
                    ),
                    data_hue=metric.name,
                ),
            ]
            for run, counts in counted.items()
        ),
        h(
            "p.ix-line.ix-ends.ix-caption.ix-results-scale",
            h("span", "0"),
            h("span", "1" if end == 1 else format_rounded(end, 1)),
            aria_hidden="true",
        ),
    )


def _count_by_tenth(values: Sequence[float], end: float) -> list[int]:
    """How many values fall in each tenth from 0 to `end`, as ten counts; `end` itself is in the last.

    >>> _count_by_tenth([0.0, 0.05, 1.0], 1.0)
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [0] * _BINS
    for value in values:
        counts[min(_BINS - 1, int(value / end * _BINS))] += 1
    return counts


_UNCHANGED = "This is about the runs as they were brought, without your changes."


def render_test(comparison: Comparison, *, edited: bool) -> Element:
    """A section on the test of run B against run A: wins, ties, losses, the p-value, and what it means.

    Args:
        comparison: The values of both runs and the test.
        edited: Whether the user has changed results, which the test leaves out, as a note says.
    """
    facts = {"B wins": comparison.wins, "Ties": comparison.ties, "B loses": comparison.losses}
    p, interval, t = comparison.p, comparison.interval, comparison.t
    drawn = f"{interval.resamples:,} bootstrap resamples of the queries (percentiles, seed {interval.seed})"
    return _render_section(
        "test",
        h("h2.ix-h2", f"B against A by {comparison.metric}"),
        h("p.ix-soft", _UNCHANGED) if edited else None,
        h(
            "dl.ix-line.ix-apart",
            (h("div", h("dt.ix-caption", name), h("dd.ix-h1", f"{count:,}")) for name, count in facts.items()),
        ),
        h("p", h("b", f"p {_format_p_value(p)}"), " paired randomisation test, two-sided"),
        h("p", h("b", f"{interval}"), f" is where 95\u00a0% of {drawn} have the difference"),
        h("p", h("b", f"p {_format_p_value(t)}"), " paired t-test, two-sided"),
        h(
            "p",
            "If A and B were the same, the two values of a query might as well be swapped. Of all ways to swap "
            "them on some of the queries, p is the share that give a mean difference at least as far from 0 as "
            f"{format_change(comparison.mean)}. {_describe_resampling(comparison)} p does not say how likely it is "
            "that B is better, nor whether the difference is large enough to matter.",
        ),
    )


def _format_p_value(p: PValue | TTest) -> str:
    """A p-value with its sign as text: “= 0.012”, or a bound such as “< 0.001”."""
    return str(p) if str(p).startswith("<") else f"= {p}"


def render_all_tests(collection: Collection, k: int) -> Element:
    """A section with the table of all pairs of runs under each metric, with p-values corrected for their number."""
    comparisons = collection.comparisons(k)
    correct = corrected(comparisons)
    several = len(comparisons) > 1
    rows = []
    for (a, b), found in comparisons.items():
        for metric, one in found.items():
            again = correct[a, b][metric]
            name = h("span.ix-hue", f"{metric}", data_hue=metric.name)
            counts = f"{one.wins:,} / {one.ties:,} / {one.losses:,}"
            told = map(str, (one.interval, one.p, again.p, one.t, again.t))
            rows.append(([f"{b} − {a} " if several else "", name], (format_change(one.mean), counts, *told)))
    heads = ("Difference", "Wins / ties / losses", "95\u00a0% interval", "p", "Holm", "t-test", "Holm")
    interval = next(iter(next(iter(comparisons.values())).values())).interval
    return _render_section(
        "tests",
        h("h2.ix-h2", "Every metric" + (" and every two runs" if several else ", B against A")),
        h("p.ix-soft", _UNCHANGED) if collection.edits else None,
        scroll("Differences with intervals and tests", _table(_plain_heads(*heads), rows)),
        h(
            "p.ix-soft",
            f"Of {len(rows)} tests some come out small by chance. “Holm” is the p-value before it, corrected for "
            f"that: one below 0.05 is seldom chance in any of them. p is that of the paired randomisation test; "
            f"intervals are from {interval.resamples:,} bootstrap resamples of the queries (percentiles, seed "
            f"{interval.seed}).",
        ),
    )


def _describe_resampling(comparison: Comparison) -> str:
    """A sentence on how many of the possible swaps the randomization test tried."""
    p = comparison.p
    if not p.exact:
        error = "; ± is its standard error" if "±" in str(p) else ""
        return f"It is estimated from {p.resamples:,} of these ways, drawn at random{error}."
    differ = comparison.wins + comparison.losses
    if not differ:
        return "No query differs, so every way does."
    return (
        f"{differ} {'query differs' if differ == 1 else 'queries differ'}, and all {p.resamples:,} ways were counted."
    )


def render_open_query(collection: Collection, run: str, query: str, k: int) -> Element:
    """A section on the open query of a run: its values, the means, and the bounds that unjudged results leave."""
    now, mean = collection.value(run, query, k), collection.means(run, k)
    before = collection.original_means(run, k)
    board = collection.board(run, query)
    rows = {
        "This query": [format_rounded(value, 4) for value in now.values()],
        "Mean of all": [format_rounded(value, 4) for value in mean.values()],
        "Moved by": [format_change(value - before[name]) for name, value in mean.items()],
    }
    unjudged = bool(board.unjudged_ranks)
    if unjudged:
        bounds = collection.bounds(run, query, k)
        ends = [bounds.get(name) for name in now]
        rows["At least"] = [format_rounded(one.low, 4) if one else _UNKNOWN for one in ends]
        rows["At most"] = [format_rounded(one.high, 4) if one else _UNKNOWN for one in ends]
    heads = [_render_head(metric.name, str(apply_cutoff(metric, k))) for metric in collection.metrics]
    first, judged = min(k, board.depth), collection.count_judged(run, query, k)
    share = format_rounded((Judged @ k)(board.ranking))
    many = f"{judged} of the first {first} results {'is' if judged == 1 else 'are'}"
    one = f"the only result{'' if board.depth == 1 else ' that counts'} is{'' if judged else ' not'}"
    line = f"Run {run}: {one if first == 1 else many} judged, judged@{k} = {share}."
    if board.below:
        line += f" Ranks {MAX_CARDS + 1} to {board.depth:,} stay as they are and count."
    return _render_section(
        "query",
        h("h1.ix-h1", query),
        h("p", line),
        scroll("Values", _table([h("td"), *heads], rows.items())),
        h("p.ix-soft", _BOUNDED) if unjudged else None,
    )


_UNKNOWN = "–"
_TOO_MANY = (
    "These are too many results to say here how many of them nobody judged, and what that leaves open. ",
    h("code", "irviz evaluate QRELS A B --compare"),
    " says it of all queries, and Compare of each.",
)
_AS_BROUGHT = " “Judged otherwise” is in favour of one run, or of the other. All is of the runs as brought."
_BOUNDED = (
    "What nobody judged counts as not relevant. “At least” and “at most” are exact: the extremes over "
    "every way to judge the unjudged results of a list, with any grade up to the highest one given for its "
    "query, or 1. "
    "A result below the cutoff matters too: if it is relevant, there is more to find."
)


def format_change(value: float) -> str:
    """A difference with its sign and four decimals as text; “0” for none, “almost 0” where it rounds to that.

    >>> format_change(0.25), format_change(-0.5), format_change(0.0), format_change(-0.00001)
    ('+0.2500', '−0.5000', '0', 'almost 0')
    """
    if abs(value) < SAME:
        return "0"
    written = format_rounded(value, 4, sign=True)
    return "almost 0" if float(written) == 0 else written.replace("-", "−")

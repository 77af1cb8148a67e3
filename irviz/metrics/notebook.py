"""HTML for notebooks: evaluations and workings, self-contained and with escaped texts."""

from __future__ import annotations

from html import escape
from math import inf, isfinite
from typing import TYPE_CHECKING

from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from irviz.metrics.evaluation import Evaluation
    from irviz.metrics.metric import Metric
    from irviz.metrics.working import Worked

_WIDTH, _HEIGHT, _EDGE = 220, 48, 4
_MAX_TERMS = 6  # of a mean that are written out
_MAX_POINTS = 200  # of a curve that are drawn


def render_evaluation(evaluation: Evaluation) -> str:
    """An evaluation as an HTML table: for each metric its mean, the working of the mean, and a curve.

    The curve is that of the queries' values, the best first; of a metric at several cutoffs, that of
    the means against k, once for all of them.

    >>> from irviz.metrics import P, evaluate
    >>> html = render_evaluation(evaluate({"q<1>": {"a": 1}, "q2": {"a": 1}}, {"q<1>": ["a"]}, [P @ 1]))
    >>> "(1.0000 + 0.0000) / 2" in html, "<svg" in html, "q<1>" in html, "q&lt;1&gt;" in html
    (True, True, False, True)
    """
    rows = []
    drawn = set()
    for metric, mean in evaluation.means.items():
        cuts = _list_cutoffs(evaluation, metric)
        if len(cuts) > 1:
            picture = "" if cuts[0] in drawn else _render_cutoff_curve(evaluation, cuts)
            drawn.add(cuts[0])
        else:
            picture = _render_query_values(evaluation, metric)
        cells = (
            _escape_text(str(metric)),
            f"<b>{format_rounded(mean, 4)}</b>",
            _render_mean_working(evaluation, metric),
        )
        rows.append("".join([f'<td style="text-align:left">{html}</td>' for html in (*cells, picture)]))
    heads = "".join(f'<th style="text-align:left">{head}</th>' for head in ("metric", "mean", "working", "curve"))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{_render_rows(rows)}</tbody></table>"
    return f"<div>{table}<p>{' '.join(map(_escape_text, _describe_queries(evaluation)))}</p></div>"


def render_working(worked: Worked) -> str:
    """A working as HTML: the formula with its numbers, the value, and the curve with its cutoff marked.

    >>> from irviz.metrics import P, Ranking
    >>> html = render_working(P.worked(Ranking([1, 0, 1]), k=2))
    >>> "P@2 = 1 / 2 = 0.5" in html.replace("(1 + 0)", "1"), html.count("<svg")
    (True, 1)
    """
    metric, ranking = worked.metric, worked.ranking
    curve = metric.curve(ranking)
    exact = worked.fraction
    said = f" = {exact}" if exact is not None and exact.denominator > 1 else ""
    parts = [f"<p><code>{_escape_text(f'{worked}{said}')}</code></p>"]
    if not worked.defined:
        parts.append(f"<p>{_escape_text(metric.where_undefined)}</p>")
    if curve:
        k = metric.cutoff or len(curve)
        points = [*enumerate(curve, 1)]
        label = f"{metric.name}@k against k, from 1 to {len(curve)}; {worked.value} at k = {k}"
        at = next((point for point in points if point[0] == k), None)
        parts.append(_render_svg(points, metric, label, at))
    return f"<div>{''.join(parts)}</div>"


def _list_cutoffs(evaluation: Evaluation, metric: Metric) -> list[Metric]:
    """The copies of a metric at each cutoff that was evaluated, by ascending cutoff."""
    if metric.cutoff is None:
        return [metric]
    alike = [one for one in evaluation.values if one.cutoff and one @ metric.cutoff == metric]
    return sorted(alike, key=lambda one: one.cutoff or 0)


def _render_cutoff_curve(evaluation: Evaluation, cuts: Sequence[Metric]) -> str:
    """An SVG chart of a metric's mean over the queries against the cutoff; ``cuts`` are its evaluated copies."""
    points = [(cut.cutoff or 0, evaluation.means[cut]) for cut in cuts]
    label = f"Mean {cuts[0].name}@k against k: " + ", ".join(
        [f"{format_rounded(mean, 4)} at {k}" for k, mean in points]
    )
    return _render_svg(points, cuts[0], label)


def _render_query_values(evaluation: Evaluation, metric: Metric) -> str:
    """An SVG chart of a metric's value on each query, best first; empty without finite values."""
    values = zip(evaluation.queries, evaluation.values[metric], strict=True)
    ranked = sorted([one for one in values if isfinite(one[1])], key=lambda one: -one[1])
    if not ranked:
        return ""
    (best, high), (worst, low) = ranked[0], ranked[-1]
    ends = f"from {format_rounded(high, 4)} of {best} to {format_rounded(low, 4)} of {worst}"
    label = f"{metric} of each query, the best first: {ends}"
    return _render_svg([(i, value) for i, (_, value) in enumerate(ranked, 1)], metric, label)


def _render_mean_working(evaluation: Evaluation, metric: Metric) -> str:
    """HTML of the mean as a sum of the queries' values over their number; long sums are shortened."""
    values = evaluation.averaged(metric)
    terms = [format_rounded(value, 4) for value in values[:_MAX_TERMS]]
    if len(values) > _MAX_TERMS:
        terms[-1:] = ["…", format_rounded(values[-1], 4)]
    total = " + ".join(terms)
    several = f"({total})" if len(terms) > 1 else total
    return f"<code>{_escape_text(f'{several} / {len(values)}' if values else 'no value')}</code>"


def _describe_queries(evaluation: Evaluation) -> Iterable[str]:
    """Sentences that say how many queries there are, and which are undefined, missing or skipped."""
    count = len(evaluation.queries)
    yield f"{count:,} {'query' if count == 1 else 'queries'}."
    for metric, queries in evaluation.undefined.items():
        if queries:
            yield f"{metric} has no value of its own on {_format_queries(queries)}."
    if evaluation.missing:
        yield f"Not in the run, and counted as empty lists: {_format_queries(evaluation.missing)}."
    if evaluation.skipped:
        yield f"Left out, since nothing was judged: {_format_queries(evaluation.skipped)}."


def _format_queries(queries: Sequence[str]) -> str:
    """A text with the first three query ids and the number of further ones.

    >>> _format_queries(["q1", "q2", "q3"]), _format_queries(["q1", "q2", "q3", "q4"])
    ('q1, q2, q3', 'q1, q2, q3 and 1 more')
    """
    more = len(queries) - 3
    return ", ".join(map(str, queries[:3])) + (f" and {more:,} more" if more > 0 else "")


def _render_svg(
    points: Sequence[tuple[int, float]], metric: Metric, label: str, at: tuple[int, float] | None = None
) -> str:
    """An SVG line chart of points (x, value) on the metric's range; ``label`` is its title, ``at`` a point to mark."""
    low, high = metric.range
    values = [value for _, value in points if isfinite(value)]
    high = max([*values, low + 1e-9]) if high == inf else high
    first, last = points[0][0], points[-1][0]
    step = max(1, len(points) // _MAX_POINTS)

    def place(point: tuple[int, float]) -> tuple[str, str]:
        """The point as x and y in the chart's pixels, each as text."""
        share = (point[0] - first) / ((last - first) or 1)
        height = (point[1] - low) / ((high - low) or 1)
        x = _EDGE + share * (_WIDTH - 2 * _EDGE)
        return f"{x:.1f}", f"{_HEIGHT - _EDGE - height * (_HEIGHT - 2 * _EDGE):.1f}"

    shown = [place(one) for one in (*points[:-1:step], points[-1]) if isfinite(one[1])]
    line = " ".join([f"{x},{y}" for x, y in shown])
    # One point alone is no line.
    dots = shown if len(shown) <= 12 else []
    if at is not None and isfinite(at[1]):
        dots = [*dots, place(at)]
    floor = _HEIGHT - _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}"><title>{_escape_text(label)}</title>'
        f'<g fill="none" stroke="currentColor"><path d="M{_EDGE} {floor}H{_WIDTH - _EDGE}" '
        f'stroke-opacity="0.3"/><polyline points="{line}" stroke-width="1.5"/></g>'
        f'<g fill="currentColor">{"".join(_render_dots(dots, large=at is not None))}</g></svg>'
    )


def _render_dots(dots: Sequence[tuple[str, str]], *, large: bool) -> Iterable[str]:
    """An SVG circle for each pair (x, y); with ``large``, a bigger one for the last."""
    for i, (x, y) in enumerate(dots, 1):
        yield f'<circle cx="{x}" cy="{y}" r="{4 if large and i == len(dots) else 2}"/>'


def _render_rows(rows: Iterable[str]) -> str:
    """HTML of a table row for each text, which has the row's cells as HTML."""
    return "".join([f"<tr>{row}</tr>" for row in rows])


def _escape_text(words: str) -> str:
    """The text with HTML's special characters escaped."""
    return escape(words)

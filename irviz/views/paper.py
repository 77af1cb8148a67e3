"""The page to print: the cards, values and conventions of the open boards, and in words what holds for them."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from irviz.lenses.formatting import join_words
from irviz.metrics.rounding import format_rounded
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.series import MEAN_NAMES, compute_curves, compute_curves_by_board, find_undefined
from irviz.views.elements import cell, first_cell, h, head, line, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.views.elements import Element

MAX_LARGE_CARDS = 10
"""Up to so many cards of one board are large, with their verdicts in words."""

MAX_CUTOFF_COLUMNS = 10
"""Up to so many results the table has a column for each cutoff."""

_NAMES = {
    "ap": "AP@k divides by",
    "p": "P@k divides by",
    "gain": "Gain of a grade",
    "discount": "Discount at rank i",
    "ideal": "The ideal order of nDCG",
    "undefined": "Nothing relevant",
}


def render_paper(desk: Desk, *, linkable: bool) -> list[Element]:
    """The elements of the printed page of a desk.

    Args:
        desk: The desk.
        linkable: Whether a link opens the desk, which the page's foot then has.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> title, facts, *_ = render_paper(CATALOGUE["cats"], linkable=True)
        >>> title[-1], facts[-1]
        ('cat in a box', 'Cutoff k = 3. 8 results; 4 of 4 relevant documents are among them.')
    """
    several = len(desk.visible) > 1
    return [
        h("h1.ix-h1", title_of(desk)),
        h("p.ix-soft", " ".join((f"Cutoff k = {desk.k}.", *_list_facts(desk)))),
        *(_render_board(board, desk, is_named=several) for board in desk.visible),
        h("ix:chart", alt="The metrics against the cutoff; their values are in the table."),
        _render_values(desk),
        h("h2.ix-h3", "Conventions"),
        h("dl.ix-sheet-rules", (h("div", h("dt", f"{what}: "), h("dd", how)) for what, how in list_conventions(desk))),
        h("ix:foot", of=linkable),
    ]


def title_of(desk: Desk) -> str:
    """What is shown, for a page or a chart by itself: the query, both lists, or how many queries.

    Example:
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> title_of(CATALOGUE["cats"]), title_of(CATALOGUE["cats"].open("mean"))
        ('cat in a box', 'Mean of 3 queries')
    """
    if desk.paired:
        return name_pair(desk)
    return f"Mean of {len(desk.visible)} queries" if len(desk.visible) > 1 else desk.visible[0].query


def name_pair(desk: Desk) -> str:
    """The title of two compared lists: the query, if known, and the names of both lists.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> pair = next(iter(PAIRED.values()))
        >>> name_pair(pair) == " and ".join(board.query for board in pair.boards)
        True
    """
    lists = " and ".join(board.query for board in desk.boards)
    return f"{desk.asked}: {lists}" if desk.asked else lists


def list_changed_conventions(desk: Desk) -> list[str]:
    """A line for each convention of a desk that differs from the default, such as a threshold of 2.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> from irviz.state.chosen_conventions import Conventions
        >>> list_changed_conventions(CATALOGUE["cats"])
        []
        >>> list_changed_conventions(replace(CATALOGUE["cats"], conventions=Conventions(ap="min(R,k)")))
        ['AP@k divides by min(R,k): as many of them as the first k ranks could hold']
    """
    said = [f"relevant from grade {desk.threshold} on"] if desk.threshold > 1 else []
    told = dict(list_conventions(desk))
    usual = Conventions()
    for name, words in _NAMES.items():
        chosen = getattr(desk.conventions, name)
        if words in told and chosen != getattr(usual, name):
            what = "" if name == "undefined" else f" {chosen}"
            said.append(f"{words}{what}: {told[words]}")
    return said


def list_conventions(desk: Desk) -> list[tuple[str, str]]:
    """Pairs (what is fixed, how) that say in words which conventions a desk's values follow."""
    shown = {metric.name for metric in desk.metrics}
    graded = desk.top > 1
    said = [("Relevant", f"from grade {desk.threshold} on" if graded else "yes or no")]
    for name, option in OPTIONS.items():
        if shown.isdisjoint(option.metrics) or (name == "gain" and not graded):
            continue
        said.append((_NAMES[name], option.values[getattr(desk.conventions, name)]))
    if len(desk.visible) > 1 and not desk.paired:
        said.append(("MRR and MAP", "means over the queries of RR and AP"))
    return said


def _list_facts(desk: Desk) -> list[str]:
    """Sentences for the printed page: how many results, which metrics are undefined, why exports end early."""
    facts = []
    several = len(desk.visible) > 1
    if not several:
        ranking = desk.visible[0].ranking
        found = f"{sum(ranking.hits)} of {ranking.relevant} relevant documents are among them"
        facts.append(f"{desk.n} results; {found if ranking.relevant else 'none is relevant'}.")
    blank = find_undefined(desk.metrics, desk.visible)
    if blank:
        where = "On a board nothing is relevant, so" if several else "So"
        facts.append(f"{where} {join_words(blank)} {'is' if len(blank) == 1 else 'are'} undefined.")
    return [*facts, explain_early_end(desk)] if explain_early_end(desk) else facts


def explain_early_end(desk: Desk) -> str:
    """A sentence that says why exported curves end before the list does; empty where they do not.

    Example:
        >>> from dataclasses import replace
        >>> from irviz.scenarios.catalogue import CATALOGUE
        >>> explain_early_end(CATALOGUE["cats"])
        ''
        >>> explain_early_end(replace(CATALOGUE["cats"], predict=True))
        'Curves and values end at k = 3: what comes after is covered while one predicts.'
    """
    if desk.last_visible_cutoff == desk.n:
        return ""
    return f"Curves and values end at k = {desk.last_visible_cutoff}: what comes after is covered while one predicts."


def _render_board(board: Board, desk: Desk, *, is_named: bool) -> Element:
    """The result cards of a board, below its query if it `is_named`; small ones beside others and in long lists."""
    is_small = is_named or board.n > MAX_LARGE_CARDS
    cards = (_render_card(board, rank, is_small=is_small, is_inside=rank <= desk.k) for rank in range(1, board.n + 1))
    return h(
        "section.ix-sheet-board",
        is_named and h("h2.ix-h3", board.query),
        h("ol.ix-sheet-cards.ix-as-grid", cards, data_small=is_small, style={"--n": min(board.n, MAX_LARGE_CARDS)}),
        aria_label=board.query,
        data_named=is_named,
    )


def _render_card(board: Board, rank: int, *, is_small: bool, is_inside: bool) -> Element:
    """The card at a rank of a board; `is_inside` says whether the first k ranks have it."""
    index = board.order[rank - 1]
    item, grade = board.items[index], board.grades[index]
    is_relevant = grade >= board.threshold
    verdict = f"grade {grade}" if board.top > 1 else "relevant" if is_relevant else "not relevant"
    mark = str(grade) if board.top > 1 else ""
    if index in board.unjudged:
        verdict, mark = "not judged", "?"
    # A link to another machine is for the screen, whose reader has agreed to it.
    picture = None if "://" in (item.picture or "") else item.picture
    return h(
        "li.ix-sheet-card.ix-round-s.ix-vertical.ix-relative.ix-centred.ix-xs",
        h("b", rank),
        h("ix:picture", item.title, of=picture, alt=item.alt or item.title),
        h("span", f"{'✓ ' if is_relevant else ''}{mark if is_small else verdict}"),
        data_relevant=is_relevant,
        data_inside=is_inside,
    )


def _render_values(desk: Desk) -> Element:
    """The table of the values, with a row for each metric; the column at the cutoff stands out."""
    several = len(desk.visible) > 1
    columns, rows, here = _tabulate_queries(desk) if several else _tabulate_cutoffs(desk)
    symbols = MEAN_NAMES if several and not desk.paired else {}
    classes = [".ix-sheet-here" if column == here else "" for column in range(len(columns))]
    lines = (
        line(
            first_cell("", h("b", f"{symbols.get(metric.name, metric.name)}@k"), f" {metric.title}"),
            map(cell, classes, cells),
        )
        for metric, cells in zip(desk.metrics, rows, strict=True)
    )
    return table(".ix-sheet-table", [h("td"), *map(head, classes, columns)], lines)


def _tabulate_cutoffs(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """Headings, rows of cells by metric, and the index of the column of the current cutoff.

    There is a column for each cutoff that is shown, or some of many.
    """
    n, k = desk.n, desk.k
    some = {1, 3, 5, 10, 20, 50, 100, k, n}
    cuts = [cut for cut in range(1, desk.last_visible_cutoff + 1) if n <= MAX_CUTOFF_COLUMNS or cut in some]
    return [f"k = {cut}" for cut in cuts], _format_cells(desk, cuts), cuts.index(k)


def _tabulate_queries(desk: Desk) -> tuple[list[str], list[list[str]], int]:
    """Headings, rows of cells by metric, and the index of the last column, with the mean or the difference.

    There is a column for each query or compared list before it.
    """
    if desk.paired:
        a, b = compute_curves_by_board(desk).values()
        at = desk.k - 1
        values = [(a[metric.name][at], b[metric.name][at]) for metric in desk.metrics]
        rows = [[_format_number(x), _format_number(y), _format_difference(y - x)] for x, y in values]
        return [*(board.query for board in desk.boards), f"B − A at k = {desk.k}"], rows, 2
    ones = [desk.open(board.id) for board in desk.visible]
    columns = [*(board.query for board in desk.visible), f"mean at k = {desk.k}"]
    cells = [_format_cells(one, [desk.k]) for one in (*ones, desk)]
    return columns, [[row[0] for row in rows] for rows in zip(*cells, strict=True)], len(ones)


def _format_cells(desk: Desk, cuts: Sequence[int]) -> list[list[str]]:
    """Rows of table cells: for each metric, its rounded value at each of the cutoffs."""
    found = compute_curves(desk)
    metrics: Sequence[Metric] = desk.metrics
    return [[_format_number(found[metric.name][cut - 1]) for cut in cuts] for metric in metrics]


def _format_difference(value: float) -> str:
    """A difference as rounded text with a plus or minus sign."""
    return format_rounded(value, sign=True).replace("-", "−") if value else _format_number(value)


def _format_number(value: float) -> str:
    """A number as rounded text; a dash for NaN."""
    if isnan(value):
        return "–"
    return format_rounded(value)

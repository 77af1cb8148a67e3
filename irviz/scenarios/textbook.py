"""Printed numbers, checked: everything that the sources print, beside what is computed now."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.printed import article, beyond, chaudhary, recommender, video
from irviz.scenarios.printed.row import Verdict
from irviz.state import permalink

if TYPE_CHECKING:
    from irviz.scenarios.printed.row import Row

TEXTBOOK: tuple[Row, ...] = (
    *article.ARTICLE_ROWS,
    *article.NOTEBOOK_ROWS,
    *video.ROWS,
    *chaudhary.ROWS,
    *recommender.ROWS,
    *beyond.ROWS,
)
"""All rows, by source and there in the order of the text."""


def row_link(row: Row) -> str:
    """The query string of a link that opens the row's desk.

    Example:
        >>> row_link(next(row for row in TEXTBOOK if row.id == "article-cg-swapped"))
        '?q=white-cat-in-a-box&k=2&white-cat-in-a-box=2-1-3-4-5-6-7-8.04134132&m=CG&see=gain'
    """
    return f"?{urlencode(permalink.write(row.desk, CATALOGUE[row.desk.id]))}"


def count_verdicts(rows: tuple[Row, ...] = TEXTBOOK) -> dict[Verdict, int]:
    """By verdict, the number of rows that have it; of several numbers in a row, the worst counts.

    Example:
        >>> list(count_verdicts(article.ARTICLE_ROWS[:2]).items())
        [(<Verdict.AGREES: 'agrees'>, 2)]
    """
    found = [row.verdict for row in rows]
    return {verdict: found.count(verdict) for verdict in Verdict if verdict in found}

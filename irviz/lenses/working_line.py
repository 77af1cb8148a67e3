"""The working of the chosen metric in one line, which stands beside its curve."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from irviz.lenses.cards import chosen
from irviz.lenses.formulas import plainly
from irviz.metrics.errors import CutoffError
from irviz.metrics.rounding import rounded
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def working_line(desk: Desk) -> str:
    """The chosen metric with the numbers of the open board, or of all boards in their mean.

    Returns:
        Empty where the metric is undefined, or has more terms than can be written.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> working_line(CATS)
        'AP@3 = (1/2) / 4 = 0.125'
        >>> working_line(CATS.open(MEAN))
        'MAP@3 = (0.125 + 0.250 + 0.000) / 3 = 0.125'
    """
    metric = chosen(desk)
    if desk.opened == MEAN:
        values = [(metric @ desk.k)(board.ranking) for board in desk.boards]
        mean = sum(values) / len(values)
        if not isfinite(mean):
            return ""
        name = MEAN_NAMES.get(metric.name, metric.name)
        return f"{name}@{desk.k} = ({' + '.join(map(rounded, values))}) / {len(values)} = {rounded(mean)}"
    try:
        worked = metric.worked(desk.visible[0].ranking, desk.k)
    except CutoffError:
        return ""
    if not worked.defined:
        return ""
    written = "".join(plainly(part.text) for part in worked.parts)
    return f"{metric.name}@{desk.k} = {written} = {rounded(worked.value)}"

"""What shows each page of the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.ui.pages.check import final_check
from irviz.ui.pages.compare import compare
from irviz.ui.pages.disagree import disagreements
from irviz.ui.pages.explore import explore
from irviz.ui.pages.handout import hand_out
from irviz.ui.pages.hides import hiding
from irviz.ui.pages.package import package
from irviz.ui.pages.reference import reference
from irviz.ui.pages.results import results
from irviz.ui.pages.study import learn, practise, write
from irviz.ui.pages.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN: dict[str, Callable[[], None]] = {
    "explore": explore,
    "challenges": practise,
    "learn": learn,
    "hides": hiding,
    "check": final_check,
    "compare": compare,
    "disagree": disagreements,
    "results": results,
    "handout": hand_out,
    "write": write,
    "reference": reference,
    "package": package,
    "textbook": textbook,
}
"""By the last part of its address (`irviz.pages.menu`)."""

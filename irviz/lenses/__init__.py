"""What can be shown below the chart, as plain values: the working behind the numbers.

Each lens is a module with a function ``show(desk, before)``; `show` calls that of the lens which the
desk has chosen. A lens returns dictionaries, lists, texts and numbers and nothing else, so that they
can travel to a browser; a formula is a dictionary with the key ``"latex"``.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.desk import Desk

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "working": "Working",
        "changes": "What changed",
        "confusion": "Confusion",
        "precision-recall": "Precision–recall",
        "gain": "Gain",
        "orders": "All orders",
        "conventions": "Conventions",
    }
)
"""What each lens is called on its tab, in the order of the tabs."""


def show(desk: Desk, before: Desk | None = None) -> dict[str, Any]:
    """What the chosen lens shows.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None before any.
    """
    module = import_module(f"irviz.lenses.{desk.lens.replace('-', '_')}")
    view: dict[str, Any] = module.show(desk, before)
    return view

"""What can be shown below the chart, as plain values: the working behind the numbers.

Each lens is a module with a function ``show(desk, before)``, named like its entry in
`irviz.state.desk.LENSES` with ``_`` for ``-``; `show` calls that of the lens which the desk has chosen.
A lens returns dictionaries, lists, texts and numbers and nothing else, so that they can travel to a
browser; a formula is a dictionary with the key ``"latex"``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from irviz.state.desk import Desk


def show(desk: Desk, before: Desk | None = None) -> dict[str, Any]:
    """What the chosen lens shows.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None before any.
    """
    module = import_module(f"irviz.lenses.{desk.lens.replace('-', '_')}")
    view: dict[str, Any] = module.show(desk, before)
    return view

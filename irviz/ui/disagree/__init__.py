"""Where two metrics disagree: which two, on which judgments, and the two orders that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "disagree"
"""The component's key in Streamlit's session state."""

_mount = component("disagree")


def disagree(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the page.

    Args:
        data: From `irviz.views.disagree.disagree_data`.
        on_request: Called when somebody asks another question.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

"""What each metric hides: two small lists for each, to look at and to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "hides"
"""The component's key in Streamlit's session state."""

_mount = component("hides")


def hides(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the page.

    Args:
        data: From `irviz.views.hides.hides_data`.
        on_request: Called when somebody wants to see all lines, or only those of the lessons that are done.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

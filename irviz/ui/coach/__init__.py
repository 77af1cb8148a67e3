"""The column beside the board on the pages that teach: what to do, and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "coach"
"""The component's key in Streamlit's session state."""

_mount = component("coach")


def coach(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the column.

    Args:
        data: From `lesson_data` or `challenge_data` in `irviz.views.coach`.
        on_request: Called when somebody wants to go somewhere, or wants a hint.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

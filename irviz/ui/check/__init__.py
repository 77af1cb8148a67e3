"""The check at the end of the course: a question at a time, what is so, and what the answers show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "check"
"""The component's key in Streamlit's session state."""

_mount = component("check")


def check(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the page.

    Args:
        data: From `irviz.views.check.check_data`.
        on_request: Called when somebody answers, or wants other questions.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

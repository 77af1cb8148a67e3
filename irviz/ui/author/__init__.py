"""The form in which somebody writes a challenge, beside the board that it begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "author"
"""The component's key in Streamlit's session state."""

_mount = component("author")


def author(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the form.

    Args:
        data: From `irviz.views.author.author_data`.
        on_request: Called when something was changed, is to be checked, or is left.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

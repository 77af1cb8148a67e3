"""The draggable board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component, packed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KEY = "board"
"""The component's key in Streamlit's session state."""

_mount = component("board")


def board(parts: Mapping[str, Any], on_message: Callable[[], None]) -> object:
    """Show the board, and give the other components of the page their parts.

    Args:
        parts: By component, its data, from `irviz.views.page`.
        on_message: Called when the page has sent something; `message()` then has it.

    Returns:
        The last message of the page, or None.
    """
    return _mount(key=KEY, data=packed(parts), on_message_change=on_message).get("message")

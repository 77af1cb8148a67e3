"""The page that builds a link: what may be done with the board, and beside it the link and its QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "handout"
"""The component's key in Streamlit's session state."""

_mount = component("handout")


def handout(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the page.

    Args:
        data: From `irviz.pages.handout.shown`.
        on_request: Called when somebody ticks something, or goes back to what is presented.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

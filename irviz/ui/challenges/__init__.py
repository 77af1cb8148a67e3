"""The list of all challenges, easier ones first, and which of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "challenges"
"""The component's key in Streamlit's session state."""

_mount = component("challenges")


def list_challenges(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the list.

    Args:
        data: From `irviz.views.challenges.list_data`.
        on_request: Called when somebody takes on a challenge, or wants to write one.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)

"""What each metric hides: two small lists for each, to look at and to print."""

from __future__ import annotations

from typing import Any

from irviz.ui.component import component

KEY = "hides"
"""The component's key in Streamlit's session state."""

_mount = component("hides")


def hides(data: dict[str, Any]) -> None:
    """Show the page.

    Args:
        data: From `irviz.views.hides.hides_data`.
    """
    _mount(key=KEY, data=data)

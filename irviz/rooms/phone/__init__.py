"""The page of a phone in a class: real files, which `irviz.ui` makes one page of, and serves beside its own.

The scripts import by the paths at which they are served: `phone/phone.js` beside `view/view.js`.
"""

from __future__ import annotations

from pathlib import Path


def html() -> str:
    """The page, with `{files}` for where they are, `{style}`, `{script}`, and `{event}`: what the room says.

    Example:
        >>> "<title>" in html() and html().count("{event}")
        1
    """
    return (Path(__file__).parent / "phone.html").read_text(encoding="utf-8")

"""The page of a phone in a class: real files, which `irviz.ui` serves beside its own.

The scripts import by the paths at which they are served: `phone/phone.js` beside `view/view.js`.
"""

from __future__ import annotations

from pathlib import Path


def html() -> str:
    """The page, with `{assets}` for the address of the files and `{ahead}` for what is asked for at once.

    Example:
        >>> "<title>" in html() and html().count("{ahead}")
        1
    """
    return (Path(__file__).parent / "phone.html").read_text(encoding="utf-8")

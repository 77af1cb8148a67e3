"""The page of a student's phone: its files, which `irviz.ui` joins to one page and serves beside its own.

The scripts import by the paths at which they are served: `phone/phone.js` beside `view/view.js`.
"""

from pathlib import Path


def html() -> str:
    """The HTML of the phone's page with the placeholders `{files}` (their folder), `{style}`, `{script}` and `{event}`.

    Example:
        >>> "<title>" in html() and html().count("{event}")
        1
    """
    return (Path(__file__).parent / "phone.html").read_text(encoding="utf-8")

"""The small page that somebody gets instead of the dashboard: what was wrong, and what to do."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse

# A browser that is told of no icon asks for one at the top of the host, which may be somebody else's.
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>irviz</title>
<link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><style>
:root {{ color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }}
body {{ background: Canvas; color: CanvasText }}
main {{ max-width: 34em; margin: 20vh auto; padding: 0 1em; overflow-wrap: anywhere }}
</style><main><h1>{title}</h1><p>{words}</p>{onward}</main></html>"""


def turned_away(status: int, title: str, words: str, home: str = "") -> HTMLResponse:
    """The page, as an answer.

    Args:
        status: Of HTTP.
        title: What was wrong.
        words: What to do about it.
        home: The dashboard's address, if going there helps.

    Example:
        >>> turned_away(404, "There is no such page", "a < b").body.count(b"a &lt; b")
        1
    """
    onward = f'<p><a href="{escape(home)}">Open the dashboard</a></p>' if home else ""
    body = _PAGE.format(title=escape(title), words=escape(words), onward=onward)
    return HTMLResponse(body, status)

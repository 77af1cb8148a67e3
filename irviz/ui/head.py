"""The page that a browser gets: Streamlit's, with our title and styles, and an early start for modules."""

from __future__ import annotations

import gzip
import re
from functools import cache
from typing import TYPE_CHECKING

from irviz.pages.menu import PAGES
from irviz.pages.visit import EXPLORE
from irviz.ui import files
from irviz.ui.policy import ICONS_SCRIPT, ROOT_SCRIPT

if TYPE_CHECKING:
    from collections.abc import Mapping

TASKS = {"lesson", "challenge", "goal", "write"}
"""The parameters of a link that opens a board on Lessons and Challenges."""

_WITH_TASKS = {"learn", "challenges"}

_LATE = ("static/js/BidiComponent.", "static/js/Html.")
"""What Streamlit begins every page of ours with, and fetches only when it has heard from the server."""

_IMPORT = re.compile(r'\b(?:from|import)"\./([^"/]+\.js)"')

_ABOUT = "Drag search results and watch precision, recall, MRR, MAP and nDCG move."


def charted(path: str, query: Mapping[str, str]) -> bool:
    """Whether a page begins with a chart.

    Args:
        path: Of the page.
        query: The parameters of its link.

    Example:
        >>> charted("/some/where/learn", {}), charted("/learn", {"lesson": "recall"})
        (False, True)
    """
    found = PAGES.get(path.rsplit("/", 1)[-1], PAGES[EXPLORE])
    return found.is_charted or (found.path in _WITH_TASKS and not TASKS.isdisjoint(query))


_UNUSED_FONT = re.compile(r'<link\s+rel="preload"[^>]*\bas="font"[^>]*>')
"""Streamlit's own font, which the theme has replaced: a browser would fetch it for nothing."""


@cache
def page(*, chart: bool, embedded: bool) -> bytes:
    """The page.

    Args:
        chart: Whether it begins with one, from `charted`.
        embedded: Whether another page shows it in a frame, without our head.
    """
    text = _UNUSED_FONT.sub("", files.streamlits_page())
    text = text.replace("</head>", f"{_end_of_head()}</head>", 1)
    text = text.replace("</body>", f"{files.templates()}</body>", 1)
    text = text.replace("<head>", f"<head>{_start_of_head(chart=chart)}", 1)
    if embedded:
        text = text.replace("<html", "<html data-ix-embed", 1)
    text = text.replace("<title>Streamlit</title>", "<title>irviz</title>", 1)
    return text.replace("./favicon.png", f"./{files.url('brand/mark.svg')}", 1).encode()


@cache
def packed_page(*, chart: bool, embedded: bool) -> bytes:
    """The same as gzip, made once."""
    return gzip.compress(page(chart=chart, embedded=embedded), compresslevel=9, mtime=0)


def _end_of_head() -> str:
    """The elements that are added at the end of the page's head."""
    lines = [f'<link rel="stylesheet" href="./{files.url(files.STYLES)}">']
    lines += [f'<link rel="modulepreload" href="./{path}">' for path in _streamlits()]
    lines += [f'<script type="module" src="./{files.url(files.PAGE)}"></script>']
    lines += [
        '<meta property="og:title" content="irviz: ranking metrics you can drag">',
        *(
            f'<meta {kind} content="{_ABOUT}">'
            for kind in ('name="description"', 'property="og:description"')
        ),
    ]
    return "".join(lines)


@cache
def _streamlits() -> list[str]:
    """The paths of Streamlit's modules in `_LATE`, and of what they import; none that its page names itself.

    Their names have digests in them. Where Streamlit has renamed them, none is preloaded, and nothing missed.
    """
    page = files.streamlits_page()
    found: list[str] = []
    ahead = [name for name in files.streamlits() if name.startswith(_LATE)]
    for name in ahead:
        if name not in found and name not in page:
            found.append(name)
            ahead += [f"static/js/{one}" for one in _IMPORT.findall(files.content(name).decode())]
    return found


def _start_of_head(*, chart: bool) -> str:
    """The elements for the beginning of the page's head: where the server is, and plotly.js.

    Its evaluation takes most of a second, which is spent while Streamlit's own modules are on their way.
    """
    root = f"<script>{ROOT_SCRIPT}</script><script>{ICONS_SCRIPT}</script>"
    if chart:
        root += f'<script async src="./{files.url(files.PLOTLY)}"></script>'
    return root

"""The HTML of each page where there is no server: its frame, and what it shows first.

What a page begins with is inside, so that it can be used before Python has arrived. Its elements have the
names that Streamlit gives to those of its own frame, since that is what our style sheets place things by.
"""

import json
from html import escape
from pathlib import Path
from string import Template

from irviz.pages.host import Host
from irviz.pages.menu import MENU, PAGES
from irviz.pages.visit import EXPLORE
from irviz.static.worker import KEEPS
from irviz.ui import files

_PAGE = Template((Path(__file__).parent / "page.html").read_text(encoding="utf-8"))


def render_page(path: str, root: str, assets: str, head: str = "") -> str:
    """The HTML of a page.

    Args:
        path: The last part of its address; empty for the first page, Explore.
        root: The relative path from it to the first page: ``./`` or ``../``.
        assets: The path of the assets below the first page.
        head: Further HTML for its head.

    Example:
        >>> shown = render_page("compare", "../", "irviz-assets/1/")
        >>> "<title>Compare two lists · irviz</title>" in shown, shown.count("<template")
        (True, 18)
        >>> "Parquet" in render_page("results", "../", ""), "Question 1" in render_page("check", "../", "")
        (False, False)
    """
    frame = Host(keeps=KEEPS, tables=()).open_page(path or EXPLORE, {})
    if frame.page == "check":
        frame = frame._replace(data={})  # its questions are drawn at random: each visitor's Python draws others
    is_read = PAGES[frame.page].is_read
    first = {"page": path, "plain": True, "words": frame.data["words"]} if is_read else frame._asdict()
    return _PAGE.substitute(
        head=head,
        title=escape(PAGES[path or EXPLORE].title),
        files=f"{root}{assets}",
        menu="".join(map(_render_group, MENU)),
        body=frame.data["prose"]["html"] if is_read else "",
        templates=files.render_templates(),
        first=json.dumps(first).replace("<", "\\u003c"),
    )


def _render_group(name: str) -> str:
    """The HTML of a group in the menu, a button with the group's name and links to its pages."""
    pages = "".join(
        f'<li><a href="./{"" if entry.path == EXPLORE else entry.path}" data-page="{entry.path}"'
        f"{' data-plain' if entry.is_read else ''}"
        f' title="{escape(entry.about)}">{escape(entry.title)}</a></li>'
        for entry in MENU[name]
    )
    button = f'<button type="button" class="ix-nav-group" aria-expanded="false">{escape(name)}</button>'
    return f'<li>{button}<ul class="ix-popover" hidden>{pages}</ul></li>'

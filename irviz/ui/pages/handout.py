"""The page on which a teacher builds a link: which board, and what is hidden or locked on it."""

from __future__ import annotations

import html
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

import streamlit as st

from irviz.pages.visit import EXPLORE
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.locks import ACTIONS, OF_PHONES, PARTS, also, locked, of_phones
from irviz.state.session import Session
from irviz.ui import files, reach
from irviz.ui.pages.compare import compare
from irviz.ui.pages.explore import explore
from irviz.ui.pages.prose import page, show, unmarked
from irviz.ui.pages.results import results
from irviz.ui.pages.study import learn, practise
from irviz.ui.session import visit
from irviz.views.html import introduction, tag, text, title
from irviz.views.qr import LONGEST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.desk import Desk

_COMPARE, _FROM = "compare", "from"
"""The page with two lists, and what the address of this one says of it, so that it can be loaded anew."""

_PAGES = {
    "lessons": (learn, "learn"),
    "challenges": (practise, "challenges"),
    "results": (results, "results"),
    _COMPARE: (compare, _COMPARE),
}
"""The pages with a board of their own, by the name under which it is kept (`Visit.enter`)."""

_OF_PAIRS = ("tools", "example", "kinds", "nav", "share", "talk", "move", "judge", "cut", "sort")
"""What there is to hide or to lock where two lists are; they are not predicted."""


def handout() -> None:
    """Show the page."""
    here = visit()
    if here.fresh and here.link.get(_FROM) == _COMPARE:
        here.enter_pair()
    # The two lists of Compare are handed out from the wall; else it is the board of Explore.
    own = here.owner == EXPLORE or (here.session.desk.paired and not here.session.desk.present)
    current = here.explored if own else here.session
    # In the address, so that loading the page anew, as clickers do, loses nothing of a talk.
    link = dict(current.link)
    if current.desk.paired:
        link[_FROM] = _COMPARE
    kept = current.desk.present and (own or here.owner == _COMPARE)
    page("handout", link=link if kept else None)
    if current.desk.present:
        _back("explore" if own else here.owner)
    paired = current.desk.paired
    show(
        introduction(
            "Hand out an exercise",
            f"The link opens {'both lists' if paired else 'the board'} as you left "
            f"{'them: their' if paired else 'it: its'} order, relevance, cutoff and view. Choose what the "
            f"others may do with {'them' if paired else 'it'}.",
        )
    )
    # Whoever got an exercise hands it on as it is; a task's own locks end with the task.
    given = current.desk.off if own else ()
    # From a wall it is handed out to phones: one exercise, without what belongs to the talk.
    usual = of_phones(paired=paired) if current.desk.present else ()
    left, right = st.columns([3, 2], gap="large")
    with left:
        hide, lock = st.columns(2, gap="medium")
        with hide, st.container(key="handout-hide"):
            off = _choices("Hide", _there(PARTS, current.desk), given, usual=usual)
        with lock:
            with st.container(key="handout-lock"):
                off += _choices("Lock", _there(ACTIONS, current.desk), given, off, usual)
            with st.container(key="handout-start"):
                show(title(2, "Start with"))
                predict = not paired and st.toggle(
                    "Predict first",
                    current.desk.predict,
                    disabled="predict" in given,
                    help="They say what will happen before they see it.",
                )
                # Whoever presents hands out to phones.
                present = st.toggle("Large type for a projector")
                masked = current.desk.masked and _masked(present=present)
    # What is kept for a talk is not for those who do the exercise.
    shown = replace(
        current.desk,
        predict=predict,
        present=present,
        masked=masked,
        revealed=current.desk.revealed if masked else (),
        deck=(),
        place=0,
    )
    desk = replace(shown, off=tuple(off))
    with right, st.container(key="handout-link"):
        _link(
            desk,
            permalink.write(desk, current.fresh),
            st.context.url or "",
            wall=current.desk.present,
        )
        if paired and desk.id not in PAIRED:
            show(
                tag(
                    "p",
                    "Links have no titles of lists that are your own: there these are numbered.",
                )
            )
        if current.desk.deck:
            name = "Compare" if paired else "Explore"
            said = (
                f"Your saved states stay with you: they are on {name}, and in the link of {name}."
            )
            show(tag("p", said))


def _masked(*, present: bool) -> bool:
    """Whether values that are masked on the wall stay so in the link, which only large type can."""
    if present:
        return st.toggle("Keep the values masked", value=True)
    show(
        tag("p", "Your values are masked. Whoever opens this link sees them.", class_="ix-caption")
    )
    return False


def _there(names: Mapping[str, str], desk: Desk) -> dict[str, str]:
    """Those of what can be hidden or locked that a desk has."""
    return {name: words for name, words in names.items() if not desk.paired or name in _OF_PAIRS}


def _back(name: str) -> None:
    """The way back to what is presented; Escape goes it, too (prose.js)."""
    function, path = _PAGES.get(name, (explore, "explore"))
    with st.container(key="way-back"):
        if st.button("Back to presenting (Esc)"):
            st.switch_page(st.Page(function, url_path=path, default=function is explore))


def _choices(
    words: str,
    names: Mapping[str, str],
    given: Sequence[str],
    others: Sequence[str] = (),
    usual: Sequence[str] = (),
) -> list[str]:
    """The names that are ticked; those that came with the exercise, or with another name, stay so."""
    show(title(2, words))
    key = words.lower()
    chosen: list[str] = []
    for name, about in names.items():
        label = about[0].upper() + about[1:] + (f" (locks {also(name)}, too)" if also(name) else "")
        implied = name not in given and locked(name, (*others, *chosen))
        if implied:
            st.checkbox(label, value=True, key=f"handout-{key}-{name}-implied", disabled=True)
        elif st.checkbox(
            label, name in (*given, *usual), key=f"handout-{key}-{name}", disabled=name in given
        ):
            chosen.append(name)
    return chosen


def _link(desk: Desk, link: Mapping[str, str], url: str, *, wall: bool) -> None:
    """The link and its QR code, which comes first on a wall, or why there is none."""
    if not opens(link, desk):
        show(
            title(2, "No link")
            + tag("p", "These results are in this page only, so no link can open them elsewhere.")
        )
        return
    show(title(2, "The link") + tag("p", text(summary(desk))))
    here = st.context.ip_address is None  # which Streamlit says of this machine only
    root = urlsplit(address(url)).path.rstrip("/")
    ways = reach.ways(url, root, here=here) if url else reach.Ways(("",), "")
    base, *others = ways.links
    if others:
        base = (
            st.segmented_control(
                "Address", ways.links, default=base, format_func=lambda one: unmarked(_host(one))
            )
            or base
        )
    to = address(base, link, page="compare" if desk.paired else "")
    if wall:
        _code(to)
    if ways.note:
        show(tag("p", text(ways.note), class_="ix-caption"))
    st.code(to, language=None, wrap_lines=True)
    st.link_button("Open it", to, type="primary")
    if not wall:
        _code(to)


def _code(to: str) -> None:
    if len(to) > LONGEST:
        show(tag("p", "The link is too long for a QR code that a phone could read."))
        return
    source = html.escape(f"{files.QR}?link={quote(to, safe='')}")
    st.html(f'<img class="ix-handout-code" src="{source}" alt="QR code of the link">')


def _host(address: str) -> str:
    return urlsplit(address).netloc


def opens(link: Mapping[str, str], desk: Desk) -> bool:
    """Whether a link opens this very desk for somebody else; it cannot for results that somebody brought.

    Example:
        >>> opens({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").cut(3))
        True
        >>> opens({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").cut(4))
        False
    """
    return desk.paired or Session.start(link, CATALOGUE).desk == desk


def summary(desk: Desk) -> str:
    """What a link to a desk opens, in words.

    Example:
        >>> summary(replace(CATALOGUE["cats"], off=("nav", "cut")))
        'It opens “cat in a box” at k = 3. Hidden: the other pages. Locked: moving the cutoff.'
    """
    queries = " and ".join(f"“{board.query}”" for board in desk.visible)
    ways = [
        *([", predicting first"] if desk.predict else []),
        *([", in large type"] if desk.present else []),
        *([", with the values masked"] if desk.present and desk.masked else []),
    ]
    lines = [f"It opens {queries} at k = {desk.k}{''.join(ways)}."]
    for state, names in {"Hidden": PARTS, "Locked": ACTIONS}.items():
        chosen = [words for name, words in names.items() if locked(name, desk.off)]
        if chosen:
            lines.append(f"{state}: {'; '.join(chosen)}.")
    if {*desk.off} - {"nav", *OF_PHONES} and "nav" not in desk.off:
        lines.append(
            "Other pages open boards of their own, which are free; hide them, too, to keep everybody here."
        )
    return " ".join(lines)


def address(url: str, link: Mapping[str, str] = MappingProxyType({}), page: str = "") -> str:
    """The address of a page with a board and these parameters.

    Args:
        url: The address of any page of the dashboard.
        link: Parameters, from `irviz.state.permalink.write`.
        page: The page's own part of the path; empty for the explore page.

    Example:
        >>> address("http://localhost:8501/handout?x=1", {"q": "white-cat", "k": "3"})
        'http://localhost:8501/?q=white-cat&k=3'
    """
    folder = url.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0].rsplit("/", 1)[0]
    return f"{folder}/{page}{'?' if link else ''}{urlencode(link)}"

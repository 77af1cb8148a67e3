"""The page that builds a link: what can be ticked on it, and the link that comes of that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.locks import ACTIONS, OF_PHONES, PARTS, describe_implied_locks, is_locked, list_phone_locks
from irviz.state.own_example import has_own_pictures
from irviz.state.session import Session
from irviz.views.elements import flatten, h
from irviz.views.qr import MAX_LINK_CHARACTERS
from irviz.views.share import PICTURES_STAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from irviz.state.desk import Desk
    from irviz.views.elements import Child, Element
    from irviz.views.part import PartData

_FIRST = "predict first"
"""What starts with a prediction is called so; to lock that is another thing."""

_NOTHING = "Without the scoreboard there is nothing to predict."

_LEAD = (
    "The link opens {0} as you left {1}: {2} order, relevance, cutoff and view. Choose what the others may do with {1}."
)
_MASKED = "Your values are masked. Whoever opens this link sees them."
_NO_LINK = (
    "These results are in this page only, so no link can open them elsewhere. Two runs can be handed out: "
    "“Compare on two boards”, above a query, has a link, in which its documents are numbered."
)
_NUMBERED = "Links have no titles of lists that are your own: there these are numbered."
_SAVED = "Your saved states stay with you: they are on {0}, and in the link of {0}."
_TOO_LONG = "The link is too long for a QR code that a phone could read."
_COPIED = ("Copied", "Please mark it, and copy it")
_FRAMED = (
    "Put this code into the page. A server of irviz has to allow that site, or the frame stays grey: "
    "irviz dashboard --frame-ancestors \"'self' https://moodle.example.edu\"."
)
_FRAME = """<iframe data-irviz src="LINK&amp;embed=true" title="Ranking metrics" allow="clipboard-write"
  style="width: 100%; height: 900px; border: 0"></iframe>
<script>
addEventListener("message", ({ source, data }) => {
  for (const one of document.querySelectorAll("iframe[data-irviz]")) {
    if (one.contentWindow === source && data.irvizHeight > 0) one.style.height = data.irvizHeight + "px";
  }
});
</script>"""

_OF_PAIRS = ("tools", "example", "kinds", "curves", "scores", "nav", "share", "talk", "move", "judge", "cut", "sort")
"""What there is to hide or to lock where two lists are; they are not predicted."""


def handout_data(session: Session, chosen: Mapping[str, bool], given: tuple[str, ...] = ()) -> PartData:
    """The data of the page that builds a link to an exercise.

    Args:
        session: The session whose board is handed out.
        chosen: Whether each box that the teacher has changed is ticked, by its name (`list_editable_names`).
        given: The locks of the exercise that was received, which cannot be removed.
    """
    before = session.desk
    desk = _make_handout_desk(before, chosen, given)
    link = permalink.write(desk, session.fresh)
    if not can_link_open(link, desk):
        nothing = h("section.ix-panel.ix-stack", h("h2.ix-h2", "No link"), h("p", _NO_LINK), data_testid="handout-link")
        return {"view": flatten((_render_heading(before, opens=False), nothing))}
    shared = _render_link(f"./{'compare' if desk.paired else ''}?{urlencode(link)}", desk, before)
    masked = before.masked and not desk.present and _MASKED
    shown = h(
        "div.ix-handout-two.ix-as-grid.ix-top",
        _render_group("Hide", (_render_tick(name, PARTS, desk, given) for name in _names_of_desk(before, PARTS))),
        h(
            "div.ix-stack.ix-loose",
            _render_group(
                "Lock", (_render_tick(name, ACTIONS, desk, given) for name in _names_of_desk(before, ACTIONS))
            ),
            _render_group(
                "Start with", _render_starts(desk, before, given), masked and h("p.ix-caption", masked, role="status")
            ),
        ),
        h(
            "section.ix-panel.ix-stack.ix-handout-link",
            shared,
            desk.paired and desk.id not in PAIRED and h("p", _NUMBERED),
            has_own_pictures(desk) and h("p", PICTURES_STAY),
            before.deck and h("p", _SAVED.format("Compare" if desk.paired else "Explore")),
            data_testid="handout-link",
        ),
    )
    return {"view": flatten((_render_heading(before), shown))}


def _render_heading(before: Desk, *, opens: bool = True) -> Iterator[Child]:
    """The heading of the page; while the desk `before` is presented, with the button back to it.

    Args:
        before: The desk that is handed out.
        opens: Whether there is a link that opens it.
    """
    if before.present:
        back = "Back to presenting (Esc)"
        yield h("p", h("button.ix-button", back, say={"back": True}, data_ix_escape=True))
    words = ("both lists", "them", "their") if before.paired else ("the board", "it", "its")
    lead = h("p.ix-lead", _LEAD.format(*words)) if opens else None
    yield h("header", h("h1.ix-h1", "Hand out an exercise"), lead)


def _render_group(title: str, boxes: Child, note: Child = None) -> Element:
    """A panel with the tick boxes of a group under its title, and a note below."""
    return h(
        "section.ix-panel.ix-stack", h("h2.ix-h2", title), boxes, note, role="group", aria_label=title, data_group=title
    )


def _render_link(to: str, desk: Desk, before: Desk) -> Iterator[Child]:
    """Elements with the link and its QR code, which comes first while presenting.

    Args:
        to: The link.
        desk: The desk that it opens.
        before: The desk that is handed out.
    """
    code = h("ix:code", _TOO_LONG, of=to, longest=MAX_LINK_CHARACTERS)
    yield h("h2.ix-h2", "The link")
    yield h("p", describe_handout(desk), role="status")
    yield h("ix:ways")
    yield before.present and code
    yield h("ix:reach")
    yield h("p.ix-well.ix-breaks", h("code", h("ix:outward", to)))
    yield h(
        "div.ix-line",
        h("a.ix-button.ix-do", "Open it", outward=to, target="_blank", rel="noopener"),
        h("button.ix-button", "Copy the link", say={"do": "copyLink", "words": _COPIED}),
    )
    yield not before.present and code
    yield not before.present and _render_frame(to)


def _render_frame(to: str) -> Element:
    """The code by which a page of another site shows the board at the link `to` in a frame as high as it is."""
    return h(
        "details",
        h("summary", "Show it in another page"),
        h("p.ix-caption", _FRAMED),
        h("ix:frame", _FRAME, of=to),
        h("button.ix-button", "Copy the code", say={"do": "copyLink", "words": _COPIED}),
        key="frame",
    )


def list_editable_names(desk: Desk, given: tuple[str, ...] = ()) -> set[str]:
    """The names of the boxes that can be changed when a desk is handed out; the locks in `given` are fixed.

    Example:
        >>> sorted(list_editable_names(CATALOGUE["cats"]) - list_editable_names(CATALOGUE["cats"], ("cut", "predict")))
        ['cut', 'predict', 'predict first']
    """
    fixed = {*given, *([_FIRST] if "predict" in given else [])}
    return {*_names_of_desk(desk), _FIRST, "present", "masked"} - fixed


def _make_handout_desk(before: Desk, chosen: Mapping[str, bool], given: tuple[str, ...]) -> Desk:
    """The desk that the link opens: a copy of `before` with the `chosen` boxes, and the locks in `given`."""
    # From a wall it is handed out to phones: one exercise, without what belongs to the talk.
    usual = list_phone_locks(paired=before.paired) if before.present else ()
    wanted = tuple(name for name in _names_of_desk(before) if name in given or chosen.get(name, name in usual))
    present = chosen.get("present", False)
    masked = before.masked and present and chosen.get("masked", True)
    return replace(
        before.without_deck(),
        predict=chosen.get(_FIRST, before.predict) and not (before.paired or "scores" in wanted),
        present=present,
        masked=masked,
        revealed=before.revealed if masked else (),
        off=tuple(name for name in wanted if name in given or not _is_implied(name, wanted)),
    )


def _names_of_desk(desk: Desk, names: Iterable[str] = (*PARTS, *ACTIONS)) -> tuple[str, ...]:
    """Those of the names of parts and actions that apply to a desk; two lists side by side have fewer."""
    return tuple(name for name in names if not desk.paired or name in _OF_PAIRS)


def _is_implied(name: str, wanted: tuple[str, ...]) -> bool:
    """Whether a lock is included in another one of the locks in `wanted`."""
    return is_locked(name, tuple(one for one in wanted if one != name))


def _render_tick(name: str, words: Mapping[str, str], desk: Desk, given: tuple[str, ...]) -> Element:
    """The tick box for a lock.

    Args:
        name: The lock, which cannot be removed if another one or a received lock implies it.
        words: The description of each lock, by name.
        desk: The desk that the link opens.
        given: The locks that were received with the exercise.
    """
    about = words[name]
    more = f" (locks {describe_implied_locks(name)}, too)" if describe_implied_locks(name) else ""
    more = f", and with it “Share”{more}" if name in ("curves", "scores") else more
    implied = name not in desk.off and is_locked(name, desk.off)
    return _render_box(
        name, about[0].upper() + about[1:] + more, on=implied or name in desk.off, fixed=implied or name in given
    )


def _render_box(name: str, label: str, about: str = "", *, on: bool, fixed: bool) -> Element:
    """A tick box with a label and a remark below (`about`); `on` if it is ticked, `fixed` if it cannot be changed."""
    more = about and h("span.ix-caption.ix-block", about)
    box = h("input.ix-relative", type="checkbox", name=name, checked=on, disabled=fixed, say={"do": "tick"})
    return h("label.ix-handout-tick.ix-flex.ix-pointer.ix-baseline", box, h("span", label, more), key=name)


def _render_starts(desk: Desk, before: Desk, given: tuple[str, ...]) -> Iterator[Element]:
    """The tick boxes for what an exercise starts with: prediction, presenting, masked values.

    Args:
        desk: The desk that the link opens.
        before: The desk that is handed out.
        given: The locks that were received with the exercise.
    """
    able = "scores" not in desk.off
    names = list_editable_names(before, given) - (set() if able else {_FIRST})
    if not desk.paired:
        about = "They say what will happen before they see it." if able else _NOTHING
        yield _render_box(_FIRST, "Predict first", about, on=desk.predict, fixed=_FIRST not in names)
    yield _render_box("present", "Large type for a projector", on=desk.present, fixed=False)
    if before.masked and desk.present:
        yield _render_box("masked", "Keep the values masked", on=desk.masked, fixed=False)


def can_link_open(link: Mapping[str, str], desk: Desk) -> bool:
    """Whether a link opens this very desk for other visitors too; it cannot for uploaded results.

    Example:
        >>> can_link_open({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").move_cutoff(3))
        True
        >>> can_link_open({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").move_cutoff(4))
        False
    """
    return desk.paired or Session.start(link, CATALOGUE).desk == desk


def describe_handout(desk: Desk) -> str:
    """A sentence on what a link to a desk opens.

    Example:
        >>> describe_handout(replace(CATALOGUE["cats"], off=("nav", "cut")))
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
        chosen = [words for name, words in names.items() if is_locked(name, desk.off)]
        if chosen:
            lines.append(f"{state}: {'; '.join(chosen)}.")
    if {*desk.off} - {"nav", *OF_PHONES} and "nav" not in desk.off:
        lines.append("Other pages open boards of their own, which are free; hide them, too, to keep everybody here.")
    return " ".join(lines)

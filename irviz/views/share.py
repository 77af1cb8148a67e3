"""What leaves a page with a board: its link, values, chart, code, files, and a page to print."""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from irviz.formats import write_ir_measures_script, write_irviz_script
from irviz.formats.export import boards, pairs
from irviz.state import permalink
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN
from irviz.views.drawing import drawing
from irviz.views.elements import h
from irviz.views.paper import explain_early_end, render_paper

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from irviz.state.session import Session
    from irviz.views.elements import Element

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class File:
    """A file to save.

    Args:
        name: The name of the file.
        text: The contents; of a file that is no text, its bytes in base 64.
        type: The media type.
        note: A sentence for the user on what the file leaves out; may be empty.
        is_base64: Whether the contents are bytes in base 64.
    """

    kind: ClassVar[str] = "file"
    name: str
    text: str
    type: str = "text/plain"
    note: str = ""
    is_base64: bool = False

    @classmethod
    def of_bytes(cls, name: str, data: bytes, type: str) -> File:  # noqa: A002 - as the field
        """A file with binary contents, kept in base 64; `type` is its media type."""
        return cls(name, b64encode(data).decode(), type, is_base64=True)


@dataclass(frozen=True)
class Script:
    """Code for the clipboard; a page without access to it shows the code to be copied by hand.

    Args:
        text: The code.
        note: A sentence for the user on what it leaves out; may be empty.
    """

    kind: ClassVar[str] = "script"
    text: str
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A chart to save, drawn in the browser.

    Args:
        name: The name of the file, with its kind: ``.svg`` or ``.png``.
        drawing: The Plotly figure that ui/export/picture.js draws, from `irviz.views.drawing.drawing`.
        note: A sentence for the user on what it leaves out; may be empty.
    """

    kind: ClassVar[str] = "picture"
    name: str
    drawing: Mapping[str, Any]
    note: str = ""


@dataclass(frozen=True)
class Paper:
    """A page to print.

    Args:
        view: The elements of the page, from `irviz.views.paper`.
        drawing: The Plotly figure of its chart.
    """

    kind: ClassVar[str] = "paper"
    view: list[Element]
    drawing: Mapping[str, Any]


Shared = File | Script | Picture | Paper
"""What leaves the page."""


@dataclass(frozen=True)
class Offer:
    """A button of the menu Share.

    Args:
        kind: What to make, such as ``csv``. The browser makes ``link``, a copy of the page's address, and ``talk``,
            one with all that is saved for a talk, by itself.
        label: The text of the button.
    """

    kind: str
    label: str


@dataclass(frozen=True)
class Group:
    """A line of the menu Share: its title, a remark on it, and its buttons."""

    title: str
    about: str
    offers: tuple[Offer, ...]


class ShareRequest(TypedDict):
    """A request of the menu Share: its own number as text, the kind of an `Offer`, and the page's link parameters."""

    id: str
    kind: str
    link: Mapping[str, str]


class ShareMenu(TypedDict):
    """The data of the menu Share.

    Attributes:
        view: The lines of the menu.
        link_note: A sentence on what the link leaves out; may be empty.
        answer: The answer to the last request, from `answer_share_request`; None before any.
    """

    view: list[Element]
    link_note: str
    answer: Mapping[str, Any] | None


def share_menu(groups: Sequence[Group], answer: Mapping[str, Any] | None) -> ShareMenu:
    """The data of the menu Share, from its lines and the answer to the last request."""
    return {
        "view": _render_groups(tuple(groups)),
        "link_note": next((one.about for one in (NUMBERED_LINK, PICTURED_LINK) if one in groups), ""),
        "answer": answer,
    }


@lru_cache(maxsize=64)  # on the way of each change
def _render_groups(groups: tuple[Group, ...]) -> list[Element]:
    """The lines of the menu: of each its title, the remark, and a button for each offer."""
    return [
        h(
            "div.ix-line.ix-ends.ix-share-group",
            h("p", h("b", group.title), h("span.ix-caption", group.about)),
            h("div.ix-line", map(_render_offer, group.offers)),
            role="group",
            aria_label=group.title,
        )
        for group in groups
    ]


def _render_offer(offer: Offer) -> Element:
    """The button for one thing on the menu."""
    return h("button.ix-button", offer.label, say={"kind": offer.kind}, data_kind=offer.kind)


def answer_share_request(ask: object, make: Callable[[str, Mapping[str, str]], Shared]) -> dict[str, Any] | None:
    """The answer to a request of the menu Share; None for an invalid request.

    Args:
        ask: The request, a `ShareRequest` if it is valid.
        make: Makes what is shared, from the kind of the offer and the parameters of the link.

    Returns:
        The request's ``id``, with the ``kind`` (such as ``file``) and the fields of what is shared, or with a
        ``fault`` in words.

    Example:
        >>> answer_share_request({"id": "1", "kind": "csv", "link": {}}, lambda kind, link: Script(kind))
        {'id': '1', 'kind': 'script', 'text': 'csv', 'note': ''}
    """
    if not isinstance(ask, Mapping) or not isinstance(link := ask.get("link"), Mapping):
        return None
    number, kind = ask.get("id"), ask.get("kind")
    if not isinstance(number, str) or not isinstance(kind, str):
        return None
    parameters = {str(name): str(text) for name, text in link.items()}
    try:
        found = make(kind, parameters)
    except ValueError as error:
        return {"id": number, "fault": str(error)}
    except LookupError:
        _LOG.warning("A page asked for something that is not on its menu")
        return None
    except Exception:  # noqa: BLE001 - whatever it is, the menu goes on
        _LOG.exception("What a page asked for could not be made")
        return {"id": number, "fault": "something failed on the server, which has written down why"}
    return {"id": number, "kind": found.kind} | asdict(found)


LINK = Group(
    "Link",
    "Board, cutoff and view, exactly as they are",
    (Offer("link", "Copy link"), Offer("talk", "with saved states and notes")),
)

NUMBERED_LINK = replace(
    LINK,
    about="The order, the judgments and the view. Documents have numbers in it: their ids, the runs’ names and the "
    "query stay here. The TREC files below have the ids.",
)
"""The same line where the lists are a user's own, which no link can name."""

PICTURES_STAY = "Your own pictures stay in this browser: who opens the link sees titles."

PICTURED_LINK = replace(LINK, about=f"Board, cutoff and view. {PICTURES_STAY}")
"""The same line where results have pictures of the user's own."""


def _board_groups(values: str, chart: tuple[str, str], runs: tuple[Offer, ...], report: str) -> tuple[Group, ...]:
    """The lines of the menu Share for one or two lists.

    Args:
        values: The remark on tables of values.
        chart: The title of the line for charts, and its remark.
        runs: The buttons for run files.
        report: The remark on the printed report.
    """
    trec = (*runs, Offer("qrels", "Judgments"))
    code = (Offer("python", "Copy as Python"), Offer("ir_measures", "with ir_measures"))
    return (
        Group("Values", values, (Offer("csv", "CSV"), Offer("json", "JSON"))),
        Group(*chart, (Offer("png", "PNG"), Offer("svg", "SVG"))),
        Group("Code", "Computes the same numbers", code),
        Group("TREC files", "For trec_eval, and for “Your results”", trec),
        Group("Report", report, (Offer("paper", "Print or PDF"),)),
    )


MENU = _board_groups(
    "Every metric at every k that is shown",
    ("Chart", "The curves that are shown, on white"),
    (Offer("run", "Run"),),
    "Board, curves, values, conventions",
)

PAIR_MENU = _board_groups(
    "Every metric at every k: A, B and the difference",
    ("Charts", "All curves in one picture, on white"),
    (Offer("run-a", "Run A"), Offer("run-b", "Run B")),
    "Both lists, curves, values, conventions",
)


def read_shown_desk(current: Session, link: Mapping[str, str]) -> Desk:
    """The desk in the page's address (`link`), which may be ahead of the server's session."""
    fresh = current.fresh
    opened = link.get("q", fresh.opened)
    if opened not in fresh.names and (opened, link.get("set")) != (MEAN, fresh.id):
        fresh = permalink.find_example(link, current.catalogue)
    desk, _ = permalink.read(link, fresh)
    return desk


def export_desk(kind: str, desk: Desk, *, linkable: bool = True) -> Shared:
    """The file, script, picture or page for a button of the menu Share for a desk of boards or of two lists.

    Values that the page hides are left out: while actions are predicted first, those beyond the cutoff.
    `linkable` says whether a link opens the desk, which the printed page then has.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        ValueError: It has values, and they are masked.
        KeyError: There is no such kind.
    """
    made = pairs if desk.paired else boards
    stem, note = boards.stem(desk), explain_early_end(desk)
    runs: dict[str, Callable[[], str]] = (
        {"run-a": lambda: pairs.run_file(desk, 0), "run-b": lambda: pairs.run_file(desk, 1)}
        if desk.paired
        else {"run": lambda: boards.run_file(desk)}
    )
    # The order and the grades are on the board for everyone to see.
    if kind in runs:
        return File(f"{stem}-{kind}.txt", runs[kind](), note=_TIED if desk.ties else "")
    if kind == "qrels":
        return File(f"{stem}-qrels.txt", made.qrels_file(desk), note=_describe_missing_in_trec(desk))
    if desk.last_visible_cutoff == 0:
        raise ValueError("the values are masked; reveal them first")
    kinds: dict[str, Callable[[], Shared]] = {
        "csv": lambda: File(f"{stem}.csv", made.values(desk).csv(), "text/csv", note),
        "json": lambda: File(f"{stem}.json", made.values(desk).json(), "application/json", note),
        "python": lambda: Script(write_irviz_script(made.numbers(desk)), note),
        "ir_measures": lambda: Script(write_ir_measures_script(made.numbers(desk)), note),
        "png": lambda: Picture(f"{stem}.png", drawing(desk), note),
        "svg": lambda: Picture(f"{stem}.svg", drawing(desk), note),
        "paper": lambda: Paper(render_paper(desk, linkable=linkable), drawing(desk, on_paper=True)),
    }
    return kinds[kind]()


_TIED = "Tied results have one score in the file, so a tool may read them in another order than the board's."


def _describe_missing_in_trec(desk: Desk) -> str:
    """A sentence on the board's conventions that TREC files cannot hold; empty where there are none."""
    unsaid = [f"relevance from grade {desk.threshold}"] if desk.threshold > 1 else []
    if desk.conventions != Conventions():
        unsaid.append("the conventions chosen here")
    return "" if not unsaid else f"The file holds grades only: choose {' and '.join(unsaid)} again where you read it."

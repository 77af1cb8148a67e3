"""What stands below the chart: the working of the chosen metric and the other views of the board.

Each lens is a module here, named like its entry in `irviz.state.desk.LENSES` with ``_`` for ``-``. Its
function ``view(desk, before, untaught)`` describes the panel of a desk, with what the last action has changed
since `before`, and without the metrics that a lesson has not come to.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict

from irviz.state.curves import lookahead
from irviz.state.desk import LENSES
from irviz.views.elements import Child, Element, flatten, h
from irviz.views.part import Guard, make_unguarded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from irviz.state.desk import Desk
    from irviz.state.session import Session


_ABOUT = {
    "working": "R",
    "changes": "R",
    "precision-recall": "AP",
    "gain": "DCG",
    "orders": "AP",
    "ties": "nDCG",
    "conventions": "nDCG",
}
"""The metric that has to be taught before a lens says something to a learner; the others need none."""


class Tab(TypedDict):
    """A lens in the bar of lenses; `later` if it is about something that the course has not taught yet."""

    id: str
    label: str
    later: bool


class LensData(TypedDict):
    """The data of the lens below the chart, and of the bar of lenses.

    Attributes:
        lens: The name of the open lens.
        tabs: All lenses.
        view: The elements of the panel, or its error as ``{"fault": …}``.
        metric: The name of the chosen metric.
        board: The id of the open board, or of the mean.
        pattern: The grades in rank order of all open boards, which identifies the state.
        k: The cutoff.
    """

    lens: str
    tabs: Sequence[Tab]
    view: list[Child] | dict[str, Any]
    metric: str
    board: str
    pattern: str
    k: int


def lens_data(session: Session, guard: Guard = make_unguarded, untaught: Sequence[str] = ()) -> LensData:
    """The data of the lens that is open below the chart, and of the bar of lenses.

    Args:
        session: The session.
        guard: Called with a name and the function that makes the lens, to catch its errors.
        untaught: The names of metrics that the course has not taught yet, which are left out.
    """
    desk, before = session.desk, session.before
    if before is not None:
        before = before.open(desk.opened)
    return {
        "lens": desk.lens,
        "tabs": [{"id": name, "label": label, "later": _ABOUT.get(name) in untaught} for name, label in LENSES.items()],
        "view": guard(f"lens {desk.lens}", lambda: panel(desk, before, untaught)),
        "metric": desk.metric,
        "board": desk.opened,
        "pattern": lookahead.make_key(desk),
        "k": desk.k,
    }


def panel(desk: Desk, before: Desk | None = None, untaught: Sequence[str] = ()) -> list[Child]:
    """The elements of the open lens's panel.

    Args:
        desk: The desk as it is.
        before: The desk before the last action, or None before any.
        untaught: The names of metrics that the course has not taught yet, which are left out.
    """
    module = import_module(f"{__name__}.{desk.lens.replace('-', '_')}")
    found = flatten([module.view(desk, before, untaught)])
    return [*_cover(found)] if desk.predict else found


_COVERED = {"ix-gain-fall", "ix-orders-whole", "ix-recall-path", "ix-recall-smooth"}
"""Classes of what tells more than the values down to the cutoff."""

_COVERED_BEYOND = {"ix-step-term", "ix-step-value", "ix-point-value", "ix-fall-bar", "ix-fall-label"}
"""Classes of what does so in the row of a rank beyond the cutoff."""

_DRAWN = {"ix-recall-areas", "ix-recall-points"}
"""Classes of drawings whose groups beyond the cutoff do so."""

_GAIN_ROWS = {"ix-gain-sums", "ix-gain-dcg", "ix-gain-idcg", "ix-gain-ratio"}
"""Classes of rows whose cells beyond the cutoff do so."""

_PLACES = {*_DRAWN, *_GAIN_ROWS, "ix-registry", "ix-case"}


@cache
def _read_selector(selector: str) -> tuple[str, frozenset[str]]:
    """The tag and the classes of a selector."""
    tag, *classes = selector.split(".")
    return tag, frozenset(classes)


def _cover(children: Iterable[Child], place: frozenset[str] = frozenset(), *, counted: bool = True) -> Iterator[Child]:
    """The children while one predicts: “?” or nothing stands for what is beyond the cutoff, or by another convention.

    Args:
        children: The elements and texts.
        place: Those of `_PLACES` that they stand in.
        counted: Whether all of these are about ranks down to the cutoff.
    """
    for child in children:
        if not isinstance(child, Element) or child[0] == "ix:formula":
            yield child
            continue
        selector, props, *contents = child
        tag, classes = _read_selector(selector)
        if "class" in props:
            classes = classes.union(props["class"].split())
        here, inside = counted and props.get("data-counted") is not False, classes & _PLACES or place
        if classes & _COVERED or (not here and tag == "g" and inside & _DRAWN):
            continue
        beyond = not here and (classes & _COVERED_BEYOND or (tag == "td" and inside & _GAIN_ROWS))
        other = (tag == "td" and "ix-registry" in inside) or (tag == "b" and "ix-case" in inside)
        if beyond or other:
            contents = [] if tag == "span" else [h("span.ix-soft", "?")]
        if other:  # its looks may tell something, too
            selector, props = tag, {"role": "cell"} if tag == "td" else {}
        elif not here or "ix-case" in classes:
            props = {name: value for name, value in props.items() if name not in {"data-part", "data-value", "style"}}
        yield Element((selector, props, *_cover(contents, inside, counted=here)))

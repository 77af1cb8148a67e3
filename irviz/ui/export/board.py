"""What can be shared of the board: its link, values, chart, code, files, and a page to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats import with_ir_measures, with_irviz
from irviz.formats.export import boards, pairs
from irviz.formats.export.sheet import ending, sheet
from irviz.state import permalink
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import MEAN
from irviz.ui.export import File, Group, Offer, Paper, Picture, Script, Shared, share_menu
from irviz.ui.session import session
from irviz.views.drawing import drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.state.desk import Desk

_WITHOUT_VALUES = {"run", "qrels"}
"""The files that hold the order and the grades, which are on the board for everyone to see."""

LINK = Group("Link", "Board, cutoff and view, exactly as they are", (Offer("link", "Copy link"),))


def _menu(
    values: str, chart: tuple[str, str], runs: tuple[Offer, ...], report: str
) -> tuple[Group, ...]:
    trec = (*runs, Offer("qrels", "Judgments"))
    code = (Offer("python", "Copy as Python"), Offer("ir_measures", "with ir_measures"))
    return (
        Group("Values", values, (Offer("csv", "CSV"), Offer("json", "JSON"))),
        Group(*chart, (Offer("png", "PNG"), Offer("svg", "SVG"))),
        Group("Code", "Computes the same numbers", code),
        Group("TREC files", "For trec_eval, and for “Your results”", trec),
        Group("Report", report, (Offer("paper", "Print or PDF"),)),
    )


MENU = _menu(
    "Every metric at every k that is shown",
    ("Chart", "As it is here, on white"),
    (Offer("run", "Run"),),
    "Board, curves, values, conventions",
)

PAIR_MENU = _menu(
    "Every metric at every k: A, B and the difference",
    ("Charts", "All curves in one picture, on white"),
    (Offer("run-a", "Run A"), Offer("run-b", "Run B")),
    "Both lists, curves, values, conventions",
)


def share_board(*, linkable: bool = True) -> None:
    """The menu of the board that this page shows.

    Args:
        linkable: Whether the link says all; it does not where somebody brought the results.
    """

    def make(kind: str, link: Mapping[str, str]) -> Shared:
        return shared(kind, shown(link), linkable=linkable)

    share_menu("share", (LINK, *MENU) if linkable else MENU, make)


def share_pair() -> None:
    """The menu of the two lists that this page shows."""

    def make(kind: str, link: Mapping[str, str]) -> Shared:
        return shared_of_pair(kind, shown(link))

    share_menu("share", (LINK, *PAIR_MENU), make)


def shared_of_pair(kind: str, desk: Desk) -> Shared:
    """What is asked for of two lists; what is covered on the page stays covered, as for `shared`.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        ValueError: It tells values, and those are masked.
        KeyError: There is no such kind.
    """
    if desk.last == 0 and kind not in {"run-a", "run-b", "qrels"}:
        raise ValueError("the values are masked; reveal them first")
    stem, note = pairs.STEM, ending(desk)
    kinds: dict[str, Callable[[], Shared]] = {
        "csv": lambda: File(f"{stem}.csv", pairs.values(desk).csv(), "text/csv", note),
        "json": lambda: File(f"{stem}.json", pairs.values(desk).json(), "application/json", note),
        "run-a": lambda: File(f"{stem}-run-a.txt", pairs.run_file(desk, 0)),
        "run-b": lambda: File(f"{stem}-run-b.txt", pairs.run_file(desk, 1)),
        "qrels": lambda: File(f"{stem}-qrels.txt", pairs.qrels_file(desk), note=_unsaid(desk)),
        "python": lambda: Script(with_irviz(pairs.numbers(desk)), note),
        "ir_measures": lambda: Script(with_ir_measures(pairs.numbers(desk)), note),
        "png": lambda: Picture(f"{stem}.png", drawing(desk), note),
        "svg": lambda: Picture(f"{stem}.svg", drawing(desk), note),
        "paper": lambda: Paper({**sheet(desk), "linkable": True}, drawing(desk, titled=False)),
    }
    return kinds[kind]()


def shown(link: Mapping[str, str]) -> Desk:
    """The desk that the page shows, which may be ahead of what the server has been told."""
    current = session()
    fresh = current.fresh
    opened = link.get("q", fresh.opened)
    if opened not in fresh.names and (opened, link.get("set")) != (MEAN, fresh.id):
        fresh = permalink.example(link, current.catalogue)
    desk, _ = permalink.read(link, fresh)
    return desk


def shared(kind: str, desk: Desk, *, linkable: bool = True) -> Shared:
    """What is asked for of a desk.

    What is covered on the page stays covered: while one predicts, all of it ends at the cutoff and
    says so; while the values are masked, there is nothing to share that tells them.

    Raises:
        FormatError: A file of this kind cannot hold an id.
        ValueError: It tells values, and those are masked.
        KeyError: There is no such kind.
    """
    if desk.last == 0 and kind not in _WITHOUT_VALUES:
        raise ValueError("the values are masked; reveal them first")
    stem, note = boards.stem(desk), ending(desk)
    kinds: dict[str, Callable[[], Shared]] = {
        "csv": lambda: File(f"{stem}.csv", boards.values(desk).csv(), "text/csv", note),
        "json": lambda: File(f"{stem}.json", boards.values(desk).json(), "application/json", note),
        "run": lambda: File(f"{stem}-run.txt", boards.run_file(desk)),
        "qrels": lambda: File(f"{stem}-qrels.txt", boards.qrels_file(desk), note=_unsaid(desk)),
        "python": lambda: Script(with_irviz(boards.numbers(desk)), note),
        "ir_measures": lambda: Script(with_ir_measures(boards.numbers(desk)), note),
        "png": lambda: Picture(f"{stem}.png", drawing(desk), note),
        "svg": lambda: Picture(f"{stem}.svg", drawing(desk), note),
        "paper": lambda: Paper({**sheet(desk), "linkable": linkable}, drawing(desk, titled=False)),
    }
    return kinds[kind]()


def _unsaid(desk: Desk) -> str:
    """Which of the board's conventions a TREC file has no place for."""
    unsaid = [f"relevance from grade {desk.threshold}"] if desk.threshold > 1 else []
    if desk.conventions != Conventions():
        unsaid.append("the conventions chosen here")
    if not unsaid:
        return ""
    return f"The file holds grades only: choose {' and '.join(unsaid)} again where you read it."

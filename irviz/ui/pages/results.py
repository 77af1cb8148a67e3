"""Your results: runs and judgments of one's own, a table of queries, and each of them on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from irviz.elsewhere import TooLongError
from irviz.metrics import MetricsError
from irviz.pages.intake import begin
from irviz.pages.results import (
    BOTH,
    FIRST,
    LARGEST,
    MORE_HELP,
    MOST_HOSTS,
    TWO,
    Opened,
    alone,
    columns,
    go_on,
    gone,
    measured,
    offered,
    open_query,
    pictures_label,
    tests_label,
)
from irviz.scenarios.sample import sample
from irviz.state.collection import cut
from irviz.state.pairs.pair import of_runs
from irviz.ui.export import share_board, share_menu
from irviz.ui.pages.compare import open_pair
from irviz.ui.pages.explore import show_board, show_panels
from irviz.ui.pages.prose import page, show, unmarked
from irviz.ui.pages.results_intake import intake
from irviz.ui.pages.waiting import StoppedError, stopped, waited
from irviz.ui.session import visit
from irviz.views import results_share
from irviz.views.html import notice, tag, text, title
from irviz.views.results import all_tested, distribution, means, tested, unjudged
from irviz.views.results import opened as of_query

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from irviz.metrics import Metric
    from irviz.state.collection import Collection
    from irviz.state.packed import Told

_RESULTS = "results-taken"
_OPEN = "results-open"
_CHOSEN = "results-chosen"
_OF_ONE = tuple(
    f"results-{name}" for name in ("pictures", "more", "tests", "first", "second", "with")
)
"""Choices that mean something for one collection only."""


def results() -> None:
    """Show the page."""
    collection: Collection | None = st.session_state.get(_RESULTS)
    if collection is not None and _OPEN in st.session_state:
        _on_the_board()
        share_board(linkable=False)
        return
    page("results", gone="" if collection is None else gone(collection))
    show(begin("stay in this page’s memory and go with it; nothing is written to a disk."))
    if collection is None:
        page("results-gone", tag("p", "", class_="ix ix-notice", role="status", data_gone=""))
        with st.container(key="results-sample"):
            if st.button("Try it with a sample"):
                _take(sample())
        _bring()
        return
    with st.expander("Bring other results"):
        _bring()
    _many(collection)


def _bring() -> None:
    taken = intake()
    if taken is not None:
        _take(taken)


def _take(collection: Collection) -> None:
    st.session_state[_RESULTS] = collection
    for key in (_OPEN, *_OF_ONE):
        st.session_state.pop(key, None)
    if only := alone(collection):
        _open(collection, only)
    st.rerun()


def _many(collection: Collection) -> None:
    # Streamlit forgets what was chosen in elements that another page does not show.
    before: tuple[int, str] = st.session_state.get(_CHOSEN, FIRST)
    with st.container(key="results-choices", horizontal=True):
        k = int(st.number_input("Cutoff k", 1, LARGEST, before[0], key="results-k", width=140))
        collection, faults = _measured(collection)
        names = [*map(str, collection.metrics)]
        default = before[1] if before[1] in names else FIRST[1]
        name = st.segmented_control(
            "Metric", names, default=default, required=True, key="results-m"
        )
    metric = str(name or default)
    st.session_state[_CHOSEN] = (k, metric)
    for fault in faults:
        show(notice(text(fault)))
    collection = _pictured(collection)
    chosen = next(one for one in collection.metrics if str(one) == metric)
    if not _prepared(collection, k):
        return
    values = {run: collection.values(run, k) for run in collection.runs}
    show(means(collection, k))
    share_menu(
        "share-results",
        results_share.groups(collection, k),
        lambda kind, _: results_share.shared(kind, collection, k),
        button=True,
    )
    left, right = st.columns(2, gap="medium")
    with left:
        show(distribution(cut(chosen, k), {run: found[metric] for run, found in values.items()}))
    if len(values) == 2:
        with right:
            if _tested(collection, k, (chosen,)):
                show(tested(collection.compared(chosen, k), edited=bool(collection.edits)))
    if len(values) > 1:
        if unknown := unjudged(collection, chosen, k):
            show(unknown)
        _tests(collection, k)
    _table(collection, values, chosen, k)
    page("results-summary", tag("span", "", class_="ix-from-top", data_begin="h2"))


def _measured(collection: Collection) -> tuple[Collection, list[str]]:
    """Ask for more metrics than those that every page shows, and say which text is none."""
    offers = offered(collection)
    wanted = st.multiselect(
        "More metrics",
        list(offers),
        default=[*map(str, collection.more)],
        format_func=lambda name: offers.get(name, name),
        placeholder="Bpref, P(rel=2)@5 …",
        help=MORE_HELP,
        accept_new_options=True,
        select_all=False,
        key="results-more",
        width=360,
    )
    collection, faults = measured(collection, wanted)
    st.session_state[_RESULTS] = collection
    return collection, faults


def _tests(collection: Collection, k: int) -> None:
    """All comparisons with all that a reviewer asks for, once somebody wants it: it takes some seconds."""
    wanted = st.toggle(tests_label(collection), key="results-tests")
    if wanted and _tested(collection, k, collection.metrics):
        show(all_tested(collection, k))


def _prepared(collection: Collection, k: int) -> bool:
    """Whether the values are there; if not, the page says why."""
    mark = (tuple(collection.files.items()), len(collection.qrels), k, collection.metrics)

    def work(told: Told) -> None:
        collection.prepare(k, told)

    return _worked("compute", mark, ("Computing…", "Stop computing"), work)


def _tested(collection: Collection, k: int, metrics: tuple[Metric, ...]) -> bool:
    """Whether the tests are there; if not, the page says why."""
    mark = (tuple(collection.files.items()), len(collection.qrels), k, metrics)
    key = "test-all" if len(metrics) > 1 else "test"

    def work(told: Told) -> None:
        collection.test(k, metrics, told)

    return _worked(key, mark, ("Shuffling…", "Stop shuffling"), work)


def _worked(key: str, mark: object, words: tuple[str, str], work: Callable[[Told], None]) -> bool:
    try:
        waited(key, mark, words, work)
    except StoppedError:
        stopped(key, "Stopped.")
        return False
    except TooLongError as error:
        show(notice(text(f"{words[0].rstrip('…')} was given up, since {error}.")))
        return False
    except MetricsError as error:  # a metric that does not take some grade
        show(notice(text(f"{error}; take the metric out again")))
        return False
    except ValueError as error:  # too many
        show(notice(text(str(error))))
        return False
    return True


def _pictured(collection: Collection) -> Collection:
    """Ask whether other machines may be asked for pictures; until then nobody does."""
    if not collection.pictures:
        return collection
    hosts = collection.hosts
    wanted = st.checkbox(
        pictures_label(hosts, unmarked(", ".join(hosts[:MOST_HOSTS]))),
        value=collection.pictured,
        key="results-pictures",
    )
    if len(hosts) > MOST_HOSTS:
        with st.expander("All of these hosts"):
            show(tag("p", text(", ".join(hosts))))
    if wanted != collection.pictured:
        collection = collection.show_pictures(wanted=wanted)
        st.session_state[_RESULTS] = collection
    return collection


def _table(
    collection: Collection, values: dict[str, dict[str, tuple[float, ...]]], metric: Metric, k: int
) -> None:
    two, several = len(values) == 2, len(values) > 1
    made = columns(collection, values, metric, k)
    show(
        title(2, "Queries")
        + tag("p", "Sort by a column’s head; choose a query to open it on the board.")
    )
    with st.container(key="results-open-one", horizontal=True):
        query = st.selectbox(
            "Query", collection.queries, index=None, placeholder="Type or choose", key="results-q"
        )
        runs = [*values, *([BOTH if two else TWO] if several else [])]
        run = st.segmented_control("Run", runs, default="A", required=True, key="results-run")
        pair = [*values][:2]
        if run == TWO:
            called = collection.called
            pair[0] = st.selectbox("On board A", [*values], format_func=called, key="results-first")
            others = [name for name in values if name != pair[0]]
            pair[1] = st.selectbox("On board B", others, format_func=called, key="results-second")
    # Why a query cannot be opened stands beside its choice: below the table nobody would see it.
    said = st.container(key="results-said")
    picked = st.dataframe(
        {"Query": collection.queries, **made},
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key="results-table",
        column_config={name: st.column_config.NumberColumn(format="%.4f") for name in made},
    )
    rows = picked["selection"]["rows"]
    chosen = query or (collection.queries[rows[0]] if rows else None)
    with said:
        if chosen is not None and run in {BOTH, TWO}:
            _compare(collection, chosen, k, pair)
        elif chosen is not None:
            _open(collection, Opened(str(run or "A"), chosen, k))


def _open(collection: Collection, opened: Opened) -> None:
    """Put a query on the board, or say why it cannot be there."""
    try:
        open_query(visit(), collection, opened)
    except ValueError as error:
        show(notice(text(error)))
        return
    st.session_state[_OPEN] = opened
    st.rerun()


def _compare(collection: Collection, query: str, k: int, runs: Sequence[str]) -> None:
    """Leave for the page Compare with two runs' lists of a query, or say why they cannot be there."""
    try:
        pair = of_runs(collection, query, k, runs)
    except ValueError as error:
        show(notice(text(error)))
        return
    open_pair(pair)


@st.fragment
def _on_the_board() -> None:
    """One query on the board, with what its changes do to the mean over all queries."""
    collection: Collection = st.session_state[_RESULTS]
    open_one: Opened = st.session_state[_OPEN]
    run, query, _ = open_one
    here = visit()
    collection = go_on(here, collection, open_one)
    st.session_state[_RESULTS] = collection
    current = here.session.desk
    with st.container(key="results-ways", horizontal=True, vertical_alignment="bottom"):
        if st.button("Back to all queries", key="results-back"):
            st.session_state.pop(_OPEN)
            for key in ("results-q", "results-table"):
                st.session_state.pop(key, None)
            st.rerun(scope="app")
        pair = [*collection.runs][:2]
        compared = False
        if len(pair) == 2:
            if len(collection.runs) > 2:
                others = [name for name in collection.runs if name != run]
                other = st.selectbox(
                    "With run", others, format_func=collection.called, key="results-with", width=220
                )
                pair = [run, other]
            compared = st.button(
                "Compare on two boards",
                help="Two runs’ lists for this query, under the same judgments",
            )
    if compared:
        _compare(collection, query, current.k, pair)
    # To a room, the board is all; a table beside it would tell what is masked.
    plain = tag("section", title(1, query), class_="ix-results")
    show(plain if current.present else of_query(collection, run, query, current.k))
    show_board()
    show_panels()
    page("results-query", tag("span", "", class_="ix-from-top"))

"""Results of many queries are read back as they were shared, changed or not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.formats import paired, read
from irviz.formats.export.queries import comparisons, judgments, qrels_file, run_file, values
from irviz.scenarios.sample import make_sample
from irviz.state.collection import Collection
from tests.state.hand import unjudged

DOCUMENTS = [f"d{place}" for place in range(6)]


@st.composite
def changed(draw: st.DrawFn) -> Collection:
    """One query under two runs, moved and judged by a hand."""
    grades = {name: draw(st.integers(0, 2)) for name in draw(st.sets(st.sampled_from(DOCUMENTS)))}
    qrels = {"q": {**grades, "elsewhere": 1}}
    near = [0.5, 1.0, 1.000000001, 2.0, 1e39, 2e39, -1e39]
    scores = st.lists(st.sampled_from(near), min_size=6, max_size=6)
    runs = {name: {"q": dict(zip(DOCUMENTS, draw(scores), strict=True))} for name in "AB"}
    results = Collection(qrels, runs).with_score_precision(draw(st.sampled_from(["double", "single"])))
    board = results.board("A", "q")
    board = board.move(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    index = draw(st.integers(0, 5))
    board = draw(st.sampled_from([board, unjudged(board, index), board.grade(index, board.top)]))
    return results.with_edit("A", "q", board)


@given(changed())
def test_files_give_the_values_that_are_shown(results: Collection) -> None:
    qrels = read(qrels_file(results), wanted="qrels")
    pairs = {run: paired(qrels, read(run_file(results, run), wanted="run")) for run in "AB"}
    again = Collection(pairs["A"].qrels, {run: pair.run for run, pair in pairs.items()})

    for k in (1, 3, 6):
        for run in "AB":
            assert again.means(run, k) == pytest.approx(results.means(run, k))
            assert again.count_undefined(run, k) == results.count_undefined(run, k)
    if results.edits == {}:
        assert again.rank_documents("A", "q") == again.with_score_precision("single").rank_documents("A", "q") or (
            results.scores_as == "double"
        )
    assert again.board("A", "q").unjudged_ranks == results.board("A", "q").unjudged_ranks


def test_what_no_hand_has_touched_stays() -> None:
    results = make_sample()
    assert judgments(results) == results.qrels

    # Of two changes that differ, the later one counts.
    query, document = "dark cat", "white-cat"
    places = {run: [item.id for item in results.board(run, query).items].index(document) for run in "AB"}
    results = results.with_edit("B", query, unjudged(results.board("B", query), places["B"]))
    assert document not in judgments(results)[query]
    results = results.with_edit("A", query, results.board("A", query).grade(places["A"], 1))
    assert judgments(results)[query][document] == 1


def test_values_are_those_of_the_page_and_no_formula() -> None:
    results = Collection({"=1+1": {"a": 1}}, {"A": {"=1+1": {"a": 1.0}}, "B": {"=1+1": {"b": 1.0}}})
    table = values(results, 2)

    assert table.header == ("run", "query", "P@2", "R@2", "F1@2", "RR@2", "AP@2", "nDCG@2")
    assert [row[:3] for row in table.rows] == [
        ("A", "=1+1", 0.5),
        ("A", "all", 0.5),
        ("B", "=1+1", 0.0),
        ("B", "all", 0.0),
    ]
    assert "\nA,'=1+1,0.5," in table.csv()
    # A run that came from a file has its name; two of one name have their letters, too.
    named = replace(results, files={"A": "=x.run", "B": "b.run"})
    assert [row[0] for row in values(named, 2).rows] == ["=x.run", "=x.run", "b.run", "b.run"]
    assert "\n'=x.run,'=1+1,0.5," in values(named, 2).csv()
    assert comparisons(named, 2).rows[0][:3] == ("=x.run", "b.run", "P@2")
    alike = replace(results, files={"A": "x.run", "B": "x.run"})
    assert comparisons(alike, 2).rows[0][:2] == ("x.run (A)", "x.run (B)")

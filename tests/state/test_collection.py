"""Results of many queries: values as `evaluate` has them, and changes that move them alone."""

from math import fsum
from random import Random

import pytest

from irviz.formats.export.queries import values as values_of
from irviz.metrics import RBP, NumRet, P, evaluate, nDCG
from irviz.scenarios.sample import make_sample
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import MAX_CARDS, Collection, apply_cutoff
from tests.state.hand import unjudged


@pytest.fixture(scope="module")
def long() -> Collection:
    """Twelve queries with more results than a board shows, a few of them unjudged."""
    draw = Random(7)
    names = [f"d{i:03}" for i in range(120)]
    qrels = {f"q{i}": {d: draw.choice([-1, 0, 0, 1, 3]) for d in names[::2]} for i in range(12)}
    run = {query: {d: float(draw.randrange(40)) for d in draw.sample(names, 90)} for query in list(qrels)[1:]}
    return Collection(qrels, {"A": run})


def edited_run(collection: Collection, query: str, order: list[str]) -> dict[str, dict[str, float]]:
    scores = {document: float(-rank) for rank, document in enumerate(order)}
    return {**{name: dict(one) for name, one in collection.runs["A"].items()}, query: scores}


@pytest.mark.parametrize("k", [1, 10, MAX_CARDS, 80])
def test_a_board_has_the_values_of_the_whole_list(long: Collection, k: int) -> None:
    query = "q3"
    board = long.board("A", query)
    changed = long.with_edit("A", query, board.swap(1, 2).swap(2, 1).move(3, 4).move(4, 3))
    assert changed.edits == {}
    assert (len(board.items), board.depth) == (MAX_CARDS, 90)
    for metric in PLOTTED:
        assert (metric @ k)(board.ranking) == pytest.approx(long.value("A", query, k)[metric.name])


@pytest.mark.parametrize("k", [1, 10, MAX_CARDS, 80])
def test_a_change_gives_what_evaluating_everything_again_gives(long: Collection, k: int) -> None:
    query = "q5"
    board = long.board("A", query).ideal().move(1, 7)
    changed = long.with_edit("A", query, board)
    order = [board.items[index].id for index in board.order] + long.rank_documents("A", query)[MAX_CARDS:]
    again = evaluate(long.qrels, edited_run(long, query, order), [metric @ k for metric in PLOTTED])
    for metric in PLOTTED:
        name = metric.name
        assert changed.means("A", k)[name] == pytest.approx(again.means[metric @ k], abs=1e-12)
        assert changed.values("A", k)[name] == pytest.approx(again.values[metric @ k], abs=1e-12)
    assert changed.means("A", 10) != long.means("A", 10)
    assert changed.with_edit("A", query, long.original_board("A", query)).means("A", k) == long.means("A", k)


def test_a_board_has_the_scale_of_its_querys_judgments() -> None:
    for highest, top in ((0, 1), (1, 1), (2, 2), (10, 10)):
        results = Collection({"q": {"a": highest, "b": 0}}, {"A": {"q": {"a": 2.0, "b": 1.0}}})
        assert results.board("A", "q").top == top


def test_a_change_keeps_what_was_computed(long: Collection) -> None:
    kept = long.evaluation("A", 10)
    changed = long.with_edit("A", "q5", long.board("A", "q5").ideal())
    assert changed.evaluation("A", 10) is kept


def test_unjudged_results_are_counted_and_bound_the_values() -> None:
    results = Collection({"q": {"a": 1}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
    assert results.count_judged("A", "q", 1) == 0
    assert results.count_judged("A", "q", 2) == 1
    assert results.bounds("A", "q", 2)["P"] == (0.5, 1.0)
    assert results.bounds("A", "q", 1)["RR"] == (0.0, 1.0)
    board = results.board("A", "q")
    assert (board.unjudged, board.unjudged_ranks) == (frozenset({0}), (1,))
    said = results.with_edit("A", "q", board.grade(0, 0))
    assert said.means("A", 2) == results.means("A", 2)
    assert (said.count_judged("A", "q", 2), said.bounds("A", "q", 2)["P"]) == (2, (0.5, 0.5))
    taken = said.with_edit("A", "q", unjudged(said.board("A", "q"), 0, 1))
    assert taken.value("A", "q", 2)["P"] == 0
    assert (taken.count_judged("A", "q", 2), taken.bounds("A", "q", 2)["P"]) == (0, (0.0, 1.0))


def test_unjudged_results_below_the_cards_are_bounded_too(long: Collection) -> None:
    board = long.board("A", "q3")
    further = [rank for rank in board.unjudged_ranks if rank > MAX_CARDS]
    assert further == [rank for rank, one in enumerate(board.below, MAX_CARDS + 1) if one.grade is None]
    low, high = long.bounds("A", "q3", 10)["R"]
    assert low < long.value("A", "q3", 10)["R"] < high


def test_pictures_are_shown_by_consent_only() -> None:
    link = "https://pictures.example/a.png"
    results = Collection({"q": {"a": 1, "b": 0}}, {"A": {"q": {"b": 2.0, "a": 1.0}}}, pictures={"a": link})
    assert results.hosts == ("pictures.example",)
    assert [item.picture for item in results.board("A", "q").items] == [None, None]
    changed = results.with_edit("A", "q", results.board("A", "q").swap(1, 2))
    shown = changed.with_pictures(wanted=True)
    assert [item.picture for item in shown.board("A", "q").items] == [None, link]
    assert shown.board("A", "q").order == (1, 0)
    assert shown.with_pictures(wanted=False) == changed


def test_what_cannot_be_on_a_board_is_said(long: Collection) -> None:
    with pytest.raises(ValueError, match="Run A has no results for query q0"):
        long.board("A", "q0")
    high = Collection({"q": {"a": 99}}, {"A": {"q": {"a": 1.0}}})
    with pytest.raises(ValueError, match="grades up to 10; query q has 99"):
        high.board("A", "q")


def test_bad_collections_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no run"):
        Collection({"q": {"a": 1}}, {})
    with pytest.raises(ValueError, match="query 'x' of run 'A' has no judgments"):
        Collection({"q": {"a": 1}}, {"A": {"x": {"a": 1.0}}})


def test_every_query_of_the_sample_opens() -> None:
    results = make_sample()
    for run in results.runs:
        for query in results.queries:
            assert results.board(run, query).n >= 3


def test_near_scores_are_compared_as_one_says() -> None:
    qrels = {"q": {"a": 1, "b": 0}, "far": {"a": 1}}
    a = {"q": {"a": 1.000000001, "b": 1.0}, "far": {"a": 2.0, "b": 1.0}}
    results = Collection(qrels, {"A": a, "B": {"q": {"b": 0.1, "a": 0.2}}})
    assert results.reordered == {"q"}
    assert results.means("A", 1)["RR"] == 1.0
    changed = results.with_edit("A", "q", results.board("A", "q").swap(1, 2))

    # What was computed before is not taken over, and nor is what a hand has changed.
    single = changed.with_score_precision("single")
    assert single.edits == {}
    assert (single.rank_documents("A", "q"), single.rank_documents("A", "far")) == (["b", "a"], ["a", "b"])
    assert [item.id for item in single.board("A", "q").items] == ["b", "a"]
    assert single.means("A", 1)["RR"] == 0.5
    assert single.compare(PLOTTED[3], 1).differences == (1.0, -1.0)
    edited = single.with_edit("A", "q", single.board("A", "q").swap(1, 2))
    assert edited.scores_as == "single"
    assert edited.means("A", 1)["RR"] == 1.0

    back = single.with_score_precision("double")
    assert back == results
    assert back.means("A", 1) == results.means("A", 1)
    assert back.compare(PLOTTED[3], 1).differences == (0.0, -1.0)
    assert not back.with_score_precision("single").with_score_precision("double").edits


def test_variants_stand_beside_the_metrics_that_they_are_made_from(long: Collection) -> None:
    wanted = (P(rel=2) @ 5, nDCG(gain="exp"), NumRet, P @ 10, RBP(p=0.95))
    results = long.with_extra_metrics(wanted)
    run, query = "A", results.queries[1]
    changed = results.with_edit(run, query, results.board(run, query).ideal())
    for k in (3, 10):
        for one in (results, changed):
            values, means = one.values(run, k), one.means(run, k)
            assert [*values] == [*means] == [*map(str, one.metrics)]
            for metric in one.metrics:
                column = values[str(metric)]
                assert means[str(metric)] == pytest.approx(fsum(column) / len(column))
                board = one.board(run, query)
                assert column[1] == pytest.approx(apply_cutoff(metric, k)(board.ranking)), metric
    assert values_of(results, 10).header[2:] == tuple(str(apply_cutoff(one, 10)) for one in results.metrics)

"""A run of which hardly anything is judged is noticed, and told why that may be."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from irviz.formats import paired, read
from irviz.metrics import EvaluationError, HardlyJudgedWarning, ParameterError, evaluate, rankings
from irviz.metrics.id_mismatch import find_id_mismatch

JUDGED = {f"q{q}": {f"D{100 * q + i}": i % 2 for i in range(30)} for q in range(1, 6)}

REASONS = {
    "capital letters": (lambda q, i: f"d{100 * q + i}", "They differ in capital letters or blanks."),
    "a prefix": (lambda q, i: str(100 * q + i), "They differ in what stands before the number."),
    "another prefix": (lambda q, i: f"msmarco_{100 * q + i}", "They differ in what stands before the number."),
    "zeros behind a prefix": (lambda q, i: f"D{100 * q + i:07}", "They differ in what stands before the number."),
    "decimal points": (lambda q, i: f"D{100 * q + i}.0", "One side wrote numbers with a decimal point, 7.0 for 7."),
    "passages": (
        lambda q, i: f"D{100 * q + i}#{i % 3}",
        "Its ids have an ending that the others lack: passages of documents?",
    ),
    "other queries": (
        lambda q, i: f"D{100 * (q % 5 + 1) + i}",
        "Its documents are judged, but for other queries: are the queries numbered in another way?",
    ),
    "swapped columns": (
        lambda q, i: f"q{i % 5 + 1}" if i < 5 else f"q{i % 5 + 1}x",
        "Its documents are the judgments’ queries: are two columns swapped?",
    ),
    "a tool's own numbers": (
        lambda q, i: str(7_000_000 + 100 * q + i),
        ("Its ids are bare numbers: they may be a tool’s own, such as PyTerrier’s docid, and not the documents’."),
    ),
    "zero-width spaces": (
        lambda q, i: f"D{100 * q + i}\u200b",
        "They look alike, but some have characters that nobody sees.",
    ),
    "pairs with scores": (
        lambda q, i: (f"D{100 * q + i}", 0.5),
        "Its results are tuples such as ('D100', 0.5): with scores, pass a dict of them, {id: score}.",
    ),
    "something else": (lambda q, i: f"x{i}y{q}z", "Do the two belong together?"),
}


@pytest.mark.parametrize(("named", "reason"), REASONS.values(), ids=REASONS)
def test_why_nothing_is_judged(named: object, reason: str) -> None:
    assert callable(named)
    run = {f"q{q}": {named(q, i): float(-i) for i in range(20)} for q in range(1, 6)}

    found = find_id_mismatch(JUDGED, run)

    assert found is not None
    assert found.is_unjudged
    assert found.reason == reason
    assert set(found.ids) <= set(run["q1"])
    assert set(found.judged_ids) <= set(JUDGED["q1"])


def test_zeros_in_front() -> None:
    found = find_id_mismatch({"q": {"7": 1, "8": 0}}, {"q": {"007": 2.0, "008": 1.0}})
    assert found is not None
    assert found.reason == "They differ in leading zeros."


def test_judged_documents_of_which_the_run_has_the_beginning() -> None:
    found = find_id_mismatch({"q": {"D7.txt": 1, "D8.txt": 0}}, {"q": {"D7": 2.0, "D8": 1.0}})
    assert found is not None
    assert found.reason == "The judged ids have an ending that the others lack: passages of documents?"


def test_deep_runs_under_few_judgments_are_as_usual() -> None:
    """One judged document among a thousand results is all there is to find at many queries."""
    rng = random.Random(1)
    queries = [f"q{i}" for i in range(100)]
    qrels = {query: {f"d{rng.randrange(10**6)}": 1} for query in queries}
    run = {query: {f"x{i}": float(-i) for i in range(1000)} for query in queries}
    for query in queries[:60]:
        run[query][next(iter(qrels[query]))] = 0.5

    assert find_id_mismatch(qrels, run) is None
    for query in queries[4:60]:
        del run[query][next(iter(qrels[query]))]
    few = find_id_mismatch(qrels, run)
    assert few is not None
    assert (few.judged, few.results, few.is_unjudged) == (4, 100_004, False)


def test_shallow_runs_under_many_judgments_are_as_usual() -> None:
    run = {query: dict.fromkeys([*judged][:2], 1.0) | {"x": 0.5} for query, judged in JUDGED.items()}

    assert find_id_mismatch(JUDGED, run) is None


def test_queries_that_nobody_judged_do_not_count() -> None:
    qrels = read("q1 0 a 1\nq2 0 b 1", "qrels.txt", wanted="qrels")
    run = read("q1 Q0 a 1 1 x\nq9 Q0 z 1 1 x\nq9 Q0 y 2 0 x", "a.run", wanted="run")

    assert paired(qrels, run).warning == ""


UNMET = {
    "whole numbers in the run": (
        {"q": {"7": 1, "8": 0}},
        {"q": {7: 0.9, 8: 0.5}},
        (
            "none of its 2 results is judged. It has ids such as 7 and 8, the judgments such as '7' and '8'. "
            "The run’s ids are int, the judged ones str: write both as str."
        ),
    ),
    "whole numbers in the judgments, and a list of results": (
        {"q": {7, 8}},
        {"q": ["7", "9"]},
        "The run’s ids are str, the judged ones int: write both as str.",
    ),
    "another prefix": (
        {"q": {"D7": 1, "D8": 0}},
        {"q": {"7": 0.9, "8": 0.5}},
        "They differ in what stands before the number.",
    ),
    "other documents": ({"q": {"a": 1}}, {"q": {"x": 0.9}}, "Do the two belong together?"),
}


@pytest.mark.parametrize(("qrels", "run", "why"), UNMET.values(), ids=UNMET)
def test_evaluate_warns_where_no_id_meets(qrels: Any, run: Any, why: str) -> None:
    with pytest.warns(HardlyJudgedWarning, match="the run: ") as caught:
        evaluation = evaluate(qrels, run, ["P@1"])
    assert str(caught[0].message).endswith(why)
    assert caught[0].filename == __file__
    assert [*evaluation.means.values()] == [0.0]
    with pytest.warns(HardlyJudgedWarning):
        rankings(qrels, run)
    for ask in (evaluate, rankings):
        metrics = (["P@1"],) if ask is evaluate else ()
        with pytest.raises(EvaluationError) as refused:
            ask(qrels, run, *metrics, hardly_judged="error")
        assert str(refused.value) == str(caught[0].message)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ask(qrels, run, *metrics, hardly_judged="ignore")


def test_evaluate_says_why_no_query_meets() -> None:
    with pytest.raises(EvaluationError, match="the run’s are int, the judged ones str: write both as str"):
        evaluate({"1": {"a": 1}}, {1: {"a": 0.5}}, ["P@1"])
    with pytest.raises(EvaluationError, match=r"it has 'x', judged is 'q'$"):
        evaluate({"q": {"a": 1}}, {"x": {"a": 0.5}}, ["P@1"])


def test_one_choice_is_refused_by_name() -> None:
    with pytest.raises(ParameterError, match="hardly_judged is 'loud': use one of 'warn', 'error'"):
        evaluate({"q": {"a": 1}}, {"q": ["a"]}, ["P@1"], hardly_judged="loud")  # type: ignore[arg-type]

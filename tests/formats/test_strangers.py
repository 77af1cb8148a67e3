"""A run of which hardly anything is judged is noticed, and told why that may be."""

from __future__ import annotations

import random

import pytest

from irviz.formats import paired, read
from irviz.formats.strangers import strangers

JUDGED = {f"q{q}": {f"D{100 * q + i}": i % 2 for i in range(30)} for q in range(1, 6)}

REASONS = {
    "capital letters": (
        lambda q, i: f"d{100 * q + i}",
        "They differ in capital letters or blanks.",
    ),
    "a prefix": (lambda q, i: str(100 * q + i), "They differ in what stands before the number."),
    "another prefix": (
        lambda q, i: f"msmarco_{100 * q + i}",
        "They differ in what stands before the number.",
    ),
    "zeros behind a prefix": (
        lambda q, i: f"D{100 * q + i:07}",
        "They differ in what stands before the number.",
    ),
    "decimal points": (
        lambda q, i: f"D{100 * q + i}.0",
        "One side wrote numbers with a decimal point, 7.0 for 7.",
    ),
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
        (
            "Its ids are bare numbers: they may be a tool’s own, such as PyTerrier’s docid, and not the "
            "documents’."
        ),
    ),
    "zero-width spaces": (
        lambda q, i: f"D{100 * q + i}\u200b",
        "They look alike, but some have characters that nobody sees.",
    ),
    "something else": (lambda q, i: f"x{i}y{q}z", "Do the two files belong together?"),
}


@pytest.mark.parametrize(("named", "reason"), REASONS.values(), ids=REASONS)
def test_why_nothing_is_judged(named: object, reason: str) -> None:
    assert callable(named)
    run = {f"q{q}": {named(q, i): float(-i) for i in range(20)} for q in range(1, 6)}

    found = strangers(JUDGED, run)

    assert found is not None
    assert found.none
    assert found.reason == reason
    assert set(found.ids) <= set(run["q1"])
    assert set(found.judged_ids) <= set(JUDGED["q1"])


def test_zeros_in_front() -> None:
    found = strangers({"q": {"7": 1, "8": 0}}, {"q": {"007": 2.0, "008": 1.0}})
    assert found is not None
    assert found.reason == "They differ in leading zeros."


def test_judged_documents_of_which_the_run_has_the_beginning() -> None:
    found = strangers({"q": {"D7.txt": 1, "D8.txt": 0}}, {"q": {"D7": 2.0, "D8": 1.0}})
    assert found is not None
    assert (
        found.reason == "The judged ids have an ending that the others lack: passages of documents?"
    )


def test_deep_runs_under_few_judgments_are_as_usual() -> None:
    """One judged document among a thousand results is all there is to find at many queries."""
    rng = random.Random(1)
    queries = [f"q{i}" for i in range(100)]
    qrels = {query: {f"d{rng.randrange(10**6)}": 1} for query in queries}
    run = {query: {f"x{i}": float(-i) for i in range(1000)} for query in queries}
    for query in queries[:60]:
        run[query][next(iter(qrels[query]))] = 0.5

    assert strangers(qrels, run) is None
    for query in queries[4:60]:
        del run[query][next(iter(qrels[query]))]
    few = strangers(qrels, run)
    assert few is not None
    assert (few.judged, few.results, few.none) == (4, 100_004, False)


def test_shallow_runs_under_many_judgments_are_as_usual() -> None:
    run = {
        query: dict.fromkeys([*judged][:2], 1.0) | {"x": 0.5} for query, judged in JUDGED.items()
    }

    assert strangers(JUDGED, run) is None


def test_queries_that_nobody_judged_do_not_count() -> None:
    qrels = read("q1 0 a 1\nq2 0 b 1", "qrels.txt", wanted="qrels")
    run = read("q1 Q0 a 1 1 x\nq9 Q0 z 1 1 x\nq9 Q0 y 2 0 x", "a.run", wanted="run")

    assert paired(qrels, run).warning == ""

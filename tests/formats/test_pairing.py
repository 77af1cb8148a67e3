"""What the preview counts, beside counting by hand."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from irviz.formats import Preview, Qrels, Run, preview

names = st.sampled_from("abcd")
runs = st.dictionaries(names, st.dictionaries(names, st.sampled_from([0.5, 1.0, 2.0])))
judgments = st.dictionaries(names, st.dictionaries(names, st.integers(-1, 3), min_size=1))


@given(runs, judgments, st.integers(1, 3))
def test_counts(run: Run, qrels: Qrels, threshold: int) -> None:
    seen = preview(run, qrels, threshold=threshold)

    results = [(query, doc) for query, docs in run.items() for doc in docs]
    grades = {(query, doc): grade for query, docs in qrels.items() for doc, grade in docs.items()}
    assert seen.queries == len(run)
    assert seen.documents == len(results)
    assert seen.judged == len(grades)
    assert seen.relevant == len([grade for grade in grades.values() if grade >= threshold])
    assert seen.negative == list(grades.values()).count(-1)
    assert seen.unjudged == len(
        [pair for pair in results if pair[0] in qrels and pair not in grades]
    )
    assert seen.without_judgments == len([query for query in run if query not in qrels])
    assert seen.without_results == len([query for query in qrels if query not in run])
    tied = 0
    for docs in run.values():
        scores = sorted(docs.values())
        tied += sum(a == b for a, b in pairwise(scores))
    assert seen.ties == tied


def test_words() -> None:
    seen = preview(
        {"q1": {"a": 1.0, "b": 1.0, "c": 0.5}, "q2": {"a": 1.0}, "q9": {"a": 1.0}},
        {"q1": {"a": 3, "x": -2}, "q2": {"b": 0}, "q3": {"c": 1}},
        notes=["The file has Windows line ends."],
    )

    assert seen.sentences() == [
        "3 queries with 5 results, 1 to 3 each.",
        "4 judgments, 2 of them relevant, grades up to 3.",
        "3 results: nobody judged them.",
        "1 result: it has the score of the one above; the greater id comes first.",
        "1 grade below 0, counted as not relevant.",
        "1 query without judgments, left out.",
        "1 judged query without results.",
        "The file has Windows line ends.",
    ]


def test_one_file_only() -> None:
    assert preview(None, {"q": {"a": 1}}).sentences() == [
        "1 query with 0 results.",
        "1 judgment, 1 of them relevant.",
    ]
    assert preview({"q": {"a": 1.0}, "r": {"a": 2.0}}, None).sentences() == [
        "2 queries with 2 results, 1 each."
    ]
    assert preview(None, None) == Preview()

"""Runs and judgments as Hypothesis makes them up, with ids that try every format's patience."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from irviz.formats import Qrels, Run

NASTY = st.sampled_from(
    ["=1+1", "'=1", "''@x", "-5", "+x", "a;=b", "a;'=b", '"q"', "a,b", "<script>", "ａ", "猫", "0", "nan"]
)

# Control characters and halves of characters are in no id.
_SIGNS = st.characters(exclude_categories=("Cc", "Cs"))

ids = st.one_of(NASTY, st.text(_SIGNS, min_size=1, max_size=8)).filter(lambda text: not text.isspace())
"""What CSV and JSON can hold."""

words = ids.map(lambda text: text.replace(" ", "_").replace("#", "q#"))
"""What TREC's formats can hold, as a query's id too, with which no comment begins."""

scores = st.floats(allow_nan=False, allow_infinity=False)
grades = st.integers(-3, 2**53)
titles = ids.map(str.strip).filter(bool)
links = st.sampled_from(["https://example.org/a.png", "https://example.org/?q=%3Cb%3E&x=1;=2", "https://[::1]:8000/x"])


def runs(names: st.SearchStrategy[str] = ids) -> st.SearchStrategy[Run]:
    """At least one query, each with at least one document."""
    listed = st.dictionaries(names, scores, min_size=1, max_size=6)
    return st.dictionaries(names, listed, min_size=1, max_size=4)


def qrels(names: st.SearchStrategy[str] = ids) -> st.SearchStrategy[Qrels]:
    """At least one query, each with at least one judgment."""
    judged = st.dictionaries(names, grades, min_size=1, max_size=6)
    return st.dictionaries(names, judged, min_size=1, max_size=4)

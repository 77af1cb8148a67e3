"""The precision in which the scores of brought runs are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from irviz.state.collection import Collection


def ask_precision(collection: Collection) -> Collection:
    """The collection with its scores compared as its reader wants; asked where it makes a difference."""
    count = len(collection.reordered)
    if not count:
        return collection
    single = st.checkbox(
        "Compare scores in single precision, as pytrec_eval and older versions of trec_eval do: the "
        f"results of {count:,} {'query' if count == 1 else 'queries'} then have another order",
        key="results-single",
        help="Some scores differ so little that single precision makes them equal. Of equal ones the "
        "greater document id comes first. Without this, scores are compared in double precision, as "
        "trec_eval 10 does.",
    )
    return collection.read_as("single") if single else collection

"""The page Compare without a browser: what it shows for links, and pairs that other pages bring."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from irviz.scenarios.pairs import PAIRED, PAIRS
from irviz.state.curves.lookahead import key
from irviz.state.pairs.pair import A, B
from irviz.state.session import Session
from irviz.ui import files
from tests.ui.test_explore import components

SCRIPT = Path(files.__file__).parent / "pages" / "main.py"

OPENS_A_PAIR = """
import streamlit as st
from irviz.scenarios.sample import sample
from irviz.state.pairs.pair import of_runs
from irviz.ui.pages.compare import compare, open_pair
from irviz.ui.pages.explore import explore

def start():
    if st.button("Compare on two boards"):
        open_pair(of_runs(sample(), "dark cat", 5))

st.navigation([
    st.Page(start, title="Start", default=True),
    st.Page(explore, url_path="explore"),
    st.Page(compare, url_path="compare"),
]).run()
"""


def run(**link: str) -> dict[str, dict[str, Any]]:
    app = AppTest.from_string(
        "from irviz.ui.pages.compare import compare\n\ncompare()", default_timeout=60
    )
    for name, text in link.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return components(app)


def test_the_page_shows_what_its_link_says() -> None:
    shown = run(set="two-feeds", k="2", b="2-1-3.110")
    board, versus = shown["board"], shown["versus"]

    assert board["set"] == "two-feeds"
    assert [one["id"] for one in board["queries"]] == [A, B]
    assert [one["id"] for one in board["examples"]] == list(PAIRED)
    assert board["notes"] == []
    assert versus["k"] == 2
    assert versus["paired"]
    assert versus["pattern"] == "011|110"
    assert versus["curves"][B]["P"] == [1.0, 1.0, pytest.approx(2 / 3)]
    assert versus["fractions"][B]["P"][2] == "2/3"
    head, *lines = versus["cuts"][1]
    assert re.fullmatch(r"B leads in all \d respects", head)
    assert (
        "P@2, R@2 and F1@2 together prefer B: it has 2 relevant results in the first 2, A 1."
        in lines
    )


def test_a_bad_link_shows_the_first_pair_and_says_so() -> None:
    board = run(set="nothing", k="many")["board"]

    assert board["set"] == "two-engines"
    assert len(board["notes"]) == 2


def test_titles_and_sources_are_there() -> None:
    assert all(one.title and one.about for one in PAIRS)


def test_another_page_can_bring_a_pair_and_explore_stays_as_it_was() -> None:
    app = AppTest.from_string(OPENS_A_PAIR, default_timeout=60).run()
    app.button[0].click().run()
    assert not app.exception

    shown = components(app)["board"]
    assert [one["query"] for one in shown["queries"]] == ["run A", "run B"]
    assert shown["examples"][-1]["title"] == "dark cat: run A and run B"
    again = Session.start(shown["link"], PAIRED)
    assert again.notes == ()
    assert key(again.desk) == components(app)["versus"]["pattern"]


def test_the_page_is_in_the_navigation() -> None:
    app = AppTest.from_file(SCRIPT, default_timeout=60)
    app.query_params["q"] = "white-cat"
    app.run()
    assert not app.exception
    assert "versus" not in components(app)

"""The words that can be looked up: each has one meaning, and what prose writes leads to one of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from irviz import views
from irviz.lenses.current_board import list_current_values
from irviz.lessons.reference.symbols import SYMBOLS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state.desk import ALL_NAMES
from irviz.state.session import Session
from irviz.views.words import words_of


def test_no_form_has_two_meanings() -> None:
    forms = Counter(form for one in words_of()["words"] for form in one["forms"])
    assert {form for form, times in forms.items() if times > 1} == set()
    assert {one["id"] for one in words_of()["words"]} >= {*ALL_NAMES, "query", "relevance", "k", "tp", "fn"}


def test_each_meaning_is_that_of_the_reference() -> None:
    said = {one["id"]: one["meaning"] for one in words_of()["words"]}
    for symbol in SYMBOLS:
        if symbol.forms:
            assert said[symbol.id] == symbol.meaning
    assert all(meaning.endswith(".") for meaning in said.values())


def test_a_meaning_has_the_word_for_what_is_on_the_board() -> None:
    here = {one["id"]: one["meaning"] for one in words_of(CATALOGUE["cats"])["words"]}
    assert here["R"].startswith("The share of all relevant pictures")
    assert not any("document" in meaning for meaning in here.values())


def test_each_number_belongs_to_a_word() -> None:
    for desk in (CATALOGUE["cats"], CATALOGUE["graded"], PAIRED["two-feeds"]):
        found = words_of(desk)
        told = found["values"]
        assert told == list_current_values(desk)
        assert told.keys() <= {one["id"] for one in found["words"]}
        assert all(told[name] for name in ("query", "k", "tp", "grade", "gain", "ideal"))


def test_what_a_link_hides_is_not_told_beside_its_word_either() -> None:
    outcomes, names = {"tp", "fp", "fn", "tn"}, {"P", "R", "F1", "RR", "AP", "nDCG"}
    for off, metrics, kinds in (
        (("curves", "scores", "lens"), False, True),
        (("kinds", "lens"), True, False),
        (("kinds", "curves", "scores"), True, True),
        (("kinds", "curves", "scores", "lens"), False, False),
    ):
        told = words_of(replace(CATALOGUE["cats"], off=off))["values"].keys()
        assert (told >= names, told >= outcomes) == (metrics, kinds)
        assert metrics or not told & {*ALL_NAMES}
        assert kinds or not told & outcomes
        assert told >= {"k", "query", "relevance"}


def test_every_page_with_a_board_gets_them() -> None:
    for link, catalogue in (({}, CATALOGUE), ({"set": "two-feeds"}, PAIRED)):
        session = Session.start(link, catalogue)
        sent = views.page_data(session)["words"]
        assert sent == words_of(session.desk)
        assert json.loads(json.dumps(sent)) == sent

"""Which page has the board, and what becomes of it when somebody goes to another page and comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from irviz.pages.visit import COMPARE, EXPLORE, Visit
from irviz.state.message import BadMessageError


def message(*steps: dict[str, Any], client: str = "me") -> dict[str, Any]:
    numbered = [{"revision": number, **step} for number, step in enumerate(steps, 1)]
    return {"client": client, "revision": len(steps), "steps": numbered, "link": {}}


def at(visit: Visit, **link: str) -> Visit:
    """The same open page at another address."""
    return replace(visit, link=link)


def test_explore_begins_with_what_its_link_says() -> None:
    visit = Visit({}, {"q": "white-cat", "k": "5"})

    assert visit.is_fresh
    assert visit.take_board(EXPLORE)
    assert (visit.session.desk.opened, visit.session.desk.k) == ("white-cat", 5)
    assert not visit.is_fresh


def test_a_page_is_found_as_it_was_left() -> None:
    visit = Visit({}, {"k": "5"})
    visit.take_board(EXPLORE)
    visit.apply_message(message({"do": "cut", "k": 2}))

    assert not visit.take_board("lessons")
    assert visit.explore_session.desk.k == 2
    visit.switch_session(visit.session.open_new(visit.session.desk))
    assert visit.take_board(EXPLORE)

    assert visit.session.desk.k == 2


def test_answers_go_on_counting_when_the_board_changes_hands() -> None:
    visit = Visit({}, {})
    visit.take_board(EXPLORE)
    visit.apply_message(message({"do": "cut", "k": 2}))
    at(visit).take_board("compare")

    assert visit.session.desk.paired
    assert (visit.session.client, visit.session.revision) == ("me", 1)


def test_compare_begins_with_the_pair_of_its_link_and_keeps_what_was_done_there() -> None:
    visit = Visit({}, {"k": "4"})
    visit.take_board("compare")
    assert (visit.session.desk.paired, visit.session.desk.k) == (True, 4)
    visit.take_board(EXPLORE)
    assert not visit.session.desk.paired

    at(visit, k="7").take_board("compare")

    assert visit.session.desk.k == 4


def test_a_talk_goes_through_explore_and_compare() -> None:
    visit = Visit({}, {"present": "1"})
    visit.take_board(EXPLORE)
    visit.apply_message(message({"do": "keep", "at": 0}))
    at(visit).take_board(COMPARE)
    assert (visit.session.desk.present, visit.session.desk.place) == (True, 0)
    visit.apply_message(message({"do": "keep", "at": 0}, {"do": "keep", "at": 1}))
    talk = visit.session.desk.deck
    assert [one.link for one in talk] == ["q=cat-in-a-box&k=3", "q=mean&k=5&set=two-engines"]

    # A page between them changes nothing, and neither does what the other page had when it was left.
    visit.take_board("lessons")
    assert visit.take_board(EXPLORE)
    assert (visit.session.desk.deck, visit.session.desk.place) == (talk, 0)
    visit.apply_message(message({"do": "keep", "at": 0}, {"do": "keep", "at": 1}, {"do": "drop", "at": 0}))
    visit.take_board("lessons")
    visit.take_board(EXPLORE)
    assert visit.session.desk.deck == talk[1:]


def test_a_message_that_makes_no_sense_changes_nothing() -> None:
    visit = Visit({}, {})
    visit.take_board(EXPLORE)
    before = visit.session

    with pytest.raises(BadMessageError):
        visit.apply_message({"client": "me"})

    assert visit.session is before


def test_what_is_looked_at_comes_along_to_other_pages() -> None:
    visit = Visit({}, {"present": "1", "k": "5"})
    visit.take_board("lessons")

    assert visit.session.desk.present
    assert visit.owner == "lessons"


def test_locks_hold_on_other_pages_and_back() -> None:
    visit = Visit({}, {"off": "judge.sort"})
    visit.take_board(EXPLORE)
    for page in ("lessons", EXPLORE, COMPARE, EXPLORE):
        at(visit).take_board(page)

    assert visit.session.desk.off == ("judge", "sort")

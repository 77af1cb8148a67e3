"""The states that are kept for a talk: in every link, whatever is done, until somebody takes one out."""

import json
from base64 import urlsafe_b64encode
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.deck import (
    DECK_ON_PAGE,
    MAX_DECK_CHARACTERS,
    SavedState,
    insert_state,
    label_state,
    move_state,
    pack,
    remove_state,
    unpack,
)
from irviz.state.deck_file import MAX_DECK_FILE_BYTES, DeckError, DeckReader, parse_parameters
from irviz.state.own_example import OwnExample, OwnQuery, OwnResult
from irviz.state.pairs.pair import OF_EXAMPLE
from irviz.state.session import Session
from tests.state.test_locks import MOVED, file_of, told

DECK = (
    SavedState("q=white-cat&k=5"),
    SavedState("q=cat-in-a-box&k=2&m=RR", "The <b>first</b> hit", "Ask first.\nWait for 猫.", "Will RR rise?"),
)
READER = DeckReader(CATALOGUE)


def start(**link: str) -> Session:
    return Session.start({"q": "cat-in-a-box", "k": "3", **link}, CATALOGUE)


TEXTS = st.text(max_size=50)


@given(st.lists(st.builds(SavedState, TEXTS, TEXTS, TEXTS, TEXTS), max_size=40).map(tuple))
def test_a_link_carries_them(deck: tuple[SavedState, ...]) -> None:
    assert unpack(pack(deck)) == deck
    desk = replace(CATS, deck=deck)
    assert permalink.read(permalink.write(desk, CATS), CATS) == (desk, ())


def coded(found: object) -> str:
    return urlsafe_b64encode(json.dumps(found, separators=(",", ":")).encode()).decode().rstrip("=")


def test_a_link_of_bare_texts_has_states_without_names() -> None:
    deck = unpack(coded(["q=white-cat&k=5", "q=cat-in-a-box&k=2"]))
    assert deck == (SavedState("q=white-cat&k=5"), SavedState("q=cat-in-a-box&k=2"))
    assert pack(deck) == coded(["q=white-cat&k=5", "q=cat-in-a-box&k=2"])


@pytest.mark.parametrize(
    "text",
    [
        "WzFd",
        "x",
        "e30",
        "[",
        "é",
        pack((SavedState("a"),) * 41),
        "W" * (MAX_DECK_CHARACTERS + 4),
        "W1tb" * 9999,
        coded([["q=white-cat", "name", "notes", "question", "more"]]),
        coded([["q=white-cat", "x" * 81]]),
        coded([["q=white-cat", "", "x" * 1001]]),
        coded([["q=white-cat", "", "", "x" * 161]]),
        coded([["q=white-cat", 7]]),
        coded([[]]),
        coded([["q=white-cat", "\ud800"]]),
    ],
)
def test_what_is_damaged_is_said(text: str) -> None:
    session = start(deck=text)

    assert session.desk == CATS
    assert session.notes == ("The saved states in this link are damaged, or more than 40, so there are none.",)


CHANGES: tuple[dict[str, Any], ...] = (
    {"do": "boards", "boards": MOVED},
    {"do": "cut", "k": 7},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "reset"},
    {"do": "ideal"},
    {"do": "open", "q": "white-cat"},
    {"do": "mode", "present": True},
    {"do": "mode", "present": False},
    {"do": "conventions", "by": "ap-hits"},
    {"do": "example", "id": "graded"},
    {"do": "link", "link": {"q": "model-b", "k": "2"}},
    {"do": "undo"},
    {"do": "slide", "at": 0},
    {"do": "undo"},
    {"do": "example", "id": "cats"},
)


def test_nothing_that_is_done_to_the_board_drops_them() -> None:
    session = start(deck=pack(DECK))
    for step in CHANGES:
        session = told(session, step)
        assert session.desk.deck == DECK, step
        assert unpack(session.link["deck"]) == DECK


def test_a_state_is_kept_as_it_is_shown_and_shown_as_it_was_kept() -> None:
    session = told(start(present="1"), {"do": "keep", "at": 0}, {"do": "boards", "boards": MOVED})
    changed = session.desk
    session = told(session, {"do": "keep", "at": 1}, {"do": "cut", "k": 8}, {"do": "slide", "at": 1})

    assert len(session.desk.deck) == 2
    assert session.desk.boards == changed.boards
    assert session.desk.k == 3
    assert session.link["at"] == "2"
    assert told(session, {"do": "drop", "at": 1}).desk.place == 1
    assert told(session, {"do": "drop", "at": 0}).link["at"] == "1"  # it has moved up
    assert session.desk.present
    assert all("present" not in one.link and "deck" not in one.link for one in session.desk.deck)
    opened = Session.start(parse_parameters(session.desk.deck[1].link), CATALOGUE).desk
    assert opened == replace(changed, present=False, deck=(), place=0)
    # Neither is anything to undo.
    assert told(session, {"do": "undo"}, {"do": "undo"}, {"do": "undo"}).desk.deck == session.desk.deck
    assert told(session, {"do": "drop", "at": 0}).desk.deck == session.desk.deck[1:]


@pytest.mark.parametrize("at", [-1, 3, True, None, "1", 1.0])
def test_a_place_that_there_is_not_changes_nothing(at: Any) -> None:
    session = start(deck=pack(DECK))
    for do in ("keep", "drop", "slide"):
        assert told(session, {"do": do, "at": at}).desk == session.desk
    with pytest.raises(ValueError, match="no room"):
        insert_state(DECK, at, SavedState("q=x"))
    with pytest.raises(ValueError, match="no state"):
        remove_state(DECK, at)
    with pytest.raises(ValueError, match="no state"):
        label_state(DECK, at, "", "")
    for places in ((at, 0), (0, at)):
        with pytest.raises(ValueError, match="no state"):
            move_state(DECK, *places)


def test_no_more_fit() -> None:
    full = start(deck=pack((SavedState("q=white-cat&k=5"),) * 40))

    assert len(full.desk.deck) == 40
    assert told(full, {"do": "keep", "at": 40}).desk == full.desk


def test_what_is_as_long_as_it_may_be_is_read() -> None:
    whole = json.dumps(["q=white-cat&k=5"] * 40).ljust(MAX_DECK_CHARACTERS // 4 * 3).encode()
    text = urlsafe_b64encode(whole).decode()

    assert len(text) == MAX_DECK_CHARACTERS
    assert len(unpack(text)) == 40
    with pytest.raises(ValueError, match="too long"):
        unpack(f"{text}IAAA")


def test_each_state_has_its_own_mask() -> None:
    session = told(
        start(present="1"),
        {"do": "keep", "at": 0},
        {"do": "mode", "mask": True},
        {"do": "mode", "predict": True},
        {"do": "look", "metric": "RR", "lens": "gain"},
        {"do": "hide", "hidden": ["F1"]},
        {"do": "keep", "at": 1},
    )
    masked = session.desk
    assert masked.deck[1].link == "q=cat-in-a-box&k=3&hide=F1&m=RR&see=gain&predict=1&mask=1"

    shown = told(session, {"do": "slide", "at": 0}).desk
    assert (shown.masked, shown.predict, shown.metric, shown.hidden) == (False, False, "AP", ())
    again = told(session, {"do": "slide", "at": 0}, {"do": "slide", "at": 1}).desk
    assert again == masked
    # Another state is no action: nothing is told of how far it is from one that may be masked.
    assert told(session, {"do": "cut", "k": 5}).before == masked
    assert told(session, {"do": "cut", "k": 5}, {"do": "slide", "at": 0}).before is None
    # Where nobody presents nothing is covered, and undoing unmasks nothing.
    seen = told(session, {"do": "mode", "present": False, "predict": False}).desk
    assert (seen.masked, seen.last_visible_cutoff) == (True, 8)
    changed = told(session, {"do": "cut", "k": 5}, {"do": "undo"}).desk
    assert changed.masked


def test_names_notes_and_order_are_changed_and_what_is_taken_out_comes_back() -> None:
    session = told(
        start(deck=pack(DECK)),
        {"do": "label", "at": 0, "name": " Two\n words ", "notes": " a\nb "},
        {"do": "move", "at": 0, "to": 1},
    )
    named = SavedState("q=white-cat&k=5", "Two words", " a\nb ")
    assert session.desk.deck == (DECK[1], named)
    assert unpack(session.link["deck"]) == session.desk.deck

    gone = told(session, {"do": "drop", "at": 0})
    assert gone.desk.deck == (named,)
    back = told(gone, {"do": "restore"})
    assert back.desk == session.desk
    assert told(back, {"do": "restore"}).desk == gone.desk
    assert session.before == back.before  # nothing that a lens would have to explain


BROKEN: tuple[dict[str, Any], ...] = (
    {"do": "label", "at": 0},
    {"do": "label", "at": 0, "name": 7, "notes": ""},
    {"do": "label", "at": 0, "name": "", "notes": None},
    {"do": "label", "at": 0, "name": "x" * 81, "notes": ""},
    {"do": "label", "at": 0, "name": "", "notes": "x" * 1001},
    {"do": "label", "at": 0, "name": "\udc00", "notes": ""},
    {"do": "label", "at": 9, "name": "", "notes": ""},
    {"do": "move", "at": 0},
    {"do": "move", "at": 0, "to": 2},
    {"do": "move", "at": 0, "to": -1},
    {"do": "move", "at": True, "to": 1},
    {"do": "load"},
    {"do": "load", "text": 7},
    {"do": "load", "text": None},
    {"do": "recall"},
    {"do": "recall", "deck": pack(DECK), "place": "1"},
    {"do": "recall", "deck": 7, "place": 1},
)


@pytest.mark.parametrize("step", BROKEN, ids=str)
def test_a_message_that_makes_no_sense_leaves_them(step: dict[str, Any]) -> None:
    session = start(deck=pack(DECK))

    assert told(session, step).desk == session.desk


def test_an_address_has_no_notes_and_what_was_kept_comes_back_even_where_there_are_locks() -> None:
    session = start(deck=pack(DECK), at="2", off="cut")
    seen = Session.start(session.address, CATALOGUE)
    assert seen.desk.deck == tuple(SavedState(one.link, one.name) for one in DECK)
    assert (seen.desk.place, seen.desk.off) == (2, ("cut",))

    again = told(seen, {"do": "recall", "deck": pack(DECK), "place": 2})
    assert again.desk == session.desk
    assert not again.history.past


def a_file(*states: object, **more: object) -> str:
    return json.dumps({"irviz": "deck", "version": 1, "states": states, **more})


GOOD = {"name": "One", "notes": "", "link": "q=white-cat&k=5"}

REFUSED = {
    "": "line 1, column 1: it is no JSON, or cut off: Expecting value",
    a_file(GOOD)[:-1]: "line 1, column 100: it is no JSON, or cut off: Expecting ',' delimiter",
    "[" * 100_000: "it is no JSON that anybody would write",
    "1" * 5_000: "it is no JSON that anybody would write",
    "[1]": "it holds no saved states: a file that “Save as a file” writes says “irviz”: “deck”",
    a_file(GOOD, irviz="board"): ("it holds no saved states: a file that “Save as a file” writes says “irviz”: “deck”"),
    a_file(GOOD, version=2): (
        "version: it is “2”, and this irviz reads version 1: open it with the irviz that wrote it"
    ),
    a_file(GOOD, version=True): (
        "version: it is “True”, and this irviz reads version 1: open it with the irviz that wrote it"
    ),
    a_file(GOOD, version=None): (
        "version: it is missing, and this irviz reads version 1: open it with the irviz that wrote it"
    ),
    a_file(): "states: expected a list of at least one state",
    a_file(*[GOOD] * 41): "states: there are 41, and at most 40 fit",
    a_file(GOOD, "q=white-cat"): "state 2: expected an object with a name, notes and a link",
    a_file({}): "state 1: link: expected a text",
    a_file({**GOOD, "name": ["x"]}): "state 1: name: expected a text",
    a_file({**GOOD, "name": "x" * 81}): "state 1: name: it has 81 characters, and at most 80 fit",
    a_file({**GOOD, "notes": "x" * 1001}): ("state 1: notes: it has 1,001 characters, and at most 1,000 fit"),
    a_file({**GOOD, "notes": "\ud800"}): "state 1: notes: one of its characters is only half there",
    a_file(GOOD, GOOD, {"link": "k=3"}): "state 3: link: “k=3” opens no query: it has no q=",
    a_file(GOOD, {"link": "q=unicorn"}): "state 2: link: there is no query “unicorn”",
    a_file({"link": "q=mean&set=unicorn"}): "state 1: link: there is no example “unicorn”",
    a_file({"link": "q=white-cat&k=99"}): ("state 1: link: the cutoff k must be a whole number from 1 to 8, not “99”"),
    a_file({"link": "q=white-cat&white-cat=1-1.00"}): (
        "state 1: link: its link is damaged: the order must name each of its 8 results once"
    ),
    "x" * (MAX_DECK_FILE_BYTES + 100_000): "it has 1.1 MB, and saved states have 1 MB at most",
}


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED.values())
def test_a_broken_file_is_refused_in_a_line_that_names_the_place(text: str) -> None:
    with pytest.raises(DeckError) as found:
        READER.read(text)
    assert str(found.value) == REFUSED[text]

    session = start(deck=pack(DECK))
    after = told(session, {"do": "load", "text": text})
    assert (after.desk, after.refused) == (session.desk, REFUSED[text])


def test_a_file_replaces_all_and_can_be_taken_back() -> None:
    session = start(deck=pack(DECK))
    after = told(session, {"do": "load", "text": "\ufeff" + file_of(SavedState(**GOOD))})
    assert (after.desk.deck, after.refused) == ((SavedState(**GOOD),), "")
    assert replace(after.desk, deck=DECK) == session.desk
    assert told(after, {"do": "restore"}).desk == session.desk


def test_a_file_holds_links_as_people_write_them_and_only_names_that_say_more() -> None:
    link = "http://127.0.0.1:8501/?present=1&q=white-cat&k=5&mask=1&deck=WzFd&utm=x#top"
    usual, own = "white cat, k = 5, AP", "White, k = 5"
    found = READER.read(a_file({"name": usual, "link": link}, {"name": own, "link": "q=white-cat&k=5"}))
    assert found == (SavedState("q=white-cat&k=5&mask=1"), SavedState("q=white-cat&k=5", own))
    assert READER.describe_link(found[0].link) == usual
    assert READER.read(file_of(*found)) == found


def test_what_did_not_fit_into_a_link_is_said() -> None:
    session = start(deck=DECK_ON_PAGE)
    assert session.desk.deck == ()
    assert session.notes == ("The saved states were too many for this link: open the file that they were saved in.",)


PAIRS = (
    SavedState("q=mean&k=3&set=two-feeds&m=nDCG&mask=1", "Which feed?", "Vote first."),
    SavedState("q=mean&k=5&set=two-engines"),
    SavedState("q=mean&k=2&set=1-2.3-1.101.1-1"),
)
ALL = {**PAIRED, **CATALOGUE}
PAIR_READER = DeckReader(ALL)


def a_pair(**link: str) -> Session:
    return Session.start({"set": "two-engines", **link}, ALL)


def test_pairs_of_lists_are_kept_shown_and_moved_as_boards_are() -> None:
    session = told(
        a_pair(present="1"),
        {"do": "keep", "at": 0},
        {"do": "boards", "boards": {"b": "2-1-3-4-5-6-7-8.01011010"}},
        {"do": "mode", "mask": True, "reveal": ["AP"]},
        {"do": "keep", "at": 1},
        {"do": "example", "id": "two-feeds"},
        {"do": "keep", "at": 2},
    )
    first, changed, feeds = (parse_parameters(one.link) for one in session.desk.deck)
    assert first == {"q": "mean", "k": "5", "set": "two-engines"}
    assert (changed["mask"], changed["reveal"], feeds["set"]) == ("1", "AP", "two-feeds")

    shown = told(session, {"do": "slide", "at": 1})
    assert (shown.desk.id, shown.desk.masked, shown.desk.revealed) == ("two-engines", True, ("AP",))
    assert (shown.desk.deck, shown.desk.place, shown.desk.present) == (session.desk.deck, 2, True)
    assert shown.link["b"] == changed["b"]
    # The link alone has it all, the pair that is shown and those that are not.
    assert Session.start(shown.link, ALL).desk == shown.desk
    after = told(shown, {"do": "move", "at": 1, "to": 0}, {"do": "label", "at": 0, "name": "B", "notes": "n"})
    assert [one.name for one in after.desk.deck] == ["B", "", ""]
    assert after.desk.place == 1
    assert told(after, {"do": "undo"}).desk.deck == after.desk.deck


def test_a_file_of_an_older_version_says_what_its_states_are_of() -> None:
    text = json.dumps({**json.loads(file_of(*PAIRS)), "of": "pairs"})
    assert PAIR_READER.read(text) == PAIRS
    assert [PAIR_READER.describe_link(one.link) for one in PAIRS] == [
        "feed A and feed B, k = 3, nDCG",
        "engine A and engine B, k = 5, nDCG",
        "list A and list B, k = 2, nDCG",
    ]
    session = told(a_pair(), {"do": "load", "text": text}, {"do": "slide", "at": 2})
    assert (session.refused, session.desk.deck) == ("", PAIRS)
    assert session.desk.id == "1-2.3-1.101.1-1"


def test_a_talk_has_boards_pairs_and_own_examples_in_any_order() -> None:
    own = OwnExample("", (OwnQuery("jaguar", (OwnResult("Cat", 1), OwnResult("Car"))),)).name
    states = (
        PAIRS[0],
        DECK[0],
        SavedState(f"q=own-1&k=1&set={own}&own-1=2-1.10"),
        PAIRS[2],
        SavedState(f"q=mean&k=1&set={OF_EXAMPLE}{own}"),
        SavedState("q=mean&k=3&set=cats"),
    )
    for first in (PAIRED, CATALOGUE):
        session = Session.start({"present": "1"}, {**first, **ALL})
        session = told(session, {"do": "load", "text": file_of(*states)})
        assert (session.refused, session.desk.deck) == ("", states)
        for at in (2, 0, 5, 4, 1, 3):
            session = told(session, {"do": "slide", "at": at})
            link = parse_parameters(states[at].link)
            assert (session.desk.paired, session.desk.place) == (at in (0, 3, 4), at + 1)
            assert {name: session.link.get(name) for name in link} == link
            assert Session.start(session.link, ALL).desk == session.desk
    kept = told(session, {"do": "slide", "at": 4}, {"do": "keep", "at": 0}, {"do": "slide", "at": 0})
    assert parse_parameters(kept.desk.deck[0].link) == parse_parameters(states[4].link)


def test_nobody_predicts_on_two_lists() -> None:
    session = told(
        Session.start({"predict": "1"}, ALL), {"do": "load", "text": file_of(*PAIRS)}, {"do": "slide", "at": 0}
    )
    assert not session.desk.predict
    session = told(Session.start({"q": "white-cat", "predict": "1"}, ALL), {"do": "example", "id": "two-feeds"})
    assert not session.desk.predict


GOOD_PAIR = {"link": "q=mean&k=3&set=two-feeds"}

NO_EXAMPLE = {
    (READER, a_file(GOOD_PAIR)): "state 1: link: there is no example “two-feeds”",
    (PAIR_READER, a_file({"link": "q=mean&set=unicorn"})): "state 1: link: there is no example “unicorn”",
    (PAIR_READER, a_file(GOOD, {"link": "q=mean"})): "state 2: link: there is no example “”",
    (PAIR_READER, a_file({"link": "q=mean&set=pair.own.x"})): "state 1: link: there is no example “pair.own.x”",
}


@pytest.mark.parametrize(("reader", "text"), NO_EXAMPLE, ids=NO_EXAMPLE.values())
def test_a_state_that_opens_nothing_is_named(reader: DeckReader, text: str) -> None:
    with pytest.raises(DeckError) as found:
        reader.read(text)
    assert str(found.value) == NO_EXAMPLE[reader, text]


def test_what_a_link_keeps_that_opens_nothing_here_is_left_out_and_said() -> None:
    unknown = SavedState("q=mean&k=3&set=unicorn")
    session = a_pair(deck=pack((*PAIRS[:2], unknown, DECK[0], unknown)), at="4")
    assert (session.desk.deck, session.desk.place) == ((*PAIRS[:2], DECK[0]), 0)
    (said,) = session.notes
    assert said == (
        "2 of the saved states in this link are left out; the first: state 3: link: there is no example “unicorn”."
    )
    session = start(deck=pack((*DECK, unknown)), at="2")
    assert (session.desk.deck, session.desk.place) == (DECK, 0)
    assert session.notes == (
        "One of the saved states in this link is left out: state 3: link: there is no example “unicorn”.",
    )

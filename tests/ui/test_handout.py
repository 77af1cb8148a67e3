"""The page that builds a link: it promises what the link opens, and hands locks on."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.deck import Saved
from irviz.state.desk import Desk
from irviz.state.history import History
from irviz.state.locks import ACTIONS, PARTS
from irviz.state.session import Session

CATS = CATALOGUE["cats"]
CHANGED = CATS.open("white-cat").put(CATS.board("white-cat").move(3, 1)).cut(5)


def page() -> None:
    from irviz.ui.pages.handout import handout  # noqa: PLC0415 - AppTest runs this text alone

    handout()


def opened(desk: Desk) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    catalogue = {**CATALOGUE, desk.id: CATALOGUE.get(desk.id, desk)}
    app.session_state["session"] = Session(catalogue, History(desk))
    app.run()
    assert not app.exception
    return app


def link(app: AppTest) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(app.code[0].value).query))


def told(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


def test_the_link_opens_the_board_as_it_was_left() -> None:
    app = opened(CHANGED)

    assert Session.start(link(app), CATALOGUE).desk == CHANGED
    assert "It opens “white cat” at k = 5." in told(app)
    assert "irviz-qr.svg?link=" in told(app)
    assert told(app).count("<h1 ") == 1


def test_from_the_wall_both_lists_are_handed_out_without_the_talk() -> None:
    deck = (Saved("q=mean&k=3&set=two-feeds"),)
    desk = replace(PAIRED["two-feeds"].cut(2), present=True, masked=True, deck=deck, place=1)
    app = AppTest.from_function(page, default_timeout=60)
    app.session_state["session"] = Session(PAIRED, History(desk))
    app.session_state["owner"] = "compare"
    app.run()

    assert not app.exception
    assert urlsplit(app.code[0].value).path == "/compare"
    assert link(app) == {"q": "mean", "k": "2", "set": "two-feeds", "off": "example.talk"}
    assert "It opens “feed A” and “feed B” at k = 2." in told(app)
    assert "they are on Compare" in told(app)
    assert [one.label for one in app.button] == ["Back to presenting (Esc)"]
    ticked = {one.label for one in app.checkbox}
    assert "The chart" not in ticked
    app.checkbox(key="handout-lock-judge").check().run()
    assert link(app)["off"] == "example.talk.judge"
    assert Session.start(link(app), PAIRED).desk == replace(
        PAIRED["two-feeds"].cut(2), off=("example", "talk", "judge")
    )


def test_after_a_pair_the_board_of_explore_is_handed_out() -> None:
    app = AppTest.from_function(page, default_timeout=60)
    app.session_state["session"] = Session.start({}, PAIRED)
    app.session_state["owner"] = "compare"
    app.session_state["left"] = {"explore": Session(CATALOGUE, History(CHANGED))}
    app.run()

    assert Session.start(link(app), CATALOGUE).desk == CHANGED


@pytest.mark.parametrize("name", [*PARTS, *ACTIONS])
def test_each_choice_is_in_the_link_and_in_words(name: str) -> None:
    app = opened(CHANGED)
    key = f"handout-{'hide' if name in PARTS else 'lock'}-{name}"
    app.checkbox(key=key).check().run()

    assert Session.start(link(app), CATALOGUE).desk == replace(CHANGED, off=(name,))
    assert {**PARTS, **ACTIONS}[name] in told(app)


def test_it_can_begin_with_a_prediction_and_in_large_type() -> None:
    app = opened(CHANGED)
    for toggle in app.toggle:
        toggle.set_value(True)
    app.run()

    wanted = replace(CHANGED, predict=True, present=True)
    assert Session.start(link(app), CATALOGUE).desk == wanted
    assert "predicting first, in large type" in told(app)


def test_who_was_handed_an_exercise_hands_it_on_as_it_is() -> None:
    app = opened(replace(CHANGED, off=("tabs", "move", "predict")))

    assert link(app)["off"] == "tabs.move.predict"
    fixed = {box.key for box in app.checkbox if box.disabled and box.value}
    assert fixed == {
        "handout-hide-tabs",
        "handout-lock-move",
        "handout-lock-sort-implied",  # dragging takes it along, and says so
        "handout-lock-predict",
    }
    assert app.toggle[0].disabled


def test_saved_states_stay_with_whoever_presents() -> None:
    app = opened(replace(CHANGED, deck=(Saved("q=white-cat&k=3"),), present=True))

    assert "deck" not in link(app)
    assert "Your saved states stay with you" in told(app)
    assert "Your saved states" not in told(opened(CHANGED))


def test_whoever_locks_dragging_locks_the_order_and_reads_so() -> None:
    app = opened(CHANGED)
    app.checkbox(key="handout-lock-move").check().run()

    label = app.checkbox(key="handout-lock-move").label
    assert (
        label == "Dragging a card to another rank (locks the tools shuffle, ideal and worst, too)"
    )
    # Each is said once, there and in what the link opens.
    assert [one.label for one in app.checkbox].count("The tools shuffle, ideal and worst") == 1
    assert "Locked: dragging a card to another rank; the tools shuffle, ideal and worst." in told(
        app
    )
    implied = app.checkbox(key="handout-lock-sort-implied")
    assert (implied.value, implied.disabled) == (True, True)
    assert link(app)["off"] == "move"
    app.checkbox(key="handout-lock-move").uncheck().run()
    assert not app.checkbox(key="handout-lock-sort").value
    assert "off" not in link(app)


def test_results_of_ones_own_have_no_link() -> None:
    own = replace(CATS.board("white-cat"), id="mine")
    app = opened(Desk("results", (own,), "mine", 3))

    assert not app.code
    assert "no link can open them elsewhere" in told(app)


def test_a_link_with_locks_that_do_not_exist_says_so_and_keeps_the_others() -> None:
    desk, notes = permalink.read({"q": "white-cat", "off": "move.spell.cut"}, CATS)

    assert desk.off == ("move", "cut")
    assert notes == ("There is nothing called “spell” to hide or lock.",)


def test_whoever_presents_hands_out_to_phones_and_finds_the_way_back() -> None:
    deck = (Saved("q=white-cat&k=3"),)
    app = opened(replace(CHANGED, present=True, masked=True, revealed=("AP",), deck=deck, place=1))

    assert [toggle.value for toggle in app.toggle] == [False, False]
    # Phones get one exercise, without what belongs to the talk, and see what is masked on the wall; the page
    # says so. Who presents may want it otherwise.
    off = ("example", "talk", "predict")
    assert Session.start(link(app), CATALOGUE).desk == replace(CHANGED, off=off)
    assert "Other pages open boards" not in told(app)
    app.checkbox(key="handout-lock-predict").uncheck().run()
    assert link(app)["off"] == "example.talk"
    assert "Whoever opens this link sees them." in told(app)
    assert [button.label for button in app.button] == ["Back to presenting (Esc)"]
    assert not opened(CHANGED).button
    # On another wall the mask holds, if wanted.
    app.toggle[1].set_value(True).run()
    assert (link(app)["mask"], link(app)["reveal"]) == ("1", "AP")
    assert "with the values masked" in told(app)
    app.toggle[2].set_value(False).run()
    assert "mask" not in link(app)

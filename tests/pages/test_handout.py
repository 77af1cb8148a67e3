"""The page that builds a link: it promises what the link opens, and hands locks on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from irviz.pages.handout import answer, begin, page_data
from irviz.pages.visit import EXPLORE, Visit
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.deck import SavedState
from irviz.state.desk import Desk
from irviz.state.history import History
from irviz.state.locks import ACTIONS, PARTS
from irviz.state.own_example import OwnExample, OwnQuery, OwnResult
from irviz.state.session import Session
from irviz.views.elements import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.views.part import PartData

CATS = CATALOGUE["cats"]
CHANGED = CATS.open("white-cat").replace_boards(CATS.board("white-cat").move(3, 1)).move_cutoff(5)
DECK = (SavedState("q=white-cat&k=3"),)


def opened(desk: Desk, owner: str = EXPLORE) -> Visit:
    catalogue = {**CATALOGUE, desk.id: CATALOGUE.get(desk.id, desk)}
    session = Session({**PAIRED, desk.id: PAIRED.get(desk.id, desk)} if desk.paired else catalogue, History(desk))
    return Visit({"session": session, "owner": owner}, {})


def tick(visit: Visit, name: str, *, on: bool = True) -> PartData:
    page_data(visit)
    assert answer(visit, "handout", {"tick": {name: on}}) is None
    return page_data(visit)


def every(one: object) -> Iterator[Any]:
    """Every element in what is described."""
    for child in one if isinstance(one, list) else ():
        yield from every(child)
    if isinstance(one, Element):
        yield one


def boxes(data: PartData) -> dict[str, dict[str, Any]]:
    """By name, each box: whether it is ticked and fixed, and what it says."""
    labels = [one for one in every(data["view"]) if one[0].startswith("label.ix-handout-tick")]
    return {box["name"]: {**box, "words": words[2:]} for _, _, (_, box), words in labels}


def opens(data: PartData) -> str:
    """What the link opens; empty where there is none."""
    return next((one[1]["outward"] for one in every(data["view"]) if "outward" in one[1]), "")


def place(data: PartData) -> str:
    return opens(data).partition("?")[0]


def link(data: PartData) -> dict[str, str]:
    """The parameters of the link."""
    return dict(parse_qsl(urlsplit(opens(data)).query))


def said(data: PartData, begin: str) -> str:
    """The line that begins so; empty where there is none."""
    lines = (child for one in every(data["view"]) for child in one[2:])
    return next((line for line in lines if str(line).startswith(begin)), "")


def is_on_a_wall(data: PartData) -> bool:
    return any(one[1].get("say") == {"back": True} for one in every(data["view"]))


def test_the_link_opens_the_board_as_it_was_left() -> None:
    data = page_data(opened(CHANGED))

    assert Session.start(link(data), CATALOGUE).desk == CHANGED
    assert said(data, "It opens") == "It opens “white cat” at k = 5."
    assert place(data) == "./"
    assert not is_on_a_wall(data)
    assert data["address"][0] == link(data)
    assert page_data(opened(replace(CHANGED, present=True)))["address"][0]["present"] == "1"


@pytest.mark.parametrize("seen", [CHANGED, replace(CHANGED, present=True)])
def test_from_a_task_the_same_board_is_handed_out_after_the_page_was_loaded_anew(seen: Desk) -> None:
    data = page_data(opened(replace(seen, off=("cut",)), "lessons"))
    address, _ = data["address"]

    assert link(page_data(Visit({}, address))) == link(data)
    # Of an address from before, nothing stays that is not of this board.
    _, names = page_data(opened(CATS, "challenges"))["address"]
    assert address.keys() <= set(names)


def test_from_the_wall_both_lists_are_handed_out_without_the_talk() -> None:
    deck = (SavedState("q=mean&k=3&set=two-feeds"),)
    desk = replace(PAIRED["two-feeds"].move_cutoff(2), present=True, masked=True, deck=deck, place=1)
    visit = opened(desk, "compare")

    data = page_data(visit)
    assert place(data) == "./compare"
    assert link(data) == {"q": "mean", "k": "2", "set": "two-feeds", "off": "example.talk"}
    assert "It opens “feed A” and “feed B” at k = 2." in said(data, "It opens")
    assert "they are on Compare" in said(data, "Your saved states")
    assert is_on_a_wall(data)
    # What loads this page anew, in the address: the talk, and where it is.
    assert data["address"][0]["from"] == "compare"
    assert "deck" in data["address"][0]
    assert "lens" not in boxes(data)
    data = tick(visit, "judge")
    assert link(data)["off"] == "example.talk.judge"
    assert Session.start(link(data), PAIRED).desk == replace(
        PAIRED["two-feeds"].move_cutoff(2), off=("example", "talk", "judge")
    )
    again = Visit({}, data["address"][0])
    assert link(page_data(again)) == link(data)


def test_after_a_pair_the_board_of_explore_is_handed_out() -> None:
    visit = opened(Session.start({}, PAIRED).desk, "compare")
    visit.state["left"] = {EXPLORE: Session(CATALOGUE, History(CHANGED))}

    assert Session.start(link(page_data(visit)), CATALOGUE).desk == CHANGED


@pytest.mark.parametrize("name", [*PARTS, *ACTIONS])
def test_each_choice_is_in_the_link_and_in_words(name: str) -> None:
    data = tick(opened(CHANGED), name)

    assert Session.start(link(data), CATALOGUE).desk == replace(CHANGED, off=(name,))
    assert {**PARTS, **ACTIONS}[name] in said(data, "It opens")


def test_it_can_begin_with_a_prediction_and_in_large_type() -> None:
    visit = opened(CHANGED)
    tick(visit, "predict first")
    data = tick(visit, "present")

    wanted = replace(CHANGED, predict=True, present=True)
    assert Session.start(link(data), CATALOGUE).desk == wanted
    assert "predicting first, in large type" in said(data, "It opens")


def test_without_scores_nothing_is_predicted_and_that_is_said() -> None:
    visit = opened(CHANGED)
    tick(visit, "predict first")
    data = tick(visit, "scores")

    assert link(data)["off"] == "scores"
    assert "predict" not in link(data)
    assert "switching “Predict first” on or off" in said(data, "It opens")
    box = boxes(data)["predict first"]
    assert (box["checked"], box["disabled"]) == (False, True)
    assert "Without the scoreboard there is nothing to predict." in str(box["words"])
    assert "predict" in link(tick(visit, "scores", on=False))
    # By hand in a link: left out.
    given = {"q": "cat-in-a-box", "off": "scores", "predict": "1"}
    assert not Session.start(given, CATALOGUE).desk.predict


def test_who_was_handed_an_exercise_hands_it_on_as_it_is() -> None:
    visit = opened(replace(CHANGED, off=("tabs", "move", "predict")))

    data = page_data(visit)
    assert link(data)["off"] == "tabs.move.predict"
    fixed = {name for name, box in boxes(data).items() if box["disabled"] and box["checked"]}
    # Dragging takes the tools along, and says so.
    assert fixed == {"tabs", "move", "sort", "predict"}
    assert boxes(data)["predict first"]["disabled"]
    for name in ("tabs", "move", "predict", "predict first"):
        assert tick(visit, name, on=name == "predict first") == data


def test_saved_states_stay_with_whoever_presents() -> None:
    data = page_data(opened(replace(CHANGED, deck=DECK, present=True)))

    assert "deck" not in link(data)
    assert "stay with you" in said(data, "Your saved states")
    assert not said(page_data(opened(CHANGED)), "Your saved states")


def test_whoever_locks_dragging_locks_the_order_and_reads_so() -> None:
    visit = opened(CHANGED)
    data = tick(visit, "move")

    (label,) = boxes(data)["move"]["words"]
    assert label == "Dragging a card to another rank, or tying ranks (locks the tools shuffle, ideal and worst, too)"
    locked = "Locked: dragging a card to another rank, or tying ranks; the tools shuffle, ideal and worst."
    assert locked in said(data, "It opens")
    implied = boxes(data)["sort"]
    assert (implied["checked"], implied["disabled"]) == (True, True)
    assert link(data)["off"] == "move"
    data = tick(visit, "move", on=False)
    assert not boxes(data)["sort"]["checked"]
    assert "off" not in link(data)


def test_an_answer_that_is_late_takes_nothing_back() -> None:
    """What is ticked comes as a whole, since the page may have more to say before it is answered."""
    visit = opened(CHANGED)
    answer(visit, "handout", {"tick": {"sort": True, "move": True}})
    assert link(page_data(visit))["off"] == "move"
    answer(visit, "handout", {"tick": {"sort": False, "move": False, "cut": True}})
    assert link(page_data(visit))["off"] == "cut"


def test_what_was_ticked_stays_when_the_page_is_loaded_and_is_forgotten_when_it_opens_anew() -> None:
    visit = opened(CHANGED)
    shown, _ = tick(visit, "judge")["address"]
    again = Visit({}, shown)
    begin(again)
    assert link(page_data(again)) == link(tick(visit, "predict first", on=False))
    begin(visit)

    assert "off" not in link(page_data(visit))


def test_results_of_ones_own_have_no_link() -> None:
    own = replace(CATS.board("white-cat"), id="mine")

    data = page_data(opened(Desk("results", (own,), "mine", 3), "results"))
    assert not place(data)
    assert not data["address"][0]
    # Nothing is to be chosen for a link that there is not; two lists have one.
    assert "The link opens" not in str(data)
    assert "checkbox" not in str(data)
    assert "Compare on two boards" in str(data)


def test_lists_of_ones_own_are_numbered_in_a_link() -> None:
    desk = replace(PAIRED["two-feeds"], present=True)

    assert not said(page_data(opened(desk, "compare")), "Links have")
    assert "there these are numbered" in said(page_data(opened(replace(desk, id="own"), "compare")), "Links have")


def test_a_link_with_locks_that_do_not_exist_says_so_and_keeps_the_others() -> None:
    desk, notes = permalink.read({"q": "white-cat", "off": "move.spell.cut"}, CATS)

    assert desk.off == ("move", "cut")
    assert notes == ("There is nothing called “spell” to hide or lock.",)


def test_whoever_presents_hands_out_to_phones_and_finds_the_way_back() -> None:
    desk = replace(CHANGED, present=True, masked=True, revealed=("AP",), deck=DECK, place=1)
    visit = opened(desk)

    data = page_data(visit)
    assert [boxes(data)[name]["checked"] for name in ("predict first", "present")] == [False, False]
    # Phones get one exercise, without what belongs to the talk, and see what is masked on the wall; the page
    # says so. Who presents may want it otherwise.
    off = ("example", "talk", "predict")
    assert Session.start(link(data), CATALOGUE).desk == replace(CHANGED, off=off)
    assert "Other pages open boards" not in said(data, "It opens")
    data = tick(visit, "predict", on=False)
    assert link(data)["off"] == "example.talk"
    assert "Whoever opens this link sees them." in said(data, "Your values")
    assert answer(visit, "handout", {"back": True}) == "explore"
    # On another wall the mask holds, if wanted.
    data = tick(visit, "present")
    assert (link(data)["mask"], link(data)["reveal"]) == ("1", "AP")
    assert "with the values masked" in said(data, "It opens")
    assert not said(data, "Your values")
    assert "mask" not in link(tick(visit, "masked", on=False))


@pytest.mark.parametrize(
    ("owner", "path"), [("lessons", "learn"), ("challenges", "challenges"), ("results", "results")]
)
def test_the_way_back_leads_to_the_page_that_is_presented(owner: str, path: str) -> None:
    assert answer(opened(replace(CHANGED, present=True), owner), "handout", {"back": True}) == path


@pytest.mark.parametrize(
    "request_",
    [None, 4, {}, {"back": True}, {"tick": "move"}, {"tick": {"move": 1}}, {"tick": {"nothing": True, 4: True}}],
)
def test_what_makes_no_sense_changes_nothing(request_: object) -> None:
    visit = opened(CHANGED)
    tick(visit, "cut")
    before, kept = page_data(visit), repr(visit.state)

    assert answer(visit, "handout", request_) is None
    assert page_data(visit) == before
    assert repr(visit.state) == kept


def test_pictures_of_ones_own_stay_and_that_is_said() -> None:
    for picture in ("own.0123456789abcdef", ""):
        results = (OwnResult("Jaguar", 1, picture), OwnResult("Car"))
        data = page_data(opened(OwnExample("", (OwnQuery("jaguar", results),), 1).desk))
        assert bool(said(data, "Your own pictures stay")) == bool(picture)

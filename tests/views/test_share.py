"""The menu Share: what it makes when somebody asks."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from irviz.formats import FormatError
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.chosen_conventions import Conventions
from irviz.state.session import Session
from irviz.views.drawing import drawing
from irviz.views.share import (
    MENU,
    PAIR_MENU,
    File,
    Paper,
    Picture,
    Script,
    answer_share_request,
    export_desk,
    read_shown_desk,
)
from tests.views.described import elements, texts

if TYPE_CHECKING:
    from irviz.state.desk import Desk
    from irviz.views.share import Shared

CATS = CATALOGUE["cats"]


@pytest.mark.parametrize("kind", [offer.kind for group in MENU for offer in group.offers])
def test_every_button_has_something_behind_it(kind: str) -> None:
    found = export_desk(kind, CATS)

    wanted = {"png": Picture, "svg": Picture, "python": Script, "ir_measures": Script, "paper": Paper}
    assert isinstance(found, wanted.get(kind, File))
    json.dumps(answer_share_request({"id": "1", "kind": kind, "link": {}}, lambda *_: found))


@pytest.mark.parametrize("kind", [offer.kind for group in PAIR_MENU for offer in group.offers])
def test_every_button_of_two_lists_has_something_behind_it(kind: str) -> None:
    pair = next(iter(PAIRED.values()))

    found = export_desk(kind, pair)

    wanted = {"png": Picture, "svg": Picture, "python": Script, "ir_measures": Script, "paper": Paper}
    assert isinstance(found, wanted.get(kind, File))
    json.dumps(answer_share_request({"id": "1", "kind": kind, "link": {}}, lambda *_: found))
    masked = replace(pair, present=True, masked=True)
    if kind in {"run-a", "run-b", "qrels"}:
        assert export_desk(kind, masked) == found
    else:
        with pytest.raises(ValueError, match="masked"):
            export_desk(kind, masked)


def test_what_the_page_shows_counts_even_before_the_server_knows_it() -> None:
    session = Session.start({}, CATALOGUE)
    link = permalink.write(CATS.open("white-cat").move_cutoff(2), CATS)

    assert read_shown_desk(session, link) == CATS.open("white-cat").move_cutoff(2)
    assert read_shown_desk(session, {"q": "twenty-documents"}).opened == "twenty-documents"
    assert read_shown_desk(session, {"q": "mean", "set": "feeds"}).id == "feeds"
    assert read_shown_desk(session, {"q": "no such query"}).opened == "cat-in-a-box"


@pytest.mark.parametrize(
    "ask",
    [None, 7, "csv", {}, {"id": "1"}, {"id": 1, "kind": "csv", "link": {}},
     {"id": "1", "kind": ["csv"], "link": {}}, {"id": "1", "kind": "csv", "link": "q"}],
)  # fmt: skip
def test_a_question_that_makes_no_sense_has_no_answer(ask: object) -> None:
    assert answer_share_request(ask, lambda *_: Script("")) is None


def test_a_kind_that_is_not_on_the_menu_has_no_answer() -> None:
    ask = {"id": "1", "kind": "../../etc/passwd", "link": {}}

    assert answer_share_request(ask, lambda kind, _: export_desk(kind, CATS)) is None


def test_what_cannot_be_written_is_said() -> None:
    def make(*_: object) -> Shared:
        raise FormatError("a document id without blanks", "“two words”")

    answer = answer_share_request({"id": "1", "kind": "run", "link": {}}, make)

    assert answer is not None
    assert "two words" in answer["fault"]


def test_judgments_say_what_the_file_cannot() -> None:
    graded = CATALOGUE["graded"]
    cases = {
        "": graded,
        "choose relevance from grade 2 again": graded.change_scale(4, 2),
        "choose the conventions chosen here again": Session.start(
            {"q": "white-cat-in-a-box", "by": Conventions(gain="exp").write()}, CATALOGUE
        ).desk,
    }
    for note, desk in cases.items():
        found = export_desk("qrels", desk)
        assert isinstance(found, File)
        assert note in found.note
        assert bool(note) == bool(found.note)


COVERED = [
    replace(CATS, predict=True),
    replace(CATALOGUE["graded"], predict=True, k=2),
    replace(CATS.open("mean"), predict=True),
]


@pytest.mark.parametrize("desk", COVERED, ids=["one", "graded", "mean"])
def test_what_is_shared_while_one_predicts_ends_at_the_cutoff(desk: Desk) -> None:
    why = f"end at k = {desk.k}: what comes after is covered while one predicts."
    for kind in ("csv", "json", "python", "ir_measures", "png", "svg"):
        assert why in export_desk(kind, desk).note, kind  # type: ignore[union-attr]
    table = json.loads(export_desk("json", desk).text)  # type: ignore[union-attr]
    assert max(row["k"] for row in table) == desk.k
    assert {len(trace["y"]) for trace in drawing(desk)["data"]} == {desk.k}
    page = export_desk("paper", desk)
    assert isinstance(page, Paper)
    assert why in texts(page.view)[1]
    assert [one[-1] for one in elements(page.view) if one[0].startswith("th.")][-1].endswith(f"k = {desk.k}")
    # At the end of the list there is nothing to cover.
    whole = desk.move_cutoff(desk.n)
    assert export_desk("csv", whole) == export_desk("csv", replace(whole, predict=False))


def test_what_tells_masked_values_cannot_be_shared() -> None:
    desk = replace(CATS, present=True, masked=True)
    for offer in (offer for group in MENU for offer in group.offers):
        if offer.kind in {"run", "qrels"}:
            assert export_desk(offer.kind, desk) == export_desk(offer.kind, CATS)
        else:
            with pytest.raises(ValueError, match="the values are masked; reveal them first"):
                export_desk(offer.kind, desk)
    assert export_desk("csv", replace(desk, present=False)) == export_desk("csv", CATS)


def test_a_run_with_ties_says_that_a_tool_may_read_it_in_another_order() -> None:
    found = export_desk("run", CATS.tie(2, 3, together=True))
    assert isinstance(found, File)
    scores = [line.split()[4] for line in found.text.splitlines()]
    assert len({*scores}) == len(scores) - 1
    assert "Tied results have one score" in found.note
    assert getattr(export_desk("run", CATS), "note", None) == ""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.cats import CATS
from irviz.state.history import History

KS = [CATS.move_cutoff(k) for k in range(1, 9)]


def test_undo_and_redo_go_back_and_forth() -> None:
    history = History(KS[0]).do(KS[1]).do(KS[2])

    assert history.undo().now == KS[1]
    assert history.undo().undo().now == KS[0]
    assert history.undo().redo() == history
    assert history.undo().undo().redo().redo() == history


def test_ends_are_ends() -> None:
    history = History(KS[0]).do(KS[1])

    assert history.redo() is history
    assert history.undo().undo() == history.undo()


def test_step_that_changes_nothing_is_none() -> None:
    history = History(KS[0]).do(KS[1]).undo()

    assert history.do(KS[0]) is history
    assert history.redo().now == KS[1]


def test_new_step_forgets_what_was_undone() -> None:
    history = History(KS[0]).do(KS[1]).undo().do(KS[2])

    assert history.future == ()
    assert history.undo().now == KS[0]


def test_looking_differently_is_no_step() -> None:
    history = History(KS[0]).do(KS[1])

    looked = history.look(KS[1].open("dark-cat").hide_curves(("P",)))

    assert looked.past == history.past
    assert looked.undo().now == KS[0].hide_curves(("P",))
    assert looked.undo().redo().now == KS[1].open("dark-cat").hide_curves(("P",))


def test_how_one_looks_survives_undo_and_redo() -> None:
    history = History(CATS).do(CATS.move_cutoff(5))
    seen = history.now.hide_curves(("R",)).look(metric="P", lens="gain")

    undone = history.look(seen).undo()

    assert undone.now == CATS.hide_curves(("R",)).look(metric="P", lens="gain")
    assert undone.redo().now == seen


def test_oldest_steps_are_forgotten() -> None:
    history = History(KS[0])
    for step in range(250):
        history = history.do(KS[1 + step % 2])
    undone = history
    for _ in range(200):
        assert undone.past
        undone = undone.undo()

    assert undone.past == ()
    assert len(undone.future) == 200


@given(st.lists(st.one_of(st.sampled_from(KS), st.just("undo"), st.just("redo")), max_size=60))
def test_history_is_a_list_with_a_place_in_it(steps: list[object]) -> None:
    history = History(KS[0])
    desks, place = [KS[0]], 0
    for step in steps:
        if step == "undo":
            history, place = history.undo(), max(place - 1, 0)
        elif step == "redo":
            history, place = history.redo(), min(place + 1, len(desks) - 1)
        else:
            assert isinstance(step, type(KS[0]))
            history = history.do(step)
            if step != desks[place]:
                desks, place = [*desks[: place + 1], step], place + 1
        assert history.now == desks[place]
        assert (bool(history.past), bool(history.future)) == (place > 0, place < len(desks) - 1)

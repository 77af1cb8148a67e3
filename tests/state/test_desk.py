from __future__ import annotations

import pytest

from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.chosen_conventions import PLOTTED, SUMS
from irviz.state.desk import MEAN


def test_open_board_is_the_visible_one() -> None:
    assert [board.id for board in CATS.visible] == ["cat-in-a-box"]
    assert [board.id for board in CATS.open("dark-cat").visible] == ["dark-cat"]
    assert CATS.open(MEAN).visible == CATS.boards


def test_board_is_put_in_the_place_of_the_one_with_its_id() -> None:
    changed = CATS.board("white-cat").move(1, 8)

    desk = CATS.replace_boards(changed)

    assert desk.board("white-cat") == changed
    assert [board.id for board in desk.boards] == [board.id for board in CATS.boards]
    assert desk.board("dark-cat") == CATS.board("dark-cat")
    assert CATS.board("white-cat") != changed


@pytest.mark.parametrize("k", [0, 9, -1, 2.0, True, "3", None])
def test_cutoff_off_the_boards_is_refused(k: object) -> None:
    with pytest.raises(ValueError, match="from 1 to 8"):
        CATS.move_cutoff(k)  # type: ignore[arg-type]


@pytest.mark.parametrize("k", range(1, 9))
def test_every_cutoff_on_the_boards_is_good(k: int) -> None:
    assert CATS.move_cutoff(k).k == k


def test_unknown_board_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no board 'unicorn'"):
        CATS.open("unicorn")
    with pytest.raises(KeyError):
        CATS.board("unicorn")


def test_unknown_metric_or_view_is_refused() -> None:
    with pytest.raises(ValueError, match="'XYZ'"):
        CATS.look(metric="XYZ")
    with pytest.raises(ValueError, match="'elsewhere'"):
        CATS.look(lens="elsewhere")


def test_hiding_names_the_hidden_curves_and_no_others() -> None:
    assert CATS.hide_curves(("P", "AP")).hide_curves(("R",)).hidden == ("R",)


def test_sums_are_shown_with_graded_boards_only() -> None:
    assert CATS.metrics == PLOTTED
    assert GRADED.metrics == (*PLOTTED, *SUMS)
    assert {"P", "R", "F1", "RR", "AP", "nDCG"} <= {metric.name for metric in PLOTTED}
    assert {"CG", "DCG"} <= {metric.name for metric in SUMS}


def test_lower_top_lowers_the_grades_above_it() -> None:
    desk = GRADED.change_scale(2, 1)

    assert desk.top == 2
    assert desk.boards[0].grades == (0, 2, 1, 2, 2, 1, 2, 2)


@pytest.mark.parametrize(
    ("top", "threshold"), [(0, 1), (1, 0), (1, 2), (11, 1), (-1, -1), (2.5, 1), (3, 1.5), (True, 1)]
)
def test_scale_that_is_none_is_refused(top: int, threshold: int) -> None:
    with pytest.raises(ValueError, match="scale"):
        CATS.change_scale(top, threshold)

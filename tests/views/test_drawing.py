"""The chart as a picture of its own."""

from __future__ import annotations

from irviz.scenarios.catalogue import CATALOGUE
from irviz.views.drawing import drawing

CATS = CATALOGUE["cats"]


def test_drawing_is_the_chart() -> None:
    desk = CATS.hide(("P",)).cut(5)

    found = drawing(desk)

    assert found["hidden"] == ["P"]
    assert found["k"] == 5
    assert list(found["curves"]) == [row["name"] for row in found["rows"]]

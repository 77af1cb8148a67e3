"""The pages at the end of the course: what they take from a link, and from the browser."""

import pytest
from streamlit.testing.v1 import AppTest

from irviz.lessons.check.check import Check
from irviz.pages.check import asked


def check() -> None:
    from irviz.ui.pages.check import final_check  # noqa: PLC0415 - AppTest runs this text alone

    final_check()


def hides() -> None:
    from irviz.ui.pages.hides import hiding  # noqa: PLC0415 - AppTest runs this text alone

    hiding()


def run(page: object, **link: str) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)  # type: ignore[arg-type]
    for name, text in link.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(
    ("link", "notes"),
    [
        ({}, 0),
        ({"seed": "4711", "said": "11"}, 0),
        ({"seed": "<img src=x>", "said": "`", "done": "<b>"}, 1),
        ({"seed": "4711", "said": "1" * 9000, "done": "recall-1" * 900}, 1),
    ],
    ids=["fresh", "begun", "markup", "long"],
)
def test_a_check_opens_with_any_link(link: dict[str, str], notes: int) -> None:
    app = run(check, **link)
    assert len(app.session_state["check-notes"]) == notes
    assert 1 <= app.session_state["check-answers"].seed <= 999_999


def test_what_each_metric_hides_opens_with_any_link() -> None:
    assert run(hides).session_state["study-end"].link == {}
    app = run(hides, done="recall-1-2-3.<b>.x-1")
    assert app.session_state["study-end"].link == {"done": "recall-1-2-3"}


def test_a_request_that_makes_no_sense_changes_nothing() -> None:
    now = Check(4711, (0,))
    assert asked(now, {"answer": {"number": 1, "choice": 1}}, 5) == Check(4711, (0, 1))
    assert asked(now, {"seed": "12"}, 5) == Check(12)
    assert asked(now, {"fresh": True}, 5) == Check(5)
    odd_ones: tuple[dict[str, object], ...] = (
        {},
        {"answer": 3},
        {"answer": {"number": "1", "choice": 0}},
        {"seed": 3},
    )
    for odd in odd_ones:
        assert asked(now, odd, 5) == now
    for wrong in (
        {"number": 0, "choice": 1},
        {"number": 1, "choice": 9},
        {"number": 1, "choice": -1},
    ):
        with pytest.raises(ValueError, match="question"):
            asked(now, {"answer": wrong}, 5)
    with pytest.raises(ValueError, match="The questions have numbers"):
        asked(now, {"seed": "none"}, 5)

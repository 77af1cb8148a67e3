"""The page “Challenges”: its list, one of them, and the form in which one is written."""

import pytest
from streamlit.testing.v1 import AppTest

OWN = {"q": "five-documents", "k": "3", "goal": "AP = 1", "allow": "move", "most": "2"}


def page() -> None:
    from irviz.ui.pages.study import practise  # noqa: PLC0415 - AppTest runs this text alone

    practise()


@pytest.mark.parametrize(
    "link",
    [
        {},
        {"challenge": "two-names", "solved": "first-hit"},
        {"challenge": "giraffe"},
        OWN,
        {**OWN, "goal": "AP >"},
        {"write": "1", "q": "dark-cat", "k": "2"},
        {"write": "2", "goal": "<img src=x>", "start": "%%%"},
    ],
    ids=str,
)
def test_it_opens_with_any_link(link: dict[str, str]) -> None:
    app = AppTest.from_function(page, default_timeout=60)
    for name, text in link.items():
        app.query_params[name] = text
    app.run()

    assert not app.exception
    assert app.session_state["session"].desk.names


def test_what_was_done_in_a_lesson_is_kept_beside_a_challenge() -> None:
    def either() -> None:
        import streamlit as st  # noqa: PLC0415 - AppTest runs this text alone

        from irviz.ui.pages.study import learn, practise  # noqa: PLC0415 - see above

        learn() if st.session_state.get("learns") else practise()

    app = AppTest.from_function(either, default_timeout=60)
    app.query_params["challenge"] = "first-hit"
    app.query_params["done"] = "recall-1"
    app.run()
    app.query_params.clear()
    app.session_state["learns"] = True
    app.run()

    assert not app.exception
    assert app.session_state["study-lessons"].progress.of("recall") == 1

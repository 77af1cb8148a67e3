"""The page “Your results”: what is brought is understood or refused in one line, and then compared."""

import pytest
from streamlit.testing.v1 import AppTest

MARKUP = "<img/src=x/onerror=alert(1)>"
QRELS = f"q1 0 a 1\nq1 0 b 0\nq2 0 {MARKUP} 1\n"
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 {MARKUP} 1 0.5 x\n"


def page() -> None:
    from irviz.ui.pages.results import results  # noqa: PLC0415 - AppTest runs this text alone

    results()


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def told(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


def paste(app: AppTest, **texts: str) -> None:
    for slot, words in texts.items():
        app.text_area(key=f"results-text-{slot}").set_value(words)
    app.run()
    assert not app.exception


def button(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click()
    app.run()
    assert not app.exception


def test_the_sample_is_one_click_away(app: AppTest) -> None:
    button(app, "Try it with a sample")
    assert "Means over 14 queries" in told(app)
    assert "paired randomisation test" in told(app)


def test_a_preview_comes_before_the_results(app: AppTest) -> None:
    paste(app, qrels=QRELS, a=RUN)
    assert "2 queries with 3 results" in told(app)
    assert "Means over" not in told(app)
    button(app, "Use these results")
    assert "Means over 2 queries" in told(app)


@pytest.mark.parametrize(
    ("qrels", "run", "said"),
    [
        (RUN, RUN, "line 1: expected 4 columns"),
        (QRELS, QRELS, "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 nan x", "expected a finite number as the score, found"),
        (QRELS, "q1 Q0 a 1 1 x y", "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 2 x\nq1 Q0 a 2 1 x", "line 2: "),
        (QRELS, "q9 Q0 a 1 2 x", "do the two files belong together?"),
        ("q1 0 a 0.5", RUN, "line 1: expected"),
    ],
)
def test_damage_is_one_line_and_what_was_there_stays(
    app: AppTest, qrels: str, run: str, said: str
) -> None:
    button(app, "Try it with a sample")
    paste(app, qrels=qrels, a=run)
    assert 'role="alert"' in told(app)
    assert said in told(app)
    assert "Means over 14 queries" in told(app)
    assert not [one for one in app.button if one.label == "Use these results"]


def test_markup_in_ids_is_text(app: AppTest) -> None:
    paste(app, qrels=QRELS, a=RUN.replace("0.9", MARKUP))
    assert "<img" not in told(app)
    assert "&lt;img" in told(app)


def test_a_query_opens_on_the_board_and_the_way_back_is_there(app: AppTest) -> None:
    button(app, "Try it with a sample")
    app.selectbox(key="results-q").set_value("white cat").run()
    assert not app.exception
    assert app.session_state["session"].desk.boards[0].query == "white cat"
    assert "Mean of all" in told(app)
    button(app, "Back to all queries")
    assert "Means over 14 queries" in told(app)


def test_columns_are_guessed_and_can_be_put_right(app: AppTest) -> None:
    judged = "query,document,grade,strict\nq1,a,1,1\nq1,b,1,0\nq2,c,1,0\n"
    paste(app, qrels=judged, a="q1 Q0 b 1 0.9 x\nq2 Q0 c 1 0.5 x")
    assert "3 judgments, 3 of them relevant." in told(app)
    next(one for one in app.selectbox if one.label == "Grade").set_value("3").run()
    assert not app.exception
    assert "3 judgments, 1 of them relevant." in told(app)

"""The page “Where metrics disagree”: what it sends to the browser, and what it takes from there."""

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    from irviz.ui.pages.disagree import disagreements  # noqa: PLC0415 - AppTest runs this text alone

    disagreements()


def run(**link: str) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    for name, text in link.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize(
    "link",
    [
        {},
        {"a": "P@4", "b": "R@4"},
        {"a": "nDCG@3", "b": "nDCG(dcg='exp-log2')@3", "of": "04134132", "pair": "3"},
        {"a": "<img src=x>", "b": "`", "of": "<b>", "level": "-1", "pair": "1e9"},
        {"q": "mean", "set": "models"},
        {"q": "giraffe", "a": "P(rel=2)@3"},
    ],
    ids=str,
)
def test_it_opens_with_any_link(link: dict[str, str]) -> None:
    app = run(**link)

    assert app.session_state["question"].link

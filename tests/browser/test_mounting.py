"""How Streamlit mounts a component: again with every change, and sometimes with a farewell that is none.

Streamlit calls a component's function with each change of its data. Where the data changes again
before that call has returned, Streamlit runs the cleanup that the call returns, although the
component stays where it is, and calls the function once more. Nothing may be lost or doubled by that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.views.board import board_data
from irviz.views.curves import curves_data
from tests.browser.modules import SCRIPT, added, alter

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

MOUNT_AGAIN = """async ([name, data]) => {
  const { default: mount } = (await PAGE).module(`${name}/${name}.js`);
  const parentElement = document.querySelector(`.ix-${name}`).parentElement;
  const component = { data, parentElement, setStateValue: window.transportOfThePage() };
  const cleanup = await mount(component);
  await cleanup();
  await mount(component);
}""".replace("PAGE", SCRIPT)


@pytest.fixture
def explorer(visit: OpenPage) -> Explorer:
    page = visit(ready=False, reduced_motion="reduce")
    alter(page.page, {"wire.js": added("window.transportOfThePage = () => transport;")})
    page.open()
    return page


def mount_again(explorer: Explorer, name: str, data: Any) -> None:
    explorer.page.evaluate(MOUNT_AGAIN, [name, data])
    explorer.settle()


def test_board_survives_the_cleanup_of_an_overtaken_call(explorer: Explorer) -> None:
    before = explorer.state()
    session = Session.start({}, CATALOGUE)

    mount_again(explorer, "board", board_data(session))
    mount_again(explorer, "board", board_data(session))

    assert explorer.state() == before
    expect(explorer.page.get_by_test_id("undo")).to_have_count(1)
    explorer.toggle("two-cats")
    explorer.settle()
    assert explorer.grades() == [1, 1, 0, 1, 1, 0, 1, 0]
    explorer.press("undo")
    explorer.settle()
    assert explorer.state() == before
    explorer.drag("two-cats", 3)
    explorer.settle()
    assert explorer.order()[2] == "two-cats"
    explorer.key("Control+z")
    explorer.settle()
    assert explorer.state() == before


def test_chart_survives_the_cleanup_of_an_overtaken_call(explorer: Explorer) -> None:
    plot = explorer.page.query_selector(".js-plotly-plot")
    assert plot is not None
    curves = explorer.curves()
    session = Session.start({}, CATALOGUE)

    mount_again(explorer, "curves", curves_data(session))
    mount_again(explorer, "curves", curves_data(session))

    assert explorer.curves() == curves
    assert plot.evaluate(
        "node => node.isConnected && node === document.querySelector('.js-plotly-plot')"
    )
    expect(explorer.page.locator(".js-plotly-plot")).to_have_count(1)
    expect(explorer.chart.locator(".ix-curve-label")).to_have_count(6)
    expect(explorer.chart.locator(".ix-cut-name")).to_have_count(1)
    explorer.hide("P")
    explorer.settle()
    assert "P@k" not in explorer.drawn()
    explorer.toggle("two-cats")
    explorer.settle()
    assert explorer.scores()["RR"] == 1

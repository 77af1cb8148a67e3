"""The menu Share, as a person uses it: each thing of the menu, and whether it is what the page shows."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import expect

from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

GRADED = "?q=white-cat-in-a-box&k=4&by=ap-hits.gain-exp&rel=2&top=4&hide=F1"


def saved(page: Page, kind: str) -> tuple[str, bytes]:
    """Press a button of the menu; the name and the contents of the file that is saved."""
    with page.expect_download() as download:
        page.locator(f"[data-kind={kind}]").click()
    expect(said(page)).to_contain_text(download.value.suggested_filename)
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def menu(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Share")


def said(page: Page) -> Locator:
    return page.locator(".ix-share-said")


def copied(page: Page, kind: str) -> str:
    before = menu(page).bounding_box()
    page.locator(f"[data-kind={kind}]").click()
    expect(said(page)).to_contain_text("in the clipboard")
    after = menu(page).bounding_box()
    assert before
    assert after
    assert (after["x"], after["y"]) == (before["x"], before["y"])  # what is said moves nothing
    text: str = page.evaluate("() => navigator.clipboard.readText()")
    expect(page.locator(".ix-share-code")).to_have_text(text)
    return text


def printed(script: str) -> dict[str, float]:
    """What a script prints for the one query of a board, by metric."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(script, "copied", "exec"), {})  # noqa: S102 - our own
    rows = [line.split("\t") for line in out.getvalue().splitlines()]
    return {metric: float(value) for _, query, metric, value in rows if query != "all"}


def test_everything_on_the_menu_is_what_the_page_shows(visit: OpenPage) -> None:
    explorer = visit(GRADED, color_scheme="dark", permissions=["clipboard-read", "clipboard-write"])
    page = explorer.page
    explorer.card("dog").get_by_test_id("handle").focus()
    explorer.key("]")
    explorer.settle()

    # By keyboard alone: in, around and out again.
    button = page.get_by_test_id("share")
    button.focus()
    page.keyboard.press("Enter")
    expect(menu(page).locator("[data-kind=link]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu(page)).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("t")
    expect(menu(page)).to_be_visible()
    assert axe(page, ".ix-share-menu") == []

    assert copied(page, "link") == page.url
    page.evaluate("() => (navigator.clipboard.writeText = () => Promise.reject(new Error()))")
    page.locator("[data-kind=link]").click()
    expect(said(page)).to_contain_text("Not copied")
    expect(said(page)).to_have_attribute("data-kind", "wrong")
    page.evaluate("() => delete navigator.clipboard.writeText")
    chart_is_shared(page)
    paper_is_shared(explorer)
    expect(button).to_be_focused()
    page.keyboard.press("t")
    without_a_clipboard_it_is_copied_by_hand(page)


def chart_is_shared(page: Page) -> None:
    _, data = saved(page, "png")
    drawing = Image.open(io.BytesIO(data))
    assert (drawing.format, drawing.size) == ("PNG", (2240, 1120))
    assert drawing.convert("RGBA").getpixel((2, 2)) == (255, 255, 255, 255)
    _, data = saved(page, "svg")
    drawn = data.decode()
    for words in ("white cat in a box", "Average precision", "Normalised DCG", "k = 5"):
        assert words in drawn
    assert "F1@k" not in drawn
    assert "rgb(202, 48, 131)" in drawn or "#ca3083" in drawn  # AP on paper, whatever the theme


def paper_is_shared(explorer: Explorer) -> None:
    page = explorer.page
    page.locator("[data-kind=paper]").click()
    sheet = page.get_by_test_id("sheet")
    expect(sheet).to_be_visible()
    expect(page.get_by_role("button", name="Print or save as PDF")).to_be_focused()
    expect(sheet.locator("li")).to_have_count(8)
    average = f"{explorer.scores()['AP']:.3f}"
    expect(sheet.locator("td.ix-sheet-here").nth(4)).to_have_text(average)
    expect(sheet).to_contain_text("those that the first k ranks do hold")
    expect(sheet.locator(".ix-sheet-link")).to_have_text(page.url)
    assert page.evaluate(PICTURES) == 10  # eight cards, the chart, and the link's code
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) == 1
    sheet.locator("li").last.evaluate("one => one.scrollIntoView()")
    assert page.get_by_role("button", name="Close").evaluate(ON_TOP)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


ON_TOP = """one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === one;
}"""

PICTURES = """() => [...document.querySelectorAll('[data-testid=sheet] img')]
  .filter(image => image.complete && image.naturalWidth > 0).length"""


def without_a_clipboard_it_is_copied_by_hand(page: Page) -> None:
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("[data-kind=python]").click()
    expect(said(page)).to_contain_text("copy it from here")
    selected: str = page.evaluate("() => getSelection().toString()")
    assert "P@5" in printed(selected)

"""The menu Share, as a person uses it: each thing of the menu, and whether it is what the page shows."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.metrics.rounding import format_rounded
from tests.browser.axe import axe
from tests.browser.conftest import PHONE
from tests.browser.test_results import bring

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


def short(name: str) -> str:
    """A metric's symbol without its conventions."""
    return re.sub(r"\(.*\)", "", name)


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
    assert axe(explorer.page) == []

    assert copied(page, "link") == page.url
    page.evaluate("() => (navigator.clipboard.writeText = () => Promise.reject(new Error()))")
    page.locator("[data-kind=link]").click()
    expect(said(page)).to_contain_text("Not copied")
    expect(said(page)).to_have_attribute("data-kind", "wrong")
    page.evaluate("() => delete navigator.clipboard.writeText")
    values_are_shared(page, explorer.curves())
    chart_is_shared(page)
    code_is_shared(page, explorer.curves(), explorer.scores())
    paper_is_shared(explorer)
    expect(button).to_be_focused()


def values_are_shared(page: Page, curves: dict[str, list[float]]) -> None:
    name, data = saved(page, "csv")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert name == "irviz-white-cat-in-a-box.csv"
    assert [int(row["k"]) for row in rows] == list(range(1, 9))
    for title, column in curves.items():
        (found,) = (head for head in rows[0] if short(head) == title)
        assert [float(row[found]) for row in rows] == column
    assert "AP(denominator='hits'" in data.decode()
    _, data = saved(page, "json")
    assert [{key: float(x) for key, x in row.items()} for row in rows] == json.loads(data)


def chart_is_shared(page: Page) -> None:
    _, data = saved(page, "png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (2240, 1120)
    assert page.evaluate(CORNER, list(data)) == [255, 255, 255, 255]
    _, data = saved(page, "svg")
    drawn = data.decode()
    for words in ("white cat in a box", "Average precision", "Normalised DCG", "k = 5"):
        assert words in drawn
    assert "F1@k" not in drawn
    assert "rgb(202, 48, 131)" in drawn or "#ca3083" in drawn  # AP on paper, whatever the theme


def code_is_shared(page: Page, curves: dict[str, list[float]], scores: dict[str, float]) -> None:
    found = printed(copied(page, "python"))
    for title, column in curves.items():
        for k, value in enumerate(column, 1):
            (one,) = (x for n, x in found.items() if short(n) == title.replace("@k", f"@{k}"))
            assert one == value
    at_k = {short(n).removesuffix("@5"): x for n, x in found.items() if n.endswith("@5")}
    assert at_k == scores
    assert "ir_measures does not have AP(denominator='hits')" in copied(page, "ir_measures")


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
    assert axe(explorer.page) == []
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == 1
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


CORNER = """async bytes => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return [...canvas.getImageData(2, 2, 1, 1).data];
}"""

PICTURES = """() => [...document.querySelectorAll('[data-testid=sheet] img')]
  .filter(image => image.complete && image.naturalWidth > 0).length"""


def test_files_of_a_board_give_the_same_values_when_they_are_brought_again(visit: OpenPage) -> None:
    explorer = visit("?q=mean&set=cats&k=3", viewport=PHONE, has_touch=True, is_mobile=True)
    page = explorer.page
    explorer.toggle("tabby-in-box", "dark-cat")
    explorer.settle()
    scores = explorer.scores()

    page.get_by_test_id("share").tap()
    expect(menu(page)).to_be_visible()
    box = menu(page).bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] + box["height"] <= PHONE["height"]
    assert axe(explorer.page) == []
    files = {kind: saved(page, kind) for kind in ("qrels", "run")}
    assert [name for name, _ in files.values()] == ["irviz-cats-mean-qrels.txt", "irviz-cats-mean-run.txt"]
    # Without the clipboard, the code is there to be copied by hand.
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("[data-kind=python]").tap()
    expect(said(page)).to_contain_text("copy it from here")
    selected: str = page.evaluate("() => getSelection().toString()")
    assert "P@3" in printed(selected)
    page.get_by_role("button", name="Close").tap()

    page.goto(f"{explorer.url}/results")
    expect(page.locator("input[type=file]")).to_have_count(4)
    for slot, (name, data) in zip(("qrels", "a"), files.values(), strict=True):
        bring(page, slot, name, data)
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="Means over 3 queries")).to_be_visible()
    cutoff = page.get_by_role("spinbutton", name="Cutoff k")
    cutoff.fill("3")
    cutoff.press("Enter")
    expect(page.locator(".ix-means").first.locator("thead")).to_contain_text("MAP@3")
    cells = page.locator(".ix-means").first.locator("tbody tr").first.locator("td")
    expect(cells).to_have_text([format_rounded(value, 4) for value in scores.values()])
    # Streamlit looks for itself below the address of any page but the first.
    explorer.problems[:] = [one for one in explorer.problems if "/_stcore/" not in one]

"""An example of one's own: written with pictures from the disk, given as a link and as a file."""

from __future__ import annotations

import json
import random
import re
from base64 import b64decode, b64encode
from io import BytesIO
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.explorer import visits

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import FilePayload, Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

TITLES = (
    "Jaguar in a tree",
    "Jaguar E-Type",
    "How fast is a jaguar?",
    "Jaguar, the cat",
    "Atari Jaguar",
    "Jaguar knits",
)
LINES = "\n".join(map("".join, zip(TITLES, ("; 1", "", "; 1", "\t1", "", "; ?"), strict=True)))


def photo(number: int) -> FilePayload:
    """A photo as a telephone takes it: it lies, and says how it is turned; its upper half is red once it stands."""
    upright = Image.new("RGB", (600, 800), (20 * number, 0, 200))
    upright.paste((220, 20 * number, 0), (0, 0, 600, 400))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned right by a quarter
    exif[0x010F] = "secret maker"
    packed = BytesIO()
    upright.rotate(90, expand=True).save(packed, "JPEG", exif=exif)
    return {"name": f"photo {number}.jpg", "mimeType": "image/jpeg", "buffer": packed.getvalue()}


def writes(explorer: Explorer) -> Locator:
    """Write the example on its page as it opens, by keys; returns the form."""
    page = explorer.page
    form = page.get_by_test_id("example")
    form.get_by_label("What is searched for").focus()
    page.keyboard.insert_text("jaguar")
    page.keyboard.press("Tab")
    expect(form.get_by_label("Results, the first one on top")).to_be_focused()
    page.keyboard.insert_text(LINES)
    page.keyboard.press("Tab")
    expect(page.locator(".ix-card")).to_have_count(6)
    return form


def titles(explorer: Explorer) -> list[str]:
    """The titles on the board, from the first rank on."""
    names = explorer.page.get_by_test_id("handle").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [name.removeprefix("Move ").rpartition(", rank")[0] for name in names]


def pictures(explorer: Explorer) -> Locator:
    return explorer.page.locator(".ix-card img[src^='data:image/jpeg']")


def leaves_a_wrong_line(results: Locator, form: Locator) -> None:
    """Who leaves a line that is wrong is at the first picture, and stays there while the page says so."""
    results.focus()
    results.press("Control+End")
    results.page.keyboard.insert_text("9")
    results.press("Tab")
    expect(form.get_by_role("status")).to_contain_text("is no grade")
    expect(form.get_by_label(f"Picture of {TITLES[0]}", exact=True)).to_be_focused()
    for key in ("Shift+Tab", "Control+End", "Backspace", "Tab"):
        results.page.keyboard.press(key)
    expect(form.get_by_role("status")).to_have_count(0)


def test_an_example_is_written_given_away_and_opened(visit: OpenPage, tmp_path: Path) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/example")
    form = writes(explorer)
    assert axe(page, "[data-testid=example]") == []
    results = form.get_by_label("Results, the first one on top")
    leaves_a_wrong_line(results, form)

    for number, title in enumerate(TITLES[:2]):
        form.get_by_label(f"Picture of {title}", exact=True).set_input_files(photo(number))
        expect(pictures(explorer)).to_have_count(number + 1)
    # One that is taken away by a key leaves the focus where the next is chosen, and is taken back.
    form.get_by_role("button", name=f"No picture of {TITLES[1]}").press("Enter")
    expect(pictures(explorer)).to_have_count(1)
    expect(form.get_by_label(f"Picture of {TITLES[1]}", exact=True)).to_be_focused()
    form.get_by_role("button", name="Take back the last change here").click()
    expect(pictures(explorer)).to_have_count(2)
    # They say which result they are of, and nothing of whether it is relevant.
    assert form.get_by_role("img", name="relevant").count() == 0
    explorer.settle()

    # Each was turned upright, cut to a square, scaled down and written anew.
    for source in pictures(explorer).evaluate_all("all => all.map(one => one.src)"):
        raw = b64decode(source.partition(",")[2])
        kept = Image.open(BytesIO(raw))
        assert (kept.size, kept.getexif().get(0x010F), len(raw) <= 8000) == ((240, 240), None, True)
        pixel: Any = kept.convert("RGB").getpixel((120, 20))
        assert pixel[0] > pixel[2]
    # What is done on the board is in the lines, and what is loaded again is there.
    explorer.drag("r3", 1)
    explorer.settle()
    expect(results).to_have_value(re.compile(r"^How fast is a jaguar\?\t1\nJaguar in a tree\t1\n"))
    page.reload()
    expect(results).to_have_value(re.compile(r"^How fast is a jaguar\?\t1\nJaguar in a tree\t1\n"))
    expect(pictures(explorer)).to_have_count(2)

    with page.expect_download() as saved:
        form.get_by_role("button", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "jaguar.irviz.json"
    link = form.get_by_label("The link").input_value()
    assert "/#?q=own-1" in link

    # Who opens the link sees titles; who opens the file sees the pictures, too.
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    student = explorer
    student.open(f"#{link.partition('#')[2]}")
    expect(student.page.locator(".ix-card")).to_have_count(6)
    expect(pictures(student)).to_have_count(0)
    assert titles(student)[0] == "How fast is a jaguar?"
    assert "#" not in student.page.url
    visits(student.page, "example")
    student.page.get_by_label("Open a file").set_input_files(file)
    expect(pictures(student)).to_have_count(2)


def damaged_queries() -> list[dict[str, object]]:
    """Forty pictures of which bytes are others, are missing, or are called what they are not."""
    draw = random.Random(8)
    whole = photo(1)["buffer"]
    queries: list[dict[str, object]] = []
    for number in range(2):
        sources = []
        for _ in range(20):
            damaged = bytearray(whole)
            for _ in range(draw.choice([1, 3, 200])):
                damaged[draw.randrange(len(damaged))] = draw.randrange(256)
            cut = draw.choice([len(damaged), draw.randrange(len(damaged))])
            kind = draw.choice(["jpeg", "png", "svg+xml"])
            sources.append(f"data:image/{kind};base64,{b64encode(damaged[:cut]).decode()}")
        results = [{"title": f"{number} {at}", "picture": one} for at, one in enumerate(sources)]
        queries.append({"query": f"query {number}", "results": results})
    return queries


def test_a_file_with_hostile_or_damaged_pictures_opens_without_them(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/example")
    form = page.get_by_test_id("example")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "elsewhere" in one.url else None)

    def opens(*queries: dict[str, object]) -> None:
        text = json.dumps({"irviz_example": 1, "queries": queries}).encode()
        page.get_by_label("Open a file").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": text}
        )

    def query(*sources: str) -> dict[str, object]:
        results = [{"title": f"<img src=x onerror=alert(1)> {at}", "picture": one} for at, one in enumerate(sources)]
        return {"query": "<b>q</b>", "results": results}

    opens(query("data:image/png;base64,AAAA", "data:text/html;base64,PGI+", "data:image/svg+xml;base64,PHN2Zz4=", ""))
    expect(page.locator(".ix-card")).to_have_count(4)
    expect(page.locator(".ix-card img")).to_have_count(0)
    expect(page.locator(".ix-card").first).to_contain_text("<img src=x onerror=alert(1)> 0")

    opens(query("https://elsewhere.example/x.png", ""))
    expect(form.get_by_role("alert")).to_contain_text("its picture is neither an emoji nor one of this file")
    expect(page.locator(".ix-card")).to_have_count(4)
    form.get_by_label(re.compile("^Picture of")).first.set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"}
    )
    expect(form.get_by_role("alert")).to_have_text(
        "notes.txt is no picture that this browser can read, such as PNG or JPEG."
    )
    assert asked == []

    opens(*damaged_queries())
    expect(page.get_by_test_id("handle").first).to_have_attribute("aria-label", "Move 0 0, rank 1 of 20")
    explorer.settle()
    shown = pictures(explorer).evaluate_all(
        "all => Promise.all(all.map(async one => (await one.decode(), one.naturalWidth)))"
    )
    assert {*shown} <= {240}
    assert 0 < len(shown) < 20

"""Two runs of which nobody judged a part: what the results and Compare say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.test_results import bring, choose, opened

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

QRELS = b"q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq2 0 d 1\nq2 0 e 0\n"
POOLED = b"q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq1 Q0 c 3 7 x\nq2 Q0 d 1 9 x\nq2 Q0 e 2 8 x\n"
NEW = b"q1 Q0 new1 1 9 y\nq1 Q0 a 2 8 y\nq1 Q0 new2 3 7 y\nq2 Q0 d 1 9 y\nq2 Q0 e 2 8 y\n"


def test_a_drop_that_lies_within_what_nobody_judged_is_called_so(visit: OpenPage) -> None:
    page = opened(visit(ready=False, reduced_motion="reduce")).page
    bring(page, "qrels", "qrels.txt", QRELS)
    bring(page, "a", "pooled.run", POOLED)
    bring(page, "b", "new.run", NEW)
    page.get_by_role("button", name="Use these results").click()
    section = page.locator(".ix-results").filter(has_text="What nobody judged, by nDCG@10")
    expect(section).to_contain_text("instead of −0.260: the difference lies within what is not known.")
    expect(section).to_contain_text("At 1 of 2 queries the difference lies within what is not known.")
    rows = section.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("1.0000")
    expect(rows.nth(1)).to_contain_text("0.6667")  # judged: a third of q1, and all of q2
    assert "\n".join(axe(page)) == ""

    page.get_by_role("button", name="both, to compare").click()
    choose(page, "q1")
    page.wait_for_url("**/compare?*")
    said = page.get_by_test_id("versus-unjudged")
    expect(said).to_contain_text("The judgments do not settle nDCG@3.")
    expect(said).to_contain_text("Judged are 3 of the first 3 of A and 1 of the first 3 of B")
    expect(said).to_contain_text(
        "B − A could be +0.383 instead of −0.520: the difference lies within what is not known."
    )
    assert "\n".join(axe(page)) == ""

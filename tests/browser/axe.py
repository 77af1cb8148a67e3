"""What axe-core finds on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE = Axe()
_OPTIONS = {"resultTypes": ["violations"]}
"""What is right is not listed, which would take as long as all the rest."""

# Streamlit's own frame around the page is not ours to change. Each rule that it breaks, and where:
STREAMLIT = {
    # The file uploader's frame is presentational although it has a name; one uses its button.
    "presentation-role-conflict": ("stFileUploaderDropzone",)
}


def axe(page: Page, part: str | None = None) -> list[str]:
    """The violations on the page or a part of it, one line each, without those of Streamlit's own frame."""
    # What measures itself, such as whether it scrolls, has done so by the second frame.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    # What is still fading in has no contrast yet.
    page.wait_for_function(
        "() => document.getAnimations().every(one => "
        "one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"
    )
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:200]} {node['failureSummary'][:200]}"
        for violation in _AXE.run(page, context=part, options=_OPTIONS).response["violations"]
        for node in violation["nodes"]
        if not any(place in node["html"] for place in STREAMLIT.get(violation["id"], ()))
    ]

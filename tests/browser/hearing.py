"""What is told in live regions, all of it and in order, as a screen reader takes it up."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError  # noqa: A004 - Playwright's own

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Those of Streamlit's own fields are not ours. What a region says when it comes is heard of an alert alone.
LISTENS = """(() => {
  const told = window.told = [];
  const known = new Map();
  const words = (region) => region.checkVisibility() ? region.innerText.replace(/\\s+/g, ' ').trim() : '';
  const ours = (region) => region.matches('[class*="ix-"]') || region.closest('.ix');
  new MutationObserver(() => {
    for (const region of known.keys()) if (!region.isConnected) known.delete(region);
    const regions = document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]');
    for (const region of [...regions].filter(ours)) {
      const now = words(region);
      const before = known.get(region) ?? (region.matches('[role=alert]') ? '' : now);
      known.set(region, now);
      if (now && now !== before) told.push(now);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()"""


class Ears:
    """Somebody who hears a page.

    Args:
        page: In which `LISTENS` runs from the start.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.expected: list[str] = []

    def hear(self, *sentences: str, most: int = 28) -> None:
        """Wait for what is told now, and nothing else before it.

        Args:
            sentences: One after the other.
            most: So many words has each at most.
        """
        self.expected += sentences
        with suppress(TimeoutError):  # what was heard then says more
            enough = "count => window.told.length >= count"
            self.page.wait_for_function(enough, arg=len(self.expected), timeout=15_000)
        told = self.page.evaluate("() => window.told")
        assert told == self.expected, f"heard {told}, and not {self.expected}"
        longest = max(len(one.split()) for one in sentences)
        assert longest <= most, f"{longest} words"

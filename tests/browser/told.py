"""Everything that a page tells a person: read, heard, pointed at, copied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playwright.sync_api import Page

# Texts and attributes of the page; with `all` also of what is not seen.
_TOLD = """([where, all]) => {
  const root = document.querySelector(where);
  const seen = node => all || node.checkVisibility({ visibilityProperty: true });
  const found = [];
  const walk = node => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || ["SCRIPT", "STYLE"].includes(node.tagName)) return;
    if (seen(node)) {
      for (const { name, value } of node.attributes) {
        if (/^(title|alt|value|placeholder|label|aria-.*|data-.*)$/.test(name)) found.push(value);
      }
      if ("value" in node && typeof node.value === "string") found.push(node.value);
      for (const pseudo of ["::before", "::after"]) found.push(getComputedStyle(node, pseudo).content);
    }
    for (const child of node.childNodes) {
      if (child.nodeType !== Node.TEXT_NODE || seen(node)) walk(child);
    }
  };
  walk(root);
  getSelection().selectAllChildren(root);
  found.push(document.title, getSelection().toString());
  getSelection().removeAllRanges();
  return found.join("\\n");
}"""


def told(page: Page, where: str = "body", *, unseen: bool = False) -> str:
    """All texts, titles, attributes and the accessibility tree of a page, a line each.

    Args:
        page: The page.
        where: The part of it whose texts and attributes are read.
        unseen: Whether to read what is in the page and shown to nobody, too.
    """
    text: str = page.evaluate(_TOLD, [where, unseen])
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    heard = [
        str(part["value"])
        for node in nodes
        if not node.get("ignored")
        for part in (
            *(node[name] for name in ("name", "value", "description") if name in node),
            *(one["value"] for one in node.get("properties", ())),
        )
        if "value" in part
    ]
    return "\n".join([text, *heard])


def at_each_rank(page: Page, n: int) -> str:
    """What the chart and the scores tell while the mouse rests on one rank after the other."""
    found = []
    box = page.locator(".ix-chart-hit").bounding_box()
    ticks = page.locator(".ix-chart .xtick text")
    assert box
    assert ticks.count() == n
    for at in range(n):
        tick = ticks.nth(at).bounding_box()
        assert tick
        page.mouse.move(tick["x"] + tick["width"] / 2, box["y"] + box["height"] / 2)
        found.append(page.evaluate(_TOLD, [".ix-curves", True]))
    page.mouse.move(2, 2)
    return "\n".join(found)


def within(text: str, forms: Iterable[str]) -> set[str]:
    """Those of some numbers that stand in a text by themselves."""
    return {one for one in forms if one in text and re.search(rf"(?<![\d.]){re.escape(one)}(?![\d/])", text)}


def forms(values: Iterable[float], fractions: Sequence[str | None] = ()) -> set[str]:
    """How values may be written on the page: with three decimals, with six, as fractions.

    >>> sorted(forms([0.5], ["1/2", None, "1"]))
    ['0.500', '0.500000', '1/2']
    """
    found = {f"{value:.{places}f}" for value in values for places in (3, 6)}
    return found | {one for one in fractions if one and "/" in one}

/** Boxes whose contents may be too wide for them. */

import { h } from "../view/view.js";

/**
 * Describe such a box.
 *
 * @param {string} words What it is called, since it may get the focus.
 * @param {object} contents
 */
export const scroll = (words, contents) =>
  h("div.ix-scroll", { role: "group", "aria-label": words, ref: scrollable }, contents);

/**
 * Keep a box reachable by keys exactly while it can be scrolled; then it is a region, since a group is nothing to go
 * to. It says whether there is more to the right.
 *
 * @param {HTMLElement} box With a role and a name, since it may get the focus.
 */
export function scrollable(box) {
  const check = () => {
    const scrolls = box.scrollWidth > box.clientWidth;
    box.toggleAttribute("data-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    if (!scrolls && box === document.activeElement) return;
    box.setAttribute("role", scrolls ? "region" : "group");
    if (scrolls) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  };
  box.addEventListener("scroll", check, { passive: true });
  const sizes = new ResizeObserver(check);
  sizes.observe(box);
  queueMicrotask(() => [...box.children].forEach((one) => sizes.observe(one))); // which are put into it after this
}

/** Boxes whose contents may be too wide for them. */

import { h } from "../view/view.js";

/**
 * Describe such a box.
 *
 * @param {string} words What it is called, since it may get the focus.
 * @param {object} contents
 */
export const scroll = (words, contents) => h("div.ix-scroll", { role: "group", "aria-label": words, ref: scrollable }, contents);

/**
 * Keep a box reachable by keys exactly while it can be scrolled.
 *
 * @param {HTMLElement} box With a role and a name, since it may get the focus.
 */
export function scrollable(box) {
  const check = () => {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else if (box !== document.activeElement) box.removeAttribute("tabindex");
  };
  new ResizeObserver(check).observe(box);
  new MutationObserver(check).observe(box, { childList: true, characterData: true, subtree: true });
}

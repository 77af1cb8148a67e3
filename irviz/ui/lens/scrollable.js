/** Boxes whose contents may be too wide for them: where they are, keys can scroll them too. */

import { setAttribute } from "./svg.js";

/**
 * Keep a box reachable by keys exactly while it can be scrolled.
 *
 * @param {HTMLElement} box
 * @returns {{disconnect: () => void}}
 */
export function scrollable(box) {
  const check = () => {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls) {
      setAttribute(box, "tabindex", "0");
      setAttribute(box, "role", "group");
    } else if (box !== document.activeElement) {
      box.removeAttribute("tabindex");
      box.removeAttribute("role");
    }
  };
  const sizes = new ResizeObserver(check);
  const contents = new MutationObserver(check);
  sizes.observe(box);
  contents.observe(box, { childList: true, characterData: true, subtree: true });
  return {
    disconnect() {
      sizes.disconnect();
      contents.disconnect();
    },
  };
}

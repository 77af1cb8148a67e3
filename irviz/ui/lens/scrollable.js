/** Boxes whose contents may be too wide for them: where they are, keys can scroll them too. */

import { setAttribute } from "../dom.js";

/**
 * Keep a box reachable by keys exactly while it can be scrolled.
 *
 * @param {HTMLElement} box With a role and a name, since it may get the focus.
 * @returns {{disconnect: () => void}}
 */
export function scrollable(box) {
  const check = () => {
    if (box.scrollWidth > box.clientWidth) setAttribute(box, "tabindex", "0");
    else if (box !== document.activeElement) box.removeAttribute("tabindex");
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

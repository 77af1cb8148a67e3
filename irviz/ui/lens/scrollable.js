/**
 * Keep a box whose contents may be too wide for it reachable by keys, exactly while it can be scrolled.
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

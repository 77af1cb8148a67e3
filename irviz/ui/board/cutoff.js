// The cutoff: a divider after rank k that can be dragged, and moved with keys.

import { consume, hasModifier } from "../events.js";
import { draw, h, make } from "../view/view.js";
import { least } from "./drag.js";

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -1, PageUp: 1, Home: -1e9, End: 1e9 };

const SLIDER = {
  role: "slider",
  tabindex: 0,
  "data-testid": "cutoff",
  "data-term": "k",
  "aria-label": "Cutoff k",
  "aria-orientation": "horizontal",
  "aria-valuemin": 1,
};

/**
 * Make a divider for a list of cards.
 *
 * @param {Element} list
 * @param {boolean} main Whether this is the divider that keys and screen readers use; others repeat it for the hand
 *   only.
 * @param {number} most The length of the list, which may go on below the cards.
 * @param {object} on What the hand does (gestures.js): locked(action), cutOver(k), cutDrop(k), cutCancel(),
 *   cutAnswer().
 */
export function makeCutoff(list, main, most, on) {
  const divider = make(h("div.ix-cutoff", main ? { ...SLIDER, "aria-valuemax": most } : { "aria-hidden": true }));
  let k = 0;
  let drag = null;

  const place = () => {
    const card = list.children[Math.min(k, list.children.length) - 1];
    if (!card || !list.offsetParent) return;
    // offset* ignores transforms, so cards in flight do not move the divider; it counts from the row, as the divider.
    const gap = parseFloat(getComputedStyle(list).columnGap) || 0;
    divider.style.transform = `translate(${card.offsetLeft + card.offsetWidth + gap / 2}px, ${card.offsetTop}px)`;
    divider.style.height = `${card.offsetHeight}px`;
    divider.dataset.edge = String(card.offsetLeft + card.offsetWidth + gap > list.offsetWidth);
  };
  const observer = new ResizeObserver(place);
  observer.observe(list);

  divider.onpointerdown = (event) => {
    if (event.button !== 0 || !event.isPrimary || on.locked("cut")) return;
    event.preventDefault();
    divider.focus({ preventScroll: true });
    divider.setPointerCapture(event.pointerId);
    drag = { k };
    delete divider.dataset.moved;
    divider.classList.add("ix-lifted");
  };
  divider.onpointermove = (event) => {
    if (!drag) return;
    const next = cutAt(list, event.clientX, event.clientY);
    if (next === drag.k) return;
    drag.k = next;
    divider.dataset.moved = ""; // the click that follows belongs to the drag
    on.cutOver(next);
  };
  divider.onpointerup = () => end(on.cutDrop);
  divider.onpointercancel = () => end(on.cutCancel);
  divider.onkeydown = (event) => {
    const { key } = event;
    const meant = key in KEYS || key === " " || key === "Enter" || (key === "Escape" && drag);
    if (hasModifier(event) || !meant || on.locked("cut")) return;
    if (key === "Escape") end(on.cutCancel);
    else if (key === "Enter") on.cutAnswer();
    else if (key === " ") on.cutDrop((k % most) + 1); // all that a switch may have is this and Tab
    else on.cutDrop(Math.min(Math.max(k + KEYS[key], 1), most));
    consume(event);
  };

  function end(then) {
    if (!drag) return;
    const { k: chosen } = drag;
    drag = null;
    divider.classList.remove("ix-lifted");
    then(chosen);
  }

  return {
    element: divider,
    active: () => Boolean(drag),
    show(next) {
      // Slots keep their places whatever lies in them, and the observer sees when they do not; asking costs a layout.
      if (next === k) return;
      k = next;
      divider.dataset.k = String(k);
      draw(divider, h("span.ix-badge", { "data-kind": "cutoff" }, `k = ${k}`));
      if (main) {
        divider.setAttribute("aria-valuenow", String(k));
        divider.setAttribute("aria-valuetext", `k = ${k}: the first ${k} of ${most} are retrieved`);
      }
      place();
    },
    remove: () => observer.disconnect(),
  };
}

/** The cutoff whose divider is nearest to a point of the window. */
function cutAt(list, x, y) {
  const distance = (card) => {
    const { right, top, bottom } = card.getBoundingClientRect();
    return Math.abs(right - x) + 4 * Math.max(top - y, y - bottom, 0);
  };
  return least([...list.children], distance) + 1;
}

// The cutoff: a divider after rank k that can be dragged, and moved with keys.

import { element } from "./cards.js";

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -1, PageUp: 1 };

/**
 * Add a divider to a row.
 * @param row the row element, which holds the list
 * @param list the list of cards
 * @param main whether this is the divider that keys and screen readers use; further rows repeat it for the hand only
 * @param on {locked(), most(), over(k), drop(k), cancel(), answer()}; `most` is the length of the list, which may go on
 * below the cards
 */
export function makeCutoff(row, list, main, on) {
  const divider = element("div", "ix-cutoff", main ? {
    role: "slider",
    tabindex: "0",
    "data-testid": "cutoff",
    "aria-label": "Cutoff k",
    "aria-orientation": "horizontal",
    "aria-valuemin": "1",
  } : { "aria-hidden": "true" });
  divider.append(element("span", "ix-k"));
  row.append(divider);
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

  divider.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || on.locked()) return;
    event.preventDefault();
    divider.focus({ preventScroll: true });
    divider.setPointerCapture(event.pointerId);
    drag = { from: k, k };
    divider.classList.add("ix-lifted");
  });
  divider.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const next = cutAt(list, event.clientX, event.clientY);
    if (next !== drag.k) {
      drag.k = next;
      on.over(next);
    }
  });
  divider.addEventListener("pointerup", () => end(on.drop));
  divider.addEventListener("pointercancel", () => end(on.cancel));
  divider.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (on.locked() && event.key !== "Tab")) return;
    if (event.key === "Escape" && drag) {
      end(on.cancel);
    } else if (event.key in KEYS) {
      on.drop(clamp(k + KEYS[event.key], on.most()));
    } else if (event.key === "Home" || event.key === "End") {
      on.drop(event.key === "Home" ? 1 : on.most());
    } else if (event.key === "Enter") {
      on.answer();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function end(then) {
    if (!drag) return;
    const { k: chosen } = drag;
    drag = null;
    divider.classList.remove("ix-lifted");
    then(chosen);
  }

  return {
    active: () => Boolean(drag),
    show(next) {
      // Slots keep their places whatever lies in them, and the observer sees when they do not; asking costs a layout.
      if (next === k) return;
      k = next;
      divider.dataset.k = k;
      divider.firstChild.textContent = `k = ${k}`;
      if (main) {
        divider.setAttribute("aria-valuemax", on.most());
        divider.setAttribute("aria-valuenow", k);
        divider.setAttribute("aria-valuetext", `k = ${k}: the first ${k} of ${on.most()} are retrieved`);
      }
      place();
    },
    remove: () => observer.disconnect(),
  };
}

const clamp = (k, n) => Math.min(Math.max(k, 1), n);

/** The cutoff whose divider is nearest to a point of the window. */
function cutAt(list, x, y) {
  let best = 1;
  let least = Infinity;
  [...list.children].forEach((card, place) => {
    const { right, top, bottom } = card.getBoundingClientRect();
    const above = y < top ? top - y : y > bottom ? y - bottom : 0;
    const distance = Math.abs(right - x) + 4 * above;
    if (distance < least) [best, least] = [place + 1, distance];
  });
  return best;
}

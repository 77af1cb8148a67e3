// Dragging a card, or a row, with a mouse, a pen or a finger. Pointer events carry all three.

import { consume } from "../events.js";

const SLACK = 6; // px that a click may wander before it is a drag
const LONG_PRESS = 350; // ms after which a resting finger lifts a card

const EDGE = 48; // px from the edge of what scrolls within which it does
const PULL = 8; // px that it scrolls in each frame

// Browsers hold pointermove back until the next frame. What comes at once, where there is such an event, is done by
// then.
const MOVES = ["pointerrawupdate", "pointermove"];

/**
 * Make the cards of a list draggable.
 * @param {Element} list Its children are the cards.
 * @param {object} on `drop(card, from, to)`, `cancel(card, astray)`, where it was let go over another list, and where
 *   that is of use `locked(action)`, `lift(card)`, `over(card, from, to)`; places count from 0.
 * @param {{item: string, box?: Element}} [of] What is dragged; and the box that the list scrolls in, if that is not the
 *   page: then what is dragged stays among the others, and the box scrolls with it.
 */
export function makeDraggable(list, on, { item, box } = { item: ".ix-card" }) {
  let drag = null;

  list.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(item);
    if (drag || !card || event.target.closest("input, textarea") || event.button !== 0 || !event.isPrimary) return;
    const cards = [...list.children];
    const from = cards.indexOf(card);
    const touch = event.pointerType === "touch";
    const free = !touch || event.target.closest(".ix-handle");
    const life = new AbortController();
    const { signal } = life;
    drag = {
      life,
      card,
      cards,
      from,
      to: from,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      free,
      lifted: false,
      timer: touch ? setTimeout(lift, LONG_PRESS) : 0,
    };
    for (const kind of MOVES) addEventListener(kind, move, { signal });
    for (const kind of ["pointercancel", "blur"]) addEventListener(kind, cancel, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("keydown", escape, { signal, capture: true });
    addEventListener("scroll", follow, { signal, capture: true });
  });

  // A finger that holds a card must not scroll the page; one that does not, may.
  list.addEventListener(
    "touchmove",
    (event) => {
      if (drag?.lifted && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  list.addEventListener("contextmenu", (event) => {
    if (drag?.timer) event.preventDefault();
  });
  list.addEventListener("dragstart", (event) => event.preventDefault());

  function lift() {
    // Asked only now: a press may as well become a click, which is another thing and may be allowed.
    if (on.locked?.("move")) return void finish();
    clearTimeout(drag.timer);
    drag.lifted = true;
    drag.slots = drag.cards.map((card) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    const rows = [...list.closest(".ix-rows")?.children ?? []].filter((row) => !row.contains(list));
    const { left, top } = list.getBoundingClientRect();
    Object.assign(drag, { at: [left, top], scrolled: [0, 0], others: rows.map((row) => row.getBoundingClientRect()) });
    list.classList.add("ix-dragging");
    drag.card.classList.add("ix-lifted");
    try {
      drag.card.setPointerCapture(drag.pointer);
    } catch {
      // The pointer has left meanwhile; pointerup or pointercancel follows.
    }
    on.lift?.(drag.card);
    // A mouse has a wheel; a finger that holds a card has no other way to the rest of the list.
    const scroller = box ?? (drag.timer ? list.closest("[data-ix-main]") : null);
    if (scroller) pull(scroller);
  }

  /** Near the edge of what the list scrolls in, more of the list comes into sight; only there it is measured. */
  function pull(scroller) {
    const held = drag;
    const { top, bottom } = scroller.getBoundingClientRect();
    const first = top + (parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);
    const last = bottom - EDGE;
    const scroll = () => {
      if (drag !== held) return;
      const at = held.last?.clientY;
      if (at < first + EDGE && list.getBoundingClientRect().top < first) scroller.scrollTop -= PULL;
      if (at > last && list.getBoundingClientRect().bottom > last) scroller.scrollTop += PULL;
      requestAnimationFrame(scroll);
    };
    scroll();
  }

  /**
   * Whatever scrolls, what is held stays where the pointer is. Not asked at each move: the browser would lay all out
   * for it.
   */
  function follow() {
    if (!drag?.lifted) return;
    const { left, top } = list.getBoundingClientRect();
    drag.scrolled = [drag.at[0] - left, drag.at[1] - top];
    if (drag.last) move(drag.last);
  }

  function move(event) {
    if (event.pointerId !== drag?.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.lifted) {
      const far = drag.free ? Math.hypot(dx, dy) > SLACK : Math.abs(dx) > SLACK && Math.abs(dx) > Math.abs(dy);
      if (!far) {
        if (Math.hypot(dx, dy) > SLACK) clearTimeout(drag.timer);
        return;
      }
      lift();
      if (!drag) return;
    }
    drag.last = event;
    const { slots, card, from } = drag;
    const [x, y] = within(drag, [dx + drag.scrolled[0], dy + drag.scrolled[1]]);
    card.style.transform = `translate(${x}px, ${y}px) scale(${box ? 1 : 1.04})`;
    const [left, top] = slots[from];
    const [px, py] = [event.clientX + drag.scrolled[0], event.clientY + drag.scrolled[1]];
    drag.astray = drag.others.some((row) => row.left < px && px < row.right && row.top < py && py < row.bottom);
    const to = drag.astray ? from : least(slots, ([sx, sy]) => Math.hypot(sx - left - x, sy - top - y));
    if (to === drag.to) return;
    drag.to = to;
    makeWay(drag);
    on.over?.(card, from, to);
  }

  /** In a box, no further than the first and the last of the list, or it would grow. */
  function within({ slots, from }, way) {
    if (!box) return way;
    return way.map((by, axis) => {
      const all = slots.map((slot) => slot[axis] - slots[from][axis]);
      return Math.min(Math.max(by, Math.min(...all)), Math.max(...all));
    });
  }

  function up(event) {
    if (event.pointerId !== drag?.pointer) return;
    const { card, from, to, lifted, astray } = finish();
    if (!lifted) return;
    consumeClick(card);
    astray ? on.cancel(card, astray) : on.drop(card, from, to);
  }

  /** The click that follows belongs to the drag. */
  function consumeClick(card) {
    card.addEventListener("click", consume, { capture: true, once: true });
    setTimeout(() => card.removeEventListener("click", consume, { capture: true }));
  }

  function cancel(event) {
    if (!drag || (event?.pointerId !== undefined && event.pointerId !== drag.pointer)) return;
    const { card, lifted } = finish();
    if (lifted) on.cancel(card);
  }

  function escape(event) {
    if (event.key !== "Escape" || !drag?.lifted) return;
    consume(event);
    const { card } = drag;
    cancel();
    // It may still be under the pointer, on its way back, when that is released.
    addEventListener("pointerup", () => consumeClick(card), { once: true });
  }

  function finish() {
    const done = drag;
    drag = null;
    clearTimeout(done.timer);
    done.life.abort();
    list.classList.remove("ix-dragging");
    done.card.classList.remove("ix-lifted");
    return done;
  }

  return { active: () => Boolean(drag?.lifted), cancel };
}

/** Where the item at `place` stands while the one at `from` is held over `to`. */
export function placed(place, from, to) {
  if (place === from) return to;
  if (from < to && place > from && place <= to) return place - 1;
  if (to < from && place >= to && place < from) return place + 1;
  return place;
}

/** Let cards make way for the one that is held: by the middles or the corners of their slots. */
export function makeWay({ cards, slots, card = null, from, to }) {
  cards.forEach((other, place) => {
    if (other === card) return;
    const [x, y] = slots[placed(place, from, to)].map((at, axis) => at - slots[place][axis]);
    other.style.transform = x || y ? `translate(${x}px, ${y}px)` : "";
  });
}

/** The place of the one of which the measure is least. */
export function least(all, measure) {
  const sizes = all.map(measure);
  return sizes.indexOf(Math.min(...sizes));
}

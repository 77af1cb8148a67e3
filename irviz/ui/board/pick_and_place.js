// Moving a card without dragging: lift it, choose a rank, and put it there or back. With keys; or with presses, one on
// the handle and one on the place, for a hand, a switch or a voice.

import { consume, hasModifier } from "../events.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/**
 * Let the handles of a list be used with keys and with presses.
 * @param {Element} list Its children are the cards.
 * @param {object} on `locked(action)`, `lift(card, pressed)`, `over(card, from, to)`, `drop(card, from, to)`,
 *   `cancel(card)`; places count from 0.
 */
export function makeLiftable(list, on) {
  let held = null;

  list.addEventListener("keydown", (event) => {
    const handle = event.target.closest?.(".ix-handle");
    // What was lifted by Enter is put where Enter is pressed next, which is a click.
    if (!handle || hasModifier(event) || (held?.pressed && handle !== held.handle)) return;
    const press = event.key === " " || event.key === "Enter";
    if (!held && (!press || on.locked("move"))) return;
    const last = list.children.length - 1;
    if (!held) {
      lift(handle, event.key === "Enter");
    } else if (press) {
      put(held.to);
    } else if (event.key === "Escape") {
      cancel();
    } else if (event.key in STEPS) {
      over(Math.min(Math.max(held.to + STEPS[event.key], 0), last));
    } else if (event.key === "Tab") {
      if (!held.pressed) cancel();
      return;
    } else {
      return;
    }
    consume(event);
  });

  // In some browsers the end of a press of Space would be a click, too.
  list.addEventListener("keyup", (event) => {
    if (event.key === " " && event.target.closest?.(".ix-handle")) event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const handle = event.target.closest(".ix-handle");
    if (!handle || held || on.locked("move")) return;
    handle.focus({ preventScroll: true });
    lift(handle, true);
  });
  list.addEventListener("focusout", ({ target, relatedTarget }) => {
    const left = held?.pressed
      ? relatedTarget && !list.contains(relatedTarget)
      : held && target === held.handle && document.hasFocus();
    if (left) cancel();
  });

  function lift(handle, pressed = false) {
    const card = handle.closest(".ix-card");
    const from = [...list.children].indexOf(card);
    const life = new AbortController();
    held = { card, handle, from, to: from, pressed, life };
    card.classList.add("ix-held");
    list.classList.add("ix-lifting");
    handle.setAttribute("aria-pressed", "true");
    if (pressed) choose(life.signal);
    on.lift(card, pressed);
  }

  /** Until it is put somewhere, presses and the mouse choose its place, before they are anything else. */
  function choose(signal) {
    const first = { signal, capture: true };
    list.dataset.puts = "";
    list.addEventListener("pointerdown", (event) => event.stopPropagation(), first); // nothing is dragged
    list.addEventListener("pointermove", (event) => {
      const to = event.pointerType === "touch" ? -1 : placeAt(event);
      if (to >= 0 && to !== held.to) over(to);
    }, { signal });
    list.addEventListener(
      "pointerleave",
      ({ pointerType }) => pointerType !== "touch" && held.to !== held.from && over(held.from),
      { signal },
    );
    list.addEventListener("click", (event) => {
      consume(event);
      const { target, detail } = event;
      // A voice or a switch has no pointer: it means the picture that says so.
      const to = detail ? placeAt(event) : Number(target.closest(".ix-card")?.dataset.rank ?? 0) - 1;
      if (to >= 0) put(to);
    }, first);
    document.addEventListener("pointerdown", ({ target }) => list.contains(target) || cancel(), first);
    document.addEventListener("keydown", (event) => {
      const isLast = event.target === [...list.querySelectorAll("button")].at(-1);
      if (event.key === "Escape") cancel();
      else if (event.key === "Tab" && !event.shiftKey && isLast) list.querySelector("button").focus(); // all places
      else return;
      consume(event);
    }, first);
  }

  /** The place at a point of the window, or -1 beside all; what is in flight belongs to where it will be. */
  function placeAt({ clientX, clientY }) {
    const { left, top } = list.getBoundingClientRect();
    const [x, y] = [clientX - left + list.offsetLeft, clientY - top + list.offsetTop];
    const within = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
      x >= offsetLeft && x < offsetLeft + offsetWidth && y >= offsetTop && y < offsetTop + offsetHeight;
    return [...list.children].findIndex(within);
  }

  function over(to) {
    held.to = to;
    on.over(held.card, held.from, to);
  }

  /** Where it came from, it is put back by a press. */
  function put(to) {
    const { card, handle, from, pressed } = release();
    if (pressed) handle.focus({ preventScroll: true });
    if (pressed && to === from) on.cancel(card);
    else on.drop(card, from, to);
  }

  const cancel = () => on.cancel(release().card);

  function release() {
    const done = held;
    held = null;
    done.life.abort();
    delete list.dataset.puts;
    done.card.classList.remove("ix-held");
    list.classList.remove("ix-lifting");
    done.handle.removeAttribute("aria-pressed");
    return done;
  }

  return {
    active: () => Boolean(held),
    /** The card that waits for a press on its place, or null. */
    puts: () => (held?.pressed ? held.card : null),
    cancel: () => held && cancel(),
  };
}

// Moving a card with the keyboard: lift, choose a rank, drop or cancel.

import { answered, modified } from "../events.js";

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Let the handles of a list be used with keys.
 * @param list the list element; its children are the cards
 * @param on {locked(action), lift(card), over(card, from, to), drop(card, from, to), cancel(card)}; places count from 0
 */
export function makeLiftable(list, on) {
  let held = null;

  list.addEventListener("keydown", (event) => {
    const handle = event.target.closest?.(".ix-handle");
    if (!handle || modified(event)) return;
    const press = event.key === " " || event.key === "Enter";
    if (!held && (!press || on.locked("move"))) return;
    const last = list.children.length - 1;
    if (!held) {
      const card = handle.closest(".ix-card");
      const from = [...list.children].indexOf(card);
      held = { card, handle, from, to: from };
      card.classList.add("ix-held");
      handle.setAttribute("aria-pressed", "true");
      on.lift(card);
    } else if (press) {
      const { card, from, to } = release();
      on.drop(card, from, to);
    } else if (event.key === "Escape") {
      on.cancel(release().card);
    } else if (event.key in STEPS || event.key === "Home" || event.key === "End") {
      const to = event.key === "Home" ? 0 : event.key === "End" ? last : held.to + STEPS[event.key];
      held.to = Math.min(Math.max(to, 0), last);
      on.over(held.card, held.from, held.to);
    } else if (event.key === "Tab") {
      on.cancel(release().card);
      return;
    } else {
      return;
    }
    answered(event);
  });

  // A click on the handle is the end of a press of Space in some browsers, and nothing by itself.
  list.addEventListener("click", (event) => {
    if (event.target.closest(".ix-handle")) event.stopPropagation();
  });
  list.addEventListener("focusout", (event) => {
    if (held && event.target === held.handle && document.hasFocus()) on.cancel(release().card);
  });

  function release() {
    const done = held;
    held = null;
    done.card.classList.remove("ix-held");
    done.handle.removeAttribute("aria-pressed");
    return done;
  }

  return {
    active: () => Boolean(held),
    cancel: () => held && on.cancel(release().card),
  };
}

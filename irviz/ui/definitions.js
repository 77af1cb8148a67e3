// Tap to define: whatever has `data-term` says what it means, and what that comes to on the board that is open.
//
// A word in prose is a button of its own (`terms`). What a press does not use for anything else, like TP on a card,
// answers it with the definition; the name of a score does where it is chosen already. For keys it is D, on a card, on
// the cutoff and on a score. All of it comes from one list (views/words.py), which the help shows as a whole.

import { isChangeWaiting, isMasked } from "./masks.js";
import { consume, hasModifier, listen } from "./events.js";
import { received } from "./frame_data.js";
import { draw, h, make } from "./view/view.js";

const GAP = 8; // px between a word, its definition and the edge of the window

const box = make(
  h("div.ix.ix-popover.ix-word", {
    popover: "auto",
    role: "dialog",
    tabindex: -1,
    "aria-labelledby": "ix-word-name",
    "aria-describedby": "ix-word-says",
    "data-testid": "word",
  }),
);
let anchor = null;
let id = "";
let pressed = null; // the word whose definition this press has closed
let beside = false; // whether a finger has closed one beside it

/** All words; none where the server could not make them. */
const all = () => received.get("words")?.words ?? [];

/** What a word comes to here; not while that is masked, or waits for a prediction. */
const here = ({ id, is_never_masked: open, metric }) => {
  const line = received.get("words")?.values[id];
  const words = isChangeWaiting()
    ? "to be seen when the last change has been predicted"
    : !open && isMasked(metric)
    ? "masked"
    : line;
  return line ? h("p.ix-soft", h("b", "Here: "), `${words}.`) : null;
};

const heading = ({ name, metric }) => h("span", { "data-hue": metric || null, class: metric ? "ix-hue" : "" }, name);

/** The whole list, a view. */
export const glossary = () => {
  const name = (word) => h("dt.ix-strong", { key: `${word.id}-name` }, heading(word));
  return all().map((word) => [name(word), h("dd.ix-after", { key: word.id }, h("p", word.meaning), here(word))]);
};

/** A text with the words in it that can be looked up, each where it stands first; a view. */
export function terms(text, seen = new Set()) {
  const forms = new Map(all().flatMap((word) => word.forms.map((form) => [form, word.id])));
  if (!forms.size) return text;
  const longestFirst = [...forms.keys()].sort((one, other) => other.length - one.length);
  const written = longestFirst.map((form) => form.replace(/@$/, "@\\w+"));
  return text.split(new RegExp(`(?<![\\w@-])(${written.join("|")})(?![\\w@]|-\\w)`)).map((piece, place) => {
    const found = place % 2 && forms.get(piece.replace(/@.*/, "@"));
    if (!found || seen.has(found)) return piece;
    seen.add(found);
    return term(found, piece);
  });
}

/** One word that can be looked up, a view. */
export const term = (name, words) =>
  h("span.ix-term", { role: "button", tabindex: 0, "data-term": name, "aria-haspopup": "dialog" }, words);

/** Say what a word means, beside what stands for it. Where a pointer asks, keys go on to work on what they were for. */
function define(place, byKeys) {
  const word = all().find((one) => one.id === place.dataset.term);
  if (!word) return;
  [anchor, id] = [place, word.id];
  if (!box.isConnected) document.body.append(box);
  const takesFocus = byKeys || place.matches(".ix-term");
  box.ariaLive = takesFocus ? "off" : "polite"; // what has the focus is read out by that, once
  show(word);
  box.showPopover();
  put();
  if (takesFocus) box.focus({ preventScroll: true });
}

const show = (word) =>
  draw(
    box,
    h("h2.ix-h3", { id: "ix-word-name" }, heading(word)),
    h("div.ix-stack", { id: "ix-word-says" }, h("p", word.meaning), here(word)),
  );

/** Below the word, or above it where there is no room; what has gone from the page needs no definition. */
function put() {
  if (!anchor.isConnected) return box.hidePopover();
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = bottom + GAP;
  box.style.left = `${Math.max(Math.min(left, document.documentElement.clientWidth - width - GAP), GAP)}px`;
  box.style.top = `${Math.max(below + height + GAP <= innerHeight ? below : top - GAP - height, GAP)}px`;
}

const open = () => box.matches(":popover-open");

listen("received", () => {
  if (!open()) return;
  show(all().find((one) => one.id === id) ?? { name: "", meaning: "" });
  put();
});
for (const kind of ["scroll", "resize"]) {
  addEventListener(kind, () => open() && put(), { capture: true, passive: true });
}

// A press beside a definition closes it, and one on its word does no more than that. Nor does a finger that closes it
// over a card: whoever wants to read on has not judged anything.
addEventListener(
  "pointerdown",
  ({ pointerType, target }) => {
    pressed = open() ? anchor : null;
    beside = open() && pointerType === "touch" && !box.contains(target);
  },
  { capture: true },
);

document.addEventListener(
  "click",
  (event) => {
    const { target, detail } = event;
    const place = target.closest?.("[data-term]:not([aria-pressed=false], [data-moved])");
    if (place && place !== pressed) define(place, !detail);
    else if (beside && target.closest?.(".ix-card")) event.stopPropagation();
    pressed = null;
  },
  { capture: true },
);

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    if (key === "Escape" && open()) {
      consume(event);
      box.hidePopover();
    }
    if (hasModifier(event) || !target.closest || target.closest("input, select, textarea, [contenteditable]")) return;
    const place = target.closest("[data-term]") ?? target.closest(".ix-card, .ix-score")?.querySelector("[data-term]");
    if (!place || getComputedStyle(place).visibility === "hidden") return; // a link may hide what a card is
    const asks = key.toUpperCase() === "D" || (target.matches(".ix-term") && ["Enter", " "].includes(key));
    if (!asks || document.querySelector(".ix-held, .ix-lifted")) return;
    consume(event);
    define(place, true);
  },
  { capture: true },
);

// What is pressed while one reads is not meant for the page; Tab closes it, and goes on from its word.
box.onkeydown = (event) => {
  event.stopPropagation();
  if (event.key === "Tab") box.hidePopover();
};

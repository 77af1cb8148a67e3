// In the page's head: predict first, present, and help: what the words mean, and which keys there are.

import { glossary } from "../definitions.js";
import { consume, hasModifier } from "../events.js";
import { letters } from "../letters.js";
import { isPresenting } from "../masks.js";
import * as sound from "../curves/sound.js";
import { segments } from "../view/segments.js";
import { draw, h } from "../view/view.js";
import { amount } from "./speech.js";

const button = (props, label) => h("button.ix-button.ix-quiet", props, label);

/** What this browser remembers of how somebody wants to hear and to press. */
const SETTINGS = [
  ["A screen reader is told", amount],
  ["Keys of one letter or sign", letters],
  ["How loud curves are heard", sound.volume],
  ["A tone while one drags, or reads the chart by keys", sound.tones],
];

const setting = ([words, { all, get, set }]) => {
  const choose = (one) => {
    set(one);
    drawSettings();
  };
  const named = all.map((one) => [one, one[0].toUpperCase() + one.slice(1)]);
  return h("div.ix-line", h("span", { "aria-hidden": true }, words), segments(words, named, get(), choose));
};

const drawSettings = () => draw(box.querySelector(".ix-keys-settings"), SETTINGS.map(setting));

/** The dialog (help/help.html), which goes along from page to page. */
const box = /** @type {HTMLTemplateElement} */ (document.querySelector('[data-component="help"]')).content
  .firstElementChild;
let presents = null; // whether it was opened last while somebody presented

/** A press beside the list closes it, too. */
box.onclick = ({ target }) => {
  if (target === box || target.matches(".ix-keys-head button")) box.close();
  else if (target.matches(".ix-keys > .ix-segments > button")) turn(target.textContent);
};

/** Turn to the words or to the keys. */
function turn(name) {
  for (const one of box.querySelectorAll(":scope > .ix-segments > button")) {
    one.setAttribute("aria-pressed", one.textContent === name);
  }
  for (const part of box.querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== name;
}

/** What a beginner looks for comes first; whoever presents looks for keys, and first for those of the talk. */
function arrange() {
  presents = isPresenting();
  turn(presents ? "Keys" : "Words");
  const keys = box.querySelector("[data-presenting]");
  if (presents) keys.parentElement.firstElementChild.after(keys);
  else keys.parentElement.append(keys);
}

/** Open the help, with the words and the settings as they are now. */
export function help() {
  if (presents !== isPresenting()) arrange();
  draw(box.querySelector(".ix-glossary"), glossary());
  drawSettings();
  box.showModal();
}

/** On a page without a board there is help alone. */
export function offerHelp(place) {
  draw(place, h("div.ix-modes", HELP, box));
}

addEventListener("keydown", (event) => {
  const busy = hasModifier(event) || event.defaultPrevented ||
    event.target.closest?.("input, select, textarea, dialog");
  if (event.key !== "?" || busy) return;
  consume(event);
  help();
});

/** Past examples and tools to the first result; for keys alone. */
export const toBoard = (board) =>
  h("button.ix-button.ix-skip", {
    key: "skip",
    onclick: () => board.querySelector(".ix-card button").focus(),
  }, "Skip to the results");

const HELP = button({
  key: "help",
  "data-testid": "help",
  title: "What the words mean, and which keys there are (?)",
  "aria-label": "Words and keys",
  onclick: help,
}, "?");

/**
 * The buttons and the help, a view.
 *
 * @param {{predict?: boolean, present: boolean, paired: boolean, canSave?: boolean}} shown
 * @param {{predict?: (wanted: boolean) => void, present: () => void, states?: () => void}} on
 */
export function modes({ predict, present, paired, canSave }, on) {
  return h(
    "div.ix-modes",
    { role: "group", "aria-label": "Modes" },
    !paired &&
      button({
        key: "predict",
        "data-testid": "predict",
        title: "Say what an action will do before you see it",
        "aria-pressed": predict,
        onclick: () => on.predict(!predict),
      }, ["Predict", h("span.ix-more", " first")]),
    button({
      key: "present",
      "data-testid": "present",
      title: "Large type for a projector, one metric at a time (P)",
      "aria-keyshortcuts": "P",
      onclick: on.present,
    }, "Present"),
    canSave &&
      button({
        key: "states",
        "data-testid": "states",
        title: "Saved states: what you keep for a talk, with names, notes, and as a file",
        "aria-label": "Saved states",
        "aria-haspopup": "dialog",
        onclick: on.states,
      }, "≡"),
    HELP,
    box,
  );
}

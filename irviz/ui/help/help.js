// Help, in the head of each page: what the words mean, and which keys there are.

import { amount } from "../board/speech.js";
import * as sound from "../curves/sound.js";
import { glossary } from "../definitions.js";
import { consume, hasModifier } from "../events.js";
import { letters } from "../letters.js";
import { isPresenting } from "../masks.js";
import { segments } from "../view/segments.js";
import { draw, h } from "../view/view.js";

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

const template = /** @type {HTMLTemplateElement} */ (document.querySelector('[data-component="help"]'));
/** The dialog (help.html), which goes along from page to page; a later version of this module finds it there, too. */
export const box = document.importNode(template.content, true).firstElementChild;
let presents = null; // whether it was opened last while somebody presented

/** A press beside the list closes it, too. */
box.onclick = ({ target }) => {
  if (target === box || target.matches(".ix-keys-head button")) box.close();
  else if (target.matches(".ix-keys > .ix-segments > button")) turn(target.textContent);
};

/** Turn to the words or to the keys. */
function turn(name) {
  for (const one of box.querySelectorAll(":scope > .ix-segments > button")) {
    one.ariaPressed = String(one.textContent === name);
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

/** What opens it, a view. */
export const HELP = h("button.ix-button.ix-quiet", {
  key: "help",
  "data-testid": "help",
  title: "What the words mean, and which keys there are (?)",
  "aria-label": "Words and keys",
  onclick: help,
}, "?");

/** On a page without a board there is help alone. */
export function offerHelp(place) {
  draw(place, h("div.ix-modes.ix-flex.ix-fixed.ix-tight", HELP, box));
}

addEventListener("keydown", (event) => {
  const busy = hasModifier(event) || event.defaultPrevented ||
    event.target.closest?.("input, select, textarea, dialog");
  if (event.key !== "?" || busy) return;
  consume(event);
  help();
});

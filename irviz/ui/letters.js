// Keys of one letter, sign or figure: whoever speaks to the browser, or strikes keys by mistake, can switch them off.

import { hasModifier } from "./events.js";
import { readItem, writeItem } from "./progress.js";

const KEY = "irviz-letters";

/** Whether they do anything. */
export const lettersWork = () => readItem(KEY) !== "off";

/** Switch them on or off, in this browser. */
export const setLetters = (on) => writeItem(KEY, on ? "on" : "off");

addEventListener(
  "keydown",
  (event) => {
    const letter = event.key.length === 1 && event.key !== " " && !hasModifier(event);
    if (letter && !event.target.closest?.("input, select, textarea, [contenteditable]") && !lettersWork()) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

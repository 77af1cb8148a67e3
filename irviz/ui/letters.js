// Keys of one letter, sign or figure: whoever speaks to the browser, or strikes keys by mistake, can switch them off.

import { modified } from "./events.js";
import { keep, kept } from "./progress.js";

const KEY = "irviz-letters";

/** Whether they do anything. */
export const lettersWork = () => kept(KEY) !== "off";

/** Switch them on or off, in this browser. */
export const setLetters = (on) => keep(KEY, on ? "on" : "off");

addEventListener(
  "keydown",
  (event) => {
    const letter = event.key.length === 1 && event.key !== " " && !modified(event);
    if (letter && !event.target.closest?.("input, select, textarea, [contenteditable]") && !lettersWork()) {
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);

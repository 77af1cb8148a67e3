// Keys of one letter, sign or figure: whoever speaks to the browser, or strikes keys by mistake, can switch them off.

import { hasModifier, WRITING } from "./events.js";
import { choice } from "./progress.js";

export const letters = choice("irviz-letters", ["on", "off"], "on");

/** Whether they do anything. */
export const lettersWork = () => letters.get() === "on";

addEventListener(
  "keydown",
  (event) => {
    const letter = event.key.length === 1 && event.key !== " " && !hasModifier(event);
    if (letter && !event.target.closest?.(WRITING) && !lettersWork()) event.stopImmediatePropagation();
  },
  { capture: true },
);

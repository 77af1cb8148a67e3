// Safari gives what is clicked no focus, if it is no field: keys would not go on where the hand was, and what a dialog
// gives the focus back to would be lost.

import { WRITING } from "./events.js";

const PRESSED = "button, summary, input";

addEventListener(
  "click",
  (event) => {
    // Enter in a field clicks its form's button as well, with no count of clicks: whoever writes stays there.
    const isHeld = !event.detail && document.activeElement.matches(WRITING);
    const pressed = event.isTrusted && !isHeld && event.target.closest?.(PRESSED);
    if (pressed && pressed !== document.activeElement) pressed.focus({ preventScroll: true, focusVisible: false });
  },
  { capture: true },
);

// The browser's undo reaches a field that has been left, and puts there what nobody has typed. Where the focus is in no
// field there is nothing of the browser's to take back; what the page itself takes back it does elsewhere.
addEventListener("keydown", (event) => {
  const [at] = event.composedPath();
  const undo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase());
  if (undo && !at.matches?.(WRITING)) event.preventDefault();
});

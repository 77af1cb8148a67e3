// Safari gives what is clicked no focus, if it is no field: keys would not go on where the hand was, and what a dialog
// gives the focus back to would be lost.

const PRESSED = "button, summary, input";

addEventListener(
  "click",
  (event) => {
    const pressed = event.isTrusted && event.target.closest?.(PRESSED);
    if (pressed && pressed !== document.activeElement) pressed.focus({ preventScroll: true, focusVisible: false });
  },
  { capture: true },
);

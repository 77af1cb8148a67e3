// While a question is with the class, the board that it is about stays.

import { getRoomState, isClassAsked } from "../masks.js";
import { tell } from "../events.js";

const STAYS = "While the class is asked, the boards stay: ";
const FIRST = {
  staged: "press Next in the strip to drop the question, and then go on.",
  open: "close the question in the strip, and then reveal it or press Next.",
};
const THEN = "reveal it, or press Next in the strip, and then go on.";

/** Whether the board stays what it is, whoever wants to leave it; that is said, then. */
export function refuseDuringQuestion() {
  if (isClassAsked()) tell("say", { words: STAYS + (FIRST[getRoomState()] ?? THEN) });
  return isClassAsked();
}

// While a question is with the class, the board that it is about stays.

import { withClass } from "../masks.js";
import { tell } from "../events.js";

const STAYS = "The class is asked about this board: reveal it, or press Next in the strip, and then go on.";

/** Whether the board stays what it is, whoever wants to leave it; that is said, then. */
export function stays() {
  if (withClass()) tell("say", { words: STAYS });
  return withClass();
}

// What goes with the page, and is said when it is not there any more: results that somebody brought live in one page
// only.

import { readStored, writeStored } from "./storage.js";

const KEY = "irviz-own-results";

/** What is to be said once they are gone; empty where there is nothing to lose. */
export const keepLossNotice = (words) => writeStored(KEY, words || null);

/** What was to be said, once; empty where nothing has gone. */
export function takeLossNotice() {
  const words = readStored(KEY) ?? "";
  writeStored(KEY, null);
  return words;
}

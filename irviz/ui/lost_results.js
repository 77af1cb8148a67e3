// What goes with the page, and is said when it is not there any more: results that somebody brought live in one page
// only.

const KEY = "irviz-own-results";

/** What is to be said once they are gone; empty where there is nothing to lose. */
export function keepLossNotice(words) {
  try {
    if (words) sessionStorage.setItem(KEY, words);
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing says nothing.
  }
}

/** What was to be said, once; empty where nothing has gone. */
export function takeLossNotice() {
  try {
    const words = sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY);
    return words;
  } catch {
    return "";
  }
}

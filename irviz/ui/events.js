// What happens on the page: what its parts tell each other, and keys and presses that one of them answers.

/**
 * What is told: what has happened, what the board is to do, and what others are to do.
 *
 * @typedef {"show" | "rank" | "look" | "ghost" | "received" | "answers" | "deck" | "staged"
 *   | "hide" | "conventions" | "tie" | "again" | "stage" | "restage" | "release" | "keep" | "move" | "label" | "load"
 *   | "restore" | "drop" | "reveal" | "mask" | "present" | "predicts" | "predicted" | "practise" | "cutoff" | "open"
 *   | "example" | "slide" | "step" | "key" | "say"
 *   | "scroll" | "listen" | "predict" | "states" | "class" | "share"} Name
 */

/** By name, who answers. @type {Map<string, Set<(detail: any) => void>>} */
const answers = new Map();

/**
 * Tell the other parts of the page something, such as `tell("rank", { rank })`.
 *
 * @param {Name} name
 * @param {object} [detail]
 */
export function tell(name, detail) {
  for (const answer of [...(answers.get(name) ?? [])]) attempt(answer, detail);
}

/**
 * Answer what other parts tell.
 *
 * @param {Name} name
 * @param {(detail: any) => void} answer
 * @param {AbortSignal} [signal] Until when.
 */
export function listen(name, answer, signal) {
  if (!answers.has(name)) answers.set(name, new Set());
  const all = answers.get(name);
  all.add(answer);
  signal?.addEventListener("abort", () => all.delete(answer));
}

/** Call a function; one that fails leaves those after it alone, and is said like any other fault (faults.js). */
export function attempt(answer, ...about) {
  try {
    answer(...about);
  } catch (error) {
    reportError(error);
  }
}

/** Whether a key is pressed with another that makes it the browser's own. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/** A key by its name, letters as small ones. */
export const keyOf = ({ key }) => (key.length === 1 ? key.toLowerCase() : key);

/** Where keys are for what is written or chosen, or for a dialog; a closed one may have the focus still. */
export const FIELDS = 'input:not([type="checkbox"]), select, textarea, [contenteditable], dialog[open]';

/** Where text is written, so that undo is the browser's own. */
export const WRITING = 'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, [contenteditable]';

/** What has been answered is nobody else's. */
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

// What happens on the page: what its parts tell each other, and keys and presses that one of them answers.

/** By name, who answers. */
const answers = new Map();

/**
 * Tell the other parts of the page something, such as `tell("rank", { rank })`.
 *
 * @param {string} name
 * @param {object} [detail]
 */
export function tell(name, detail) {
  for (const answer of [...(answers.get(name) ?? [])]) attempt(answer, detail);
}

/**
 * Answer what other parts tell.
 *
 * @param {string} name
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

/** What has been answered is nobody else's. */
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

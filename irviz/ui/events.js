// What happens on the page: what its parts tell each other, and keys and presses that one of them answers.

/**
 * Tell the other parts of the page: `tell("rank", { rank })` is the event `irviz:rank`.
 *
 * @param {string} name
 * @param {object} [detail]
 */
export const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`irviz:${name}`, { detail }));

/** Whether a key is pressed with another that makes it the browser's own. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/** What has been answered is nobody else's. */
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

// Which part of the page a change belongs to, so that a teacher's link can lock it. The tables come from the server
// (irviz/state/locks.py), which does the same and has the last word.

/**
 * Whether a lock is set, or one that implies it.
 *
 * @param {string} name
 * @param {string[]} off The names in the link.
 * @param {Record<string, string[]>} implied By lock, what else sets it.
 */
export const isLocked = (name, off, implied) => [name, ...(implied[name] ?? [])].some((one) => off.includes(one));

/**
 * The names of the locks that a change runs into.
 *
 * @param {string} what What is asked for.
 * @param {Record<string, string>} before What a link says of the desk as it is, from `full`.
 * @param {Record<string, string>} after The same of the desk as it would be.
 * @param {string[]} boards The ids of the boards.
 * @param {{steps: Record<string, string>, parameters: Record<string, string>, board: string[]}} parts The tables.
 */
export function locksOf(what, before, after, boards, { steps, parameters, board }) {
  const found = what in steps ? [steps[what]] : [];
  for (const [name, part] of Object.entries(parameters)) if (before[name] !== after[name]) found.push(part);
  for (const id of boards) {
    const now = after[id].split(".");
    before[id].split(".").forEach((piece, place) => piece !== now[place] && found.push(board[place]));
  }
  return [...new Set(found)];
}

// Which part of the page a change belongs to, so that a teacher's link can lock it. Both tables come from the server
// (irviz/state/locks.py), which has the last word.

/**
 * Whether a lock is set, or one that implies it.
 *
 * @param {string} name
 * @param {string[]} off The names in the link.
 * @param {Record<string, string[]>} implied By lock, what else sets it.
 */
export function isLocked(name, off, implied) {
  return [name, ...(implied[name] ?? [])].some((one) => off.includes(one));
}

/**
 * The names of the locks that a change from one desk to the next runs into.
 *
 * @param {{do: string, top?: number}} step
 * @param {object} desk
 * @param {object} next
 * @param {Record<string, string>} parts By what is asked for, the part that it belongs to.
 */
export function locksOf(step, desk, next, parts) {
  const found = step.do in parts ? [parts[step.do]] : [];
  const differs = (part) => Object.keys(desk.boards).some((id) => String(desk.boards[id][part]) !== String(next.boards[id][part]));
  if (differs("order")) found.push("move");
  // Of a shorter scale the server says what it makes of the grades that are above it.
  const above = (top) => Object.values(desk.boards).some(({ grades }) => grades.some((grade) => grade > top));
  if (differs("grades") || (step.do === "scale" && above(step.top))) found.push("judge");
  if (desk.k !== next.k) found.push("cut");
  if (step.do === "mode" && "predict" in step) found.push("predict");
  return found;
}

/**
 * The settled state and the one before it: what the last action changed.
 *
 * @typedef {import("./content.js").Content} Content
 * @typedef {{now: Content, before: Content | null, isRecalled?: boolean}} Memory
 */

import { getRoomState, isMasked } from "../masks.js";
import { readStored, writeStored } from "../storage.js";
import { difference, score } from "./content.js";

const KEPT = "irviz-change";

/**
 * Take in what is drawn now. A preview is no action yet and leaves no trace.
 *
 * @param {Memory | null} memory
 * @param {Content} content
 * @param {boolean} untouched Whether nothing has been done yet, so that nothing has moved.
 * @returns {Memory | null}
 */
export function remember(memory, content, untouched) {
  if (content.kind === "preview") return memory;
  if (untouched) {
    // What was done was done elsewhere, such as in another step of a lesson, however alike the boards are.
    if (memory?.before && !memory.isRecalled) writeStored(KEPT, null);
    return recall(content) ?? { now: content, before: null };
  }
  // Another saved state is nobody's action, and a difference to one that is masked would tell its values.
  if (!memory || memory.now.board !== content.board || memory.now.place !== content.place) {
    return { now: content, before: null };
  }
  return { now: content, before: isSame(memory.now, content) ? memory.before : memory.now };
}

const placed = ({ board, pattern, k, place = "" }) => JSON.stringify([board, pattern, k, place]);

/**
 * Keep with the tab what a class has seen the last action change, so that a wall that is loaded again shows it again.
 */
export function keep(memory) {
  if (!getRoomState() || !memory?.before) return;
  const { now, before } = memory;
  const told = Object.keys(before.curves).filter((metric) => !isMasked(metric));
  const scores = Object.fromEntries(told.map((metric) => [metric, [score(before, metric)]]));
  writeStored(KEPT, { at: placed(now), before: { board: before.board, k: 1, curves: scores } }); // else it is seen once
}

/**
 * What was kept of this state.
 *
 * @param {Content} content
 * @returns {Memory | null}
 */
export function recall(content) {
  const { at, before } = readStored(KEPT) ?? {};
  return getRoomState() && at === placed(content) ? { now: content, before, isRecalled: true } : null;
}

/**
 * How far a score has moved: with the last action, or with the one that is being tried out.
 *
 * @param {Memory | null} memory
 * @param {Content} content
 * @param {string} metric
 * @returns {number | null} null if there is nothing to compare with, such as before a change of the scale that
 *   brought the metric; 0 exactly if the score is the same.
 */
export function change(memory, content, metric) {
  const base = content.kind === "preview" ? memory?.now : memory?.before;
  return base?.board === content.board ? difference(score(base, metric), score(content, metric)) : null;
}

/** The board counts its changes, since one may lead to the same pattern; a click on the chart is ahead of the count. */
function isSame(one, other) {
  if (one.turn !== undefined && other.turn !== undefined) return one.turn === other.turn;
  return one.k === other.k && one.pattern === other.pattern;
}

/**
 * What is to be drawn: the curves of what the boards show, found where they are nearest.
 *
 * @typedef {Record<string, (number | null)[]>} Curves By metric, the values at k = 1..n.
 * @typedef {object} Content
 * @property {string} board The open board, or the mean: scores are only compared within one.
 * @property {string} pattern What the open boards show.
 * @property {number} k
 * @property {string} kind `settled` or `preview`.
 * @property {number} [turn] How many changes the board has seen.
 * @property {string} [place] Which saved state is shown; `solution` while one is played on the board.
 * @property {boolean} exact Whether the values are the server's own, not rounded ones from the look ahead.
 * @property {Curves | {a: Curves, b: Curves}} curves Those of a pair are told apart.
 * @property {object} fractions Like the curves, where there are fractions.
 * @property {any} why What is said of the state; empty until it is known.
 * @property {Set<string>} undefined Metrics that are not defined here, and counted as 0.
 * @property {number} [last] The last cutoff whose values may be told; those after it are null, and so are all that are
 *   masked.
 */

import { isCovering, isMasked } from "../masks.js";
import * as wire from "../transport.js";

/**
 * What the boards show; or, until the curves of that state are here, what was shown last.
 *
 * @param {object} data What the server sent last.
 * @param {Content | null} last
 * @returns {{content: Content, busy: boolean}}
 */
export function findContent(data, last) {
  const found = find(data, wire.shown);
  const kept = last && fits(last.curves, data) ? last : own(data);
  return { content: found ?? kept, busy: !found };
}

/** The state that the boards show, or null if its curves are not here yet. */
function find(data, asked) {
  if (!asked) return own(data);
  const { board, pattern, kind, turn, place } = asked;
  const k = Math.min(Math.max(1, asked.k), data.n);
  const here = { ...own(data, k), kind, turn, place };
  if (pattern === data.pattern && (data.paired || board === data.board)) return here;
  const curves = nearest(data, board, pattern);
  if (!curves || !fits(curves, data)) return null;
  const blank = new Set(data.undefined_ahead?.[board]?.[pattern]);
  const why = (k === data.k && filed(data.explanations_ahead, pattern, data).find(Boolean)) || [];
  return { ...here, board, pattern, exact: false, curves, fractions: {}, undefined: blank, why };
}

/** The curves of what may be shown next: of the open board, or of both, of which one may be as it is. */
function nearest(data, board, pattern) {
  if (!data.paired) return findCurvesAhead(data, board, pattern);
  const here = data.pattern.split("|");
  const [a, b] = pattern
    .split("|")
    .map((one, at) => (one === here[at] ? data.curves["ab"[at]] : findCurvesAhead(data, "ab"[at], one)));
  return a && b && { a, b };
}

/**
 * The curves of a state that is one change away, or undefined.
 *
 * @param {object} data What the server sent last.
 * @param {string} board
 * @param {string} pattern
 * @returns {Curves | undefined}
 */
export function findCurvesAhead(data, board, pattern) {
  const found = filed(data.curves_ahead[board] ?? {}, pattern, data);
  return found.every(Boolean) ? Object.assign({}, ...found) : undefined;
}

/**
 * What is filed under a state: under its grades, and under what is relevant (`Ahead` in
 * irviz/state/curves/lookahead.py).
 */
function filed({ graded, relevant }, pattern, { threshold }) {
  const bits = pattern.replace(/\w/g, (digit) => Number(parseInt(digit, 36) >= threshold));
  return [graded?.[pattern], relevant?.[bits]];
}

/**
 * Whether curves can be shown: those of another scale may lack a metric, and those of another list have another length.
 */
function fits(curves, { rows, n, paired }) {
  const boards = paired ? [curves.a, curves.b] : [curves];
  return boards.every((one) => rows.every(({ name }) => one?.[name]?.length === n));
}

/** The state that the server computed last, at a cutoff. */
function own(data, k = data.k) {
  const { board, pattern, curves } = data;
  const why = data.explanations?.[k - 1] ?? data.explanation;
  const blank = new Set(data.undefined);
  return { board, pattern, k, kind: "settled", exact: true, curves, fractions: data.fractions, why, undefined: blank };
}

/**
 * The same with nothing in it that is covered (Desk.last in irviz/state/desk.py says the same).
 *
 * @param {Content} content
 * @param {number} n
 * @param {string} chosen The metric that the line below the chart is about.
 * @returns {Content}
 */
export function coverContent(content, n, chosen) {
  const last = isCovering() ? content.k : n;
  if (last === n && !isMasked()) return { ...content, last };
  const without = new Set([...content.undefined].filter((name) => !isMasked(name)));
  return {
    ...content,
    last,
    curves: upTo(content.curves, last),
    fractions: upTo(content.fractions, last),
    undefined: without,
    why: isMasked(chosen) ? "" : content.why,
  };
}

function upTo(rows, last) {
  const told = ([name, row]) => [name, row.map((value, at) => (at < last && !isMasked(name) ? value : null))];
  return Object.fromEntries(Object.entries(rows).map(told));
}

/**
 * Those of some metrics whose values at a cutoff may be told.
 *
 * @param {import("./curves.js").Row[]} rows
 * @param {Content} content
 * @param {number} [k]
 */
export const listVisible = (rows, content, k = content.k) =>
  rows.filter(({ name }) => k <= content.last && !isMasked(name));

/**
 * Whether a metric is undefined, so that its zeros only stand for that. In a mean over several queries it may be
 * undefined in one and have a value all the same.
 *
 * @param {Content} content
 * @param {string} metric
 */
export const isUndefined = (content, metric) =>
  content.undefined.has(metric) && content.curves[metric].slice(0, content.last).every((value) => value === 0);

/**
 * The value at the cutoff.
 *
 * @param {Content} content
 * @param {string} metric
 * @returns {number | null} null where the conventions give none, or where the state does not have the metric.
 */
export const score = (content, metric) => content.curves[metric]?.[content.k - 1] ?? null;

/** The name of a metric at a cutoff: AP@3 of AP@k. */
export const labelAtCutoff = ({ symbol }, k) => symbol.replace(/k$/, String(k));

/** Values that differ by less are the same value: those from the look ahead are rounded to six decimals. */
const SAME = 5e-6;

/**
 * How much larger a value is than another one.
 *
 * @param {number | null} then
 * @param {number | null} now
 * @returns {number | null} 0 exactly if they are the same, and null if there is nothing to compare.
 */
export function difference(then, now) {
  if (then === null || now === null) return null;
  return Math.abs(now - then) < SAME ? 0 : now - then;
}

import { masked, predicting } from "../covered.js";

/**
 * What is to be drawn: the curves of one state of the boards, found where they are nearest.
 *
 * @typedef {{board: string, pattern: string, k: number, kind: "settled" | "preview", turn?: number}} Shown
 *   What the board shows at this moment.
 * @typedef {object} Content
 * @property {string} board The open board, or the mean: scores are only compared within one.
 * @property {string} pattern
 * @property {number} k
 * @property {"settled" | "preview"} kind
 * @property {number | undefined} turn How many changes the board has seen.
 * @property {boolean} exact Whether the values are the server's own, not rounded ones from the look ahead.
 * @property {Record<string, number[]>} curves
 * @property {Record<string, string[]>} fractions
 * @property {string} line Why the chosen metric is what it is now, in one sentence; may be empty.
 * @property {Set<string>} undefined Metrics that are not defined here, and counted as 0.
 * @property {number} [last] The last cutoff whose values may be told, 0 for none; the values after it are null.
 */

/**
 * Look up what the board shows.
 *
 * @param {object} data What the server sent last.
 * @param {Shown | null} asked What the board says that it shows; null if it has not said anything yet.
 * @returns {Content | null} null if the curves of that state are not here yet.
 */
export function find(data, asked) {
  if (!asked) return own(data);
  const k = Math.min(Math.max(1, asked.k), data.n);
  const kind = asked.kind === "preview" ? "preview" : "settled";
  if (asked.board === data.board && asked.pattern === data.pattern) return { ...own(data), k, kind, turn: asked.turn };
  const curves = data.ahead?.[asked.board]?.[asked.pattern];
  if (!curves || !fits(curves, data)) return null;
  const { board, pattern, turn } = asked;
  const blank = new Set(data.blank?.[board]?.[pattern] ?? []);
  const line = data.lines?.[pattern] ?? "";
  return { board, pattern, k, kind, turn, exact: false, curves, fractions: {}, undefined: blank, line };
}

/**
 * Whether curves can be shown with what the server sent last: those of another scale may lack a metric, and those of
 * another list may be longer or shorter.
 *
 * @param {Record<string, (number | null)[]>} curves
 * @param {{rows: {name: string}[], n: number}} data What the server sent last.
 * @returns {boolean}
 */
export function fits(curves, { rows, n }) {
  return rows.every(({ name }) => curves[name]?.length === n);
}

/**
 * The state that the server computed last.
 *
 * @param {object} data What the server sent last.
 * @returns {Content}
 */
export function own(data) {
  return {
    board: data.board,
    pattern: data.pattern,
    k: data.k,
    kind: "settled",
    turn: undefined,
    exact: true,
    line: data.line ?? "",
    curves: data.curves,
    fractions: data.fractions ?? {},
    undefined: new Set(data.undefined ?? []),
  };
}

/**
 * The same with nothing in it that is covered (Desk.last in irviz/state/desk.py says the same).
 *
 * @param {Content} content
 * @param {number} n
 * @returns {Content}
 */
export function cover(content, n) {
  if (masked()) {
    return { ...content, last: 0, curves: upTo(content.curves, 0), fractions: {}, undefined: new Set(), line: "" };
  }
  const last = predicting() ? content.k : n;
  return last < n ? { ...content, last, curves: upTo(content.curves, last), fractions: upTo(content.fractions, last) } : { ...content, last };
}

const upTo = (rows, last) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.map((value, at) => (at < last ? value : null))]));

/**
 * Whether the values at a cutoff are covered.
 *
 * @param {number | null} k
 * @param {Content} content
 */
export const isCovered = (k, content) => k !== null && k > content.last;

/**
 * Whether a metric is undefined, so that its zeros only stand for that. In a mean over several queries it may be
 * undefined in one and have a value all the same.
 *
 * @param {Content} content
 * @param {string} metric
 * @returns {boolean}
 */
export function isUndefined(content, metric) {
  return content.undefined.has(metric) && content.curves[metric].slice(0, content.last).every((value) => value === 0);
}

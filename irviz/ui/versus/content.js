/**
 * What is to be shown: the curves of what both boards show, found where they are nearest.
 *
 * @typedef {object} Content
 * @property {string} pattern What both boards show.
 * @property {number} k
 * @property {"settled" | "preview"} kind
 * @property {boolean} exact Whether the values are the server's own, not rounded ones from the look ahead.
 * @property {{a: Record<string, number[]>, b: Record<string, number[]>}} curves
 * @property {string[]} why Which list leads, then what metrics say of the lists; empty until it is known.
 */

import { fits } from "../curves/content.js";
import { rounded } from "../numbers.js";

/** Whether the curves of both boards can be shown with what the server sent last. */
export const fitting = ({ a, b }, data) => fits(a, data) && fits(b, data);

/**
 * Look up what the boards show.
 *
 * @param {object} data What the server sent last.
 * @param {{pattern: string, k: number, kind: string} | null} asked What the boards say that they show.
 * @returns {Content | null} null if the curves of that state are not here yet.
 */
export function find(data, asked) {
  if (!asked?.pattern.includes("|")) return own(data, data.k, "settled");
  const k = Math.min(Math.max(1, asked.k), data.n);
  const kind = asked.kind === "preview" ? "preview" : "settled";
  if (asked.pattern === data.pattern) return own(data, k, kind);
  const patterns = asked.pattern.split("|");
  const here = data.pattern.split("|");
  const [a, b] = ["a", "b"].map((name, place) =>
    patterns[place] === here[place] ? data.curves[name] : data.ahead[name][patterns[place]],
  );
  if (!a || !b || !fitting({ a, b }, data)) return null;
  const why = (k === data.k && data.lines[asked.pattern]) || [];
  return { pattern: asked.pattern, k, kind, exact: false, curves: { a, b }, why };
}

function own(data, k, kind) {
  const why = k === data.k ? data.why : data.cuts[k - 1];
  return { pattern: data.pattern, k, kind, exact: true, curves: data.curves, why };
}

/** Values that differ by less are the same value: those from the look ahead are rounded to six decimals. */
const SAME = 5e-6;

/**
 * How much higher B is than A.
 *
 * @param {Content} content
 * @param {string} metric
 * @param {number} [k]
 * @returns {{a: number | null, b: number | null, difference: number | null, winner: "A" | "B" | ""}}
 */
export function compare(content, metric, k = content.k) {
  const [a, b] = [content.curves.a[metric][k - 1], content.curves.b[metric][k - 1]];
  if (a === null || b === null) return { a, b, difference: null, winner: "" };
  const difference = Math.abs(b - a) < SAME ? 0 : b - a;
  return { a, b, difference, winner: difference > 0 ? "B" : difference < 0 ? "A" : "" };
}

/**
 * A difference with its sign.
 *
 * @param {number | null} difference
 * @returns {string}
 */
export function signed(difference) {
  if (difference === null) return "none";
  if (difference === 0) return "0";
  const sign = difference > 0 ? "+" : "−";
  return Math.abs(difference) < 0.0005 ? `${sign}<0.001` : sign + rounded(Math.abs(difference));
}

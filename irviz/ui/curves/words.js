/** What the chart says in words. */

import { isCovered, isUndefined } from "./content.js";
import { score } from "./memory.js";
import { decimal } from "../numbers.js";

export const FAILED = "The chart could not be loaded. The scores are right all the same; the next change tries again.";

/**
 * What has to be said about the curves, where they alone would tell a lie, or nothing.
 *
 * @param {object[]} rows
 * @param {import("./content.js").Content} content
 * @returns {string} Empty if there is nothing to say.
 */
export function remark(rows, content) {
  if (isCovered(content.k, content)) return "The values are masked.";
  const names = rows.filter((row) => isUndefined(content, row.name)).map((row) => row.symbol);
  if (names.length === 0) return "";
  const list = new Intl.ListFormat("en-GB").format(names);
  return `Nothing is relevant: ${list} ${names.length > 1 ? "are" : "is"} undefined and counted as 0.`;
}

/**
 * The chart for those who do not see it.
 *
 * @param {object[]} rows
 * @param {import("./content.js").Content} content
 * @param {boolean[]} hidden
 * @param {number} n
 * @returns {string}
 */
export function sentence(rows, content, hidden, n) {
  const shown = rows.filter((_, index) => !hidden[index]);
  if (shown.length === 0) return "Line chart: all curves are hidden.";
  const what = `Line chart of ${shown.map((row) => row.symbol).join(", ")} for k = 1 to ${n}`;
  if (isCovered(content.k, content)) return `${what}.`;
  const rest = content.last < n ? "; what comes after it is covered while you predict" : "";
  const values = shown.map((row) => `${row.symbol.replace(/k$/, String(content.k))} ${decimal(score(content, row.name))}`);
  return `${what}; at the cutoff: ${values.join(", ")}${rest}.`;
}

/**
 * How a prediction went: the first miss with its reason, or how near one came.
 *
 * @param {{marks?: Record<string, {right: boolean, line: string, off: number | null}>}} data
 * @returns {string}
 */
export function verdict({ marks = {} }) {
  const misses = Object.values(marks).filter(({ right }) => !right);
  if (misses.length) return misses[0].line;
  const off = Math.max(...Object.values(marks).map((one) => one.off ?? 0));
  return off >= 0.0005 ? `All right: no more than ${decimal(off)} off.` : "All right.";
}

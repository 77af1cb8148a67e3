/** What the chart says in words. */

import { isUndefined, named, score, told } from "./content.js";
import { decimal } from "../numbers.js";

const FAILED = "The chart could not be loaded. The scores are right all the same; the next change tries again.";

/**
 * What has to be said about the curves, where they alone would tell a lie, or nothing.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {boolean} failed Whether there is no plotly.
 * @returns {string} Empty if there is nothing to say.
 */
export function remark({ plotted, drawn, content }, failed) {
  if (failed) return FAILED;
  if (drawn.length > 0 && told(drawn, content).length === 0) return "The values are masked.";
  const names = plotted.filter((row) => isUndefined(content, row.name)).map((row) => row.symbol);
  if (names.length === 0) return "";
  const list = new Intl.ListFormat("en-GB").format(names);
  return `Nothing is relevant: ${list} ${names.length > 1 ? "are" : "is"} undefined and counted as 0.`;
}

/**
 * The chart for those who do not see it.
 *
 * @param {import("./curves.js").Scene} scene
 * @returns {string}
 */
export function sentence({ drawn, content, n }) {
  if (drawn.length === 0) return "Line chart: all curves are hidden.";
  const what = `Line chart of ${drawn.map((row) => row.symbol).join(", ")} for k = 1 to ${n}`;
  const open = told(drawn, content);
  if (open.length === 0) return `${what}.`;
  const rest = content.last < n ? "; what comes after it is covered while you predict" : "";
  const values = open.map((row) => `${named(row, content.k)} ${decimal(score(content, row.name))}`);
  return `${what}; at the cutoff: ${values.join(", ")}${rest}.`;
}

/**
 * The line below the chart: how the last prediction went, by the first miss with its reason or by how near one came; or
 * why the chosen metric is what it is.
 *
 * @param {import("./curves.js").Scene} scene
 */
export function line({ marks, content }) {
  const all = Object.values(marks);
  if (all.length === 0) return content.why;
  const off = Math.max(...all.map((one) => one.off ?? 0));
  const right = off >= 0.0005 ? `All right: no more than ${decimal(off)} off.` : "All right.";
  return all.find((one) => !one.right)?.line ?? right;
}

/** What the chart says in words. */

import { isUndefined, labelAtCutoff, listVisible, score } from "./content.js";
import { isPresenting } from "../masks.js";
import { decimal } from "../numbers.js";
import { h } from "../view/view.js";

/** Of what was said, as it is drawn on the chart. */
const SIGNS = { up: "↑", same: "=", down: "↓" };

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
  if (drawn.length > 0 && listVisible(drawn, content).length === 0) return "The values are masked.";
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
  const open = listVisible(drawn, content);
  if (open.length === 0) return `${what}.`;
  const rest = content.last < n ? "; what comes after it is covered while you predict" : "";
  const values = open.map((row) => `${labelAtCutoff(row, content.k)} ${decimal(score(content, row.name))}`);
  return `${what}; at the cutoff: ${values.join(", ")}${rest}.`;
}

/**
 * What is said below the chart: of the last prediction what was right, and a line on each miss; or why the chosen
 * metric is what it is.
 *
 * @param {import("./curves.js").Scene} scene
 */
export function verdict({ rows, drawn, marks, content }) {
  const all = rows.filter(({ name }) => marks[name]);
  if (all.length === 0) return content.why;
  const right = all.filter(({ name }) => marks[name].is_right);
  const off = Math.max(...all.map(({ name }) => marks[name].error ?? 0));
  if (right.length === all.length) {
    return off >= 0.0005 ? `All correct: no more than ${decimal(off)} off.` : "All correct.";
  }
  const miss = ({ name }) =>
    h("li", { key: name, "data-hue": name }, h("span.ix-hue", { "aria-hidden": true }, "✗ "), marks[name].explanation);
  const names = new Intl.ListFormat("en-GB").format(right.map((row) => labelAtCutoff(row, content.k)));
  const drawnHere = drawn.filter(({ name }) => marks[name]).map(({ name }) => SIGNS[marks[name].answer] ?? "○");
  const signs = [...new Set(drawnHere)];
  const seen = !isPresenting() && signs.length > 0 &&
    `On the chart, ${new Intl.ListFormat("en-GB").format(signs)} ${signs.length > 1 ? "are" : "is"} what you said.`;
  return [
    h("ul.ix-misses", all.filter((row) => !right.includes(row)).map(miss)),
    h("p", [names && `Right: ${names}.`, seen].filter(Boolean).join(" ")),
  ];
}

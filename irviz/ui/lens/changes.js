/** What the last action did: a line for each metric with its values before and now, and why. */

import { terms } from "../define.js";
import { decimal, movement } from "../numbers.js";
import { h } from "../view/view.js";
import { taught } from "./lens.js";
import { cell, first, head, line, table } from "./table.js";

const COLUMNS = { metric: "Metric", before: "Before", now: "Now", size: "Change", why: "Why" };

export function view({ kind, said, rows }, data) {
  const seen = new Set(); // words that can be looked up, each where it stands first
  if (kind === "none") {
    return h("div.ix-changes-none", {}, h("div", { "aria-hidden": "true" }, "▲ ▼ ="), h("p.ix-lead", { "data-testid": "action" }, said));
  }
  const heads = Object.entries(COLUMNS).map(([name, words]) => head(`.ix-change-${name}`, {}, words));
  return [
    h("p.ix-h3.ix-change-said", { "data-testid": "action" }, said),
    table(".ix-changes", { "aria-label": "What changed with the last action" }, heads, taught(rows, data).map((row) => change(row, seen))),
  ];
}

function change(row, seen) {
  const { name, symbol, title, direction, difference, before, after, was_defined, is_defined, lines } = row;
  const moved = movement(direction === "same" ? 0 : difference);
  return line(
    { "data-testid": "change", "data-metric": name, "data-hue": name, "data-direction": direction, "data-difference": String(difference) },
    first(".ix-change-metric", {}, h("span.ix-hue", {}, symbol), " ", h("span.ix-caption.ix-change-title", {}, title)),
    cell(".ix-change-before", {}, was_defined ? decimal(before) : "undefined"),
    cell(".ix-change-now", {}, is_defined ? decimal(after) : "undefined"),
    cell(
      ".ix-change-size",
      {},
      h("span", { "aria-hidden": "true" }, h("span.ix-change-sign", {}, moved.sign), moved.figures),
      h("span.ix-said", {}, moved.words),
    ),
    cell(".ix-change-why", {}, lines.map((line) => reason(line, seen))),
  );
}

/** One reason, or in a mean one for each query whose value changed. */
function reason({ query, change, reason }, seen) {
  return h("p.ix-reason", {}, query && h("span.ix-soft.ix-strong", {}, `${query} ${change}: `), terms(query ? `${reason}.` : sentence(reason), seen));
}

/** A reason as a sentence of its own; symbols such as DCG keep their letters. */
function sentence(reason) {
  return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
}

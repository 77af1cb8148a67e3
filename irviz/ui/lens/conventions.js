/**
 * The conventions: choose a tool's or a mix of one's own, see which numbers of this board move and why, what each tool
 * makes of it, and the boards on which they disagree most.
 */

import { terms } from "../define.js";
import { decimal, movement, short } from "../numbers.js";
import { h } from "../view/view.js";
import { examples } from "./convention_examples.js";
import { switchboard } from "./switchboard.js";
import { cell, first, head, line, table } from "./table.js";
import { tools } from "./tools.js";

export function view(view, { off = [] }, redraw) {
  return [
    h("h2.ix-h2", {}, "One name, many numbers"),
    h("p.ix-lead", { "data-testid": "conventions-text" }, terms(view.sentence)),
    h(
      "div.ix-conventions",
      {},
      switchboard(view, off.includes("scale"), redraw),
      h("div.ix-stack.ix-conventions-right", {}, moves(view.metrics), view.differences.length > 0 && reasons(view.differences), tools(view)),
    ),
    examples(view.examples, off.includes("example")),
  ];
}

/** The table of what moves: each metric by trec_eval's conventions and by the chosen ones. */
function moves(metrics) {
  const heads = ["Metric", "trec_eval’s way", "As chosen", "Difference"].map((words) => head("", {}, words));
  return table(".ix-moves", { "data-testid": "moves" }, heads, metrics.map(move), "This board, by both");
}

function move({ name, symbol, plain, now, moved, difference }) {
  const { sign, figures } = movement(difference);
  return line(
    { "data-testid": "move", "data-metric": name, "data-hue": name, "data-moved": moved },
    first(".ix-hue", {}, symbol),
    value(".ix-move-plain", plain, moved, "span"),
    value(".ix-move-now", now, moved, moved ? "b" : "span"),
    cell(`.ix-move-difference${moved ? ".ix-strong" : ".ix-soft"}`, { "data-value": String(difference) }, !moved ? "=" : difference === null ? "no value" : `${sign} ${figures}`),
  );
}

/** A value, where it moves with what it was divided from. */
function value(selector, { value, undefined: without, total, norm }, moved, tag) {
  const division = moved && norm !== null && norm !== 1 && h("span.ix-soft", {}, `${short(total)} / ${short(norm)} = `);
  const counted = value === null ? "undefined" : `undefined, counted as ${short(value)}`;
  return cell(selector, { "data-value": String(value) }, division, h(tag, {}, without ? counted : decimal(value)));
}

/** Why: a line for each choice that is not trec_eval's, and what it moves. */
function reasons(differences) {
  return h("ul.ix-reasons", { "aria-label": "Why" }, differences.map(reason));
}

function reason({ option, title, now, means, plain, plainMeans, moves }) {
  return h(
    "li",
    { "data-testid": "why", "data-option": option },
    h("p", {}, h("b", {}, `${title} ${now}`), h("span.ix-caption", {}, terms(`: ${means}. trec_eval: ${plain}, ${plainMeans}.`))),
    h(
      "p.ix-line.ix-reason-moves",
      {},
      moves.length ? moves.map(({ name, symbol }) => h("span.ix-hue", { "data-hue": name }, symbol)) : h("span.ix-caption", {}, "moves nothing here"),
    ),
  );
}

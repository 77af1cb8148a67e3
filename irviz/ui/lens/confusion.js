/** The four quadrants at the cutoff with the results in them; at the margins, what reads off a row or a column. */

import { term, terms } from "../define.js";
import { thumb } from "../result.js";
import { h } from "../view/view.js";
import { formula } from "./formula.js";
import { cell, first, head, line } from "./table.js";

/** By quadrant, the metrics that read it: pointing at one of them lights it. */
const READ_BY = { TP: "P R F1", FP: "P F1", FN: "R F1", TN: "" };

export function view({ boards }, { pictures, untaught }) {
  return h("div.ix-matrices", {}, boards.map((board, index) => matrix(board, boards.length > 1, index === boards.length - 1, pictures, untaught)));
}

/** The table of one board; the remark on accuracy stands below the last. What a lesson has not come to is not read off. */
function matrix({ query, columns, rows, fields, readings, accuracy }, several, last, pictures, untaught) {
  const corner = () => cell(".ix-matrix-corner", {});
  const heard = (cell, words) => cell(".ix-matrix-corner", {}, h("span.ix-said", {}, words));
  const [TP, FP, FN, TN] = Object.keys(READ_BY).map((name) => quadrant(name, fields[name], pictures));
  const [P, R, F1] = ["P", "R", "F1"].map((name) => (untaught.includes(name) ? corner() : reading(name, readings[name])));
  return h(
    "div",
    {},
    several && h("h3.ix-h3", {}, query),
    h(
      "table.ix-matrix",
      { role: "table", "data-testid": "confusion", "aria-label": `Confusion at the cutoff, “${query}”` },
      h("thead", { role: "rowgroup" }, line({}, corner(), columns.map((words) => head(".ix-matrix-head", {}, words)), heard(head, "Read off the row"))),
      h(
        "tbody",
        { role: "rowgroup" },
        line({}, first(".ix-matrix-head", {}, rows[0]), TP, FP, P),
        line({}, first(".ix-matrix-head", {}, rows[1]), FN, TN, F1),
        !untaught.includes("R") && line({}, heard(first, "Read off the column"), R, cell(".ix-matrix-remark", { colspan: 2 }, (last || !several) && !untaught.includes("P") && h("p.ix-soft.ix-accuracy", {}, terms(accuracy)))),
      ),
    ),
  );
}

/** What a metric reads off the table. */
function reading(name, { title, words, shape, numbers }) {
  return cell(
    ".ix-reading",
    { "data-testid": `reading-${name}`, "data-hue": name },
    h(
      "div",
      {},
      h("p", {}, h("span.ix-hue", {}, title), " ", h("span.ix-caption", {}, terms(words))),
      h("p.ix-line.ix-reading-formula", {}, formula(shape), " ", formula(numbers)),
    ),
  );
}

function quadrant(name, { meaning, words, count, results, missed }, pictures) {
  return cell(
    ".ix-quadrant",
    { "data-field": name, "data-read-by": READ_BY[name], title: meaning },
    h(
      "p.ix-quadrant-head",
      {},
      h("b", {}, term(name.toLowerCase(), name)),
      h("span.ix-caption.ix-quadrant-words", {}, words),
      h("span.ix-h2.ix-quadrant-count", { "data-testid": `count-${name}` }, count),
    ),
    h("div.ix-line.ix-quadrant-results", {}, results.map((result) => quadrantResult(result, pictures))),
    missed > 0 && h("p.ix-caption.ix-quadrant-missed", {}, `${missed} not retrieved`),
  );
}

function quadrantResult(result, pictures) {
  return h("figure", {}, thumb(result, pictures), h("figcaption.ix-label", { "aria-hidden": "true" }, result.rank));
}

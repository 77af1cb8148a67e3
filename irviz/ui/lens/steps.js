/** The running sum, rank by rank, with a bar for what each rank adds. On a phone each row is laid out in two lines. */

import { alike, decimal } from "../numbers.js";
import { thumb } from "../result.js";
import { cell, first, head, line, table } from "./table.js";
import { scaleHead, waterfall } from "./waterfall.js";
import { h } from "../view/view.js";

/**
 * @param {object} view Of kind "one".
 * @param {{pictures: string}} data
 */
export function steps(view, { pictures }) {
  const { name, symbol, k, rows, scale, graded, gains, divided } = view;
  const total = alike(rows.map((row) => row.total));
  const norm = alike(rows.map((row) => row.norm));
  // What stands between the picture and the bar: its head, its class and what it says of a rank.
  const columns = [
    graded && ["Grade", gains ? ".ix-step-said" : "", (row) => row.grade],
    ["Hit", gains ? ".ix-step-hit.ix-step-unused" : ".ix-step-hit", (row) => row.hit],
    ["Term", ".ix-step-term", (row) => row.written],
    ["Sum", ".ix-step-value", (row) => total(row.total)],
    divided && ["Divided by", ".ix-step-value", (row) => norm(row.norm)],
    [`${name}@i`, ".ix-step-value.ix-step-result", (row) => (row.norm === 0 ? "undefined" : decimal(row.value))],
  ].filter(Boolean);
  const heads = [
    head(".ix-step-rank", {}, "Rank i"),
    head(".ix-step-picture", {}, "Result"),
    columns.map(([words, classes]) => head(`.ix-step-figure${classes}`, {}, words)),
    head(".ix-step-part", {}, scaleHead(`What it adds to ${symbol}`, scale)),
  ];
  let from = 0;
  const lines = rows.map((row) => {
    const bar = waterfall(from, row.part, scale, row.counted ? undefined : "");
    from += row.part;
    const { rank, relevant, counted, part } = row;
    return line(
      {
        "data-testid": "step",
        "data-rank": rank,
        "data-relevant": relevant,
        "data-counted": counted,
        "data-cutoff": rank === k,
        "data-part": part,
      },
      first(".ix-step-rank", {}, rank),
      cell(".ix-step-picture", {}, thumb({ ...row, rank: null }, pictures), !row.picture && h("span.ix-step-title", {}, row.title)),
      columns.map(([, classes, written]) => cell(`.ix-step-figure${classes}`, {}, written(row))),
      cell(".ix-step-part", {}, bar, rank === k && h("b.ix-badge", { "data-kind": "cutoff" }, `k = ${k}`)),
    );
  });
  // On a phone a term takes what the others leave.
  const style = { "--ix-columns": columns.map(([words]) => (words === "Term" ? "minmax(0, 1fr)" : "min-content")).join(" ") };
  return table(".ix-steps", { key: "one", "data-testid": "steps", "aria-label": `${symbol}, rank by rank`, style }, heads, lines);
}

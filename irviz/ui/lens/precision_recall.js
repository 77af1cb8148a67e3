/** Precision against recall, rank by rank, and average precision as the area of the steps below. */

import { terms } from "../define.js";
import { decimal } from "../numbers.js";
import { thumb } from "../result.js";
import { h } from "../view/view.js";
import { recallPlot } from "./recall_plot.js";
import { cell, first, head, line, table } from "./table.js";

/** A table with more lines than this is scrolled in a box of its own. */
const LONG = 24;

export function view(view, { pictures }) {
  const { panels, sentence, k } = view;
  const several = panels.length > 1;
  const smooth = panels.some((panel) => panel.smooth !== null);
  return h(
    "div.ix-recall",
    { "data-several": several },
    h(
      "div.ix-recall-head",
      {},
      h("h2.ix-h2", {}, "Average precision is an area"),
      h(
        "label.ix-line.ix-recall-toggle",
        { hidden: !smooth },
        h("input", { type: "checkbox", "data-testid": "interpolated" }),
        "Interpolated precision",
      ),
      h("p.ix-lead", { "data-testid": "precision-recall-text" }, terms(sentence)),
    ),
    h("div.ix-recall-panels", {}, panels.map((panel) => board(panel, k, several, pictures))),
  );
}

/** One board: its curve, what is to be said about it, and the same as a table. */
function board(panel, k, several, pictures) {
  const drawn = panel.points.length > 0;
  return h(
    "section.ix-recall-panel",
    { "data-testid": "recall-panel" },
    several && h("h3.ix-h3", {}, panel.query),
    drawn && recallPlot(panel, k),
    h(
      "div.ix-recall-side",
      {},
      several && h("p.ix-strong", {}, drawn ? `AP@${k} = ${decimal(panel.area.value)}` : panel.sentence),
      drawn && points(panel, k, several, pictures),
      panel.notes.map((note) => h("p.ix-caption", {}, terms(note))),
      panel.smooth && h("p.ix-caption.ix-recall-smooth", {}, panel.smooth.text),
    ),
  );
}

/** The points and areas as a table; with several boards there is no room to see it. */
function points({ points, steps, query }, k, several, pictures) {
  const areas = new Map(steps.map((step) => [step.rank, step]));
  const long = points.length > LONG && { role: "group", tabindex: 0, "aria-label": "Points, rank by rank" };
  const heads = [
    head(".ix-point-rank", {}, "k"),
    head(".ix-point-result", {}, "Result"),
    ...[["R", "Recall@k"], ["P", "Precision@k"], ["AP", "Area"]].map(([hue, words]) => head(".ix-hue", { "data-hue": hue }, words)),
  ];
  const lines = points.map((point) => {
    const { rank, counted, recall, precision } = point;
    const step = areas.get(rank);
    return line(
      { "data-rank": rank, "data-counted": counted, "data-cutoff": rank === k },
      first(".ix-strong.ix-point-rank", {}, rank),
      cell(".ix-point-result", {}, thumb({ ...point, rank: null }, pictures)),
      cell(".ix-point-value", {}, decimal(recall)),
      cell(".ix-point-value", {}, decimal(precision)),
      cell(".ix-point-value.ix-hue", { "data-hue": "AP" }, step && `${step.counted ? "+" : ""}${decimal(step.area)}`),
    );
  });
  const caption = h("span.ix-said", {}, `Precision and recall by rank for “${query}”`);
  return h(`div.ix-points-box${several ? ".ix-said" : ""}`, { "data-long": Boolean(long), ...long }, table(".ix-points", { "data-testid": "points" }, heads, lines, caption));
}

/**
 * DCG against its ideal, rank by rank: what the discount leaves, the cards in this order and in the ideal one, and the
 * running sums of both.
 */

import { h } from "../view/view.js";
import { gainTable } from "./gain_table.js";

export function view(view, data) {
  const { panels, sentence, gain, discount, why } = view;
  const several = panels.length > 1;
  return [
    h(
      "div.ix-gain-head",
      {},
      h("h2.ix-h2", {}, "DCG against its ideal"),
      h("p.ix-lead", { "data-testid": "gain-text" }, sentence),
      h("p.ix-caption", { "data-testid": "gain-rule" }, `A result at rank i adds ${gain} × ${discount}.`),
    ),
    h("div.ix-gain-panels", { "data-several": several }, panels.map((panel) => board(panel, several, view, data))),
    h("p.ix-soft.ix-gain-why", {}, why),
  ];
}

function board(panel, several, view, data) {
  return h(
    "section.ix-gain-panel",
    { "data-testid": "gain-panel" },
    several && [h("h3.ix-h3", {}, panel.query), h("p.ix-caption", {}, panel.sentence)],
    panel.columns.length > 0 && gainTable(panel, view, data),
    panel.fall && h("p.ix-caption.ix-gain-fall", { "data-hue": "nDCG" }, panel.fall),
  );
}

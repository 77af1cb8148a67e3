/**
 * DCG against its ideal, rank by rank: what the discount leaves, the cards in this order and in the ideal one, and the
 * running sums of both; this order alone where a lesson has not come to the ideal.
 */

import { terms } from "../define.js";
import { decimal } from "../numbers.js";
import { h } from "../view/view.js";
import { gainTable } from "./gain_table.js";

export function view(view, data) {
  const { panels, sentence, gain, discount, why, k } = view;
  const several = panels.length > 1;
  const ideal = !data.untaught.includes("IDCG");
  const seen = new Set();
  const alone = panels.map(({ dcg }) => decimal(dcg)).join(", ");
  return [
    h(
      "div.ix-gain-head",
      {},
      h("h2.ix-h2", {}, ideal ? "DCG against its ideal" : "DCG, rank by rank"),
      h("p.ix-lead", { "data-testid": "gain-text" }, terms(ideal ? sentence : `This order has gathered a DCG@${k} of ${alone}.`, seen)),
      h("p.ix-caption", { "data-testid": "gain-rule" }, `A result at rank i adds ${gain} × ${discount}.`),
    ),
    h("div.ix-gain-panels", { "data-several": several }, panels.map((panel) => board(panel, several, view, data))),
    ideal && h("p.ix-soft.ix-gain-why", {}, terms(why, seen)),
  ];
}

function board(panel, several, view, data) {
  return h(
    "section.ix-gain-panel",
    { "data-testid": "gain-panel" },
    several && [h("h3.ix-h3", {}, panel.query), h("p.ix-caption", {}, panel.sentence)],
    panel.columns.length > 0 && gainTable(panel, view, data),
    panel.fall && !data.untaught.includes("nDCG") && h("p.ix-caption.ix-gain-fall", { "data-hue": "nDCG" }, panel.fall),
  );
}

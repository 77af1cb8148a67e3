/**
 * How good this order is among all orders of its list: the distribution of the chosen metric with this order in it, and
 * the same standing for every metric.
 */

import { terms } from "../define.js";
import { decimal, percent } from "../numbers.js";
import { h } from "../view/view.js";
import { about, histogram } from "./histogram.js";
import { look, taught } from "./lens.js";
import { scroll } from "./scrollable.js";
import { cell, first, head, line, table } from "./table.js";

export function view(view, data) {
  const { panels, sentence, whole } = view;
  const several = panels.length > 1;
  return h(
    "div.ix-orders",
    { "data-several": several },
    h("h2.ix-h2", {}, "How good is this order, really?"),
    h("p.ix-lead", { "data-testid": "orders-text" }, terms(sentence)),
    h(
      "div.ix-orders-body",
      {},
      h(
        "div",
        {},
        h("div.ix-orders-plots", {}, panels.map((panel) => histogram(panel, view, several))),
        whole && wholeList(whole),
      ),
      standings({ ...view, table: taught(view.table, data) }, several, data.metric),
    ),
  );
}

/** What is so over the whole list, and a button that moves the cutoff there. */
function wholeList({ text, k }) {
  const show = () => document.dispatchEvent(new CustomEvent("irviz:cutoff", { detail: { k } }));
  const button = h("button.ix-button.ix-quiet", { "data-testid": "whole-list", onclick: show }, `Show k = ${k}`);
  return h("p.ix-well.ix-orders-whole", {}, text, " ", button);
}

/** The table: a line for each metric, and a share of orders beaten for each list. */
function standings({ table: rows, panels, k }, several, chosen) {
  const beaten = several ? panels.map(({ query }) => query) : ["Orders beaten", "Tied"];
  const heads = ["Metric", several ? "Mean" : "This order", "Shuffled", ...beaten].map((words) => head("", {}, words));
  const caption = `Every metric at k = ${k}${several ? ", list by list" : ""}`;
  const lines = rows.map((row) => standing(row, several, row.name === chosen));
  return scroll(caption, table(".ix-standings", { "data-testid": "standings" }, heads, lines, caption));
}

function standing({ name, symbol, value, mean, cells }, several, chosen) {
  const choose = { "data-metric": name, "aria-pressed": chosen, onclick: () => look({ metric: name }) };
  const exact = cells.every((one) => one.exact);
  return line(
    { "data-testid": "standing", "data-hue": name, "data-chosen": chosen, class: chosen ? "ix-strong" : "" },
    first("", {}, h("button.ix-chip", choose, symbol)),
    cell("", {}, decimal(value)),
    cell("", {}, mean === null ? "–" : about(exact, decimal(mean))),
    cells.map(beats),
    !several && cell("", {}, known(cells[0]) ? about(exact, percent(cells[0].tied)) : "–"),
  );
}

/** The share of orders beaten, as a number and as a bar. */
function beats(one) {
  const bar = (share) => h("i", { style: { width: `${100 * share}%` } });
  return cell(
    "",
    { "data-value": String(one.beaten) },
    known(one) ? about(one.exact, percent(one.beaten)) : "undefined",
    known(one) && h("span.ix-beaten", { "aria-hidden": "true" }, bar(one.beaten), bar(one.tied)),
  );
}

const known = ({ ever, value }) => ever && value !== null;

/** The table of gains: a column for each rank. A narrow one has the head of each row above it. */

import { decimal } from "../numbers.js";
import { thumb } from "../result.js";
import { h } from "../view/view.js";
import { scroll } from "./scrollable.js";
import { cell, first, head, line } from "./table.js";

/** With more ranks than this the columns of sums are not divided into their parts. */
const MOST_PARTS = 24;

/** With more ranks than this there is no room to write how a term comes about. */
const ROOMY = 12;

/**
 * @param {object} panel
 * @param {object} view
 * @param {{pictures: string}} data
 */
export function gainTable(panel, view, { pictures, untaught }) {
  const { query, columns, top, dcg, idcg, ratio, defined } = panel;
  const beside = !untaught.includes("IDCG"); // whether the ideal stands beside
  const ideal = beside ? panel.ideal : [];
  const { k, gain, discount, discounts } = view;
  const width = Math.max(columns.length, ideal.length);
  const places = Array.from({ length: width }, (_, index) => index);
  const stands = (index) => ({ "data-rank": index + 1, "data-counted": index < k, "data-cutoff": index + 1 === k });
  const row = (name, title, more, content, props = stands) =>
    line(
      { class: `ix-gain-${name}` },
      first(".ix-gain-first", {}, h("b", {}, title), " ", h("span", {}, more)),
      places.map((index) => cell("", props(index), content(index))),
    );
  const sum = (name, title, value, of) => row(name, `${title}@${k}`, value, (index) => columns[index] && of(columns[index]));
  const missed = ideal.some(({ from }) => from === null);
  const rows = [
    row("discount", "discount leaves", discount, (index) => left(discounts[index])),
    row("order", "this order", `${gain} × that`, (index) => card(columns[index], pictures, discounts[index])),
    beside && row("ideal", "ideal order", missed ? "dashed: missed" : "best first", (index) => idealCard(ideal[index], pictures, discounts[index]), (index) =>
      idealStands(stands(index), ideal[index]),
    ),
    row("sums", "running sums", beside && "filled: this order", (index) => columns[index] && sums(columns, index, top, beside)),
    sum("dcg", "DCG", decimal(dcg), (one) => decimal(one.dcg)),
    beside && sum("idcg", "IDCG", decimal(idcg), (one) => decimal(one.idcg)),
    beside && sum("ratio", "nDCG", defined ? decimal(ratio) : "undefined", (one) => (one.idcg > 0 ? decimal(one.ratio) : "–")),
  ];
  const ranks = line({ class: "ix-gain-rank" }, head(".ix-gain-first", {}, "rank"), places.map((index) => head("", stands(index), index + 1)));
  return scroll(
    "Gains by rank",
    h(
      "table.ix-gain",
      { role: "table", "data-testid": "gain", "data-hue": "nDCG", "data-crowded": width > ROOMY, style: { "--ix-columns": width } },
      h("caption.ix-said", {}, `DCG${beside ? " and its ideal" : ""} by rank for “${query}”`),
      h("thead", { role: "rowgroup" }, ranks),
      h("tbody", { role: "rowgroup" }, rows),
    ),
  );
}

function left(discount) {
  if (!discount) return null;
  return [h("i.ix-gain-left", { "aria-hidden": "true", style: { height: `${2.5 * discount.value}rem` } }), h("span", {}, decimal(discount.value))];
}

/** A card with what it adds; nothing past the end of the list. */
function card(item, pictures, discount, props = {}) {
  if (!item) return null;
  const { title, grade, gain, term, picture } = item;
  const shown = { "aria-label": `${title}, grade ${grade}`, "data-words": picture ? null : title, ...props };
  return [
    h("span.ix-gain-card", {}, thumb({ ...item, rank: null }, pictures, shown), h("b.ix-badge", { "aria-hidden": "true" }, grade)),
    h("span.ix-gain-product", {}, discount && `${gain} × ${decimal(discount.value)}`),
    h("b.ix-gain-term", {}, term ? decimal(term) : "0"),
  ];
}

/** A card of the ideal order, which belongs to the rank where it stands now. */
function idealCard(item, pictures, discount) {
  if (!item) return null;
  const { title, grade, from } = item;
  const where = from === null ? "not retrieved" : `now at rank ${from}`;
  const words = from === null ? { "data-words": "missed" } : {};
  return card(item, pictures, discount, { ...words, "aria-label": `${title}, grade ${grade}, ${where}`, title: `${title}, ${where}` });
}

function idealStands(stands, item) {
  return { ...stands, "data-rank": item?.from ?? null, "data-missed": item?.from === null, "data-counted": item?.counted ?? stands["data-counted"] };
}

/** This order's running sum, each rank a part, in the outline of the ideal one. */
function sums(columns, index, top, outlined) {
  const here = columns[index];
  const height = (sum) => ({ height: `${(100 * sum) / top}%` });
  const parted = columns.length <= MOST_PARTS;
  const terms = parted ? columns.slice(0, index + 1).filter(({ term }) => term > 0) : [{ rank: here.rank, term: here.dcg }];
  const parts = terms.map(({ rank, term }) => h("i", { "data-rank": rank, style: height(term) }));
  return h(
    "div.ix-gain-column",
    { "aria-hidden": "true" },
    outlined && h("i.ix-gain-outline", { style: height(here.idcg) }),
    h("div.ix-gain-parts", {}, parts),
  );
}

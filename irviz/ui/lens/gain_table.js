/** The table of gains: a column for each rank. Narrow ones lose their first column, so roles are written out. */

import { fit } from "./fit.js";
import { decimal } from "../numbers.js";
import { scrollable } from "./scrollable.js";
import { html, setAttribute, setText } from "../dom.js";
import { showThumb, thumb } from "./thumb.js";

/** With more ranks than this the columns of sums are not divided into their parts. */
const MOST_PARTS = 24;

/** With more ranks than this there is no room to write how a term comes about. */
const ROOMY = 12;

const ROWS = ["rank", "discount", "order", "ideal", "sums", "dcg", "idcg", "ratio"];

export class GainTable {
  constructor() {
    this.rows = Object.fromEntries(ROWS.map((name) => [name, html("tr", `ix-gain-${name}`, { role: "row" }, head(name))]));
    const { rank, ...others } = this.rows;
    this.caption = html("caption", "ix-said");
    this.table = html(
      "table",
      "ix-gain",
      { role: "table", "data-testid": "gain" },
      this.caption,
      html("thead", "", { role: "rowgroup" }, rank),
      html("tbody", "", { role: "rowgroup" }, ...Object.values(others)),
    );
    this.root = html("div", "ix-gain-box", { "aria-label": "Gains by rank" }, this.table);
    this.scroller = scrollable(this.root);
  }

  /**
   * @param {object} panel
   * @param {object} view
   * @param {{pictures: string}} data
   */
  show(panel, view, data) {
    const { columns, ideal, top } = panel;
    const { k } = view;
    const width = Math.max(columns.length, ideal.length);
    this.table.style.setProperty("--ix-columns", String(width));
    this.table.toggleAttribute("data-crowded", width > ROOMY);
    setText(this.caption, `DCG and its ideal by rank for “${panel.query}”`);
    this.heads(panel, view);
    const cells = Object.fromEntries(ROWS.map((name) => [name, this.cells(name, width)]));
    for (let index = 0; index < width; index += 1) {
      const rank = index + 1;
      const column = columns[index];
      for (const name of ROWS) mark(cells[name][index], rank, k, name === "ideal" ? null : rank);
      setText(cells.rank[index], String(rank));
      showDiscount(cells.discount[index], view.discounts[index]);
      showCard(cells.order[index], column, data.pictures, view.discounts[index]);
      showIdeal(cells.ideal[index], ideal[index], data.pictures, view.discounts[index]);
      showSums(cells.sums[index], columns, index, top, columns.length <= MOST_PARTS);
      setText(cells.dcg[index], column ? decimal(column.dcg) : "");
      setText(cells.idcg[index], column ? decimal(column.idcg) : "");
      setText(cells.ratio[index], column ? (column.idcg > 0 ? decimal(column.ratio) : "–") : "");
    }
  }

  /** The row heads with the values at the cutoff. */
  heads({ ideal, dcg, idcg, ratio, defined }, { k, gain, discount }) {
    const words = {
      rank: ["rank", ""],
      discount: ["discount", discount],
      order: ["this order", `${gain} × discount`],
      ideal: ["ideal order", ideal.some(({ from }) => from === null) ? "dashed: missed" : "best first"],
      sums: ["running sums", "filled: this order"],
      dcg: [`DCG@${k}`, decimal(dcg)],
      idcg: [`IDCG@${k}`, decimal(idcg)],
      ratio: [`nDCG@${k}`, defined ? decimal(ratio) : "undefined"],
    };
    for (const [name, row] of Object.entries(this.rows)) {
      const [title, more] = row.firstChild.children;
      setText(title, words[name][0]);
      setText(more, words[name][1]);
    }
  }

  cells(name, width) {
    const tag = name === "rank" ? "th" : "td";
    const attributes = name === "rank" ? { scope: "col", role: "columnheader" } : { role: "cell" };
    return fit(this.rows[name], width + 1, () => html(tag, "", attributes)).slice(1);
  }

  leave() {
    this.scroller.disconnect();
  }
}

function head(name) {
  const attributes = name === "rank" ? { scope: "col", role: "columnheader" } : { scope: "row", role: "rowheader" };
  return html("th", "", attributes, html("b", ""), html("span", ""));
}

/** Where a cell stands: at its rank, above the cutoff or below, and which rank it lights. */
function mark(cell, place, k, rank) {
  setAttribute(cell, "data-counted", String(place <= k));
  setAttribute(cell, "data-cutoff", String(place === k));
  if (rank !== null) setAttribute(cell, "data-rank", String(rank));
}

function showDiscount(cell, left) {
  const [bar, text] = fit(cell, 2, (index) => html(index ? "span" : "i", index ? "" : "ix-gain-left", index ? {} : { "aria-hidden": "true" }));
  bar.style.height = left ? `${40 * left.value}px` : "0";
  setText(text, left ? decimal(left.value) : "");
}

/** A card with what it adds; empty past the end of the list. */
function showCard(cell, item, pictures, left) {
  const [picture, product, term] = fit(cell, 3, (index) => (index ? html(index > 1 ? "b" : "span", "") : html("span", "ix-gain-card", {}, thumb(), html("i", "ix-gain-grade"))));
  for (const part of [picture, product, term]) part.hidden = !item;
  if (!item) return;
  showThumb(picture.firstChild, { ...item, rank: null }, pictures);
  setAttribute(picture.firstChild, "aria-label", `${item.title}, grade ${item.grade}`);
  setAttribute(picture.firstChild, "data-words", item.picture ? "" : item.title);
  setText(picture.lastChild, String(item.grade));
  picture.lastChild.setAttribute("aria-hidden", "true");
  setText(product, left ? `${item.gain} × ${decimal(left.value)}` : "");
  setText(term, item.term ? decimal(item.term) : "0");
}

/** A card of the ideal order, which belongs to the rank where it stands now. */
function showIdeal(cell, item, pictures, left) {
  showCard(cell, item, pictures, left);
  setAttribute(cell, "data-missed", String(item?.from === null));
  if (!item) return;
  setAttribute(cell, "data-counted", String(item.counted));
  if (item.from === null) cell.removeAttribute("data-rank");
  else setAttribute(cell, "data-rank", String(item.from));
  const picture = cell.firstChild.firstChild;
  const from = item.from === null ? "not retrieved" : `now at rank ${item.from}`;
  if (item.from === null) setAttribute(picture, "data-words", "missed");
  setAttribute(picture, "aria-label", `${item.title}, grade ${item.grade}, ${from}`);
  setAttribute(picture, "title", `${item.title}, ${from}`);
}

/** This order's running sum, each rank a part, in the outline of the ideal one. */
function showSums(cell, columns, index, top, parted) {
  const [column] = fit(cell, 1, () => html("div", "ix-gain-column", { "aria-hidden": "true" }, html("i", "ix-gain-outline"), html("div", "ix-gain-parts")));
  const here = columns[index];
  column.hidden = !here;
  if (!here) return;
  column.firstChild.style.height = `${(100 * here.idcg) / top}%`;
  const terms = parted ? columns.slice(0, index + 1).filter(({ term }) => term > 0) : [{ rank: here.rank, term: here.dcg }];
  const parts = fit(column.lastChild, terms.length, () => html("i", ""));
  parts.forEach((part, place) => {
    setAttribute(part, "data-rank", String(terms[place].rank));
    part.style.height = `${(100 * terms[place].term) / top}%`;
  });
}

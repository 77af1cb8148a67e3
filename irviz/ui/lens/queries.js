/** The mean over several queries: each query's working and value, and a bar for what it adds to the mean. */

import { scaleHead, waterfall } from "./waterfall.js";
import { showFormula } from "./formula.js";
import { decimal } from "../numbers.js";
import { html, setAttribute, setText } from "../dom.js";
import { showThumb, thumb } from "./thumb.js";

export class Queries {
  constructor() {
    this.heads = ["query", "results", "worked", "value", "part"].map((name) =>
      html("th", `ix-query-${name}`, { scope: "col", role: "columnheader" }),
    );
    this.scale = scaleHead();
    this.heads[4].append(this.scale.root);
    this.body = html("tbody", "", { role: "rowgroup" });
    this.root = html(
      "table",
      "ix-queries",
      { role: "table", "data-testid": "queries" },
      html("thead", "", { role: "rowgroup" }, html("tr", "", { role: "row" }, ...this.heads)),
      this.body,
    );
    this.lines = [];
  }

  /**
   * @param {object} view Of kind "mean".
   * @param {{pictures: string}} data
   */
  show(view, data) {
    const { name, symbol, k, rows, scale } = view;
    const words = ["Query", k === 1 ? "First result" : `First ${k} results`, "Working", `${name}@${k}`];
    words.forEach((text, index) => setText(this.heads[index], text));
    this.scale.show(`What it adds to ${symbol}`, scale);
    setAttribute(this.root, "aria-label", `${symbol}, query by query`);
    if (this.lines.length !== rows.length) {
      this.lines = rows.map(() => makeLine());
      this.body.replaceChildren(...this.lines.map(({ line }) => line));
    }
    let from = 0;
    rows.forEach((row, index) => {
      const part = (row.value ?? 0) / rows.length;
      showLine(this.lines[index], row, { k, from, part, scale, pictures: data.pictures });
      from += part;
    });
  }
}

function makeLine() {
  const query = html("th", "ix-query-query", { scope: "row", role: "rowheader" });
  const results = html("td", "ix-query-results", { role: "cell" });
  const worked = html("td", "ix-query-worked", { role: "cell" });
  const value = html("td", "ix-query-value", { role: "cell" });
  const bar = waterfall();
  const part = html("td", "ix-query-part", { role: "cell" }, bar.root);
  const cells = [query, results, worked, value, part];
  const line = html("tr", "ix-query-line", { role: "row", "data-testid": "query-line" }, ...cells);
  return { line, query, results, worked, value, bar };
}

function showLine({ line, query, results, worked, value, bar }, row, { k, from, part, scale, pictures }) {
  setAttribute(line, "data-query", row.id);
  setAttribute(line, "data-value", String(row.value));
  setText(query, row.query);
  const kept = row.results.slice(0, k);
  while (results.children.length > kept.length) results.lastChild.remove();
  while (results.children.length < kept.length) results.append(thumb());
  kept.forEach((result, index) => showThumb(results.children[index], result, pictures));
  showFormula(worked, row.worked);
  setText(value, row.defined ? decimal(row.value) : row.value === null ? "undefined" : `undefined, counted as ${row.value}`);
  bar.show(from, part, scale);
}

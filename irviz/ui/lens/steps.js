/**
 * The running sum, rank by rank, with a bar for what each rank adds. Each row is laid out in two lines on a
 * phone, where a table would lose its roles: so they are written out.
 */

import { scaleHead, waterfall } from "./waterfall.js";
import { alike, decimal } from "../numbers.js";
import { html, setAttribute, setText } from "../dom.js";
import { showThumb, thumb } from "./thumb.js";

const COLUMNS = ["rank", "picture", "grade", "hit", "term", "total", "norm", "value", "part"];
const HEADS = { rank: "Rank i", picture: "Result", grade: "Grade", hit: "Hit", term: "Term", total: "Sum", norm: "Divided by" };

export class Steps {
  constructor() {
    this.heads = Object.fromEntries(COLUMNS.map((name) => [name, html("th", `ix-step-${name}`, { scope: "col", role: "columnheader" })]));
    this.scale = scaleHead();
    this.heads.part.append(this.scale.root);
    this.body = html("tbody", "", { role: "rowgroup" });
    this.root = html(
      "table",
      "ix-steps",
      { role: "table", "data-testid": "steps" },
      html("thead", "", { role: "rowgroup" }, html("tr", "", { role: "row" }, ...Object.values(this.heads))),
      this.body,
    );
    this.lines = [];
  }

  /**
   * @param {object} view Of kind "one".
   * @param {{pictures: string}} data
   */
  show(view, data) {
    const { name, symbol, k, rows, scale } = view;
    for (const [column, words] of Object.entries(HEADS)) setText(this.heads[column], words);
    setText(this.heads.value, `${name}@i`);
    this.scale.show(`What it adds to ${symbol}`, scale);
    setAttribute(this.root, "aria-label", `${symbol}, rank by rank`);
    this.root.toggleAttribute("data-graded", view.graded);
    this.root.toggleAttribute("data-divided", view.divided);
    this.root.toggleAttribute("data-gains", view.gains);
    if (this.lines.length !== rows.length) {
      this.lines = rows.map(() => makeLine());
      this.body.replaceChildren(...this.lines.map(({ line }) => line));
    }
    const write = { total: alike(rows.map((row) => row.total)), norm: alike(rows.map((row) => row.norm)) };
    let from = 0;
    rows.forEach((row, index) => {
      showLine(this.lines[index], row, { k, from, scale, write, pictures: data.pictures });
      from += row.part;
    });
  }
}

function makeLine() {
  const cells = Object.fromEntries(COLUMNS.map((name) => [name, html("td", `ix-step-${name}`, { role: "cell" })]));
  cells.rank = html("th", "ix-step-rank", { scope: "row", role: "rowheader" });
  const picture = thumb();
  const title = html("span", "ix-step-title");
  cells.picture.append(picture, title);
  const bar = waterfall();
  cells.part.append(bar.root);
  const line = html("tr", "ix-step", { role: "row", "data-testid": "step" }, ...Object.values(cells));
  return { line, cells, picture, title, bar };
}

function showLine({ line, cells, picture, title, bar }, row, { k, from, scale, write, pictures }) {
  setAttribute(line, "data-rank", String(row.rank));
  setAttribute(line, "data-relevant", String(row.relevant));
  setAttribute(line, "data-counted", String(row.counted));
  setAttribute(line, "data-cutoff", String(row.rank === k));
  setAttribute(line, "data-part", String(row.part));
  setText(cells.rank, String(row.rank));
  showThumb(picture, { ...row, rank: null }, pictures);
  setText(title, row.picture ? "" : row.title);
  setText(cells.grade, String(row.grade));
  setText(cells.hit, String(row.hit));
  setText(cells.term, row.written);
  setText(cells.total, write.total(row.total));
  setText(cells.norm, write.norm(row.norm));
  setText(cells.value, row.norm === 0 ? "undefined" : decimal(row.value));
  setAttribute(cells.part, "data-k", `k = ${k}`);
  bar.show(from, row.part, scale, row.counted ? undefined : "");
}

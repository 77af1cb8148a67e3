/** The running sum, rank by rank, with a bar for what each rank adds. */

import { fall } from "./fall.js";
import { decimal, short } from "./numbers.js";
import { html, setAttribute, setText } from "./svg.js";
import { showThumb, thumb } from "./thumb.js";

const COLUMNS = ["rank", "picture", "grade", "hit", "term", "total", "norm", "value", "part"];
const HEADS = { rank: "Rank", picture: "Result", grade: "Grade", hit: "Hit", term: "Term", total: "Sum", norm: "Divided by" };

export class Steps {
  constructor() {
    this.heads = Object.fromEntries(COLUMNS.map((name) => [name, html("th", `ix-step-${name}`, { scope: "col" })]));
    this.body = html("tbody", "");
    this.root = html(
      "table",
      "ix-steps",
      { "data-testid": "steps" },
      html("thead", "", {}, html("tr", "", {}, ...Object.values(this.heads))),
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
    for (const [column, head] of Object.entries(this.heads)) setText(head, HEADS[column] ?? "");
    setText(this.heads.value, `${name}@rank`);
    setText(this.heads.part, `What it adds to ${symbol}`);
    setAttribute(this.root, "aria-label", `${symbol}, rank by rank`);
    this.root.toggleAttribute("data-graded", view.graded);
    if (this.lines.length !== rows.length) {
      this.lines = rows.map(() => makeLine());
      this.body.replaceChildren(...this.lines.map(({ line }) => line));
    }
    let from = 0;
    rows.forEach((row, index) => {
      showLine(this.lines[index], row, { k, from, scale, pictures: data.pictures });
      from += row.part;
    });
  }
}

function makeLine() {
  const cells = Object.fromEntries(
    COLUMNS.map((name) => [name, html(name === "rank" ? "th" : "td", `ix-step-${name}`, name === "rank" ? { scope: "row" } : {})]),
  );
  const picture = thumb();
  cells.picture.append(picture);
  const bar = fall();
  cells.part.append(bar.root);
  return { line: html("tr", "ix-step", { "data-testid": "step" }, ...Object.values(cells)), cells, picture, bar };
}

function showLine({ line, cells, picture, bar }, row, { k, from, scale, pictures }) {
  setAttribute(line, "data-rank", String(row.rank));
  setAttribute(line, "data-relevant", String(row.relevant));
  setAttribute(line, "data-counted", String(row.counted));
  setAttribute(line, "data-cutoff", String(row.rank === k));
  setAttribute(line, "data-part", String(row.part));
  setText(cells.rank, String(row.rank));
  showThumb(picture, { ...row, rank: null }, pictures);
  setText(cells.grade, String(row.grade));
  setText(cells.hit, String(row.hit));
  setText(cells.term, row.written);
  setText(cells.total, short(row.total));
  setText(cells.norm, short(row.norm));
  setText(cells.value, decimal(row.value));
  bar.show(from, row.part, scale, row.counted ? undefined : "");
}

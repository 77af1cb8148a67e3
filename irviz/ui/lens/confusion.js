/** The four fields at the cutoff with the results in them; at the margins, what reads off a row or a column. */

import { showFormula } from "./formula.js";
import { html, setAttribute, setText } from "../dom.js";
import { showThumb, thumb } from "./thumb.js";

const FIELDS = ["TP", "FP", "FN", "TN"];
const READS = { P: ["TP", "FP"], R: ["TP", "FN"], F1: ["TP", "FP", "FN"] };

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object, data: object) => void}}
 */
export function make(root) {
  const boards = html("div", "ix-matrices");
  root.append(boards);
  let matrices = [];
  return {
    show(view, data) {
      root.toggleAttribute("data-several", view.boards.length > 1);
      if (matrices.length !== view.boards.length) {
        matrices = view.boards.map(() => new Matrix());
        boards.replaceChildren(...matrices.map(({ root: one }) => one));
      }
      view.boards.forEach((board, index) => matrices[index].show(board, data));
    },
  };
}

/** The table of one board. */
class Matrix {
  constructor() {
    this.query = html("h3", "ix-matrix-query");
    this.columns = [0, 1].map(() => html("th", "ix-matrix-column", { scope: "col", role: "columnheader" }));
    this.rows = [0, 1].map(() => html("th", "ix-matrix-row", { scope: "row", role: "rowheader" }));
    this.fields = Object.fromEntries(FIELDS.map((name) => [name, makeField(name)]));
    this.readings = Object.fromEntries(Object.keys(READS).map((name) => [name, this.makeReading(name)]));
    this.accuracy = html("p", "ix-accuracy");
    const { TP, FP, FN, TN } = this.fields;
    const { P, R, F1 } = this.readings;
    const row = (name, ...cells) => html("tr", name, { role: "row" }, ...cells);
    const corner = html("td", "ix-matrix-corner", { role: "cell" });
    const accuracy = html("td", "ix-matrix-remark", { role: "cell", colspan: "2" }, this.accuracy);
    const end = html("td", "ix-matrix-corner", { role: "cell" });
    this.table = html(
      "table",
      "ix-matrix",
      { role: "table", "data-testid": "confusion" },
      html("thead", "", { role: "rowgroup" }, row("ix-matrix-heads", corner, ...this.columns, end)),
      html(
        "tbody",
        "",
        { role: "rowgroup" },
        row("ix-matrix-kept", this.rows[0], TP.cell, FP.cell, P.cell),
        row("ix-matrix-rest", this.rows[1], FN.cell, TN.cell, F1.cell),
        row("ix-matrix-foot", html("td", "ix-matrix-corner", { role: "cell" }), R.cell, accuracy),
      ),
    );
    this.root = html("div", "ix-matrix-board", {}, this.query, this.table);
  }

  /** What a metric reads off the table; pointing at it lights the fields that it reads. */
  makeReading(name) {
    const symbol = html("span", "ix-reading-title");
    const words = html("span", "ix-reading-words");
    const shape = html("span", "ix-reading-shape");
    const numbers = html("span", "ix-reading-numbers");
    const box = html(
      "div",
      "ix-reading",
      {},
      html("p", "ix-reading-head", {}, symbol, " ", words),
      html("p", "ix-reading-formula", {}, shape, " ", numbers),
    );
    box.style.setProperty("--ix-hue", `var(--ix-line-${name})`);
    box.style.setProperty("--ix-hue-text", `var(--ix-text-${name})`);
    const cell = html("td", `ix-matrix-reading ix-reads-${name}`, { role: "cell", "data-testid": `reading-${name}` }, box);
    cell.onpointerenter = () => this.light(name);
    cell.onpointerleave = () => this.light(null);
    return { cell, symbol, words, shape, numbers };
  }

  light(name) {
    for (const [field, { cell }] of Object.entries(this.fields)) {
      cell.toggleAttribute("data-read", name !== null && READS[name].includes(field));
      if (name) cell.style.setProperty("--ix-hue", `var(--ix-line-${name})`);
    }
  }

  /**
   * @param {object} board
   * @param {{pictures: string}} data
   */
  show(board, data) {
    setText(this.query, board.query);
    setAttribute(this.table, "aria-label", `Confusion at the cutoff, “${board.query}”`);
    board.columns.forEach((words, index) => setText(this.columns[index], words));
    board.rows.forEach((words, index) => setText(this.rows[index], words));
    for (const name of FIELDS) showField(this.fields[name], board.fields[name], data.pictures);
    for (const [name, reading] of Object.entries(board.readings)) {
      const { symbol, words, shape, numbers } = this.readings[name];
      setText(symbol, reading.title);
      setText(words, reading.words);
      showFormula(shape, reading.shape);
      showFormula(numbers, reading.numbers);
    }
    setText(this.accuracy, board.accuracy);
  }
}

function makeField(name) {
  const words = html("span", "ix-field-words");
  const count = html("span", "ix-field-count", { "data-testid": `count-${name}` });
  const results = html("div", "ix-field-results");
  const missed = html("p", "ix-field-missed");
  const head = html("p", "ix-field-head", {}, html("span", "ix-field-short", {}, name), words, count);
  const cell = html("td", "ix-field", { role: "cell", "data-field": name }, head, results, missed);
  return { cell, words, count, results, missed };
}

function showField({ cell, words, count, results, missed }, field, pictures) {
  setAttribute(cell, "title", field.meaning);
  setText(words, field.words);
  setText(count, String(field.count));
  while (results.children.length > field.results.length) results.lastChild.remove();
  while (results.children.length < field.results.length) {
    results.append(html("figure", "ix-field-result", {}, thumb(), html("figcaption", "", { "aria-hidden": "true" })));
  }
  field.results.forEach((result, index) => {
    const [picture, rank] = results.children[index].children;
    showThumb(picture, result, pictures);
    setText(rank, String(result.rank));
  });
  setText(missed, field.missed ? `${field.missed} not retrieved` : "");
}

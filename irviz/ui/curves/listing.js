/** Curves as a table, for those who do not see them: a row for each curve, a column for each cutoff. */

import { html, setText } from "../dom.js";
import { decimal } from "../numbers.js";

/** Who reads a table does not read it during a drag: it is written when nothing has changed for so many ms. */
const REST = 250;

/**
 * The curves that are drawn, as lines of the table.
 *
 * @param {{name: string, symbol: string}[]} rows
 * @param {import("./content.js").Content} content
 * @param {boolean[]} hidden
 */
export function drawn(rows, content, hidden) {
  return rows.filter((_, index) => !hidden[index]).map(({ name, symbol }) => ({ name: symbol, values: content.curves[name] }));
}

/** The table behind a chart. */
export class Listing {
  /** @param {HTMLElement} root A place that is not seen. */
  constructor(root) {
    this.caption = html("caption", "");
    this.head = html("thead", "");
    this.body = html("tbody", "");
    this.timer = 0;
    this.last = 0;
    root.replaceChildren(html("table", "", {}, this.caption, this.head, this.body));
  }

  /**
   * Write the table in a moment; but at once where less may be told than before.
   *
   * @param {string} caption
   * @param {{name: string, values: (number | null)[]}[]} lines The curves that are drawn.
   * @param {number} last The last cutoff that may be told; the rest is covered.
   */
  show(caption, lines, last) {
    clearTimeout(this.timer);
    if (last < this.last) this.write(caption, lines, last);
    else this.timer = setTimeout(() => this.write(caption, lines, last), REST);
    this.last = last;
  }

  write(caption, lines, last) {
    const n = lines[0]?.values.length ?? 0;
    setText(this.caption, caption);
    const cutoffs = Array.from({ length: n }, (_, at) => `k = ${at + 1}`);
    fit(this.head, [["Metric", ...cutoffs]], () => html("th", "", { scope: "col" }));
    const told = (value, at) => (at < last ? decimal(value) : "covered");
    fit(this.body, lines.map(({ name, values }) => [name, ...values.map(told)]), (at) =>
      at ? html("td", "") : html("th", "", { scope: "row" }),
    );
  }
}

/** Rows with these texts; cells are kept, so that somebody who reads them keeps the place. */
function fit(part, rows, cell) {
  while (part.rows.length > rows.length) part.deleteRow(-1);
  rows.forEach((texts, index) => {
    const row = part.rows[index] ?? part.insertRow();
    while (row.cells.length > texts.length) row.deleteCell(-1);
    while (row.cells.length < texts.length) row.append(cell(row.cells.length));
    texts.forEach((text, at) => setText(row.cells[at], text));
  });
}

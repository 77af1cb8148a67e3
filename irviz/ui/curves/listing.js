/** Curves as a table, for those who do not see them: a row for each curve, a column for each cutoff. */

import { decimal } from "../numbers.js";
import { head } from "../view/table.js";
import { draw, h } from "../view/view.js";

/** Who reads a table does not read it during a drag: it is written when nothing has changed for so many ms. */
const REST = 250;

/** The table behind a chart. */
export class Listing {
  /** @param {HTMLElement} box A place that is not seen. */
  constructor(box) {
    this.box = box;
    this.told = 0;
  }

  /**
   * Write the table in a moment; but at once where less may be told than before.
   *
   * @param {string} caption
   * @param {{name: string, values: (number | null)[], last: number}[]} lines The curves that are drawn; what comes
   *   after their last cutoff is covered.
   */
  show(caption, lines) {
    clearTimeout(this.timer);
    const write = () => draw(this.box, table(caption, lines));
    const told = Math.min(...lines.map(({ last }) => last));
    if (told < this.told || told === 0) write();
    else this.timer = setTimeout(write, REST);
    this.told = told;
  }
}

const table = (caption, lines) =>
  h(
    "table",
    h("caption", caption),
    head(["Metric", ...(lines[0]?.values ?? []).map((_, at) => `k = ${at + 1}`)]),
    h(
      "tbody",
      lines.map(({ name, values, last }) =>
        h(
          "tr",
          h("th", { scope: "row" }, name),
          values.map((value, at) => h("td", at < last ? decimal(value) : "covered")),
        )
      ),
    ),
  );

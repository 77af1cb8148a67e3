/** The values at k: a row for each metric, A, B and the difference. */

import { html, setAttribute, setText } from "../dom.js";
import { decimal, long } from "../numbers.js";
import { compare, signed } from "./content.js";

/** The table of values, made once and then changed in place. */
export class Table {
  /**
   * @param {HTMLTableElement} table
   * @param {(name: string | null) => void} light Called when a row is pointed at.
   */
  constructor(table, light) {
    this.caption = table.querySelector("caption span");
    this.verdict = table.querySelector("caption b");
    this.body = table.tBodies[0];
    this.light = light;
    this.rows = [];
  }

  build(rows, hues) {
    this.rows = rows.map(({ name, title, meaning }) => {
      const style = Object.entries(hues(name))
        .map(([theme, { line, text }]) => `--ix-line-${theme}: ${line}; --ix-text-${theme}: ${text}`)
        .join("; ");
      const head = html("th", "ix-vs-symbol ix-vs-hue", { scope: "row", style, title: `${title}: ${meaning}` });
      const [a, b] = [html("td", ""), html("td", "")];
      const figure = html("span", "ix-vs-figure");
      const mark = html("span", "ix-vs-mark", { "aria-hidden": "true" });
      const heard = html("span", "ix-said");
      const row = html("tr", "", { "data-testid": "versus-row", "data-metric": name }, head, a, b);
      row.append(html("td", "ix-vs-difference", {}, figure, mark, heard));
      row.addEventListener("pointerenter", () => this.light(name));
      row.addEventListener("pointerleave", () => this.light(null));
      return { name, row, head, a, b, figure, mark, heard };
    });
    this.body.replaceChildren(...this.rows.map(({ row }) => row));
  }

  /**
   * @param {import("./content.js").Content} content
   * @param {object} data What the server sent last.
   */
  draw(content, data) {
    setText(this.caption, `Values at k = ${content.k}; another cutoff may say otherwise`);
    setText(this.verdict, content.why[0] ?? "\u00a0");
    for (const { name, row, head, a, b, figure, mark, heard } of this.rows) {
      const found = compare(content, name);
      const empty = content.exact && data.undefined.includes(name);
      setText(head, `${name}@${content.k}`);
      for (const [cell, side] of [[a, "a"], [b, "b"]]) {
        setText(cell, decimal(found[side]));
        const fraction = content.exact ? data.fractions[side][name]?.[content.k - 1] : null;
        setAttribute(cell, "title", empty ? "undefined, counted as 0" : long(found[side], fraction).both);
        setAttribute(row, `data-${side}`, String(found[side]));
      }
      setText(figure, signed(found.difference));
      setText(mark, found.winner);
      setText(heard, empty ? " undefined, counted as 0" : found.winner ? ` ${found.winner} is higher` : " no difference");
      setAttribute(row, "data-winner", found.winner);
      setAttribute(row, "data-difference", String(found.difference));
    }
  }
}

/**
 * The scores in one line at the top of a phone, as long as the scoreboard itself is not in sight: whoever moves a card
 * sees what it does. It repeats what the scoreboard says, so it is not read out.
 */

import { isCovered, isUndefined } from "./content.js";
import { html, setAttribute, setText } from "../dom.js";
import { change, score } from "./memory.js";
import { decimal, movement } from "../numbers.js";
import { hue } from "./swatch.js";

/** The line is made once; afterwards only its texts change. */
export class Scoreline {
  /**
   * @param {HTMLElement} panel With the line and the scoreboard in it; while the one is in sight, the other is not.
   */
  constructor(panel) {
    this.root = panel.querySelector(".ix-scoreline");
    this.items = [];
    const look = ([{ isIntersecting }]) => this.root.toggleAttribute("data-idle", isIntersecting);
    this.sight = new IntersectionObserver(look, { threshold: 0.4 });
    this.sight.observe(panel.querySelector(".ix-scores"));
  }

  /** @param {{name: string, symbol: string}[]} rows */
  build(rows) {
    this.items = rows.map((row, index) => {
      const [symbol, figure, sign] = ["symbol", "figure", "sign"].map((name) => html("span", `ix-line-${name}`));
      return { row, symbol, figure, sign, item: html("span", "ix-line-score", { style: hue(index) }, symbol, figure, sign) };
    });
    this.root.replaceChildren(...this.items.map(({ item }) => item));
  }

  /**
   * @param {import("./content.js").Content} content
   * @param {import("./memory.js").Memory | null} memory
   * @param {boolean[]} hidden Which curves are not drawn; their scores are left out, too.
   * @param {{metric?: string, ask?: string[], marks?: object}} data
   */
  draw(content, memory, hidden, { metric, ask = [], marks = {} }) {
    this.items.forEach(({ row, symbol, figure, sign, item }, index) => {
      item.hidden = row.name !== metric && !ask.includes(row.name) && (hidden[index] ?? true);
      setText(symbol, row.symbol.replace(/k$/, String(content.k)));
      const known = isUndefined(content, row.name) ? "–" : decimal(score(content, row.name));
      setText(figure, isCovered(content.k, content) ? "?" : known);
      const mark = content.exact && content.kind === "settled" ? marks[row.name] : undefined;
      const way = movement(change(memory, content, row.name)).sign;
      setText(sign, mark ? `${way} ${mark.right ? "✓" : "✗"}` : way);
      setAttribute(item, "data-kind", content.kind);
    });
  }

  leave() {
    this.sight.disconnect();
  }
}

/** The table of scores at the cutoff: each with its curve's toggle, its value, and what the last action changed. */

import { isCovered, isUndefined } from "./content.js";
import { html, setAttribute, setText } from "../dom.js";
import { change, score } from "./memory.js";
import { decimal, long, movement } from "../numbers.js";
import { showMark } from "./predict.js";
import { hue, swatch } from "./swatch.js";

/** The rows are made once; afterwards only their texts change. */
export class Scoreboard {
  /**
   * @param {HTMLTableElement} table
   * @param {Record<"toggle" | "choose" | "light", (metric: string | null) => void>} panel
   */
  constructor(table, panel) {
    this.table = table;
    this.panel = panel;
    this.lines = [];
    this.all = false;
    const more = html("button", "ix-more-scores", { type: "button" });
    this.more = html("tr", "ix-score-more", { role: "row" }, html("td", "", { role: "cell" }, more));
    more.onclick = () => {
      this.all = true;
      for (const { line } of this.lines) line.hidden = false;
      this.more.hidden = true;
      this.lines[0]?.choose.focus();
    };
  }

  /**
   * @param {object[]} rows
   * @param {object[]} traces
   * @param {(row: object, plotted: boolean) => HTMLElement} ask Makes what asks for the prediction of a score.
   */
  build(rows, traces, ask) {
    this.lines = rows.map((row, index) => this.line(row, traces[index], index, ask(row, Boolean(traces[index]))));
    this.table.tBodies[0].replaceChildren(...this.lines.map(({ line }) => line), this.more);
  }

  line(row, trace, index, guesses) {
    // A sum has no upper end, and so no curve on a chart from 0 to 1.
    const toggle = trace
      ? html("button", "ix-toggle", { type: "button", "aria-label": `Curve of ${row.symbol}` }, swatch(trace))
      : html("span", "ix-toggle");
    if (trace) toggle.onclick = () => this.panel.toggle(row.name);
    toggle.onfocus = () => this.panel.light(toggle.matches(":focus-visible") ? row.name : null);
    toggle.onblur = () => this.panel.light(null);
    const symbol = html("span", "ix-score-symbol");
    const choose = html("button", "ix-choose", { type: "button", title: `${row.meaning} Click to see the working.` }, symbol, " ");
    choose.append(html("span", "ix-score-title", {}, row.title));
    choose.onclick = () => this.panel.choose(row.name);
    const name = html("th", "ix-score-name", { scope: "row", role: "rowheader" }, choose);
    const figure = html("span", "ix-score-figure");
    const remark = html("small", "ix-score-remark");
    const value = html("td", "ix-score-value", { role: "cell" }, figure, " ", remark);
    const sign = html("span", "ix-score-sign", { "aria-hidden": "true" });
    const figures = html("span", "ix-score-figures", { "aria-hidden": "true" });
    const words = html("span", "ix-said");
    const mark = html("span", "ix-score-mark", { role: "img" });
    const moved = html("td", "ix-score-change", { role: "cell" }, sign, figures, words, mark, guesses);
    const line = html(
      "tr",
      "ix-score",
      { role: "row", "data-testid": "score", "data-metric": row.symbol.replace(/@k$/, ""), style: hue(index) },
      html("td", "ix-score-toggle", { role: "cell" }, toggle),
      name,
      value,
      moved,
    );
    line.onpointerenter = (event) => {
      if (event.pointerType === "mouse") this.panel.light(row.name);
    };
    line.onpointerleave = () => this.panel.light(null);
    return { line, toggle, plotted: Boolean(trace), choose, symbol, value, figure, remark, sign, figures, words, mark, row };
  }

  /**
   * @param {import("./content.js").Content} content
   * @param {import("./memory.js").Memory | null} memory
   * @param {boolean[]} hidden
   * @param {{metric?: string, aside?: string[], marks?: object}} data The metric whose working is shown; those that
   *   stand aside as long as their curves are hidden; how predictions were marked.
   */
  draw(content, memory, hidden, { metric: chosen, aside = [], marks = {} }) {
    setAttribute(this.table, "data-kind", content.kind);
    this.lines.forEach(({ line, row }, index) => {
      line.hidden = !this.all && aside.includes(row.name) && hidden[index] && row.name !== chosen;
    });
    this.more.hidden = !this.lines.some(({ line }) => line.hidden);
    this.table.toggleAttribute("data-few", !this.more.hidden);
    setText(this.more.querySelector("button"), `All ${this.lines.length} scores`);
    this.lines.forEach(({ line, toggle, plotted, choose, symbol, value, figure, remark, sign, figures, words, mark, row }, index) => {
      const now = score(content, row.name);
      const fraction = content.fractions[row.name]?.[content.k - 1];
      const covered = isCovered(content.k, content);
      if (covered) line.removeAttribute("data-value");
      else setAttribute(line, "data-value", String(now));
      setText(symbol, row.symbol.replace(/k$/, String(content.k)));
      const without = isUndefined(content, row.name);
      const inPart = content.undefined.has(row.name) ? "undefined in part" : "";
      value.toggleAttribute("data-undefined", without);
      setText(figure, covered ? "?" : without ? "undefined" : decimal(now));
      setText(remark, without ? "counted as 0" : inPart);
      setAttribute(value, "title", covered ? "Masked" : long(now, fraction).both);
      const moved = movement(change(memory, content, row.name));
      setText(sign, moved.sign);
      setText(figures, moved.figures);
      setText(words, moved.words);
      showMark(mark, content.exact && content.kind === "settled" ? marks[row.name] : undefined);
      setAttribute(choose, "aria-pressed", String(row.name === chosen));
      line.toggleAttribute("data-chosen", row.name === chosen);
      if (!plotted) return;
      setAttribute(toggle, "aria-pressed", String(!hidden[index]));
      setAttribute(toggle, "title", hidden[index] ? "Show the curve" : "Hide the curve");
    });
  }
}

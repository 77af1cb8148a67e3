/** What each tool makes of the open board: a table of tools and metrics. */

import { fit } from "./fit.js";
import { decimal } from "../numbers.js";
import { scrollable } from "./scrollable.js";
import { html, setAttribute, setText } from "../dom.js";

export class Tools {
  constructor() {
    this.head = html("tr", "");
    this.body = html("tbody", "");
    this.caption = html("caption", "ix-lens-label");
    this.table = html("table", "ix-registry", { "data-testid": "tools" }, this.caption, html("thead", "", {}, this.head), this.body);
    this.box = html("div", "ix-registry-box", { "aria-label": "What each tool makes of this board" }, this.table);
    this.note = html("p", "ix-registry-note");
    this.root = html("div", "ix-registry-part", {}, this.box, this.note);
    this.scroller = scrollable(this.box);
  }

  /** @param {object} view */
  show({ tools, metrics }) {
    setText(this.caption, "What each tool makes of this board");
    const heads = fit(this.head, metrics.length + 1, () => html("th", "", { scope: "col" }));
    setText(heads[0], "Tool");
    metrics.forEach(({ name, symbol }, index) => {
      setText(heads[index + 1], symbol);
      setAttribute(heads[index + 1], "style", `color: var(--ix-text-${name})`);
    });
    const lines = fit(this.body, tools.length, () => html("tr", "ix-registry-line", { "data-testid": "tool" }, html("th", "", { scope: "row" }, html("b", ""), html("span", "ix-said"))));
    lines.forEach((line, index) => showLine(line, tools[index], metrics));
    const cells = tools.flatMap(({ values }) => values).filter(Boolean);
    const notes = ["Tinted: not what trec_eval’s conventions give. –: no such metric. †: read in its source, not run."];
    if (cells.some(({ undefined: without }) => without)) notes.push("Italic: undefined, and counted as the number shown.");
    setText(this.note, notes.join(" "));
  }

  leave() {
    this.scroller.disconnect();
  }
}

function showLine(line, tool, metrics) {
  const cells = fit(line, metrics.length + 1, () => html("td", "", {}, html("span", ""), html("span", "ix-said")));
  setAttribute(line, "data-tool", tool.name);
  setAttribute(line, "data-chosen", String(tool.chosen));
  setAttribute(cells[0], "title", tool.version);
  setText(cells[0].firstChild, tool.run ? tool.name : `${tool.name}†`);
  setText(cells[0].lastChild, tool.run ? "" : " (read in its source)");
  tool.values.forEach((value, index) => {
    const cell = cells[index + 1];
    const name = metrics[index].name;
    setAttribute(cell, "data-metric", name);
    setAttribute(cell, "data-value", String(value?.value ?? null));
    setAttribute(cell, "data-moved", String(Boolean(value?.moved)));
    setAttribute(cell, "data-undefined", String(Boolean(value?.undefined)));
    setAttribute(cell, "style", `--ix-hue: var(--ix-line-${name})`);
    setText(cell.firstChild, value ? decimal(value.value) : "–");
    setText(cell.lastChild, value?.moved ? " (differs)" : "");
  });
}

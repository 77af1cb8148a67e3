/** What the last action did: a line for each metric with its values before and now, and why. */

import { decimal } from "../numbers.js";
import { html, setAttribute, setText } from "../dom.js";

const SIGNS = { up: "▲", down: "▼", same: "=" };
const SPOKEN = { up: "up", down: "down", same: "unchanged" };

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object) => void}}
 */
export function make(root) {
  const said = html("p", "ix-said-what", { "data-testid": "action" });
  const body = html("tbody", "", { role: "rowgroup" });
  const heads = ["Metric", "Before", "Now", "Change", "Why"].map((words, index) =>
    html("th", index ? "" : "ix-change-metric", { scope: "col", role: "columnheader" }, words),
  );
  const table = html(
    "table",
    "ix-changes",
    { role: "table", "aria-label": "What changed with the last action" },
    html("thead", "", { role: "rowgroup" }, html("tr", "", { role: "row" }, ...heads)),
    body,
  );
  const empty = html("div", "ix-changes-empty", { "aria-hidden": "true" }, ...["▲", "▼", "="].map((sign) => html("span", "", {}, sign)));
  root.append(empty, said, table);
  let lines = [];

  return {
    show(view) {
      setText(said, view.said);
      root.toggleAttribute("data-empty", view.kind === "none");
      empty.hidden = view.kind !== "none";
      table.hidden = view.kind === "none";
      if (lines.length !== view.rows.length) {
        lines = view.rows.map(makeLine);
        body.replaceChildren(...lines.map(({ line }) => line));
      }
      view.rows.forEach((row, index) => showLine(lines[index], row));
    },
  };
}

function makeLine() {
  const symbol = html("span", "ix-change-symbol");
  const title = html("span", "ix-change-title");
  const before = html("td", "ix-change-before", { role: "cell" });
  const after = html("td", "ix-change-after", { role: "cell" });
  const sign = html("span", "ix-change-sign", { "aria-hidden": "true" });
  const figures = html("span", "ix-change-figures", { "aria-hidden": "true" });
  const spoken = html("span", "ix-said");
  const why = html("td", "ix-change-why", { role: "cell" });
  const line = html(
    "tr",
    "ix-change",
    { role: "row", "data-testid": "change" },
    html("th", "ix-change-metric", { scope: "row", role: "rowheader" }, symbol, " ", title),
    before,
    after,
    html("td", "ix-change-size", { role: "cell" }, sign, figures, spoken),
    why,
  );
  return { line, symbol, title, before, after, sign, figures, spoken, why };
}

function showLine(parts, row) {
  const { line, symbol, title, before, after, sign, figures, spoken, why } = parts;
  setAttribute(line, "data-metric", row.name);
  setAttribute(line, "data-direction", row.direction);
  setAttribute(line, "data-difference", String(row.difference));
  line.style.setProperty("--ix-hue-text", `var(--ix-text-${row.name})`);
  setText(symbol, row.symbol);
  setText(title, row.title);
  setText(before, row.was_defined ? decimal(row.before) : "undefined");
  setText(after, row.is_defined ? decimal(row.after) : "undefined");
  setText(sign, SIGNS[row.direction]);
  const size = Math.abs(row.difference ?? 0);
  const text = row.direction === "same" ? "" : size < 0.0005 ? "<0.001" : decimal(size);
  setText(figures, text);
  setText(spoken, `${SPOKEN[row.direction]} ${text}`.trim());
  showReasons(why, row.lines);
}

/** One reason, or in a mean one for each query whose value changed. */
function showReasons(cell, reasons) {
  while (cell.children.length > reasons.length) cell.lastChild.remove();
  while (cell.children.length < reasons.length) {
    cell.append(html("p", "ix-reason", {}, html("span", "ix-reason-query"), html("span", "ix-reason-text")));
  }
  reasons.forEach(({ query, change, reason }, index) => {
    const [where, what] = cell.children[index].children;
    setText(where, query ? `${query} ${change}: ` : "");
    setText(what, query ? `${reason}.` : sentence(reason));
  });
}

/** A reason as a sentence of its own; symbols such as DCG keep their letters. */
function sentence(reason) {
  return `${reason[0].toUpperCase()}${reason.slice(1)}.`;
}

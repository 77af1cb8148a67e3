/**
 * The conventions: choose a tool's or a mix of one's own, see which numbers of this board move and why, what each tool
 * makes of it, and the boards on which they disagree most.
 */

import { Examples } from "./convention_examples.js";
import { fit } from "./fit.js";
import { decimal, short } from "../numbers.js";
import { html, setAttribute, setText } from "../dom.js";
import { Switchboard } from "./switchboard.js";
import { Tools } from "./tools.js";

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object) => void, leave: () => void}}
 */
export function make(root) {
  const lead = html("p", "ix-lens-lead", { "data-testid": "conventions-text" });
  const switchboard = new Switchboard();
  const moves = new Moves();
  const tools = new Tools();
  const examples = new Examples();
  root.append(
    html("div", "ix-conventions-head", {}, html("h2", "ix-lens-title", {}, "One name, many numbers"), lead),
    html(
      "div",
      "ix-conventions-body",
      {},
      switchboard.root,
      html("div", "ix-conventions-right", {}, moves.root, tools.root),
    ),
    examples.root,
  );
  return {
    show(view, { off = [] }) {
      setText(lead, view.sentence);
      switchboard.show(view, off.includes("scale"));
      moves.show(view);
      tools.show(view);
      examples.show(view.examples, off.includes("example"));
    },
    leave() {
      switchboard.leave();
      tools.leave();
    },
  };
}

/** The table of what moves: each metric by trec_eval's conventions and by the chosen ones, and why. */
class Moves {
  constructor() {
    const heads = ["Metric", "trec_eval’s way", "As chosen", "Difference"].map((words) => html("th", "", { scope: "col" }, words));
    this.body = html("tbody", "");
    this.table = html(
      "table",
      "ix-moves",
      { "data-testid": "moves" },
      html("caption", "ix-lens-label", {}, "This board, by both"),
      html("thead", "", {}, html("tr", "", {}, ...heads)),
      this.body,
    );
    this.why = html("ul", "ix-why", { "aria-label": "Why" });
    this.root = html("div", "ix-moves-part", {}, this.table, this.why);
  }

  /** @param {object} view */
  show({ metrics, differences }) {
    const lines = fit(this.body, metrics.length, makeMove);
    metrics.forEach((row, index) => showMove(lines[index], row));
    this.why.hidden = differences.length === 0;
    const items = fit(this.why, differences.length, makeWhy);
    differences.forEach((line, index) => showWhy(items[index], line));
  }
}

function makeMove() {
  const cells = ["plain", "now", "difference"].map((name) => html("td", `ix-move-${name}`));
  return html("tr", "ix-move", { "data-testid": "move" }, html("th", "", { scope: "row" }), ...cells);
}

function showMove(line, row) {
  const [symbol, plain, now, difference] = line.children;
  setAttribute(line, "data-metric", row.name);
  setAttribute(line, "data-moved", String(row.moved));
  setAttribute(line, "style", hue(row.name));
  setText(symbol, row.symbol);
  showValue(plain, row.plain, row.moved);
  showValue(now, row.now, row.moved);
  setAttribute(difference, "data-value", String(row.difference));
  setText(difference, row.moved ? change(row.difference) : "=");
}

/** A value, where it moves with what it was divided from. */
function showValue(cell, { value, undefined: without, total, norm }, moved) {
  const [sum, result] = fit(cell, 2, (index) => html(index ? "b" : "span", ""));
  setAttribute(cell, "data-value", String(value));
  setText(sum, moved && norm !== null && norm !== 1 ? `${short(total)} / ${short(norm)} = ` : "");
  const counted = value === null ? "undefined" : `undefined, counted as ${short(value)}`;
  setText(result, without ? counted : decimal(value));
}

function change(difference) {
  if (difference === null) return "no value";
  return `${difference > 0 ? "▲" : "▼"} ${decimal(Math.abs(difference))}`;
}

function makeWhy() {
  return html("li", "", { "data-testid": "why" }, html("p", "ix-why-choice", {}, html("b", ""), html("span", "")), html("p", "ix-why-moves"));
}

function showWhy(item, { option, title, now, means, plain, plainMeans, moves }) {
  const [choice, moved] = item.children;
  setAttribute(item, "data-option", option);
  setText(choice.firstChild, `${title} ${now}`);
  setText(choice.lastChild, `: ${means}. trec_eval: ${plain}, ${plainMeans}.`);
  const names = fit(moved, Math.max(moves.length, 1), () => html("span", ""));
  names.forEach((name, index) => {
    setText(name, moves.length ? moves[index].symbol : "moves nothing here");
    setAttribute(name, "style", moves.length ? hue(moves[index].name) : "");
  });
}

const hue = (name) => `--ix-hue: var(--ix-line-${name}); --ix-hue-text: var(--ix-text-${name})`;

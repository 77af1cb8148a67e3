/**
 * How good this order is among all orders of its list: the distribution of the chosen metric with this order in it, and
 * the same standing for every metric.
 */

import { Histogram, shuffled } from "./histogram.js";
import { look } from "./lens.js";
import { decimal, percent } from "../numbers.js";
import { fit } from "./fit.js";
import { html, setAttribute, setText } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object, data: object) => void}}
 */
export function make(root) {
  const title = html("h2", "ix-lens-title", {}, "How good is this order, really?");
  const lead = html("p", "ix-lens-lead", { "data-testid": "orders-text" });
  const whole = makeWhole();
  const plots = html("div", "ix-orders-plots");
  const table = new Standings();
  const histograms = [];
  root.append(
    html("div", "ix-orders-head", {}, title, lead),
    html("div", "ix-orders-body", {}, html("div", "ix-orders-left", {}, plots, whole.root), table.root),
  );

  return {
    show(view) {
      setText(lead, view.sentence);
      const several = view.panels.length > 1;
      setAttribute(root, "data-several", String(several));
      fit(plots, view.panels.length, (index) => {
        histograms.length = index;
        histograms.push(new Histogram());
        return histograms[index].root;
      });
      view.panels.forEach((panel, index) => histograms[index].show(panel, view, several));
      whole.show(view.whole);
      table.show(view);
    },
  };
}

/** What is so over the whole list, and a button that moves the cutoff there. */
function makeWhole() {
  const text = html("span", "");
  const button = html("button", "ix-orders-whole-button", { type: "button", "data-testid": "whole-list" });
  const root = html("p", "ix-orders-whole", {}, text, " ", button);
  return {
    root,
    show(whole) {
      root.hidden = !whole;
      if (!whole) return;
      setText(text, whole.text);
      setText(button, `Show k = ${whole.k}`);
      button.onclick = () => document.dispatchEvent(new CustomEvent("irviz:cutoff", { detail: { k: whole.k } }));
    },
  };
}

/** The table: a line for each metric, and a share of orders beaten for each list. */
class Standings {
  constructor() {
    this.head = html("tr", "");
    this.body = html("tbody", "");
    this.caption = html("caption", "ix-lens-label");
    this.root = html("table", "ix-standings", { "data-testid": "standings" }, this.caption, html("thead", "", {}, this.head), this.body);
  }

  /** @param {object} view */
  show({ table, panels, k }) {
    const several = panels.length > 1;
    setText(this.caption, several ? `Every metric at k = ${k}, list by list` : `Every metric at k = ${k}`);
    const beaten = several ? panels.map(({ query }) => query) : ["Orders beaten", "Tied"];
    const words = ["Metric", several ? "Mean" : "This order", "Shuffled", ...beaten];
    const heads = fit(this.head, words.length, () => html("th", "", { scope: "col" }));
    heads.forEach((head, index) => setText(head, words[index]));
    setAttribute(this.root, "data-several", String(several));
    const lines = fit(this.body, table.length, makeLine);
    lines.forEach((line, index) => showLine(line, table[index], words.length, several));
  }
}

function makeLine() {
  const button = html("button", "ix-standing-metric", { type: "button" });
  button.onclick = () => look({ metric: button.dataset.metric });
  return html("tr", "ix-standing", { "data-testid": "standing" }, html("th", "", { scope: "row" }, button));
}

function showLine(line, row, width, several) {
  const cells = fit(line, width, () => html("td", ""));
  const button = cells[0].firstChild;
  setAttribute(line, "data-chosen", String(row.chosen));
  setAttribute(line, "style", `--ix-hue: var(--ix-line-${row.name}); --ix-hue-text: var(--ix-text-${row.name})`);
  setAttribute(button, "data-metric", row.name);
  setAttribute(button, "aria-pressed", String(row.chosen));
  setText(button, row.symbol);
  setText(cells[1], decimal(row.value));
  setText(cells[2], row.mean === null ? "–" : shuffled(row.mean, row.cells.every((cell) => cell.exact)));
  row.cells.forEach((cell, index) => showBeaten(cells[3 + index], cell));
  if (several) return;
  const [cell] = row.cells;
  setText(cells[4], known(cell) ? about(cell, cell.tied) : "–");
}

/** The share of orders beaten, as a number and as a bar. */
function showBeaten(box, cell) {
  const [text, bar] = fit(box, 2, (index) =>
    index ? html("span", "ix-beaten-bar", { "aria-hidden": "true" }, html("i", ""), html("i", "")) : html("span", "ix-beaten-share"),
  );
  setAttribute(box, "class", "ix-beaten");
  setAttribute(box, "data-value", String(cell.beaten));
  setText(text, known(cell) ? about(cell, cell.beaten) : "undefined");
  bar.hidden = !known(cell);
  bar.children[0].style.width = `${100 * cell.beaten}%`;
  bar.children[1].style.width = `${100 * cell.tied}%`;
}

const known = (cell) => cell.ever && cell.value !== null;
const about = (cell, share) => (cell.exact ? percent(share) : `≈\u00a0${percent(share)}`);

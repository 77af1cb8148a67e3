/** The distribution of a metric over all orders of a list, with the open order and the mean of a shuffle in it. */

import { decimal, percent, short } from "../numbers.js";
import { fit, ticks } from "./fit.js";
import { html, setAttribute, setText } from "../dom.js";

const PARTS = { below: "score lower", same: "the same, this one included", above: "higher" };

export class Histogram {
  constructor() {
    this.title = html("h3", "ix-orders-query");
    this.caption = html("figcaption", "ix-lens-label");
    this.words = html("p", "ix-orders-words");
    this.grid = html("div", "ix-histo-grid");
    this.bars = html("div", "ix-histo-bars");
    this.axis = html("div", "ix-histo-axis");
    this.mean = marker("mean");
    this.here = marker("here");
    this.plot = html(
      "div",
      "ix-histo",
      { role: "img", "data-testid": "histogram" },
      html("div", "ix-histo-area", {}, this.grid, this.bars, this.mean.root, this.here.root),
      this.axis,
    );
    this.legend = html("ul", "ix-histo-legend");
    this.root = html("figure", "ix-orders-panel", {}, this.title, this.caption, this.plot, this.legend, this.words);
  }

  /**
   * @param {object} panel
   * @param {object} view
   * @param {boolean} several Whether there are other panels beside it.
   */
  show(panel, view, several) {
    const { bars, value, mean } = panel;
    const shown = bars.length > 0;
    this.title.hidden = this.words.hidden = !several;
    setText(this.title, panel.query);
    this.caption.hidden = several || !shown;
    setText(this.caption, `${view.metric}@${view.k} over ${panel.over}`);
    setText(this.words, panel.text);
    this.plot.hidden = this.legend.hidden = !shown;
    if (!shown) return;
    const highest = Math.max(...bars.map((bar) => bar.below + bar.same + bar.above));
    const top = highest * 1.06;
    this.lines(top, several ? 2 : 4);
    this.columns(bars, top, view.top);
    this.scale(view.top);
    const at = (number) => (100 * number) / view.top;
    this.mean.show(at(mean), "a shuffle’s mean", shuffled(mean, panel.exact));
    this.here.show(at(value), "this order", decimal(value));
    this.shares(panel);
    setAttribute(this.plot, "aria-label", sentence(panel, view));
  }

  /** Grid lines with shares. */
  lines(top, count) {
    const at = ticks(top, count).slice(1);
    const lines = fit(this.grid, at.length, () => html("span", "ix-histo-line", {}, html("b", "")));
    lines.forEach((line, index) => {
      line.style.bottom = `${(100 * at[index]) / top}%`;
      setText(line.firstChild, percent(at[index]));
    });
  }

  /** A column for each value or range of values, in up to three parts. */
  columns(bars, top, end) {
    const columns = fit(this.bars, bars.length, () =>
      html("span", "ix-histo-bar", {}, ...Object.keys(PARTS).map((part) => html("i", "", { "data-part": part }))),
    );
    columns.forEach((column, index) => {
      const bar = bars[index];
      column.toggleAttribute("data-spike", bar.low === bar.high);
      column.style.left = `${(100 * bar.low) / end}%`;
      column.style.width = bar.low === bar.high ? "" : `${(100 * (bar.high - bar.low)) / end}%`;
      Object.keys(PARTS).forEach((part, place) => {
        column.children[place].style.height = `${(100 * bar[part]) / top}%`;
      });
    });
  }

  /** The values along the foot. */
  scale(end) {
    const at = end === 1 ? [0, 0.25, 0.5, 0.75, 1] : ticks(end, 4);
    const marks = fit(this.axis, at.length, () => html("span", ""));
    marks.forEach((mark, index) => {
      mark.style.left = `${(100 * at[index]) / end}%`;
      setText(mark, at[index] === 0 || at[index] === 1 ? short(at[index]) : String(at[index]));
    });
  }

  /** What the parts of the columns mean, with their shares of all orders. */
  shares(panel) {
    const share = { below: panel.beaten, same: panel.tied, above: panel.above };
    const items = fit(this.legend, 3, () => html("li", "", {}, html("i", "ix-histo-key", { "aria-hidden": "true" }), html("b", ""), html("span", "")));
    Object.entries(PARTS).forEach(([part, words], index) => {
      const [key, number, text] = items[index].children;
      setAttribute(key, "data-part", part);
      setText(number, panel.exact ? percent(share[part]) : `≈\u00a0${percent(share[part])}`);
      setText(text, words);
    });
  }
}

/** The mean of a shuffle, which is known about where not all orders were looked at. */
export function shuffled(mean, exact) {
  return exact ? decimal(mean) : `≈\u00a0${decimal(mean)}`;
}

/** A line through the plot with a label above it. */
function marker(kind) {
  const words = html("span", "ix-histo-words");
  const value = html("b", "");
  const label = html("span", "ix-histo-label", {}, words, " ", value);
  const root = html("div", `ix-histo-marker ix-histo-${kind}`, {}, label);
  return {
    root,
    show(at, text, number) {
      root.style.left = `${at}%`;
      // Towards the ends the label leans inwards, so that it never leaves the plot.
      label.style.transform = `translateX(${-at}%)`;
      setText(words, text);
      setText(value, number);
    },
  };
}

function sentence(panel, view) {
  return (
    `Histogram of ${view.metric}@${view.k} over ${panel.over}, from ${decimal(panel.lowest)} to ` +
    `${decimal(panel.highest)}; a shuffle’s mean is ${shuffled(panel.mean, panel.exact)}, this order has ${decimal(panel.value)}.`
  );
}

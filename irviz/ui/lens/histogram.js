/** The distribution of a metric over all orders of a list, with the open order and the mean of a shuffle in it. */

import { decimal, percent, short } from "../numbers.js";
import { h } from "../view/view.js";

const PARTS = { below: "score lower", same: "the same, this one included", above: "higher" };

/** A number, which is known about where not all orders were looked at. */
export const about = (exact, number) => (exact ? number : `≈\u00a0${number}`);

/**
 * @param {object} panel
 * @param {object} view
 * @param {boolean} several Whether there are other panels beside it.
 */
export function histogram(panel, view, several) {
  const shown = panel.bars.length > 0;
  const name = `${view.metric}@${view.k} over ${panel.over}`;
  return h(
    "figure",
    {},
    several ? h("h3.ix-h3", {}, panel.query) : shown && h("figcaption.ix-label", {}, name),
    shown && [plot(panel, view, several, name), legend(panel)],
    several && h("p.ix-caption", {}, panel.text),
  );
}

function plot({ bars, value, mean, exact, lowest, highest }, { top: end }, several, name) {
  const top = 1.06 * Math.max(...bars.map(({ below, same, above }) => below + same + above));
  const values = end === 1 ? [0, 0.25, 0.5, 0.75, 1] : ticks(end, 4);
  const shuffled = about(exact, decimal(mean));
  const words =
    `Histogram of ${name}, from ${decimal(lowest)} to ${decimal(highest)}; ` +
    `a shuffle’s mean is ${shuffled}, this order has ${decimal(value)}.`;
  const grid = ticks(top, several ? 2 : 4).slice(1);
  return h(
    "div.ix-histo",
    { role: "img", "data-testid": "histogram", "aria-label": words },
    h(
      "div.ix-histo-area",
      {},
      grid.map((at) => h("span.ix-histo-line", { style: { bottom: `${(100 * at) / top}%` } }, h("span", {}, percent(at)))),
      bars.map((one) => column(one, top, end)),
      marker("mean", (100 * mean) / end, "a shuffle’s mean", shuffled),
      marker("here", (100 * value) / end, "this order", decimal(value)),
    ),
    h(
      "div.ix-histo-axis",
      {},
      values.map((at) => h("span", { style: { left: `${(100 * at) / end}%` } }, at === 0 || at === 1 ? short(at) : at)),
    ),
  );
}

/** A column for a value or a range of values, in up to three parts. */
function column(one, top, end) {
  const spike = one.low === one.high;
  const style = { left: `${(100 * one.low) / end}%` };
  if (!spike) style.width = `${(100 * (one.high - one.low)) / end}%`;
  const parts = Object.keys(PARTS).map((part) => h("i", { "data-part": part, style: { height: `${(100 * one[part]) / top}%` } }));
  return h("span.ix-histo-bar", { "data-spike": spike, style }, parts);
}

/** A line through the plot with a label above it, which towards the ends leans inwards and so never leaves the plot. */
function marker(kind, at, words, number) {
  const label = h("span.ix-badge", { style: { transform: `translateX(${-at}%)` } }, words, " ", number);
  return h(`div.ix-histo-marker.ix-histo-${kind}`, { style: { left: `${at}%` } }, label);
}

/** What the parts of the columns mean, with their shares of all orders. */
function legend({ beaten, tied, above, exact }) {
  const share = { below: beaten, same: tied, above };
  const items = Object.entries(PARTS).map(([part, words]) =>
    h("li", {}, h("i", { "data-part": part, "aria-hidden": "true" }), h("b", {}, about(exact, percent(share[part]))), words),
  );
  return h("ul.ix-line.ix-caption.ix-histo-legend", {}, items);
}

/** Round numbers from 0 up to `top`, about `count` of them. */
function ticks(top, count) {
  const rough = top / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999);
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

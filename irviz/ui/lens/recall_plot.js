/** The drawing of precision against recall. All places are shares of the plot, so that it fits any box. */

import { covering } from "../covered.js";
import { decimal, rounded } from "../numbers.js";
import { h } from "../view/view.js";

/** With more steps than this their areas are not written into them. */
const MOST_WORDS = 10;

/** Labels of points whose precisions are closer than this would lie on each other. */
const CLOSE = 0.055;

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

const percent = (share) => `${(100 * share).toFixed(3)}%`;

/**
 * @param {object} panel
 * @param {number} k
 */
export function recallPlot(panel, k) {
  const { points, steps, smooth, lost, relevant } = panel;
  const across = relevant <= 8 ? Array.from({ length: relevant + 1 }, (_, index) => index / relevant) : QUARTERS;
  const grid = [...QUARTERS.map((at) => line(0, at, 1, at)), ...across.map((at) => line(at, 0, at, 1))];
  const written = steps.length <= MOST_WORDS;
  const layer = (name, ...children) => h(`g.ix-recall-${name}`, {}, children);
  return h(
    "div.ix-recall-plot",
    { role: "img", "data-testid": "recall-plot", "aria-label": sentence(panel, k) },
    h(
      "div.ix-recall-area",
      {},
      h(
        "svg.ix-recall-drawing",
        { "aria-hidden": "true" },
        layer("grid", grid),
        layer("areas", steps.map((step) => area(step, written))),
        layer("lost", lost.count > 0 && [rect(lost.from, 1, 1), number((1 + lost.from) / 2, 0.5, `${lost.count} missed`)]),
        layer("smooth", terrace(smooth.steps), smooth.levels.map(({ recall, precision }) => h("circle", { r: 4, cx: percent(recall), cy: percent(1 - precision) }))),
        layer("path", staircase(points)),
        layer("points", marks(points, k)),
      ),
      h("div.ix-recall-up", {}, QUARTERS.map((at) => tick(at, "bottom"))),
      h("div.ix-recall-across", {}, across.map((at) => tick(at, "left"))),
    ),
    h("span.ix-recall-precision.ix-hue", { "data-hue": "P" }, "precision"),
    h("span.ix-recall-recall.ix-hue", { "data-hue": "R" }, "recall"),
  );
}

const tick = (at, side) => h("span", { style: { [side]: percent(at) } }, Number(rounded(at)));

/** A line between two points, each by its recall and its precision. */
const line = (x1, y1, x2, y2) => h("line", { x1: percent(x1), y1: percent(1 - y1), x2: percent(x2), y2: percent(1 - y2) });

const rect = (from, to, height) => h("rect", { x: percent(from), y: percent(1 - height), width: percent(to - from), height: percent(height) });

const number = (recall, precision, words) => h("text.ix-recall-number", { x: percent(recall), y: percent(1 - precision) }, words);

/** A rectangle for each relevant result, with its height and its area. */
function area({ rank, from, to, height, area: size, counted }, written) {
  const words = written && height > 0.12 && decimal(size);
  return h("g", { "data-rank": rank, "data-counted": counted }, rect(from, to, height), number((from + to) / 2, height / 2, words));
}

function marks(points, k) {
  const shown = points.filter(({ precision, rank }) => precision > 0 || rank === points[0].rank);
  const labels = names(points, k);
  return shown.map(({ rank, recall, precision, relevant, counted }) => {
    const cutoff = rank === k || (precision === 0 && k >= rank && points[k - 1].precision === 0);
    const [x, y] = [percent(recall), percent(1 - precision)];
    const [anchor, dx, dy] = beside(cutoff, recall, points.length);
    return h(
      "g",
      { "data-rank": rank, "data-relevant": relevant, "data-counted": counted, "data-cutoff": cutoff },
      h("circle.ix-recall-near", { r: 14, cx: x, cy: y }),
      h("circle.ix-recall-dot", { r: 5, cx: x, cy: y }),
      h("text", { x, y, dx, dy, "text-anchor": anchor }, cutoff ? `k = ${k}` : labels.get(rank)),
    );
  });
}

/** Where a label stands: beside its point; but that of the cutoff, which is longer, where there is room. */
function beside(cutoff, recall, count) {
  if (cutoff && recall > 0.92) return ["end", -11, 18];
  if (cutoff && count > 12) return ["middle", 0, 22];
  return ["start", 10, -7];
}

/** The way from point to point: down where a rank adds nothing, across where it is relevant. */
function staircase(points) {
  const found = [];
  let last = null;
  for (const { recall, precision, relevant } of points) {
    const from = last ?? { recall: 0, precision };
    if (from.precision !== precision && (last || relevant)) found.push(line(from.recall, from.precision, from.recall, precision));
    if (relevant) found.push(line(from.recall, precision, recall, precision));
    last = { recall, precision };
  }
  return found;
}

/** The flat pieces of the interpolated precision, and the falls between them. */
function terrace(steps) {
  return steps.map(({ from, to, height }, index) => [
    line(from, height, to, height),
    index + 1 < steps.length && line(to, height, to, steps[index + 1].height),
  ]);
}

/** What stands beside each point: its rank, or nothing where that would lie on another label. The cutoff's comes first. */
function names(points, k) {
  const labels = new Map();
  const zeros = points.filter(({ precision }) => precision === 0).length;
  const placed = [];
  const cutoff = points[Math.min(k, points.length) - 1];
  for (const point of [cutoff, ...points]) {
    const { rank, recall, precision } = point;
    if (labels.has(rank)) continue;
    const room = (one) => Math.abs(precision - one.precision) >= CLOSE || Math.abs(recall - one.recall) >= (one === cutoff ? 0.12 : 0.05);
    const fits = placed.every(room);
    labels.set(rank, fits ? String(rank) : "");
    if (fits) placed.push(point);
  }
  if (zeros > 1) labels.set(points[0].rank, `1–${zeros}`);
  return labels;
}

function sentence({ points, area: { value }, query }, k) {
  // While one predicts, what comes beyond the cutoff is not told either.
  const told = covering() ? points.slice(0, k) : points;
  const said = told.map(({ rank, recall, precision }) => `${rank}: ${decimal(recall)}, ${decimal(precision)}`);
  return (
    `Precision against recall for “${query}”; the area of the steps down to rank ${k} is ${decimal(value)}. ` +
    `Rank, recall, precision: ${said.join("; ")}.`
  );
}

/** The drawing of precision against recall. All places are shares of the plot, so that it fits any box. */

import { fit } from "./fit.js";
import { decimal, rounded } from "../numbers.js";
import { html, setAttribute, setText, svg } from "../dom.js";

/** With more steps than this their areas are not written into them. */
const MOST_WORDS = 10;

/** Labels of points whose precisions are closer than this would lie on each other. */
const CLOSE = 0.055;

const percent = (share) => `${(100 * share).toFixed(3)}%`;

export class RecallPlot {
  constructor() {
    this.layers = Object.fromEntries(
      ["grid", "areas", "lost", "smooth", "path", "points"].map((name) => [name, svg("g", `ix-recall-${name}`)]),
    );
    this.drawing = svg("svg", "ix-recall-drawing", { "aria-hidden": "true" }, ...Object.values(this.layers));
    this.across = html("div", "ix-recall-across");
    this.up = html("div", "ix-recall-up");
    this.area = html("div", "ix-recall-area", {}, this.drawing, this.up, this.across);
    const titles = [html("span", "ix-recall-precision", {}, "precision"), html("span", "ix-recall-recall", {}, "recall")];
    this.root = html("div", "ix-recall-plot", { role: "img", "data-testid": "recall-plot" }, this.area, ...titles);
    this.axis(this.up, [0, 0.25, 0.5, 0.75, 1], "bottom");
  }

  /**
   * @param {object} panel
   * @param {number} k
   */
  show(panel, k) {
    const { points, steps, smooth, lost, relevant } = panel;
    const grid = relevant <= 8 ? Array.from({ length: relevant + 1 }, (_, index) => index / relevant) : [0, 0.25, 0.5, 0.75, 1];
    this.axis(this.across, grid, "left");
    this.lines(this.layers.grid, [
      ...[0, 0.25, 0.5, 0.75, 1].map((at) => ({ x1: 0, x2: 1, y1: at, y2: at })),
      ...grid.map((at) => ({ x1: at, x2: at, y1: 0, y2: 1 })),
    ]);
    this.areas(steps);
    this.missing(lost);
    this.lines(this.layers.path, staircase(points));
    this.lines(this.layers.smooth, terrace(smooth.steps));
    this.points(points, k);
    setAttribute(this.root, "aria-label", sentence(panel, k));
  }

  axis(box, at, side) {
    const marks = fit(box, at.length, () => html("span", ""));
    marks.forEach((mark, index) => {
      mark.style[side] = percent(at[index]);
      setText(mark, String(Number(rounded(at[index]))));
    });
  }

  lines(layer, found) {
    const lines = fit(layer, found.length, () => svg("line", ""));
    found.forEach((one, index) => place(lines[index], { x1: one.x1, x2: one.x2, y1: 1 - one.y1, y2: 1 - one.y2 }));
  }

  /** A rectangle for each relevant result, with its height and its area. */
  areas(steps) {
    const groups = fit(this.layers.areas, steps.length, () => svg("g", "", {}, svg("rect", ""), svg("text", "ix-recall-number")));
    const written = steps.length <= MOST_WORDS;
    groups.forEach((group, index) => {
      const { rank, from, to, height, area, counted } = steps[index];
      const [rect, number] = group.children;
      setAttribute(group, "data-rank", String(rank));
      setAttribute(group, "data-counted", String(counted));
      place(rect, { x: from, y: 1 - height, width: to - from, height });
      place(number, { x: (from + to) / 2, y: 1 - height / 2 });
      setText(number, written && height > 0.12 ? decimal(area) : "");
    });
  }

  /** Relevant results that were not retrieved: a width that no step can fill. */
  missing(lost) {
    const groups = fit(this.layers.lost, lost.count ? 1 : 0, () => svg("g", "", {}, svg("rect", ""), svg("text", "ix-recall-number")));
    if (groups.length === 0) return;
    const [rect, words] = groups[0].children;
    place(rect, { x: lost.from, y: 0, width: 1 - lost.from, height: 1 });
    place(words, { x: (1 + lost.from) / 2, y: 0.5 });
    setText(words, `${lost.count} missed`);
  }

  points(points, k) {
    const shown = points.filter(({ precision, rank }) => precision > 0 || rank === points[0].rank);
    const labels = names(points, k);
    const groups = fit(this.layers.points, shown.length, () =>
      svg("g", "", {}, svg("circle", "ix-recall-near", { r: 14 }), svg("circle", "ix-recall-dot", { r: 5 }), svg("text", "")),
    );
    groups.forEach((group, index) => {
      const { rank, recall, precision, relevant, counted } = shown[index];
      const cutoff = rank === k || (precision === 0 && k >= rank && points[k - 1].precision === 0);
      setAttribute(group, "data-rank", String(rank));
      setAttribute(group, "data-relevant", String(relevant));
      setAttribute(group, "data-counted", String(counted));
      setAttribute(group, "data-cutoff", String(cutoff));
      const [near, dot, text] = group.children;
      for (const one of [near, dot]) place(one, { cx: recall, cy: 1 - precision });
      place(text, { x: recall, y: 1 - precision });
      const [anchor, dx, dy] = beside(cutoff, recall, points.length);
      setAttribute(text, "text-anchor", anchor);
      setAttribute(text, "dx", dx);
      setAttribute(text, "dy", dy);
      setText(text, cutoff ? `k = ${k}` : labels.get(rank));
    });
  }
}

function place(node, places) {
  for (const [name, share] of Object.entries(places)) setAttribute(node, name, percent(share));
}

/** Where a label stands: beside its point; but that of the cutoff, which is longer, where there is room. */
function beside(cutoff, recall, count) {
  if (cutoff && recall > 0.92) return ["end", "-11", "18"];
  if (cutoff && count > 12) return ["middle", "0", "22"];
  return ["start", "10", "-7"];
}

/** The way from point to point: down where a rank adds nothing, across where it is relevant. */
function staircase(points) {
  const found = [];
  let last = null;
  for (const { recall, precision, relevant } of points) {
    const from = last ?? { recall: 0, precision };
    if (from.precision !== precision && (last || relevant)) found.push({ x1: from.recall, x2: from.recall, y1: from.precision, y2: precision });
    if (relevant) found.push({ x1: from.recall, x2: recall, y1: precision, y2: precision });
    last = { recall, precision };
  }
  return found;
}

/** The flat pieces of the interpolated precision, and the falls between them. */
function terrace(steps) {
  return steps.flatMap(({ from, to, height }, index) => {
    const flat = { x1: from, x2: to, y1: height, y2: height };
    const next = steps[index + 1];
    return next ? [flat, { x1: to, x2: to, y1: height, y2: next.height }] : [flat];
  });
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

function sentence({ points, area, query }, k) {
  // While one predicts, what comes beyond the cutoff is not told either.
  const told = document.documentElement.dataset.ixPredict === "1" ? points.slice(0, k) : points;
  const said = told.map(({ rank, recall, precision }) => `${rank}: ${decimal(recall)}, ${decimal(precision)}`);
  return (
    `Precision against recall for “${query}”; the area of the steps down to rank ${k} is ${decimal(area.value)}. ` +
    `Rank, recall, precision: ${said.join("; ")}.`
  );
}

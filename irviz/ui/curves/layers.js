/**
 * What lies behind and over the plot: the cutoff, the rank that is pointed at, ghosts of what a click would do, the
 * names of the curves, and the card beside the pointer.
 */

import { isUndefined, labelAtCutoff, listVisible } from "./content.js";
import { spread } from "./spread.js";
import { getRoomState, isMasked, isPredicting } from "../masks.js";
import { long, takeLane } from "../numbers.js";
import { h } from "../view/view.js";

/** The least distance between two names, as all lengths here in the units of the place. */
const GAP = 16;
/** From the last point to the start of the tie, and to the name. */
const TIE = 8;
const NAME = 20;
/** From the pointer's cutoff to the card. */
const AWAY = 18;

/**
 * What lies behind the plot.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {{hot: number, pointed: number, ghosts: object, data: object}} panel The rank that is pointed at somewhere on
 *   the page, the one that is pointed at here, the curves of what a click would do, and what the server said last.
 */
export function under({ place, content, drawn, lit }, { hot, pointed, ghosts, data }) {
  const at = (k) => ({ transform: `translateX(${place.x(k)}px)` });
  const path = (values) => `M${values.map((value, index) => `${place.x(index + 1)},${place.y(value)}`).join("L")}`;
  const bands = findBands(content, data, drawn);
  return [
    bands.length > 0 &&
    h(
      "svg.ix-layer.ix-absolute.ix-bands",
      { key: "bands", "data-testid": "bands" },
      bands.map(([name, [least, most]]) =>
        h("path", { key: name, "data-hue": name, class: name === lit && "ix-lit", d: band(place, least, most) })
      ),
    ),
    hot && h("div.ix-hot-line.ix-round", { key: "hot", style: at(hot) }),
    h(
      "div.ix-cut-line",
      { key: "cut", style: at(content.k) },
      h("span.ix-cut-name.ix-absolute.ix-badge", { "data-kind": "cutoff" }, `k = ${content.k}`),
    ),
    ghosts &&
    h(
      "svg.ix-layer.ix-absolute.ix-ghost",
      listVisible(drawn, content).map(({ name }) => h("path", { "data-hue": name, d: path(ghosts[name] ?? []) })),
    ),
    pointed && h("div.ix-tip-guide", { key: "guide", style: at(pointed) }),
  ];
}

/**
 * By metric, the least and the most that the orders of ties give, where the curves shown are those of the server; none
 * while one predicts or a class is asked, since another order may be what is asked.
 */
function findBands({ board, pattern, kind }, { board: own, pattern: here, tie_bands: bands }, drawn) {
  const asks = isPredicting() || !["", "revealed"].includes(getRoomState());
  if (kind !== "settled" || board !== own || pattern !== here || asks) return [];
  return drawn.filter(({ name }) => name in bands && !isMasked(name)).map(({ name }) => [name, bands[name]]);
}

/** The outline of a band: along the most to the right, back along the least; a cutoff without a value is left out. */
function band(place, least, most) {
  const points = (values) =>
    values.flatMap((value, at) => (value === null ? [] : [`${place.x(at + 1)},${place.y(value)}`]));
  return `M${[...points(most), ...points(least).reverse()].join("L")}Z`;
}

/**
 * The curves' names at their right ends, below the button above them, pushed apart where curves meet and tied to their
 * ends by a thin line.
 *
 * @param {import("./curves.js").Scene} scene
 */
export function labels({ place, content, drawn, lit, n }) {
  const end = content.last;
  const rows = drawn.filter(({ name }) => content.curves[name][end - 1] !== null);
  const wanted = rows.map(({ name }) => place.y(content.curves[name][end - 1]));
  const { unit } = place;
  const gap = GAP * unit;
  const spaced = spread(wanted, gap, place.top + gap / 4, place.bottom).map((y) => Math.round(y * 2) / 2);
  const x = place.x(n) + NAME * unit;
  const shared = ({ name }) => ({ key: name, "data-hue": name, class: name === lit && "ix-lit" });
  const tie = (at) => `M${place.x(end) + TIE * unit},${wanted[at]}L${x - 4 * unit},${spaced[at]}`;
  return [
    h(
      "svg.ix-layer.ix-absolute",
      { key: "ties" },
      rows.map((row, at) => h("path.ix-tie", { ...shared(row), d: tie(at) })),
    ),
    rows.map((row, at) =>
      h("span.ix-curve-label.ix-absolute.ix-nowrap.ix-hue", {
        ...shared(row),
        style: { transform: `translate(min(${x}px, ${place.width}px - 100%), ${spaced[at] - gap / 2}px)` },
      }, row.symbol)
    ),
  ];
}

/**
 * Of the dots for what a class has said: half of one, from the cutoff to the first, and how far the band of what is
 * right goes.
 */
const DOT = 4;
const BESIDE = 10;
const BAND = 90;

/**
 * What a class has said of the value at a cutoff: a dot for each, the last round filled, the one before it hollow and
 * on the other side; those that would touch stand beside each other. Once it is revealed, a band is as wide as what
 * counts as right.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {{k: number, near: number, metrics: Record<string, {rounds: number[][], to: number | null}>} | null} answers
 */
export function classAnswers({ place, drawn, n }, answers) {
  if (!answers) return null;
  const { unit, left, right } = place;
  const middle = place.x(answers.k);
  const within = (value) => place.y(Math.min(Math.max(value, 0), 1));
  const dots = (values, last, side) => {
    const size = 2 * DOT * unit;
    const columns = []; // how high the last dot of each stands: values come in their order
    const placed = values.map(within).map((y) => ({
      y,
      column: takeLane(columns, (one) => Math.abs(one - y) >= size, y),
    }));
    const room = (side > 0 ? Math.max(right - middle, 3 * size) : middle - left) - BESIDE * unit;
    const step = side * Math.min(size, room / Math.max(1, columns.length));
    return placed.map(({ y, column }, place) =>
      h("circle", {
        key: `${last} ${place}`,
        "data-last": last ? "" : null,
        cx: middle + side * BESIDE * unit + column * step,
        cy: y,
        r: DOT * unit - 1,
      })
    );
  };
  const of = ({ name }) => {
    const { rounds, to } = answers.metrics[name];
    const far = answers.k > n / 2 ? -1 : 1; // where there is more room
    const [before, last] = rounds.length > 1 ? rounds.slice(-2) : [null, rounds[0]];
    const top = to !== null && within(to + answers.near);
    const ends = [Math.max(left, middle - BAND * unit), Math.min(right, middle + BAND * unit)];
    return h(
      "g",
      { key: name, "data-hue": name },
      to !== null &&
        h("rect", { x: ends[0], width: ends[1] - ends[0], y: top, height: within(to - answers.near) - top }),
      before && dots(before, false, -far),
      dots(last, true, far),
    );
  };
  return h(
    "svg.ix-layer.ix-absolute.ix-answers",
    { key: "answers", "data-testid": "answers", "aria-hidden": true },
    drawn.filter(({ name }) => answers.metrics[name]).map(of),
  );
}

/**
 * The card beside the pointer: all curves' exact values at one cutoff, the highest first.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {number} k
 */
export function tip({ place, content, drawn }, k) {
  const value = ({ name }) => content.curves[name][k - 1];
  const x = Math.round(place.x(k));
  const away = AWAY * place.unit;
  const left = x < place.width / 2 ? `min(${x + away}px, ${place.width}px - 100%)` : `max(0px, ${x - away}px - 100%)`;
  const line = (row) => {
    const text = long(value(row), content.fractions[row.name]?.[k - 1]);
    const without = isUndefined(content, row.name);
    return h(
      "div.ix-tip-row",
      { key: row.name, "data-hue": row.name },
      row.swatch,
      h("span.ix-hue", labelAtCutoff(row, k)),
      h("span", without ? "undefined" : text.decimal),
      h("span.ix-soft", without ? "" : text.fraction),
    );
  };
  return h(
    "div.ix-tip.ix-s.ix-as-grid.ix-absolute.ix-middle.ix-popover",
    { key: "tip", style: { transform: `translateX(${left})` } },
    h("p.ix-caption.ix-strong.ix-all-columns", `k = ${k}`),
    listVisible(drawn, content, k).sort((a, b) => value(b) - value(a)).map(line),
  );
}

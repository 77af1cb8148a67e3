/** Where a rank and a value are on the chart, in pixels: both axes and the margins are fixed, so this is all. */

/**
 * @typedef {object} Geometry
 * @property {number} unit How many pixels one of the template is: type and chart grow with the root's size.
 * @property {number} width
 * @property {number} height
 * @property {number} left The frame around the values.
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {(k: number) => number} x
 * @property {(value: number) => number} y
 * @property {(x: number) => number | null} rank The whole rank nearest to a place; null if that is off the chart.
 */

/** A finger may miss the frame by so much, as all lengths here in pixels where the root has 16. */
const AROUND = 14;

/** Between the numbers of more ranks than a few, at least. */
const ROOM = 26;
const FEW = 20;

/**
 * @param {object} layout The figure's layout.
 * @param {number} n
 * @param {number} width
 * @param {number} height
 * @param {number} unit
 * @returns {Geometry}
 */
export function geometry(layout, n, width, height, unit) {
  const { l, r, t, b } = scaled(layout.margin, unit);
  const [x0, x1] = layout.xaxis.range;
  const [y0, y1] = layout.yaxis.range;
  const across = Math.max(1, width - l - r);
  const down = Math.max(1, height - t - b);
  return {
    unit,
    width,
    height,
    left: l,
    right: l + across,
    top: t,
    bottom: t + down,
    x: (k) => l + ((k - x0) / (x1 - x0)) * across,
    y: (value) => t + ((y1 - value) / (y1 - y0)) * down,
    rank: (x) => {
      if (x < l - AROUND * unit || x > l + across + AROUND * unit) return null;
      return Math.min(n, Math.max(1, Math.round(x0 + ((x - l) / across) * (x1 - x0))));
    },
  };
}

/**
 * The ranks that are written below a chart: every one where there is room, else each second, fifth, tenth ...
 *
 * @param {number} n
 * @param {{unit: number, left: number, right: number}} place
 */
export function numbered(n, { unit, left, right }) {
  const most = Math.max(Math.floor((right - left) / unit / (n > FEW ? ROOM : ROOM / 1.6)), 1);
  const step = [1, 2, 5, 10, 20, 50].find((one) => n / one <= most) ?? n;
  const isWritten = (k) => (step < 5 ? (k - 1) % step === 0 : k === 1 || k % step === 0);
  return Array.from({ length: n }, (_, place) => place + 1).filter(isWritten);
}

/** How many pixels stand for one that is written down: as many as the root's size has sixteenths. */
export const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Lengths by name, each so many times as long. */
export const scaled = (lengths, times) =>
  Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, length * times]));

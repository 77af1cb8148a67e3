/** A sample of a curve, dash and marker, as the chart draws it: for the toggles and the hover card. */

import { h } from "../view/view.js";

const WIDTH = 34;
const HEIGHT = 16;

/** The outlines of plotly's markers about the origin. */
const OUTLINES = {
  circle: "M5,0A5,5 0 1,1 0,-5A5,5 0 0,1 5,0Z",
  square: "M4.2,4.2H-4.2V-4.2H4.2Z",
  diamond: "M6.2,0L0,6.2L-6.2,0L0,-6.2Z",
  "triangle-up": "M-5.6,2.8H5.6L0,-5.6Z",
  "triangle-down": "M-5.6,-2.8H5.6L0,5.6Z",
  hexagram: "M-4.7,2.7L-3.1,0L-4.7,-2.7H-1.6L0,-5.4L1.6,-2.7H4.7L3.1,0L4.7,2.7H1.6L0,5.4L-1.6,2.7Z",
  pentagon: "M4.8,-1.5L2.9,4H-2.9L-4.8,-1.5L0,-5Z",
  cross: "M4.8,1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6V-4.8H1.6V-1.6H4.8Z",
};

/**
 * The sample of a trace, in the hue of where it is put.
 *
 * @param {{line: {dash: string, width: number}, marker: {symbol: string}}} trace
 */
export const swatch = (trace) =>
  h(
    "svg.ix-swatch.ix-block",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": true },
    h("path.ix-swatch-line", {
      d: `M1,${HEIGHT / 2}H${WIDTH - 1}`,
      "stroke-dasharray": trace.line.dash === "solid" ? "none" : trace.line.dash.replaceAll("px", ""),
      "stroke-width": trace.line.width,
    }),
    marker(trace, WIDTH / 2, HEIGHT / 2),
  );

/**
 * Only the marker, to be put into a drawing.
 *
 * @param {{uid?: string, marker: {symbol: string}}} trace
 * @param {number} x
 * @param {number} y
 * @param {number} unit How many times as large as in a sample.
 */
export const marker = ({ uid, marker: { symbol } }, x, y, unit = 1) =>
  h("path.ix-swatch-marker", {
    "data-hue": uid,
    d: OUTLINES[symbol] ?? OUTLINES.circle,
    transform: `translate(${x},${y}) scale(${unit})`,
  });

/**
 * Small helpers to draw with. Text is only ever set as text; elements are made here and nowhere else.
 *
 * `html(name, className, attributes, ...children)` makes an HTML element, `svg(…)` the same in SVG; `setText` and
 * `setAttribute` change only what differs, so that an unchanged page costs no layout.
 */

import { html, setAttribute, setText, svg } from "../curves/dom.js";

export { html, setAttribute, setText, svg };

/**
 * An SVG drawing that scales with its box.
 *
 * @param {number} width Of its coordinates; `height` too.
 * @param {number} height
 * @param {string} label What it shows, in words; without one it is for the eye only.
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function drawing(width, height, label, ...children) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", "ix-drawing", { viewBox: `0 0 ${width} ${height}`, ...spoken }, ...children);
}

/**
 * A text in a drawing.
 *
 * @param {string} className
 * @param {number} x
 * @param {number} y Of its base line.
 * @param {string} text
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function words(className, x, y, text, attributes = {}) {
  const made = svg("text", className, { x, y, ...attributes });
  made.textContent = text;
  return made;
}

/**
 * A path through points.
 *
 * @param {string} className
 * @param {[number, number][]} points
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElement}
 */
export function line(className, points, attributes = {}) {
  const d = points.map(([x, y], at) => `${at ? "L" : "M"}${round(x)} ${round(y)}`).join("");
  return svg("path", className, { d, ...attributes });
}

function round(number) {
  return Math.round(number * 100) / 100;
}

/** The parts of a table. On a phone some are laid out as grids, where they would lose their roles: so these are written out. */

import { h } from "../view/view.js";

/**
 * @param {string} selector Its classes: `.ix-steps`.
 * @param {object} props
 * @param {Array} heads From `head`.
 * @param {Array} lines From `line`.
 * @param {string | object} [caption]
 */
export function table(selector, props, heads, lines, caption) {
  return h(
    `table.ix-table${selector}`,
    { role: "table", ...props },
    caption && h("caption", {}, caption),
    h("thead", { role: "rowgroup" }, line({}, heads)),
    h("tbody", { role: "rowgroup" }, lines),
  );
}

/** The head of a column. */
export const head = (selector, props, ...children) => h(`th${selector}`, { scope: "col", role: "columnheader", ...props }, children);

/** A row. */
export const line = (props, ...cells) => h("tr", { role: "row", ...props }, cells);

/** The first cell of a row, which says what the row is about. */
export const first = (selector, props, ...children) => h(`th${selector}`, { scope: "row", role: "rowheader", ...props }, children);

/** Any other cell. */
export const cell = (selector, props, ...children) => h(`td${selector}`, { role: "cell", ...props }, children);

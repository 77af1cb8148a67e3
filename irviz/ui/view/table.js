// What stands over the columns of a table.

import { h } from "./view.js";

/**
 * The head of a table, a view.
 *
 * @param {(string | object)[]} names By column.
 */
export const head = (names) => h("thead", h("tr", names.map((name) => h("th", { scope: "col" }, name))));

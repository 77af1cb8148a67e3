/** What one can go to from a list: lessons and challenges; a view. */

import { h } from "./view/view.js";

/**
 * Describe a list of such entries.
 *
 * @param {{id: string, title: string, about: string, remark: string, done: boolean, next: boolean, current?: boolean}[]} list
 * @param {(one: object) => void} go Called with the one that is chosen.
 */
export const entries = (list, go) =>
  h(
    "ul.ix-entries",
    {},
    list.map((one) => h("li", { key: one.id }, entry(one, () => go(one)))),
  );

const entry = ({ id, title, about, remark, done, next, current = false }, onclick) =>
  h(
    "button.ix-entry",
    { "data-entry": id, "data-done": done, "data-next": next, "aria-current": current, onclick },
    h("span.ix-h3", {}, done && h("span", { "aria-hidden": "true" }, "✓ "), title),
    h("span", {}, about),
    h("span.ix-caption", {}, [remark, current && "you were here", next && "next"].filter(Boolean).join(" · ")),
  );

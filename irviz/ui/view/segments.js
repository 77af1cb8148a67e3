// One of a few, each a button of which the chosen one is pressed.

import { h } from "./view.js";

/**
 * The choice, a view.
 *
 * @param {string} label What is chosen.
 * @param {(string | number)[][]} all Each with its words.
 * @param {string | number} chosen
 * @param {(one: string | number) => void} choose
 */
export const segments = (label, all, chosen, choose) =>
  h(
    "div.ix-segments",
    { role: "group", "aria-label": label },
    all.map(([one, words]) =>
      h("button", { key: one, "aria-pressed": one === chosen, onclick: () => choose(one) }, words)
    ),
  );

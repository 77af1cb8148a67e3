// Which example is open, and how it is judged.

import { h } from "../view/view.js";

/** A labelled list to choose from; `choose(value)` is called for a choice. */
function setting(name, label, options, value, choose, there = true) {
  return h(
    "label.ix-line.ix-caption.ix-setting",
    { hidden: !there },
    label,
    h(
      "select.ix-field",
      { "data-testid": name, value, onchange: (event) => choose(event.target.value) },
      options.map(([id, words]) => h("option", { value: id }, words)),
    ),
  );
}

const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, step) => first + step);

/** The menu of examples, a view; `choose(id)` is called for a choice. */
export const menu = ({ examples, example }, choose) =>
  h(
    "div.ix-menu",
    {},
    setting("example", "Example", examples.map(({ id, title }) => [id, title]), example, choose, examples.length > 1),
  );

/**
 * How the results are judged, a view.
 *
 * @param {object} data What the server says.
 * @param {{scale: (top: number, threshold: number) => void, gain: (name: string) => void}} on
 */
export function scale({ queries: [{ top, threshold }], max_top: highest, gain }, on) {
  const graded = top > 1;
  const scales = upTo(2, highest).map((grade) => [grade, `grades 0 to ${grade}`]);
  const gains = [["linear", "the grade"], ["exp", "2^grade − 1"], ["binary", "1 above 0"]];
  return h(
    "div.ix-line.ix-scale",
    { role: "group", "aria-label": "How the results are judged" },
    setting(
      "top",
      "Judge by",
      [[1, "relevant or not"], ...scales],
      top,
      (value) => on.scale(Number(value), Math.min(threshold, Number(value))),
    ),
    setting(
      "threshold",
      "Relevant from grade",
      upTo(1, top).map((grade) => [grade, grade]),
      threshold,
      (value) => on.scale(top, Number(value)),
      graded,
    ),
    setting("gain", "Gain", gains, gain, on.gain, graded),
  );
}

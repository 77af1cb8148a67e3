// Which example is open, and how it is judged.

import { h } from "../view/view.js";

const option = ([id, words]) => h("option", { value: id }, words);

/** A labelled list to choose from, in groups or without; `choose(value)` is called for a choice. */
function setting(name, label, options, value, choose, there = true) {
  return h(
    "label.ix-line.ix-caption.ix-setting",
    { hidden: !there },
    label,
    h(
      "select.ix-field",
      { "data-testid": name, value, onchange: (event) => choose(event.target.value) },
      options.map(([id, words]) =>
        Array.isArray(words) ? h("optgroup", { label: id }, words.map(option)) : option([id, words])
      ),
    ),
  );
}

const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, step) => first + step);

/** The menu of examples, of one list and of two, a view; `choose(id)` is called for a choice. */
export const menu = ({ examples, example }, choose) => {
  const of = (two) => examples.filter(({ q }) => two === (q === "mean")).map(({ id, title }) => [id, title]);
  const groups = Object.entries({ "One list": of(false), "Two lists": of(true) }).filter(([, some]) => some.length);
  const options = groups.length > 1 ? groups : groups[0][1];
  return h("div.ix-menu", setting("example", "Example", options, example, choose, examples.length > 1));
};

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

/** A field for the value that a score will have: any decimal that can be one, and a line that says what cannot. */

import { html } from "../dom.js";
import { read, said } from "../numbers.js";

/** A sum has no upper end, and no value that is said is larger (LARGEST in irviz/state/predictions/prediction.py). */
const LARGEST = 9999;

/**
 * Make a field. It reads what is written by itself: a browser's own field for numbers refuses a comma, or a further
 * decimal, without a word.
 *
 * @param {{symbol: string}} row
 * @param {boolean} plotted Whether the score lies between 0 and 1.
 * @param {string} line The id of the element that says what is wrong.
 * @param {{said: (value: number | null) => void, done: () => void, leave: () => void}} on `said` with what has been
 *   written, null where that is no value; `done` on Enter, `leave` on Escape.
 */
export function makeField({ symbol }, plotted, line, on) {
  const most = plotted ? 1 : LARGEST;
  const root = html("input", "ix-guess-value", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "24",
    placeholder: "value",
    "data-testid": "guess-value",
    title: "Or say the value that it will have",
    "aria-label": `The value that ${symbol} will have, a number from 0 to ${most}`,
  });

  const field = {
    root,
    /** What is wrong with what is written; empty where nothing is. */
    fault: "",
    /** Show a value that was said elsewhere, or none. */
    show(value) {
      root.value = value === null ? "" : said(value);
      judge("");
    },
  };

  function judge(fault) {
    field.fault = fault;
    root.setAttribute("aria-invalid", String(fault !== ""));
    if (fault) root.setAttribute("aria-describedby", line);
    else root.removeAttribute("aria-describedby");
  }

  root.addEventListener("input", () => {
    const value = read(root.value);
    const wrong = root.value.trim() !== "" && !(value <= most);
    judge(wrong ? `“${root.value.trim()}” cannot be ${symbol}: write a number from 0 to ${most}, such as ${plotted ? "0.667" : "2.5"}.` : "");
    on.said(wrong || Number.isNaN(value) ? null : value);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key === "Enter") on.done();
    else if (event.key === "Escape") on.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return field;
}

/** The boards on which the conventions disagree most, each answer a button that opens it. */

import { decimal } from "../numbers.js";
import { h } from "../view/view.js";

/**
 * @param {object[]} examples
 * @param {boolean} locked Whether none of them can be opened.
 */
export function examples(examples, locked) {
  return h(
    "section.ix-examples",
    { "aria-labelledby": "ix-examples-title" },
    h("h3.ix-h3", { id: "ix-examples-title" }, "The largest disagreements"),
    h("div.ix-examples-list", {}, examples.map((one) => example(one, locked))),
  );
}

function example({ symbol, name, pattern, text, answers }, locked) {
  const grades = [...pattern];
  return h(
    "div.ix-stack",
    { "data-hue": name },
    h(
      "h4.ix-line",
      {},
      h("b.ix-hue", {}, symbol),
      h("span.ix-example-pattern", { "aria-hidden": "true" }, grades.map((grade) => h("i", { "data-relevant": grade !== "0" }, grade))),
      h("span.ix-said", {}, `of the grades ${grades.join(" ")}`),
    ),
    h("p.ix-caption", {}, text),
    answers.map((answer) => answerButton(answer, symbol, locked)),
  );
}

function answerButton({ value, label, text, link, here }, symbol, locked) {
  return h(
    "button.ix-chip.ix-case",
    {
      "data-testid": "case",
      "data-value": String(value),
      disabled: locked,
      title: locked ? "Other boards are locked here" : `Open this board with ${symbol} computed so`,
      "aria-current": here ? "true" : null,
      onclick: () => document.dispatchEvent(new CustomEvent("irviz:example", { detail: { link } })),
    },
    h("b", {}, value === null ? "none" : decimal(value)),
    h("span", {}, label),
    h("span.ix-caption", {}, text),
  );
}

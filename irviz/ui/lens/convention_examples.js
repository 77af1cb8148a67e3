/** The boards on which the conventions disagree most, each answer a button that opens it. */

import { fit } from "./fit.js";
import { decimal } from "../numbers.js";
import { html, setAttribute, setText } from "../dom.js";

export class Examples {
  constructor() {
    this.list = html("div", "ix-examples-list");
    this.root = html("section", "ix-examples", { "aria-labelledby": "ix-examples-title" }, html("h3", "", { id: "ix-examples-title" }, "The largest disagreements"), this.list);
  }

  /**
   * @param {object[]} examples
   * @param {boolean} locked Whether none of them can be opened.
   */
  show(examples, locked) {
    const boxes = fit(this.list, examples.length, makeExample);
    boxes.forEach((box, index) => showExample(box, examples[index], locked));
  }
}

function makeExample() {
  const heading = html("h4", "", {}, html("b", ""), " ", html("span", "ix-example-pattern", { "aria-hidden": "true" }), html("span", "ix-said"));
  return html("div", "ix-example", {}, heading, html("p", ""), html("div", "ix-cases"));
}

function showExample(box, { symbol, name, pattern, text, answers }, locked) {
  const [heading, words, list] = box.children;
  setAttribute(box, "style", `--ix-hue: var(--ix-line-${name}); --ix-hue-text: var(--ix-text-${name})`);
  setText(heading.firstChild, symbol);
  const digits = fit(heading.querySelector(".ix-example-pattern"), pattern.length, () => html("i", ""));
  digits.forEach((digit, index) => {
    setText(digit, pattern[index]);
    setAttribute(digit, "data-relevant", String(pattern[index] !== "0"));
  });
  setText(heading.lastChild, `of the grades ${[...pattern].join(" ")}`);
  setText(words, text);
  const buttons = fit(list, answers.length, makeAnswer);
  buttons.forEach((button, index) => showAnswer(button, answers[index], symbol, locked));
}

function makeAnswer() {
  return html("button", "ix-case", { type: "button", "data-testid": "case" }, html("b", ""), html("span", "ix-case-label"), html("small", ""));
}

function showAnswer(button, { value, label, text, link, here }, symbol, locked) {
  const [number, name, words] = button.children;
  setText(number, value === null ? "none" : decimal(value));
  setText(name, label);
  setText(words, text);
  setAttribute(button, "data-value", String(value));
  button.disabled = locked;
  setAttribute(button, "title", locked ? "Other boards are locked here" : `Open this board with ${symbol} computed so`);
  if (here) setAttribute(button, "aria-current", "true");
  else button.removeAttribute("aria-current");
  button.onclick = () => document.dispatchEvent(new CustomEvent("irviz:example", { detail: { link } }));
}

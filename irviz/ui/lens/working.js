/**
 * The working of the chosen metric: what it means, its formula, the same with this board's numbers in it, as Python,
 * and rank by rank (or, for a mean, query by query).
 */

import { terms } from "../define.js";
import { h } from "../view/view.js";
import { formula } from "./formula.js";
import { look, taught } from "./lens.js";
import { queries } from "./queries.js";
import { scrollable } from "./scrollable.js";
import { steps } from "./steps.js";

export function view(view, data) {
  return [
    h(
      "div.ix-line.ix-ends.ix-work-head",
      {},
      h("div", {}, h("h2.ix-h2", {}, view.title), h("p.ix-lead", {}, terms(view.summary))),
      h("div.ix-line.ix-choices", { role: "group", "aria-label": "Metric" }, taught(view.choices, data).map((one) => choice(one, data.metric))),
    ),
    h(
      "div.ix-stack.ix-work-formula",
      {},
      h(
        "div.ix-line.ix-work-general",
        {},
        h("div.ix-definition", { "data-testid": "definition" }, formula(view.definition)),
        h("dl.ix-where.ix-caption", { "aria-label": "What the symbols stand for" }, view.where.map(symbol)),
      ),
      h(
        "div.ix-well.ix-line.ix-work-numbers",
        {},
        h(
          "div.ix-worked",
          { role: "group", "aria-label": `${view.symbol} with its numbers`, "data-testid": "worked", ref: scrollable },
          formula(view.worked),
        ),
        h("div", { "data-testid": "result", "data-value": String(view.result.value) }, formula(view.equals)),
      ),
      view.note && h("p.ix-soft", {}, view.note),
      python(view.python),
    ),
    view.kind === "one" ? steps(view, data) : queries(view, data),
  ];
}

/** The button that chooses a metric, in its colour. */
function choice({ name, title, symbol }, chosen) {
  const props = { "data-metric": name, "data-hue": name, "data-term": name, title, "aria-pressed": name === chosen };
  return h("button.ix-chip", { ...props, onclick: () => look({ metric: name }) }, symbol);
}

const symbol = (entry) => h("div", {}, h("dt", {}, formula(entry)), h("dd", {}, entry.text));

/** The formula as Python, and a button that copies it. */
function python({ imports, text }) {
  const copy = async ({ currentTarget: button }) => {
    const say = (words) => (button.firstChild.data = words);
    try {
      await navigator.clipboard.writeText([...imports, text].join("\n"));
      say("Copied");
    } catch {
      getSelection().selectAllChildren(button.previousSibling);
      say("Selected");
    }
    setTimeout(say, 1600, "Copy");
  };
  return h(
    "div.ix-line.ix-python",
    {},
    h("span.ix-label", {}, "Python"),
    h(
      "div.ix-well.ix-python-text",
      { role: "group", "aria-label": "The formula in Python", ref: scrollable },
      h("code", { "data-testid": "python", title: imports.join("\n") }, text),
    ),
    h("button.ix-button.ix-quiet.ix-copy", { onclick: copy }, "Copy"),
  );
}

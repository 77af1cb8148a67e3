// The question: which two metrics, at which cutoffs, with which judgments; a view.

import { h } from "../view/view.js";

const KINDS = { board: "The board", relevant: "Relevant or not", graded: "Graded" };

/**
 * Describe the form; what is changed in it, and what comes of it, is the form's own matter.
 *
 * @param {object} data
 * @param {Record<string, string>} fields What is written in each, by its name.
 * @param {Record<string, [number, number, string]>} bounds The least and the most of those for numbers, and their names.
 * @param {() => void} swap
 */
export function question(data, fields, bounds, swap) {
  const number = (name) => {
    const [min, max, label] = bounds[name];
    return h("input.ix-field", { name, type: "number", min, max, inputmode: "numeric", "aria-label": label, value: fields[name] });
  };

  const metric = (side) => {
    const { k, name, summary } = data[side];
    const called = `Metric ${side.toUpperCase()}`;
    return h(
      "fieldset.ix-disagree-metric",
      { "data-hue": name },
      h("legend.ix-caption", {}, called),
      h(
        "div.ix-line",
        {},
        h("select.ix-field", { name: side, "aria-label": `Which ${called.replace("M", "m")}`, value: fields[side] }, data.metrics.map(group)),
        h("label", { hidden: k === null }, "@ ", number(`${side}k`)),
      ),
      h("p.ix-caption", {}, summary),
    );
  };

  const kind = (value) => h("label", {}, h("input", { type: "radio", name: "of", value, checked: fields.of === value }), h("span", {}, KINDS[value]));
  const detail = (of, ...parts) => h("p.ix-line.ix-disagree-detail", { hidden: fields.of !== of }, parts);
  const grades = { name: "grades", type: "text", inputmode: "numeric", autocomplete: "off", spellcheck: "false", maxlength: data.sizes[1], value: fields.grades };

  return [
    metric("a"),
    h("button.ix-button.ix-disagree-swap", { "aria-label": "Swap the two metrics", title: "Swap the two metrics", onclick: swap }, "⇄"),
    metric("b"),
    h(
      "fieldset.ix-disagree-of",
      {},
      h("legend.ix-caption", {}, "Judgments"),
      h("div.ix-segments", {}, Object.keys(KINDS).map(kind)),
      detail("board", data.board),
      detail("relevant", h("label", {}, number("relevant"), " relevant"), h("label", {}, "of ", number("n"), " results")),
      detail("graded", h("label", {}, "Grades ", h("input.ix-field", grades)), h("label", {}, "relevant from ", number("level"))),
    ),
  ];
}

const group = ({ label, options }) =>
  h(
    "optgroup",
    { label },
    options.map((one) => h("option", { value: one.value }, one.label)),
  );

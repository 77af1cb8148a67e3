// One condition of a goal: what it is about, and what is asked of it.

import { h } from "../view/view.js";

const METRIC_ONLY = ["best", "over"];
const STARTED = ["up", "down", "same"];
const CHOICES = { subject: "subjects", metric: "metrics", item: "items", relation: "relations", other: "metrics" };

/** A condition that says only what can be chosen. */
export function fitted(values, data) {
  const fit = { ...values };
  for (const [name, list] of Object.entries(CHOICES)) {
    if (!data[list].some(({ value }) => value === fit[name])) fit[name] = data[list][0].value;
  }
  if (fit.subject !== "metric" && METRIC_ONLY.includes(fit.relation)) fit.relation = "up";
  return fit;
}

/** What a field has that is wrong: a mark, and the line that says what to write. */
export const marks = (fault, name, index = null) =>
  fault?.field === name && fault.row === index
    ? { "aria-invalid": true, "aria-describedby": "ix-author-fault" }
    : { "aria-invalid": null, "aria-describedby": null };

export const faultLine = (fault) => h("p.ix-field-fault", { key: "fault", id: "ix-author-fault" }, fault.words);

/**
 * Describe one, with the fields that its subject and relation need.
 *
 * @returns {{view: object, cut: boolean}} And whether it has a cutoff.
 */
export function row(values, index, data, several, { edit, remove }) {
  const { subject, metric, relation, other } = values;
  const named = subject === "metric" || subject === "beats";
  // R-precision brings its own cutoff.
  const cut = named && (metric !== "Rprec" || (relation === "over" && other !== "Rprec"));
  const props = (name, label, shown) => ({
    name,
    "aria-label": label,
    hidden: !shown,
    value: values[name],
    ...marks(data.wrong_field, name, index),
    oninput: ({ target }) => edit(index, { [name]: target.value }),
  });
  const select = (name, label, shown = true) =>
    h(
      "select.ix-field",
      props(name, label, shown),
      data[CHOICES[name]].map((one) =>
        h("option", {
          value: one.value,
          disabled: name === "relation" && subject !== "metric" && METRIC_ONLY.includes(one.value),
        }, one.label)
      ),
    );
  const field = (name, label, shown, more) =>
    h("input.ix-field", { ...props(name, label, shown), type: "text", autocomplete: "off", ...more });
  const view = h(
    "div.ix-well.ix-line.ix-author-row",
    { role: "group", "aria-label": `Condition ${index + 1}` },
    select("subject", "What it is about"),
    h(
      "button.ix-button",
      {
        "data-do": "remove",
        title: "Remove this condition",
        "aria-label": "Remove this condition",
        hidden: !several,
        onclick: () => remove(index),
      },
      "×",
    ),
    select("metric", "Metric", named),
    h("span", { hidden: !cut }, "@"),
    field("k", "Cutoff, empty for that of the board", cut, { placeholder: "k", inputmode: "numeric", maxlength: 3 }),
    select("item", "Result", subject === "rank"),
    select("relation", "What is asked of it"),
    field("value", "Value", !STARTED.includes(relation) && !METRIC_ONLY.includes(relation), {
      maxlength: 12,
      placeholder: subject === "beats" ? "90%" : subject === "metric" ? "0.6" : "1",
    }),
    select("other", "The other metric", relation === "over"),
    data.wrong_field?.row === index && faultLine(data.wrong_field),
  );
  return { view, cut };
}

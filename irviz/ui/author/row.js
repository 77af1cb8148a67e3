// One condition of a goal: what it is about, and what is asked of it.

function select(name, label, options, chosen) {
  const made = document.createElement("select");
  made.name = name;
  made.setAttribute("aria-label", label);
  made.append(...options.map((one) => new Option(one.label, one.value, false, one.value === chosen)));
  return made;
}

function field(name, label, value, attributes = {}) {
  const made = Object.assign(document.createElement("input"), { name, value, type: "text", autocomplete: "off", ...attributes });
  made.setAttribute("aria-label", label);
  return made;
}

const METRIC_ONLY = ["best", "over"];
const STARTED = ["up", "down", "same"];

/** Show the fields that the chosen subject and relation need. */
function fit(row) {
  const at = (name) => row.querySelector(`[name=${name}]`);
  const subject = at("subject").value;
  const named = subject === "metric" || subject === "beats";
  at("metric").hidden = !named;
  at("item").hidden = subject !== "rank";
  for (const option of at("relation").options) option.disabled = subject !== "metric" && METRIC_ONLY.includes(option.value);
  if (at("relation").selectedOptions[0].disabled) at("relation").value = "up";
  const relation = at("relation").value;
  at("other").hidden = relation !== "over";
  // R-precision brings its own cutoff.
  const cut = named && (at("metric").value !== "Rprec" || (relation === "over" && at("other").value !== "Rprec"));
  at("k").hidden = row.querySelector(".ix-author-at").hidden = !cut;
  at("value").hidden = STARTED.includes(relation) || METRIC_ONLY.includes(relation);
  at("value").placeholder = subject === "beats" ? "90%" : subject === "metric" ? "0.6" : "1";
}

/** A row with these values; `data` has what there is to choose from. */
export function makeRow(values, data) {
  const row = document.createElement("div");
  row.className = "ix-author-row";
  row.setAttribute("role", "group");
  const at = document.createElement("span");
  at.className = "ix-author-at";
  at.textContent = "@";
  const remove = Object.assign(document.createElement("button"), { type: "button", textContent: "×", title: "Remove this condition" });
  remove.dataset.do = "remove";
  remove.setAttribute("aria-label", "Remove this condition");
  row.append(
    select("subject", "What it is about", data.subjects, values.subject),
    remove,
    select("metric", "Metric", data.metrics, values.metric),
    at,
    field("k", "Cutoff, empty for that of the board", values.k, { placeholder: "k", inputMode: "numeric", maxLength: 3 }),
    select("item", "Result", data.items, values.item),
    select("relation", "What is asked of it", data.relations, values.relation),
    field("value", "Value", values.value, { maxLength: 12 }),
    select("other", "The other metric", data.metrics, values.other),
  );
  row.addEventListener("change", () => fit(row));
  fit(row);
  return row;
}

/** What a row says. */
export function readRow(row) {
  return Object.fromEntries(["subject", "metric", "k", "item", "relation", "value", "other"].map((name) => [name, row.querySelector(`[name=${name}]`).value]));
}

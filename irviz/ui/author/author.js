// The form in which somebody writes a challenge: what it says is sent with each change, and checked on demand.

import { address } from "../address.js";
import { mounted } from "../frame.js";
import { startReadingAt, wasOpenedFromList } from "../opened_from_list.js";
import { ways } from "../addresses.js";
import { setTitle } from "../title.js";
import { renderDescription } from "../view/description.js";
import { draw, h } from "../view/view.js";
import { faultLine, fitted, marks, row } from "./row.js";

const OWN = ["most", "title", "task", "hints"];
const CHECKING = h(
  "div.ix-notice",
  { role: "status", "data-testid": "verdict" },
  "Going through everything that can be reached …",
);

export default mounted(".ix-author", (root) => {
  const [form, answer] = root.children;
  const [goal, kinds, fault] = form.querySelectorAll("fieldset > div");
  let data = null;
  let ask = null;
  /** The conditions, which are ahead of what the server knows of them. */
  let rows = [];
  /** The number of the check that is on its way, or 0. */
  let checking = 0;

  const draft = () => ({
    rows,
    allow: [...kinds.querySelectorAll("input:checked")].map((box) => box.value),
    ...Object.fromEntries(OWN.map((name) => [name, form.elements[name].value])),
  });
  const redraw = () => {
    draw(goal, conditions(data, rows, acts));
    for (const [field, element] of [["most", form.elements.most], ["allow", kinds.querySelector("input")]]) {
      for (const [name, value] of Object.entries(marks(data.wrong_field, field))) {
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    }
    draw(fault, data.wrong_field && data.wrong_field.row === null && faultLine(data.wrong_field));
    draw(answer, checking ? CHECKING : renderDescription(data.verdict, { ...data, ask }));
  };
  const change = (changed) => {
    rows = changed;
    redraw();
  };
  const tell = () => ask({ draft: draft() });
  const acts = {
    edit: (index, changes) =>
      change(rows.map((one, at) => (at === index ? fitted({ ...one, ...changes }, data) : one))),
    add() {
      change([...rows, { ...rows.at(-1), relation: "same", value: "" }]);
      goal.querySelector(".ix-author-row:last-of-type select").focus();
      tell();
    },
    remove(index) {
      change(rows.filter((_, at) => at !== index));
      goal.querySelector("[data-do=add]").focus();
      tell();
    },
  };

  /** What somebody is writing stays as it is; only another board has other results to name. */
  function fill() {
    const { draft: begun, allowed } = data;
    rows = begun.rows.map((one) => fitted(one, data));
    for (const name of OWN) form.elements[name].value = begun[name];
    form.querySelector("details").open = Boolean(begun.title || begun.task || begun.hints);
    const box = (value) => h("input", { type: "checkbox", name: "allow", value, checked: begun.allow.includes(value) });
    draw(kinds, allowed.map(({ value, label }) => h("label.ix-line", {}, box(value), h("span", {}, label))));
  }

  ways().then(() => data && redraw());
  form.onchange = tell;
  form.onsubmit = (event) => {
    event.preventDefault();
    checking = ask({ check: draft() });
    redraw();
  };
  form.querySelector("button:last-child").onclick = () => ask({ leave: true });

  return (next, request) => {
    const others = JSON.stringify(next.items) !== JSON.stringify(data?.items);
    data = next;
    ask = request;
    if (others) fill();
    const [page, answered] = data.answered;
    const fresh = checking > 0 && page === performance.timeOrigin && answered >= checking;
    if (fresh) checking = 0;
    redraw();
    // The answer stands below the form, which may be longer than the screen.
    const wrong = form.querySelector("[aria-invalid=true]");
    if (fresh) (wrong ?? answer.lastChild).scrollIntoView({ block: "nearest" });
    if (fresh) wrong?.focus();
    if (wasOpenedFromList()) startReadingAt(root.querySelector("h1"));
    setTitle("task", root.getAttribute("aria-label"));
    address({ write: "1", ...(data.draft_text && { draft: data.draft_text }) });
  };
});

const conditions = (data, rows, acts) => {
  const { goal, k, wrong_field: wrong } = data;
  const all = rows.map((one, index) => row(one, index, data, rows.length > 1, acts));
  const moved = data.draft.allow.includes("cutoff") ? ", and moves with it" : "";
  return [
    data.note && h("p.ix-notice", { role: "alert", "data-kind": "wrong" }, data.note),
    all.map(({ view }) => view),
    h(
      "p.ix-soft.ix-author-cutoff",
      { hidden: all.every(({ cut }) => !cut) },
      `An empty cutoff is that of the board, k\u00a0=\u00a0${k}${moved}.`,
    ),
    h(
      "button.ix-button",
      { "data-do": "add", disabled: rows.length >= data.max_rows, onclick: acts.add },
      "Add a condition",
    ),
    !wrong && h(
      "p.ix-notice",
      { role: "status", "data-kind": goal.is_complete ? "good" : null },
      `${goal.is_complete ? "Goal" : "Not yet"}: ${goal.words}.`,
    ),
  ];
};

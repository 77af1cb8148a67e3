/**
 * The working of the chosen metric: what it means, its formula, the same with this board's numbers in it, as Python,
 * and rank by rank (or, for a mean, query by query).
 */

import { showFormula } from "./formula.js";
import { look } from "./lens.js";
import { Queries } from "./queries.js";
import { scrollable } from "./scrollable.js";
import { Steps } from "./steps.js";
import { html, setAttribute, setText } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object, data: object) => void, leave: () => void}}
 */
export function make(root) {
  const choices = html("div", "ix-choices", { role: "group", "aria-label": "Metric" });
  const title = html("h2", "ix-lens-title");
  const summary = html("p", "ix-lens-lead");
  const definition = html("div", "ix-definition", { "data-testid": "definition" });
  const worked = html("div", "ix-worked", { role: "group", "data-testid": "worked" });
  const equals = html("div", "ix-equals", { "data-testid": "result" });
  const note = html("p", "ix-lens-note");
  const where = html("dl", "ix-where", { "aria-label": "What the symbols stand for" });
  const python = makePython();
  const tables = { one: new Steps(), mean: new Queries() };
  const scrollers = [scrollable(worked), scrollable(python.box)];

  root.append(
    html("div", "ix-work-head", {}, html("div", "ix-work-words", {}, title, summary), choices),
    html(
      "div",
      "ix-work-formula",
      {},
      html("div", "ix-work-general", {}, definition, where),
      html("div", "ix-work-numbers", {}, worked, equals),
      note,
      python.row,
    ),
    tables.one.root,
    tables.mean.root,
  );

  function show(view, data) {
    showChoices(choices, view.choices, view.name);
    setText(title, view.title);
    setText(summary, view.summary);
    showFormula(definition, view.definition);
    showWhere(where, view.where);
    showFormula(worked, view.worked);
    setAttribute(worked, "aria-label", `${view.symbol} with its numbers`);
    showFormula(equals, view.equals);
    setAttribute(equals, "data-value", String(view.result.value));
    setText(note, view.note ?? "");
    note.hidden = !view.note;
    python.show(view.python);
    for (const [kind, table] of Object.entries(tables)) {
      table.root.hidden = kind !== view.kind;
      if (kind === view.kind) table.show(view, data);
    }
  }

  return {
    show,
    leave() {
      for (const scroller of scrollers) scroller.disconnect();
    },
  };
}

/** The buttons that choose a metric, each in its colour. */
function showChoices(box, choices, chosen) {
  if (box.children.length !== choices.length) {
    box.replaceChildren(
      ...choices.map(({ name, title }) => {
        const button = html("button", "ix-choice", { type: "button", "data-metric": name, title });
        button.style.setProperty("--ix-hue", `var(--ix-line-${name})`);
        button.style.setProperty("--ix-hue-text", `var(--ix-text-${name})`);
        button.onclick = () => {
          for (const one of box.children) setAttribute(one, "aria-pressed", String(one === button));
          look({ metric: name });
        };
        return button;
      }),
    );
  }
  choices.forEach(({ name, symbol }, index) => {
    setText(box.children[index], symbol);
    setAttribute(box.children[index], "aria-pressed", String(name === chosen));
  });
}

function showWhere(list, entries) {
  while (list.children.length > entries.length) list.lastChild.remove();
  while (list.children.length < entries.length) list.append(html("div", "", {}, html("dt", ""), html("dd", "")));
  entries.forEach((entry, index) => {
    const [symbol, meaning] = list.children[index].children;
    showFormula(symbol, entry);
    setText(meaning, entry.text);
  });
}

/** The formula as Python, and a button that copies it. */
function makePython() {
  const code = html("code", "", { "data-testid": "python" });
  const box = html("div", "ix-python-text", { role: "group", "aria-label": "The formula in Python" }, code);
  const copy = html("button", "ix-copy", { type: "button" }, "Copy");
  const row = html("div", "ix-python", {}, html("span", "ix-lens-label", {}, "Python"), box, copy);
  let text = "";
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setText(copy, "Copied");
    } catch {
      getSelection().selectAllChildren(code);
      setText(copy, "Selected");
    }
    setTimeout(() => setText(copy, "Copy"), 1600);
  };
  return {
    row,
    box,
    show(python) {
      text = [...python.imports, python.text].join("\n");
      setText(code, python.text);
      setAttribute(code, "title", python.imports.join("\n"));
    },
  };
}

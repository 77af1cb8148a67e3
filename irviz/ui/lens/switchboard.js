/** The choices of conventions: a tool's at a stroke, or one by one. */

import { h } from "../view/view.js";
import * as wire from "../wire.js";

/** How long to wait before looking again whether the server has answered. */
const AGAIN = 200;

/** The choice that the server may not have heard of, and whether it waits for its prediction. */
let sent = null;
let waits = false;

/** Draws it again, and when it does by itself. */
let again = () => {};
let timer = 0;

/** A mix lies open when it is first seen; after that it is the user's to open and close. */
let opened = false;

// A choice that waits for its prediction stays chosen until it is taken back.
document.addEventListener("irviz:predict", ({ detail }) => {
  waits = detail.ask && sent !== null;
  if (!waits) again();
});

/**
 * @param {object} view
 * @param {boolean} locked Whether nothing can be chosen.
 * @param {() => void} redraw
 */
export function switchboard(view, locked, redraw) {
  again = redraw;
  const by = settled(view.by);
  const group = view.groups.find((one) => one.by === by) ?? view.groups.at(-1);
  opened ||= group.by === null;
  const chosen = chosenParts(view.options, by);
  const written = (name, part) => Object.values({ ...chosen, [name]: part }).filter(Boolean).join(".");
  return h(
    "div",
    {},
    locked && h("p.ix-caption.ix-locked-note", {}, "The conventions are locked here."),
    h(
      "fieldset.ix-computed-by",
      { "data-testid": "computed-by", disabled: locked },
      h("legend.ix-label", {}, "As computed by"),
      view.groups.map((one) => computedBy(one, one === group)),
    ),
    h("p.ix-caption", {}, "† read in its source, not run"),
    h(
      "details.ix-own",
      { open: opened },
      h("summary", {}, "Choose one by one"),
      view.options.map((one) => option(one, chosen[one.name], locked, (part) => choose(written(one.name, part)))),
    ),
    group.notes.length > 0 && h("ul.ix-caption.ix-convention-notes", { "aria-label": "What else the chosen tools do" }, group.notes.map(note)),
  );
}

/** What the server says counts, unless it has not heard the last choice. */
function settled(by) {
  clearTimeout(timer);
  if (!waits) {
    if (sent === by || wire.quiet()) sent = null;
    else if (sent !== null) timer = setTimeout(again, AGAIN);
  }
  return sent ?? by;
}

function choose(by) {
  sent = by;
  document.dispatchEvent(new CustomEvent("irviz:conventions", { detail: { by } }));
  // A choice that the page has refused was not sent.
  again();
}

/** By option, the part of a text of conventions that is its choice; none for trec_eval's. */
function chosenParts(options, by) {
  const parts = new Set(by.split("."));
  return Object.fromEntries(options.map(({ name, choices }) => [name, choices.find(({ part }) => part && parts.has(part))?.part ?? ""]));
}

/** A line for tools that agree; the last is for a mix that is no tool's. */
function computedBy({ tools, by }, checked) {
  const names = tools.map(({ name, checked: how, version }, index) => [
    index > 0 && ", ",
    h("span", { title: version }, how === "run" ? name : `${name}†`),
  ]);
  return h(
    "label.ix-radio",
    {},
    h("input", { type: "radio", name: "ix-computed-by", value: by ?? "", checked, disabled: by === null && !checked, onchange: () => choose(by) }),
    h("span", {}, by === null ? "a mix of your own" : names),
  );
}

function option({ name, title, choices }, part, locked, take) {
  return h(
    "fieldset.ix-option",
    { "data-option": name, disabled: locked },
    h(part ? "legend.ix-strong" : "legend", {}, title),
    h(
      "div.ix-segments",
      {},
      choices.map((one) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: `ix-option-${name}`,
            value: one.part,
            checked: one.part === part,
            onchange: () => take(one.part),
          }),
          h("span", {}, one.label),
        ),
      ),
    ),
    h("p.ix-caption", {}, choices.find((one) => one.part === part).means),
  );
}

const note = ({ tool, text }) => h("li", {}, h("b", {}, tool), " ", text);

// All saved states at once: their names, the notes on them, their order, and files of them.

import { makeDraggable } from "../board/drag.js";
import { listen } from "../events.js";
import { saveJson } from "../export/save.js";
import { state } from "../state.js";
import { draw, h } from "../view/view.js";
import { quiet } from "../transport.js";
import { fileOf, held } from "./deck.js";

/** No larger file is read, in bytes (irviz/state/deck_file.py). */
const LARGEST = 1_000_000;

const ABOUT =
  "The states of your talk, of one list or of two. They go with the address of this tab; a file has them anywhere. " +
  "Notes are in your own window (N), questions on the wall, and neither is in a link.";
const UNTITLED =
  "Links and files have no titles of lists that are your own: opened elsewhere, these are “Document 1”, " +
  "“Document 2” and so on.";
const TOO_LONG = "These no longer fit into the link, so they are only in this browser: save them as a file.";
const NOT_KEPT = "This browser keeps nothing, so notes and questions are only in this page: save them as a file.";
const NONE =
  "There are none yet. “Keep this state” takes what is on the page: order, relevance, cutoff, metric, what is " +
  "masked, and whether one predicts first. Or drop a file here.";
const LOCKED =
  "What one may do on this page was set by its link, so no file is opened here. Open it on a page without such a link.";

const counted = (count) => `${count} ${count === 1 ? "state" : "states"}`;

/**
 * Make the dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {AbortSignal} signal
 * @param {{place: () => number, go: (at: number) => void, keep: () => void, change: (what: string, detail: object) =>
 *   void}} on What the presenter's bar does, and at which state it is.
 */
export function makeOverview(dialog, signal, on) {
  let states = []; // as they are being typed
  let usual = new Map(); // what a state is called by what it shows, by its link
  let said = null; // {words, kind, back}: what was done last, and what takes it back
  let untitled = false; // whether some show lists whose titles are in no link
  let opening = null; // the file that the server reads: {name, before, told}

  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": "A file of saved states",
    onchange: ({ target }) => {
      open(target.files[0]);
      target.value = ""; // so that the same one can be chosen again
    },
  });

  function say(words, kind = "plain", back = "") {
    said = { words, kind, back };
    show();
  }

  /** Send what has been typed since. */
  function commit() {
    const line = (text) => text.trim().replaceAll(/\s+/g, " ");
    states.forEach(({ name, notes, question }, at) => {
      const typed = { name: line(name), notes, question: line(question) };
      const known = held.states[at] ?? typed;
      if (Object.keys(typed).some((what) => known[what] !== typed[what])) on.change("label", { at, ...typed });
    });
  }

  function go(at) {
    dialog.close();
    on.go(at);
  }

  function keep() {
    on.keep();
    say(`${counted(held.states.length)}.`);
  }

  function move(at, to) {
    on.change("move", { at, to });
    say(`${title(held.states[to])} is now ${to + 1} of ${states.length}.`);
    focus(to, to > at ? "down" : "up");
  }

  const saveStates = () => saveJson("irviz-states.json", fileOf(states, (link) => usual.get(link) ?? ""));

  /** A row is dragged by its handle, or wherever there is nothing to press or to write in. */
  const dragged = {
    cancel: rest,
    drop(_, from, to) {
      rest();
      if (from !== to) move(from, to);
    },
  };

  /** What was dragged, and what has made way, stands in its place again. */
  function rest() {
    for (const one of dialog.querySelectorAll("li")) one.style.transform = "";
  }

  function drop(at) {
    const name = title(states[at]);
    on.change("drop", { at });
    say(`${name} is out of the list.`, "plain", "Put it back");
    focus(Math.min(at, states.length - 1), "drop");
  }

  function restore() {
    on.change("restore", {});
    say("The list is as it was before.", "plain", "Take that back");
  }

  function focus(at, what) {
    (dialog.querySelectorAll("li")[at]?.querySelector(`[data-do="${what}"]`) ??
      dialog.querySelector('[data-do="keep"]')).focus();
  }

  const title = ({ name, link }) => (name ? `“${name}”` : usual.get(link) ? `“${usual.get(link)}”` : "This state");

  /** Read a file: the server says what is in it. `told` is called with what came of it, where the dialog is closed. */
  async function open(one, told = null) {
    const fail = (words) => {
      said = { words, kind: "wrong" };
      reveal();
    };
    if (!one) return;
    const name = one.name.slice(0, 80);
    if (state.off) return fail(LOCKED);
    if (one.size > LARGEST) {
      const [size, most] = [one.size, LARGEST].map((bytes) => bytes.toLocaleString("en"));
      return fail(`${name}: it has ${size} bytes, and saved states have ${most} at most.`);
    }
    let text = "";
    try {
      text = await one.text();
    } catch {
      return fail(`${name}: this browser cannot read it.`);
    }
    opening = { name, before: held.states.length, told, fail };
    say("One moment…");
    on.change("load", { text });
  }

  /** Take what the server says of the file. */
  function answer(refused) {
    const { name, before, told, fail } = opening;
    opening = null;
    if (refused) return fail(`${name}: ${refused}.`);
    const now = `${counted(held.states.length)} from ${name}.`;
    say(now, "good", before ? "Bring back those from before" : "");
    return told?.(`${now}${before ? " “Saved states” can bring back those from before." : ""}`);
  }

  function show() {
    if (dialog.open) draw(dialog, ...view());
  }

  const view = () => [
    h(
      "div.ix-line.ix-ends",
      h("h2.ix-h2", { tabindex: -1, autofocus: true }, "Saved states"),
      button("close", "Close", () => dialog.close()),
    ),
    h(
      "div.ix-line",
      button("keep", "Keep this state", keep, { "aria-disabled": states.length >= held.limits.max_states }),
      button("save", "Save as a file", saveStates, { "aria-disabled": !states.length }),
      button("file", "Open a file", () => dialog.querySelector("input[type=file]").click()),
      file,
    ),
    (!held.stays || held.limits.max_address_characters < held.shown.length) &&
    h("p.ix-notice", held.stays ? TOO_LONG : NOT_KEPT),
    untitled && h("p.ix-notice", UNTITLED),
    h(
      "div.ix-notice.ix-line.ix-ends",
      { role: "status", "data-kind": said?.kind ?? "plain" },
      h("span", said?.words ?? ABOUT),
      said?.back && button("restore", said.back, restore),
    ),
    states.length
      ? h(
        "ol.ix-stack",
        { ref: (list) => makeDraggable(list, dragged, { item: ".ix-state", box: dialog }) },
        states.map(row),
      )
      : h("p.ix-soft", NONE),
  ];

  const row = (one, at) => {
    const number = at + 1;
    /** A field, and how much more fits into it, once that is little: the browser takes no more, and says nothing. */
    const field = (selector, what, label, props) => {
      const most = held.limits.max_characters[what];
      const more = most - one[what].length;
      return [
        h(selector, {
          ...props,
          value: one[what],
          "aria-label": `${label} state ${number}`,
          maxlength: most,
          dir: "auto",
          autocomplete: "off",
          oninput: ({ target }) => {
            one[what] = target.value;
            show();
          },
          onchange: commit,
        }),
        h("output.ix-badge.ix-state-left", {
          "data-of": what,
          "data-kind": more > 0 ? null : "wrong",
          hidden: more > most / 5,
          "aria-live": more > 0 ? "off" : "polite",
        }, more > 0 ? `${more} more of ${most}` : `${most} of ${most}: no more fits`),
      ];
    };
    const act = (what, label, does, off = false) =>
      button(what, { up: "▲", down: "▼", drop: "Delete", go: "Go there" }[what], () => off || does(), {
        "aria-label": label,
        title: label,
        "aria-disabled": off,
      });
    return h(
      "li.ix-well.ix-state.ix-as-grid.ix-middle.ix-unselected.ix-pan",
      { "aria-current": at === on.place() },
      h("span.ix-strong", { "aria-hidden": "true", title: "Drag to another place" }, number, h("span.ix-handle")),
      field("input.ix-field", "name", "Name of", { type: "text", placeholder: usual.get(one.link) ?? "" }),
      field("input.ix-field.ix-state-question", "question", "Question of", {
        type: "text",
        placeholder: "A question for all, on the wall",
      }),
      field("textarea.ix-field", "notes", "Notes on", { rows: 2, placeholder: "Notes, for you alone" }),
      h(
        "div.ix-line",
        act("go", `Go to state ${number}`, () => go(at)),
        act("up", `Move state ${number} up`, () => move(at, at - 1), at === 0),
        act("down", `Move state ${number} down`, () => move(at, at + 1), number === states.length),
        act("drop", `Delete state ${number}`, () => drop(at)),
      ),
    );
  };

  const button = (what, label, onclick, props = {}) =>
    h("button.ix-button.ix-quiet", {
      "data-do": what,
      onclick: ({ currentTarget }) => props["aria-disabled"] || leaving(currentTarget, onclick),
      ...props,
    }, label);

  /** Who closes it by mouse goes on with the talk: no focus stays on the bar. */
  function leaving(pressed, act) {
    const byKey = pressed.matches(":focus-visible");
    act();
    if (!dialog.open && !byKey) document.activeElement?.blur();
  }

  dialog.onkeydown = (event) => event.stopPropagation(); // the keys of what is behind rest while it is open
  // A press that began on a row is none beside the list.
  let pressed = null;
  dialog.onpointerdown = ({ target }) => (pressed = target);
  dialog.onclick = ({ target }) => {
    if (target === dialog && pressed === dialog) dialog.close();
  };
  dialog.onclose = () => {
    commit();
    draw(dialog); // notes are nowhere on the page while nobody looks at them
  };
  listen("deck", read, signal);

  function read() {
    states = held.states.map((one) => ({ ...one }));
    show();
  }

  function reveal() {
    const opens = !dialog.open;
    if (opens) dialog.showModal();
    read();
    if (opens) dialog.querySelector("h2").focus();
  }

  return {
    open() {
      if (!said?.back) said = null;
      reveal();
    },
    isOpen: () => dialog.open,
    /** What a state is called; empty until the server has said what it shows. */
    called: ({ name, link }) => name || usual.get(link) || "",
    read: open,
    /** Take what the server says: what states are called, and why a file was refused. */
    show({ state_titles: titles, file_error: error, has_untitled: some }) {
      if (quiet()) {
        untitled = some;
        usual = new Map(held.states.map(({ link }, at) => [link, titles[at]]));
        if (opening) answer(error);
      }
      show();
    },
    remove: () => dialog.close(),
  };
}

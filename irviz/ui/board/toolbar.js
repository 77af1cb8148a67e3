// Above the cards: which query is open, what changes the whole order, and what a hand can do.

import { terms } from "../definitions.js";
import { h } from "../view/view.js";

/** Name, label, key, and what it does in words; the key works while the focus is on the board. */
export const TOOLS = [
  ["undo", "Undo", "Z", "Undo the last change"],
  ["redo", "Redo", "Y", "Redo what was undone"],
  ["reset", "Reset", "R", "Back to the order and relevance of the start"],
  ["shuffle", "Shuffle", "S", "Put the pictures in a random order"],
  ["ideal", "Ideal", "I", "Relevant pictures first: the best order there is"],
  ["worst", "Worst", "W", "Relevant pictures last: the worst order there is"],
  ["swap", "Swap A and B", "X", "Put the list of A on B, and that of B on A, with their names"],
  ["link", "Copy link", "L", "Copy a link to exactly this state"],
  ["share", "Share", "T", "Share or save: a link, the values, the chart, code, files, or a page to print"],
];

/** Of a pair each board has its own; else there are no two to swap, and the link is in the menu. */
const NOT_OF_PAIR = ["shuffle", "ideal", "worst"];
const OF_PAIR = ["swap", "link"];

/**
 * The tools, a view.
 *
 * @param {boolean} paired
 * @param {Record<string, boolean>} able What cannot be done now is false. It stays focusable, so that the focus is not
 *   lost under a user's finger.
 * @param {{name: string, words: string} | null} flash What one of them says for a moment.
 * @param {(name: string) => void} act Called for a press.
 */
export function tools(paired, able, flash, act) {
  const shown = TOOLS.filter(([name]) => !(paired ? NOT_OF_PAIR : OF_PAIR).includes(name));
  return h(
    "div.ix-line.ix-tools.ix-tight",
    { role: "group", "aria-label": "Change the order" },
    shown.map(([name, label, key, title]) =>
      h(
        "button.ix-button.ix-quiet.ix-plain",
        {
          key: name,
          "data-testid": name,
          "data-label": label,
          "aria-keyshortcuts": { undo: "Z Control+Z", redo: "Y Control+Shift+Z" }[name] ?? key,
          "aria-disabled": able[name] === false,
          "aria-haspopup": name === "share" ? "dialog" : null,
          title: `${title} (${key})`,
          onclick: () => act(name),
        },
        flash?.name === name ? flash.words : label,
      )
    ),
  );
}

/** Which tool a key stands for, or undefined. */
export function toolOf(event) {
  const key = event.key.toUpperCase();
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === "Z") return event.shiftKey ? "redo" : "undo";
    return key === "Y" ? "redo" : undefined;
  }
  return TOOLS.find(([, , letter]) => letter === key)?.[0];
}

/**
 * The queries, and their mean where there are several, a view; `open(q)` is called for a press. One alone is shown
 * unless it is `told` elsewhere.
 */
export function tabs(all, opened, open, told) {
  const tab = ({ id, label, about }) =>
    h(
      "button",
      { key: id, "data-query": id, "aria-pressed": id === opened, title: about, onclick: () => open(id) },
      label,
    );
  return h(
    "div.ix-segments.ix-tabs",
    { role: "group", "aria-label": "Query", hidden: all.length < (told ? 2 : 1) },
    all.map(tab),
  );
}

/** What a hand can do, a view. */
export function hint({ top, incomplete }) {
  const graded = top > 1;
  const fingers = matchMedia("(hover: none)").matches; // which scroll the page where they only swipe
  const part = (name, word, words) => h(`span.ix-hint-${name}`, h("b", word), terms(words));
  return [
    // The line keeps its height where there is more to set beside it.
    !graded && !incomplete && h("span.ix-hint-what", "Search results, best first. "),
    part("judge", "Press", graded ? " one to grade it. " : " one to say if it is relevant. "),
    incomplete && part("judge", "?", " says that nobody has judged it. "),
    part(
      "move",
      fingers ? "Hold" : "Drag",
      fingers ? " one, or take it by its dots, to drag it to another rank. " : " one to another rank. ",
    ),
    h("span.ix-hint-cut", "Drag the ", h("b.ix-wrong", "line marked k"), terms(" to set the cutoff.")),
  ];
}

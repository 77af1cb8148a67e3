// In the page's head: predict first, present, saved states, and help.

import { box, HELP } from "../help/help.js";
import { h } from "../view/view.js";

const button = (props, label) => h("button.ix-button.ix-quiet", props, label);

/** Past examples and tools to the first result; for keys alone. */
export const toBoard = (board) =>
  h("button.ix-button.ix-skip.ix-fixed", {
    key: "skip",
    onclick: () => board.querySelector(".ix-card button").focus(),
  }, "Skip to the results");

/**
 * The buttons and the help, a view.
 *
 * @param {{predict?: boolean, present: boolean, paired: boolean, canSave?: boolean}} shown
 * @param {{predict?: (wanted: boolean) => void, present: () => void, states?: () => void}} on
 */
export function modes({ predict, present, paired, canSave }, on) {
  return h(
    "div.ix-modes.ix-flex.ix-fixed.ix-tight",
    { role: "group", "aria-label": "Modes" },
    !paired &&
      button({
        key: "predict",
        "data-testid": "predict",
        title: "Say what an action will do before you see it",
        "aria-pressed": predict,
        onclick: () => on.predict(!predict),
      }, ["Predict", h("span.ix-more", " first")]),
    button({
      key: "present",
      "data-testid": "present",
      title: "Large type for a projector, one metric at a time (P)",
      "aria-keyshortcuts": "P",
      onclick: on.present,
    }, "Present"),
    canSave &&
      button({
        key: "states",
        "data-testid": "states",
        title: "Saved states: what you keep for a talk, with names, notes, and as a file",
        "aria-label": "Saved states",
        "aria-haspopup": "dialog",
        onclick: on.states,
      }, "≡"),
    HELP,
    box,
  );
}

// In the page's head: predict first, present, and which keys there are.

import { element } from "./cards.js";

const KEYS = [
  ["On a card's handle", [["Space", "lift, and drop"], ["← →", "another rank"], ["Esc", "put back"]]],
  ["On a picture", [["Space", "relevant or not"], ["0 to 9", "its grade, on graded boards"], ["U", "not judged, on results of your own; once more: not relevant"], ["← →", "the next picture"]]],
  ["On the red line", [["← →", "move the cutoff"], ["Home, End", "k = 1, k = all"], ["Enter", "to the prediction, where one is asked for"]]],
  [
    "Anywhere on the board",
    [["[ ]", "move the cutoff"], ["Z, Y", "undo, redo"], ["R", "reset"], ["S", "shuffle"], ["I, W", "ideal and worst order"], ["X", "swap A and B, on Compare"], ["L", "copy the link"], ["T", "take it along"], ["?", "these keys"]],
  ],
  [
    "While predicting, on the handle in the chart",
    [["↑ ↓", "0.01 up or down"], ["Page Up, Page Down", "0.1 up or down"], ["Home, End", "0, 1"]],
  ],
  ["In a field for a predicted value", [["Enter", "see what happens"]]],
  ["On the tabs from Working to Conventions", [["← →, Home, End", "another tab"]]],
  ["Everywhere", [["Ctrl Z, Ctrl Shift Z", "undo, redo"]]],
  [
    "While presenting",
    [["↑ ↓", "another metric"], ["← →", "another step of the lesson, or another saved state"], ["K", "keep this state in the list"], ["Delete", "take this state out of the list"], ["T", "the lesson’s text"], ["M", "mask or reveal the values"], ["P", "pointer"], ["Q", "QR code"], ["?", "these keys"], ["Esc", "leave"]],
  ],
];

/**
 * Make the buttons.
 * @param root where they stand
 * @param on {predict(wanted), present(wanted)}
 */
export function makeModes(root, on) {
  const button = (name, label, title) => {
    const made = element("button", "ix-mode", { type: "button", "data-testid": name, title });
    made.textContent = label;
    root.append(made);
    return made;
  };
  const predict = button("predict", "Predict first", "Say what an action will do before you see it");
  const present = button("present", "Present", "Large type for a projector, one metric at a time");
  const help = button("help", "?", "Keys");
  help.setAttribute("aria-label", "Keys");
  const dialog = makeHelp();
  root.append(dialog);
  predict.addEventListener("click", () => on.predict(predict.getAttribute("aria-pressed") !== "true"));
  present.addEventListener("click", () => on.present(true));
  help.addEventListener("click", () => dialog.showModal());
  return {
    help: () => dialog.showModal(),
    show: (view) => predict.setAttribute("aria-pressed", String(view.predict === "1")),
  };
}

function makeHelp() {
  const dialog = element("dialog", "ix-keys", { "aria-label": "Keys" });
  const title = element("h2", "", { tabindex: "-1", autofocus: "" }); // or the list would be scrolled to its end
  title.textContent = "Keys";
  dialog.append(title);
  for (const [where, keys] of KEYS) {
    const head = element("h3", "");
    head.textContent = where;
    const list = element("dl", "");
    for (const [key, does] of keys) {
      const term = element("dt", "");
      const words = element("dd", "");
      term.textContent = key;
      words.textContent = does;
      list.append(term, words);
    }
    dialog.append(head, list);
  }
  const close = element("button", "ix-mode", { type: "button" });
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(close);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}

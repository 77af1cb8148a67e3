// In the page's head: predict first, present, and help: what the words mean, and which keys there are.

import { glossary } from "../definitions.js";
import { consume, hasModifier } from "../events.js";
import { letters } from "../letters.js";
import * as sound from "../curves/sound.js";
import { segments } from "../view/segments.js";
import { draw, h } from "../view/view.js";
import { amount } from "./speech.js";
import { TOOLS } from "./toolbar.js";

const KEYS = [
  ["On a card, on the line marked k, on a score", [["D", "what it means: TP, the cutoff, the metric; Esc closes it"]]],
  ["On a card's handle", [["Space", "lift, and drop"], ["← →", "another rank"], ["Esc", "put back"], [
    "Enter",
    "lift; Tab goes to the places, Enter drops",
  ]]],
  ["On a picture", [["Space", "relevant or not"], ["0 to 9", "its grade, on graded boards"], [
    "U",
    "not judged, on results of your own; once more: not relevant",
  ], ["← →", "the next picture"]]],
  ["On the line marked k", [["← →", "move the cutoff"], ["Home, End", "k = 1, k = all"], [
    "Space",
    "one further, and from the end to k = 1",
  ], [
    "Enter",
    "to the prediction, where one is asked for",
  ]]],
  ["Anywhere on the board", [
    ["[ ]", "move the cutoff"],
    ...TOOLS.map(([, label, key]) => [key, label[0].toLowerCase() + label.slice(1)]),
    ["?", "the words and these keys"],
  ]],
  ["On the chart", [["← →, Home, End", "another rank"], ["↑ ↓", "another metric"], ["Space", "one after the other"], [
    "Enter",
    "the cutoff there",
  ]]],
  ["On the board, the chart and the scores", [[
    "A",
    "tell a screen reader all scores, what has moved, and why; while presenting, A asks the class",
  ], [
    "H",
    "hear the chosen curve as tones, or be silent",
  ]]],
  ["While predicting, on the handle in the chart", [["↑ ↓", "0.01 up or down"], [
    "Page Up, Page Down",
    "0.1 up or down",
  ], ["Home, End", "0, 1"]]],
  ["In a field for a predicted value", [["Enter", "see what happens"]]],
  ["On the tabs from Working to Conventions", [["← →, Home, End", "another tab"], ["Space", "the next one"]]],
  ["Everywhere", [["Ctrl Z, Ctrl Shift Z", "undo, redo"], ["P", "present"]]],
  [
    "While presenting",
    [
      ["↑ ↓", "another metric"],
      [
        "← →, Page Up, Page Down",
        "another step of the lesson, or another saved state; on a picture or a handle, the arrows are for that",
      ],
      ["B or .", "a black screen; any key brings the page back"],
      ["K", "keep this state in the list"],
      ["Delete", "take this state out of the list"],
      ["O", "all saved states: names, notes, order, files"],
      ["N", "a window for your own screen: notes, what comes next, and masked values"],
      ["T", "the text of the lesson or the challenge, where there is one"],
      ["F", "of one list, the formula with its numbers and the other views, in place of the chart"],
      ["Shift ↑ ↓", "up and down in what F shows"],
      ["M", "mask all values; where all are masked, reveal them"],
      [
        "1 to 9",
        "a metric, as the scores are ordered; where values are masked, reveal it, and once more: mask it again",
      ],
      ["P", "pointer"],
      ["Q", "QR code"],
      ["A", "ask the class: opens a room, and then does the next thing with a question"],
      ["V", "in a room: vote again"],
      ["J", "in a room: how to join"],
      ["?", "these keys"],
      ["Esc", "leave, twice where values are masked; P or the browser’s Back comes back to the same state"],
    ],
  ],
];

const button = (props, label) => h("button.ix-button.ix-quiet", { ...props }, label);

/** A press beside the list closes it, too. */
const close = ({ target, currentTarget }) => target === currentTarget && currentTarget.closest("dialog").close();

/** What this browser remembers of how somebody wants to hear and to press. */
const SETTINGS = [
  ["A screen reader is told", amount],
  ["Keys of one letter or sign", letters],
  ["How loud curves are heard", sound.volume],
  ["A tone while one drags, or reads the chart by keys", sound.tones],
];

const setting = ([words, { all, get, set }]) => {
  const choose = (one) => {
    set(one);
    drawSettings();
  };
  const named = all.map((one) => [one, one[0].toUpperCase() + one.slice(1)]);
  return h("div.ix-line", h("span", { "aria-hidden": true }, words), segments(words, named, get(), choose));
};

const drawSettings = () => draw(document.querySelector(".ix-keys-settings"), SETTINGS.map(setting));

/** What a beginner looks for comes first; whoever presents looks for keys. One of the two is shown. */
const list = (keys, first) =>
  h(
    "dialog.ix-popover.ix-keys",
    { key: "keys", "aria-label": "Words and keys", onclick: close },
    h(
      "div.ix-line.ix-keys-head",
      h("h2.ix-h2", { tabindex: -1, autofocus: true }, "Help"), // or the list would be scrolled to its end
      button({ onclick: close }, "Close"),
    ),
    h(
      "div.ix-segments",
      { role: "group", "aria-label": "What to look up" },
      ["Words", "Keys"].map((name) => h("button", { "aria-pressed": name === first, onclick: turn }, name)),
    ),
    h("dl.ix-glossary", { "data-part": "Words", hidden: first !== "Words", own: true }),
    h(
      "div",
      { "data-part": "Keys", hidden: first !== "Keys" },
      h(
        "div.ix-stack",
        h("div.ix-stack.ix-keys-settings", { own: true }),
        h("p.ix-soft", "The larger the value, the higher the tone; a relevant result sounds full, another hollow."),
      ),
      keys.map(([where, some]) => [
        h("h3.ix-h3", where),
        h("dl", some.map(([key, does]) => [h("dt.ix-strong", key), h("dd.ix-soft", does)])),
      ]),
    ),
  );

/** Turn to the other part. */
function turn({ currentTarget }) {
  for (const one of currentTarget.parentNode.children) one.setAttribute("aria-pressed", one === currentTarget);
  for (const part of currentTarget.closest("dialog").querySelectorAll("[data-part]")) {
    part.hidden = part.dataset.part !== currentTarget.textContent;
  }
}

const LIST = list(KEYS, "Words");
const PRESENTING = list([KEYS.at(-1), ...KEYS.slice(0, -1)], "Keys");

/** Open the help, with the words and the settings as they are now. */
export function help() {
  const dialog = document.querySelector(".ix-keys");
  draw(dialog.querySelector(".ix-glossary"), glossary());
  drawSettings();
  dialog.showModal();
}

/** On a page without a board there is help alone. */
export function offerHelp(place) {
  draw(place, h("div.ix-modes", helpButton(help), LIST));
}

addEventListener("keydown", (event) => {
  const busy = hasModifier(event) || event.defaultPrevented ||
    event.target.closest?.("input, select, textarea, dialog");
  if (event.key !== "?" || busy) return;
  consume(event);
  help();
});

/** Past examples and tools to the first result; for keys alone. */
export const toBoard = (board) =>
  h("button.ix-button.ix-skip", {
    key: "skip",
    onclick: () => board.querySelector(".ix-card button").focus(),
  }, "Skip to the results");

const helpButton = (onclick) =>
  button({
    key: "help",
    "data-testid": "help",
    title: "What the words mean, and which keys there are (?)",
    "aria-label": "Words and keys",
    onclick,
  }, "?");

/**
 * The buttons and the help, a view.
 *
 * @param {{predict?: boolean, present: boolean, paired: boolean, canSave?: boolean}} shown
 * @param {{predict?: (wanted: boolean) => void, present: () => void, states?: () => void}} on
 */
export function modes({ predict, present, paired, canSave }, on) {
  const words = {
    predict: "Say what an action will do before you see it",
    present: "Large type for a projector, one metric at a time",
    states: "Saved states: what you keep for a talk, with names, notes, and as a file",
  };
  return h(
    "div.ix-modes",
    { role: "group", "aria-label": "Modes" },
    !paired &&
      button({
        key: "predict",
        "data-testid": "predict",
        title: words.predict,
        "aria-pressed": predict,
        onclick: () => on.predict(!predict),
      }, ["Predict", h("span.ix-more", " first")]),
    button({
      key: "present",
      "data-testid": "present",
      title: `${words.present} (P)`,
      "aria-keyshortcuts": "P",
      onclick: on.present,
    }, "Present"),
    canSave &&
      button({
        key: "states",
        "data-testid": "states",
        title: words.states,
        "aria-label": "Saved states",
        "aria-haspopup": "dialog",
        onclick: on.states,
      }, "≡"),
    helpButton(help),
    present ? PRESENTING : LIST,
  );
}

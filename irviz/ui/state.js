// What several parts of the page have to know of it, with one way to change it. Who reads something hears of its
// changes (`watchState`); what style sheets ask for stands on the page's element, too.

import { attempt } from "./events.js";
import { readRoom } from "./rooms/storage.js";

/**
 * @typedef {object} State
 * @property {boolean} present Whether one presents.
 * @property {boolean} masked Whether the values are masked,
 * @property {string} revealed and the metrics that are told all the same, between dots.
 * @property {boolean} predict Whether one predicts first.
 * @property {boolean} told Whether the last prediction has been answered.
 * @property {string} room Where the question to the class is (masks.js); empty without a room.
 * @property {boolean} held Whether a change of the board is held back for the class.
 * @property {boolean} sealed Whether the class is asked about the values themselves.
 * @property {boolean} class Whether a room is led here, which takes a place beside the curves,
 * @property {boolean} outcome and says what came of its question.
 * @property {string} off What is locked or hidden here, between blanks.
 * @property {string} first The step of the first minute; else empty.
 * @property {boolean} asking Whether the chart asks for a prediction.
 * @property {boolean} text Whether a lesson's text is shown while presenting,
 * @property {boolean} lens and the views in place of the chart.
 * @property {boolean} question Whether the wall shows what a saved state asks.
 * @property {string} layout How cards are laid out: a row, several or a pair, of titles; dense, and long; or no board.
 * @property {string} theme "light" or "dark"; empty until it is known.
 */

const FOR_STYLES = "present predict room class outcome off first asking text lens question layout theme".split(" ");

/** Until the board and the wall say it, the link does, and what the wall said before the page was loaded anew. */
const link = new URLSearchParams(location.search);
const room = readRoom();

/** What is so now, to be read. @type {State} */
export const state = {
  present: false,
  masked: link.get("present") === "1" && link.get("mask") === "1",
  revealed: link.get("reveal") ?? "",
  predict: false,
  told: false,
  room: room?.shown ?? "",
  held: Boolean(room?.staged),
  sealed: Boolean(room?.sealed),
  class: false,
  outcome: false,
  off: "",
  first: "",
  asking: false,
  text: false,
  lens: false,
  question: false,
  layout: "",
  theme: "",
};

const frame = document.documentElement;
const watchers = new Set();
const changed = new Set();

mark("room");

/**
 * Change something of it. Whoever watches hears of it as soon as all that is done now is done.
 *
 * @param {Partial<State>} next
 */
export function changeState(next) {
  for (const [name, value] of Object.entries(next)) {
    if (state[name] === value) continue;
    state[name] = value;
    mark(name);
    if (!changed.size) queueMicrotask(tellWatchers);
    changed.add(name);
  }
}

/**
 * Call a function after each change of something.
 *
 * @param {(keyof State)[]} names
 * @param {() => void} answer
 * @param {AbortSignal} [signal] Until when.
 */
export function watchState(names, answer, signal) {
  const watcher = { names, answer };
  watchers.add(watcher);
  signal?.addEventListener("abort", () => watchers.delete(watcher));
}

function tellWatchers() {
  const names = new Set(changed);
  changed.clear();
  for (const watcher of [...watchers]) {
    if (watchers.has(watcher) && watcher.names.some((name) => names.has(name))) attempt(watcher.answer);
  }
}

function mark(name) {
  if (!FOR_STYLES.includes(name)) return;
  const value = state[name];
  frame.dataset[`ix${name[0].toUpperCase()}${name.slice(1)}`] = value === true ? "1" : value || "";
}

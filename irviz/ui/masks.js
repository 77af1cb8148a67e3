// What is covered on the page: values beyond the cutoff while one predicts, all values while a presenter masks them.
//
// What is covered is not on the page at all, neither as text nor as a title or an attribute: a style that hides it
// would still tell it to a screen reader, to a pointer that rests on it, or in another mode of the browser.

import { state, watchState } from "./state.js";

/** Whether one predicts on this page. */
export const isPredicting = () => state.predict;

/**
 * Whether the curves are covered beyond the cutoff: while one predicts, until a prediction has been answered; for a
 * class, until its question is revealed.
 */
export const isCovering = () =>
  isPredicting() &&
  (getRoomState() ? getRoomState() !== "revealed" : !state.told || isChangeWaiting());

/**
 * Where the question to the class is, while a room is open (rooms/rooms.js): `waiting`, `held` back on the board,
 * `open`, `closed` …; else empty.
 */
export const getRoomState = () => state.room;

/** Whether a question is with the class: until it is revealed, the board stays as it is. */
export const isClassAsked = () => ["staged", "open", "closed", "shown"].includes(getRoomState());

/** Whether a change waits for its prediction: the cards show it already, and the numbers are those before it. */
export const isChangeWaiting = () => state.held || Boolean(document.querySelector("[data-asking]"));

/** Whether one presents. */
export const isPresenting = () => state.present;

/** The metrics that are told although the values are masked. */
export const listRevealed = () => state.revealed.split(".").filter(Boolean);

/** What is masked, as one text; empty where nothing is. */
export const getMask = () => (state.sealed ? "sealed" : state.masked ? `masked ${state.revealed}` : "");

/**
 * Whether a presenter has masked the values, or a class is asked about them: then nothing on the page tells them,
 * whatever is pressed.
 *
 * @param {string} [metric] Where given, whether that one's are masked.
 */
export const isMasked = (metric) => state.sealed || (state.masked && !(metric && listRevealed().includes(metric)));

/** Call this whenever values are masked or revealed, until the signal. */
export function onMaskChange(answer, signal) {
  let last = getMask();
  watchState(["masked", "revealed", "sealed"], () => {
    if (getMask() === last) return;
    last = getMask();
    answer();
  }, signal);
}

/** Decimals, fractions, sums over a number, shares in percent, and whole numbers where a value stands. */
const VALUES = new RegExp(
  String.raw`\d+\.\d+|(?:\d+|\([^()]*\d\))\s*\/\s*\d+|\d+(?=\s*%)|(?<=[=≈]\s*|\b(?:is|was|at|to|from|by) )` +
    String.raw`[01]\b(?!\.\d|@|\s+(?:of|relevant|result|picture|document))`,
  "g",
);

/** A text, and in the place of each value in it "?" while they are masked; but for those that are kept. */
export const maskValues = (text, kept = []) =>
  isMasked() ? text.replace(VALUES, (one) => kept.includes(one) ? one : "?") : text;

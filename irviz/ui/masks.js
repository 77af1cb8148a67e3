// What is covered on the page: values beyond the cutoff while one predicts, all values while a presenter masks them.
//
// What is covered is not on the page at all, neither as text nor as a title or an attribute: a style that hides it
// would still tell it to a screen reader, to a pointer that rests on it, or in another mode of the browser.

import { readRoom } from "./rooms/storage.js";

const frame = document.documentElement;

// Until the board says it, the link does: what is shown first is covered, too.
const link = new URLSearchParams(location.search);
frame.dataset.ixMasked ??= link.get("present") === "1" && link.get("mask") === "1" ? "1" : "";
frame.dataset.ixRevealed ??= link.get("reveal") ?? "";

// And until the wall says it, what it said before the page was loaded anew: a change that is held back is for the
// class.
frame.dataset.ixRoom ??= readRoom()?.shown ?? "";
frame.dataset.ixSealed ??= readRoom()?.sealed ?? "";

/** Whether one predicts on this page. */
export const isPredicting = () => frame.dataset.ixPredict === "1";

/**
 * Whether the curves are covered beyond the cutoff: while one predicts, until a prediction has been answered; for a
 * class, until its question is revealed.
 */
export const isCovering = () =>
  isPredicting() &&
  (getRoomState() ? getRoomState() !== "revealed" : frame.dataset.ixTold !== "1" || isChangeWaiting());

/**
 * Where the question to the class is, while a room is open (rooms/rooms.js): `waiting`, `held` back on the board,
 * `open`, `closed` …; else empty.
 */
export const getRoomState = () => frame.dataset.ixRoom || "";

/** Whether a question is with the class: until it is revealed, the board stays as it is. */
export const isClassAsked = () => ["staged", "open", "closed", "shown"].includes(getRoomState());

/** Whether a change waits for its prediction: the cards show it already, and the numbers are those before it. */
export const isChangeWaiting = () =>
  isClassAsked() || getRoomState() === "held" || Boolean(document.querySelector("[data-asking]"));

/** Whether one presents. */
export const isPresenting = () => frame.dataset.ixPresent === "1";

/** The metrics that are told although the values are masked. */
export const listRevealed = () => (frame.dataset.ixRevealed || "").split(".").filter(Boolean);

/** Whether a class is asked about the values themselves: then nothing on the page tells them, whatever is pressed. */
const isSealed = () => frame.dataset.ixSealed === "1";

/** What is masked, as one text; empty where nothing is. */
export const getMask =
  () => (isSealed() ? "sealed" : frame.dataset.ixMasked && `${frame.dataset.ixMasked} ${frame.dataset.ixRevealed}`);

/**
 * Whether a presenter has masked the values, or a class is asked about them.
 *
 * @param {string} [metric] Where given, whether that one's are masked.
 */
export const isMasked = (metric) =>
  isSealed() || (frame.dataset.ixMasked === "1" && !(metric && listRevealed().includes(metric)));

/** Call this whenever values are masked or revealed, until the signal. */
export function onMaskChange(answer, signal) {
  let last = getMask();
  const watch = new MutationObserver(() => {
    if (getMask() === last) return;
    last = getMask();
    answer();
  });
  watch.observe(frame, { attributeFilter: ["data-ix-masked", "data-ix-revealed", "data-ix-sealed"] });
  signal.addEventListener("abort", () => watch.disconnect());
}

/** Decimals, fractions, shares in percent, and whole numbers where a value stands. */
const VALUES = new RegExp(
  String.raw`\d+\.\d+|\d+\s*\/\s*\d+|\d+(?=\s*%)|(?<=[=≈]\s*|\b(?:is|was|at|to|from|by) )` +
    String.raw`[01]\b(?!\.\d|@|\s+(?:of|relevant|result|picture|document))`,
  "g",
);

/** A text, and in the place of each value in it "?" while they are masked. */
export const maskValues = (text) => (isMasked() ? text.replace(VALUES, "?") : text);

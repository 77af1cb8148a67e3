// The one line between this page and the server, shared by all components on the page.
//
// A change is shown at once and sent afterwards. The server may be slow, may merge messages into one, or may have been
// restarted, so each message carries every change that has not been answered, numbered, and the whole link that the
// page shows now (irviz/state/session.py applies it).

import { tell } from "./events.js";
import { recordVisit, takeUntoldHistory } from "./history.js";

/** This page's name towards the server. Not crypto.randomUUID: that exists only over https. */
const client = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 8)).join("");

/** Past this many unanswered changes the link alone speaks. */
const MOST_STEPS = 400;

let revision = 0;
let steps = [];
let link = {};
let answered = null; // the link that the server showed last: what is written beside a board changes it there
let transport = null;

/** Where the board has been, if the server is to be told. */
let history = null;

/** The question that is on its way, and the one that comes after it: questions in between are out of date. */
let question = null;
let nextQuestion = null;
let questions = 0;

/** What has failed on this page since the server answered last, and how often it was asked to try again (faults.js). */
let faults = [];
let failures = 0;
let tries = 0;

/** What the board shows now: {board, pattern, k, kind}. Also told as "show" whenever it changes. */
export let shown = null;

/** Tell everyone on the page what the board shows. */
export function show(detail) {
  shown = detail;
  tell("show", detail);
}

/** Use this function to reach the server. */
export function connect(say) {
  transport = say;
}

/** Send one change: what to do, and the link that the page shows after it. */
export function send(step, nextLink) {
  if (quiet() && answered) recordVisit(answered);
  revision += 1;
  link = nextLink;
  history = null;
  recordVisit(link);
  steps = [...steps, { revision, ...step }].slice(-MOST_STEPS);
  flush();
}

/**
 * Ask what a board would show, without changing it; for lists too long to look ahead of. On a slow line only the
 * latest question waits.
 */
export function requestPreview(board, text) {
  nextQuestion = { board, text };
  askNext();
}

function askNext() {
  if (question || !nextQuestion) return;
  questions += 1;
  question = { number: questions, ...nextQuestion };
  nextQuestion = null;
  flush();
}

/**
 * Take note of an answer.
 * @returns {"settled"|"behind"} whether it answers all that this page has sent.
 */
export function acceptAnswer(data) {
  faults = [];
  answered = data.link;
  const untold = takeUntoldHistory(data, revision > 0);
  if (untold) {
    history = untold;
    flush();
  }
  if (data.client !== client) {
    question = null;
    if (revision === 0) return "settled";
    flush(); // a server that does not know this page, so tell it all again
    return "behind";
  }
  if (question && data.preview_number >= question.number) {
    question = null;
    askNext();
  }
  steps = steps.filter((step) => step.revision > data.revision);
  return data.revision >= revision ? "settled" : "behind";
}

/** Whether the server has answered everything. */
export const quiet = () => steps.length === 0;

/** Tell the server what has failed: {part, words, where}. */
export function report(fault) {
  failures += 1;
  faults = [...faults, { number: failures, ...fault }];
  flush();
}

/** Ask the server to make the page's parts once more. */
export function retry() {
  tries += 1;
  flush();
}

function flush() {
  transport?.("message", { client, revision, steps, link, preview: question, faults, tries, history });
}

// Predict first: a change waits here until somebody has said what it will do to the scores.

import { tell } from "../events.js";
import { writeBoard } from "../link.js";

/** What is said where something cannot be done. */
export const LOCKED = "That is locked here.";
export const FIRST = "First say what the last change does to the scores, or take it back.";

/** What never waits. */
const FREE = ["undo", "redo", "scale"];

/** What a hand may go on with while it waits: more cards, the cutoff pushed further, another convention. */
const JOINED = ["boards", "cut", "conventions"];

/** Makes the gate. While `page.predicting()` holds, each change of the boards or the cutoff is kept at it. */
export function makeGate(page) {
  let waiting = null; // {step, next, sentence}, and {} while it is let through

  function end() {
    waiting = null;
    tell("predict", { ask: false });
  }

  /** Whether a hand on this must leave what waits alone. */
  const blocks = (kind) => Boolean(waiting?.step) && !(waiting.step.do === kind && JOINED.includes(kind));

  return {
    blocks,
    /** Whether a change has to wait; the cards already show it, the curves do not. */
    holds(step, next, sentence) {
      if (waiting && !waiting.step) return false;
      if (!page.predicting() || FREE.includes(step.do)) return false;
      if (blocks(step.do)) {
        page.render(); // one thing at a time: the card goes back to where it was
        page.tell(FIRST);
      } else if (waiting && isSame(page.desk, next)) {
        end(); // what was changed has been changed back
        page.render();
      } else {
        const boards = step.boards && { boards: { ...waiting?.step.boards, ...step.boards } };
        waiting = { step: { ...step, ...boards }, next, sentence };
        page.render();
        page.tell(""); // what was said before is done now, and would lie over the question
        tell("predict", { ask: true, k: next.k, keep: step.do === "cut" });
      }
      return true;
    },
    /** The desk that the cards show: the one that waits, if one does. */
    shows: (desk) => waiting?.next ?? desk,
    /** What waits: a kind of step, or nothing. */
    waits: () => waiting?.step?.do ?? null,
    /** Go to the question, where one is open. */
    focus() {
      if (waiting?.step) tell("predict", { ask: true, k: waiting.next.k });
    },
    /** Let the change through with what was predicted, or take it back. */
    answer({ guesses, back }, change) {
      if (!waiting) return;
      const { step, next, sentence } = waiting;
      if (back) {
        waiting = null;
        page.render();
      } else {
        waiting = {};
        change({ ...step, guesses }, next, sentence);
        waiting = null;
      }
      tell("predict", { ask: false });
    },
    /** Forget what waits, since its ground has changed. */
    clear() {
      if (waiting?.step) end();
    },
  };
}

function isSame(one, other) {
  const same = (id) => writeBoard(one.boards[id]) === writeBoard(other.boards[id]);
  return one.k === other.k && one.view.by === other.view.by && Object.keys(one.boards).every(same);
}

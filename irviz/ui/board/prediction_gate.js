// Predict first: a change waits here until somebody has said what it will do to the scores.

import { getRoomState, isClassAsked, isMasked, listRevealed } from "../masks.js";
import { tell } from "../events.js";
import { writeBoard } from "../link.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import { writeStored } from "../storage.js";
import { say } from "./speech.js";

/** Where this tab keeps what waits while one predicts alone, for when the page is loaded anew. */
export const HELD_BACK = "irviz-held-back";

/** What is said where something cannot be done. */
export const LOCKED = "That is locked here.";
const FIRST = "First say what the last change does to the scores, or take it back.";
const CLASS = "First ask the class about the last change, or take it back.";
const ASKED = "The class is asked about the last change: reveal it first.";
const SHOWN = "The curves have shown this, so nothing is asked.";
const ASKS = "What will this do to the scores?";
const DROPPED = "The change that was held back is dropped.";

/** What never waits. */
const FREE = ["undo", "redo", "scale"];

/** What is said where one change has to wait for another. */
export const describeWait = () => (isClassAsked() ? ASKED : getRoomState() ? CLASS : FIRST);

/** What a hand may go on with while it waits: more cards, the cutoff pushed further, another convention. */
const JOINED = ["boards", "cut", "conventions"];

/** Makes the gate. While `page.predicting()` holds, each change of the boards or the cutoff is kept at it. */
export function makeGate(page) {
  let reach = { of: "", k: 0 };
  let waiting = null; // {step, next, sentence}, and {} while it is let through

  /** Keep what waits, or with nothing that no change does, and tell the class's part. */
  function stage(what) {
    writeStored(HELD_BACK, what.step && !getRoomState() ? { ...what, at: location.href } : null);
    tell("staged", what);
  }

  function end() {
    waiting = null;
    tell("predict", { ask: false });
    stage({});
  }

  /** Keep a change here: the cards show it, and the class or whoever is alone is asked. */
  function hold(step, next, sentence) {
    waiting = { step, next, sentence };
    page.render();
    page.tell(""); // what was said before is done now, and would lie over the question
    tell("predict", { ask: true, k: next.k, keep: step.do === "cut" });
    stage({ step, next, here: page.desk });
  }

  /** Whether a hand on this must leave what waits alone. */
  const blocks = (kind) =>
    Boolean(waiting?.step) && (isClassAsked() || !(waiting.step.do === kind && JOINED.includes(kind)));

  /** What the curves are of. */
  const lists = () => `${page.desk.q} ${page.key(page.desk)} ${page.desk.view.by}`;

  /** How far they have been seen, where the cutoff was there and has gone back. */
  const reached = () => (reach.of === lists() ? reach.k : 0);

  /** Whether they have told the values at another cutoff: then there is nothing to predict. */
  function inSight({ k }) {
    if (getRoomState() && isMasked() && listRevealed().length === 0) return false;
    return k !== page.desk.k && ((!getRoomState() && !waiting && page.told) || k < page.desk.k || k <= reached());
  }

  return {
    blocks,
    /** Whether a change has to wait; the cards already show it, the curves do not. */
    holds(step, next, sentence) {
      if (waiting && !waiting.step) return false;
      if (!waiting && step.do !== "scale" && refuseDuringQuestion()) {
        page.render();
        return true;
      }
      if (step.do === "tie") { // no score moves, so there is nothing to predict
        if (!waiting) return false;
        page.render();
        page.tell(describeWait());
        return true;
      }
      if (!(page.predicting() || getRoomState()) || FREE.includes(step.do)) return false;
      if (!waiting && isSame(page.desk, next)) return false; // nothing changes, so there is nothing to predict
      if (step.do === "cut" && !blocks("cut") && inSight(next)) {
        if (waiting) end();
        reach = { of: lists(), k: Math.max(page.desk.k, reached()) };
        page.tell(SHOWN);
        return false;
      }
      if (blocks(step.do)) {
        page.render(); // one thing at a time: the card goes back to where it was
        page.tell(describeWait());
      } else if (waiting && isSame(page.desk, next)) {
        end(); // what was changed has been changed back
        page.render();
        say(sentence);
      } else {
        const boards = step.boards && { boards: { ...waiting?.step.boards, ...step.boards } };
        hold({ ...step, ...boards }, next, sentence);
        if (!getRoomState()) {
          say([sentence, ASKS, step.do === "cut" && "Enter leads to the question."].filter(Boolean).join(" "));
        }
      }
      return true;
    },
    /** Whether what the cards count as would be the answer: while a change waits, or is in a hand and will. */
    covers(kind) {
      if (waiting) return Boolean(waiting.step);
      return page.held() && (Boolean(getRoomState()) || (page.predicting() && !(kind === "cut" && page.told)));
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
        say("Taken back.");
      } else {
        waiting = {};
        change({ ...step, guesses }, next, sentence);
        waiting = null;
      }
      tell("predict", { ask: false });
      stage({ through: !back });
    },
    /** Undo takes back what waits; with the class, it stays. */
    undo: () => isClassAsked() ? page.tell(ASKED) : tell("predicted", { back: true }),
    /** Hold back again what a page before this one has held back, if the board is the same. */
    restage({ step, next, here }) {
      if (!here || !isSame(page.desk, here) || !(page.predicting() || getRoomState())) return stage({});
      hold(step, next, "");
      if (!getRoomState()) say(ASKS);
    },
    /** Forget what waits, since its ground has changed. */
    clear() {
      if (!waiting?.step) return;
      end();
      if (getRoomState()) page.tell(DROPPED);
    },
  };
}

function isSame(one, other) {
  const same = (id) => writeBoard(one.boards[id]) === writeBoard(other.boards[id]);
  const boards = (desk) => Object.keys(desk.boards);
  return one.k === other.k && one.view.by === other.view.by && `${boards(one)}` === `${boards(other)}` &&
    boards(one).every(same);
}

// Which part of the page a change belongs to, so that a teacher's link can lock it. The server knows the same
// (irviz/state/locks.py) and has the last word.

import { writeBoard } from "../link.js";

const OF_STEP = {
  cut: "cut",
  open: "tabs",
  hide: "scores",
  look: "lens",
  rules: "scale",
  scale: "scale",
  undo: "tools",
  redo: "tools",
  reset: "tools",
  shuffle: "sort",
  ideal: "sort",
  worst: "sort",
  copy: "sort",
  swap: "sort",
};

/** The name of the lock that a change from one desk to the next runs into, or undefined. */
export function lockOf(step, desk, next) {
  if (step.do !== "boards") return OF_STEP[step.do];
  const id = Object.keys(step.boards).find((one) => writeBoard(desk.boards[one]) !== writeBoard(next.boards[one]));
  return id && String(desk.boards[id].order) !== String(next.boards[id].order) ? "move" : "judge";
}

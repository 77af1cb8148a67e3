// Which part of the page a change belongs to, so that a teacher's link can lock it. The server knows the same
// (irviz/state/locks.py) and has the last word.

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

/** The names of the locks that a change from one desk to the next runs into. */
export function locksOf(step, desk, next) {
  if (step.do === "mode") return "predict" in step ? ["predict"] : [];
  if (step.do !== "boards") return step.do in OF_STEP ? [OF_STEP[step.do]] : [];
  const differs = (part) => Object.keys(step.boards).some((id) => String(desk.boards[id][part]) !== String(next.boards[id][part]));
  return [...(differs("order") ? ["move"] : []), ...(differs("grades") ? ["judge"] : [])];
}

// What a hand does to a desk, as plain values. The server does the same and has the last word.

/** The ids of the open boards: one, or all of them for the mean. */
export function visible(desk, ids) {
  return desk.q === "mean" ? ids : [desk.q];
}

/** The grades of a board in rank order, one base-36 digit each. */
export function pattern(board) {
  return board.order.map((index) => board.grades[index].toString(36)).join("");
}

/** The name under which the curves of the open boards are filed. */
export function key(desk, ids) {
  return visible(desk, ids)
    .map((id) => pattern(desk.boards[id]))
    .join("|");
}

/** A copy of the desk with one board changed. */
export function withBoard(desk, id, change) {
  return { ...desk, boards: { ...desk.boards, [id]: { ...desk.boards[id], ...change } } };
}

/** The order after the item at place `from` was put in at place `to`; both from 0. */
export function moved(order, from, to) {
  const next = order.filter((_, place) => place !== from);
  next.splice(to, 0, order[from]);
  return next;
}

/** The grades after an item was toggled between relevant and not. */
export function toggled(grades, index, { threshold, top }) {
  return grades.map((grade, other) => (other !== index ? grade : grade >= threshold ? 0 : top));
}

const VERDICTS = {
  TP: "true positive",
  FP: "false positive",
  FN: "false negative",
  TN: "true negative",
};

/** TP, FP, FN or TN, and the words for it: retrieved means within the cutoff. */
export function verdict(relevant, retrieved) {
  const short = (relevant === retrieved ? "T" : "F") + (retrieved ? "P" : "N");
  return { short, words: VERDICTS[short] };
}

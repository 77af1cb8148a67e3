// What a hand does to a desk, as plain values. The server does the same and has the last word.

/** The ids of the open boards: one, or all of them for the mean. */
export const listOpenBoards = (desk, ids) => desk.q === "mean" ? ids : [desk.q];

/** The grades of a board in rank order, one base-36 digit each: what nobody judged counts as 0. */
export const pattern = (board) => board.order.map((index) => Math.max(board.grades[index], 0).toString(36)).join("");

/**
 * The name under which the curves of the open boards are filed, as irviz/state/curves/lookahead.py makes it: their
 * patterns, and of a pair also the grades of what each list misses.
 */
export function key(desk, { queries, paired, outside_grades: outside }) {
  const open = queries.filter(({ id }) => desk.q === "mean" || desk.q === id);
  return open.map((query) => pattern(desk.boards[query.id]) + (paired ? missed(desk, query, queries, outside) : ""))
    .join("|");
}

/** What a list misses that the other one has, or nobody: ".", and the grades above 0, highest first. */
function missed(desk, query, queries, outside) {
  const own = new Set(query.items.map(({ id }) => id));
  const elsewhere = queries.flatMap(({ id, items }) =>
    items.map((item, index) => (own.has(item.id) ? 0 : Math.max(desk.boards[id].grades[index], 0)))
  );
  const digits = [...outside, ...elsewhere.map((grade) => grade.toString(36))].filter((digit) => digit !== "0").sort()
    .reverse();
  return digits.length ? `.${digits.join("")}` : "";
}

/** A copy of the desk with one board changed. */
export function withBoard(desk, id, change) {
  return { ...desk, boards: { ...desk.boards, [id]: { ...desk.boards[id], ...change } } };
}

/** The order after the item at place `from` was put in at place `to`; both from 0. */
export const moveItem = (order, from, to) => order.toSpliced(from, 1).toSpliced(to, 0, order[from]);

/**
 * The grade after a click on a picture: relevant or not, or on a graded board one more, and from the highest back to 0.
 * What nobody has judged counts as 0, so a click makes it relevant, or 1.
 */
export function gradeAfterClick(grade, { threshold, top }) {
  if (top === 1) return grade >= threshold ? 0 : 1;
  return grade < top ? Math.max(grade, 0) + 1 : 0;
}

/** The grade after a press of the question mark: a judgment is taken away, or said to be 0 where there is none. */
export const toggleJudgment = (grade) => (grade < 0 ? 0 : -1);

/** "2-3.5-8" -> [[2, 3], [5, 8]]: the first and the last rank of each group of ranks of one score. */
export const readTies = (text) => text.split(".").filter(Boolean).map((group) => group.split("-").map(Number));

/**
 * The ties, as text, after neighbouring ranks were tied or parted, as irviz/state/tied_ranks.py does it.
 *
 * @param {string} text
 * @param {{first: number, last: number, together: boolean}} wanted
 */
export function changeTies(text, { first, last, together }) {
  const tied = new Set(readTies(text).flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)));
  for (let rank = first; rank < last; rank++) together ? tied.add(rank) : tied.delete(rank);
  const groups = [];
  for (const rank of [...tied].sort((a, b) => a - b)) {
    if (groups.at(-1)?.[1] === rank) groups.at(-1)[1] = rank + 1;
    else groups.push([rank, rank + 1]);
  }
  return groups.map((group) => group.join("-")).join(".");
}

/** What a grade says, in words. */
export function judgment(grade, { threshold = 1, top }) {
  if (grade < 0) return "not judged";
  if (top > 1) return `grade ${grade}`;
  return grade >= threshold ? "relevant" : "not relevant";
}

/**
 * What is not in one desk as it is in another, in words, as it is in the other.
 *
 * @param {object} from
 * @param {object} to
 * @param {object[]} queries As the server sends them.
 * @returns {string} Empty where nothing is known to differ.
 */
export function describeDifference(from, to, queries) {
  const one = ([id, board]) => {
    const { [id]: before } = from.boards;
    const query = queries.find((other) => other.id === id);
    const title = (index) => query.items[index].title;
    const says = (grade, index) => `${title(index)}: ${judgment(grade, query)}`;
    const judged = board.grades.flatMap((grade, index) => (grade === before.grades[index] ? [] : says(grade, index)));
    const at = single(before.order, board.order);
    const order = at === null ? "" : at < 0 ? "the order" : `${title(board.order[at])} at rank ${at + 1}`;
    return [judged.length > 1 ? `${judged.length} judgments` : judged[0], order];
  };
  const known = Object.entries(to.boards).filter(([id]) =>
    id in from.boards && queries.some((query) => query.id === id)
  );
  const list = (id, { order, grades }) => {
    const { items } = queries.find((other) => other.id === id);
    return order.map((index) => `${items[index].id} ${grades[index]}`).join();
  };
  const [was, now] = [from, to].map(({ boards }) => known.map(([id]) => list(id, boards[id])));
  const isSwapped = known.length === 2 && was[0] !== was[1] && now[0] === was[1] && now[1] === was[0];
  const said = [
    to.k !== from.k && `cutoff k = ${to.k}`,
    ...(isSwapped ? ["the lists have changed places"] : known.flatMap(one)),
    to.view.by !== from.view.by && "the conventions",
    to.view.tie !== from.view.tie && "the ties",
    (to.view.top !== from.view.top || to.view.rel !== from.view.rel) && "the scale of the judgments",
  ];
  return [...new Set(said.filter(Boolean))].join(", ");
}

/** The new place, from 0, of the one item that was moved; -1 where others were, too, and null where none was. */
function single(before, after) {
  const places = after.flatMap((index, place) => (before[place] === index ? [] : place));
  if (!places.length) return null;
  const without = (order, index) => order.filter((other) => other !== index).join();
  // Of neighbours that have changed places, the one that was below is said to have come up.
  const found = places.find((place) => without(before, after[place]) === without(after, after[place]));
  return found ?? -1;
}

const VERDICTS = { TP: "true positive", FP: "false positive", FN: "false negative", TN: "true negative" };

/** TP, FP, FN or TN, and the words for it: retrieved means within the cutoff. */
export function verdict(relevant, retrieved) {
  const outcome = (relevant === retrieved ? "T" : "F") + (retrieved ? "P" : "N");
  return { outcome, words: VERDICTS[outcome] };
}

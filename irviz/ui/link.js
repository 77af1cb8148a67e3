// Desk to link and back, as irviz/state/permalink.py does it: the address bar is right before the server has answered.
//
// What a link can say beside its boards, and what each of that is on a fresh desk, comes with the board's data.

/** Stands in the place of a grade where nobody judged; the grade itself is -1 then. */
const UNJUDGED = "_";

/** "2-1-3.01_" -> {order: [1, 0, 2], grades: [0, 1, -1]} */
export function readBoard(text) {
  const [order, grades] = text.split(".");
  return {
    order: order.split("-").map((rank) => Number(rank) - 1),
    grades: [...grades].map((digit) => (digit === UNJUDGED ? -1 : parseInt(digit, 36))),
  };
}

/** {order: [1, 0, 2], grades: [0, 1, -1]} -> "2-1-3.01_"; grades above the top of the scale become the top. */
export function writeBoard({ order, grades }, top = Infinity) {
  const digit = (grade) => (grade < 0 ? UNJUDGED : Math.min(grade, top).toString(36));
  return `${order.map((index) => index + 1).join("-")}.${grades.map(digit).join("")}`;
}

/** Everything that a link can say of a desk, whether it goes without saying or not. */
export function full({ q, k, set, boards, view }) {
  const texts = Object.entries(boards).map(([id, board]) => [id, writeBoard(board, Number(view.top))]);
  return { q, k: String(k), set, ...Object.fromEntries(texts), ...view };
}

/** The parameters of the link to a desk; `data` has what goes without saying. */
export function write(desk, { initial_boards: fresh, initial_view: view }) {
  const always = desk.q === "mean" || desk.set.startsWith("own.") ? ["q", "k", "set"] : ["q", "k"];
  const says = ([name, text]) => always.includes(name) || (name !== "set" && text !== (fresh[name] ?? view[name]));
  return Object.fromEntries(Object.entries(full(desk)).filter(says));
}

/** The desk that a link to the open example describes; the server has made sure that the link is good. */
export function read(link, { initial_boards: fresh, initial_view: view, example: set }) {
  const says = (usual) => Object.entries(usual).map(([name, text]) => [name, link[name] ?? text]);
  return {
    q: link.q,
    set,
    k: Number(link.k),
    boards: Object.fromEntries(says(fresh).map(([id, text]) => [id, readBoard(text)])),
    view: Object.fromEntries(says(view)),
  };
}

/**
 * What a link says of the saved states of a talk, which are for nobody else whom it is given to (irviz/state/desk.py).
 */
export const OF_DECK = ["deck", "at"];

/** A link’s parameters without them. */
export const withoutDeck = (link) =>
  Object.fromEntries(Object.entries(link).filter(([name]) => !OF_DECK.includes(name)));

/** What was written last: the boards of another example do not stay behind. */
let written = [];

/** Put a link into the address bar; parameters that are not ours (such as embed) stay. */
export function address(link, { initial_boards: fresh, initial_view: view }) {
  const params = new URLSearchParams(location.search);
  for (const name of ["q", "k", "set", ...Object.keys(view), ...Object.keys(fresh), ...written]) params.delete(name);
  written = Object.keys(link);
  const ours = Object.entries(link).map(([name, value]) => `${name}=${value}`);
  const search = [...ours, params.toString()].filter(Boolean).join("&");
  if (location.search !== `?${search}`) {
    history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
  }
}

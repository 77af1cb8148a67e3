// Desk to link and back, as irviz/state/permalink.py does it: the address bar is right before the server has answered.

/** How the boards are graded and looked at; passed on as it is. */
const VIEW = ["top", "rel", "m", "see", "by", "off", "predict", "present", "mask", "deck"];

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

/** {order: [1, 0, 2], grades: [0, 1, -1]} -> "2-1-3.01_" */
export function writeBoard({ order, grades }) {
  return `${order.map((index) => index + 1).join("-")}.${grades.map((grade) => (grade < 0 ? UNJUDGED : grade.toString(36))).join("")}`;
}

/** The parameters of the link to a desk; `fresh` holds the text of each fresh board by its id. */
export function write(desk, fresh) {
  const link = { q: desk.q, k: String(desk.k) };
  if (desk.q === "mean") link.set = desk.set;
  for (const [id, text] of Object.entries(fresh)) {
    const now = writeBoard(desk.boards[id]);
    if (now !== text) link[id] = now;
  }
  if (desk.hidden.length) link.hide = desk.hidden.join(".");
  return { ...link, ...desk.view };
}

/** The desk that a link to the example `set` describes; the server has made sure that the link is good. */
export function read(link, fresh, set) {
  return {
    q: link.q,
    set,
    k: Number(link.k),
    boards: Object.fromEntries(Object.entries(fresh).map(([id, text]) => [id, readBoard(link[id] ?? text)])),
    hidden: link.hide ? link.hide.split(".") : [],
    view: Object.fromEntries(VIEW.filter((name) => name in link).map((name) => [name, link[name]])),
  };
}

/** What was written last: the boards of another example do not stay behind. */
let written = [];

/** Put a link into the address bar; parameters that are not ours (such as embed) stay. */
export function address(link, fresh) {
  const params = new URLSearchParams(location.search);
  for (const name of ["q", "k", "set", "hide", ...VIEW, ...Object.keys(fresh), ...written]) params.delete(name);
  written = Object.keys(link);
  const ours = Object.entries(link).map(([name, value]) => `${name}=${value}`);
  const search = [...ours, params.toString()].filter(Boolean).join("&");
  if (location.search !== `?${search}`) {
    history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
  }
}

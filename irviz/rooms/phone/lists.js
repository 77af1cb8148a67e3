/** The lists that a question is about: one above the other, with what has moved between them; views. */

import { distinctLetters, thumb } from "../result.js";
import { h } from "../view/view.js";
import { ROOT } from "./line.js";

/** As many results stand beside each other with lines between both lists, the fewer on narrow screens; others wrap. */
const IN_A_ROW = 10;
const FEW = 8;

/** Of a long list, so many are shown at most; all that came in words. */
const SHOWN = 30;

/** What a result counts as, in words. */
function judged({ judged, relevant, level }, graded) {
  if (!judged) return "not judged";
  return graded ? `grade ${level}` : relevant ? "relevant" : "not relevant";
}

const mark = ({ judged, relevant, level }, graded) => (!judged ? "?" : graded ? String(level) : relevant ? "✓" : null);

/** One list: pictures with their marks and ranks, and the cutoff between them. */
function list(items, { cutoff, named, name, graded, moves = null, shown }) {
  const results = items.slice(0, shown).map((item, index) => {
    const rank = index + 1;
    const [moved, far] = moves?.get(item.id) ?? ["", false];
    const words = `${item.title}, ${judged(item, graded)}`;
    return h(
      "li",
      { key: item.id, "data-cut": rank === cutoff ? "" : null, "data-moved": far ? "" : null },
      thumb({ ...item, rank }, ROOT, {
        "aria-label": `Rank ${rank}: ${words}${moved && `, ${moved}`}`,
        "data-judged": item.judged !== false,
        "data-mark": mark(item, graded),
      }),
      h("span.ix-list-rank", { "aria-hidden": "true" }, rank),
    );
  });
  return h(
    "figure.ix-list",
    { style: { "--n": results.length }, "data-n": size(results.length) },
    h(
      "figcaption.ix-line.ix-label",
      h("span", name),
      named && h("span.ix-badge", { "data-kind": "cutoff" }, `k = ${cutoff}`),
    ),
    h("ol", results),
    items.length > results.length && h("p.ix-caption", "and more"),
  );
}

const size = (n) => (n <= FEW ? "few" : n <= IN_A_ROW ? "some" : "many");

/** Steps from where results were to where they are; those that went farthest are what is told. */
function steps(before, after) {
  const at = new Map(after.map(({ id }, rank) => [id, rank]));
  const found = before.map(({ id }, from) => ({ id, from, to: at.get(id) })).filter(({ from, to }) =>
    to !== undefined && from !== to
  );
  const most = Math.max(...found.map(({ from, to }) => Math.abs(from - to)));
  return found.map((one) => ({ ...one, far: Math.abs(one.from - one.to) === most }));
}

/** Lines from where each result was to where it is now. */
function links(before, after) {
  const n = Math.max(before.length, after.length);
  const line = ({ from, to, far }) =>
    h("line", { x1: from + 0.5, y1: 0, x2: to + 0.5, y2: 1, "data-far": far ? "" : null });
  const props = {
    viewBox: `0 0 ${n} 1`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
    style: { "--n": n },
    "data-n": size(n),
  };
  return h("svg.ix-links", props, steps(before, after).map(line));
}

/** By result, what happened to it in words, and whether it is what was done and not what follows from it. */
function happened(before, after, graded) {
  const was = new Map(before.map((item, index) => [item.id, { ...item, rank: index + 1 }]));
  const far = new Set(steps(before, after).filter((one) => one.far).map(({ id }) => id));
  const found = after.map((item, index) => {
    const old = was.get(item.id);
    if (!old) return [item.id, ["new", true]];
    const moved = old.rank !== index + 1 && `was at rank ${old.rank}`;
    const other = judged(old, graded) !== judged(item, graded) && `was ${judged(old, graded)}`;
    return [item.id, [[moved, other].filter(Boolean).join(", "), far.has(item.id) || Boolean(other)]];
  });
  return new Map(found);
}

/** Of long lists, as many as the question is about. */
function shown(before, after, cutoffs) {
  const changed = after.reduce((last, item, index) => (item.id === before[index]?.id ? last : index + 1), 0);
  return Math.min(SHOWN, Math.max(FEW, changed, ...cutoffs.map((cutoff) => cutoff + 1)));
}

/** Both lists once more in words: for who wants to read titles, or does not see pictures. */
function inWords({ before, after }, names, graded) {
  const cell = (item) => h("td", { dir: "auto" }, item ? `${item.title} (${judged(item, graded)})` : "");
  const rows = Array.from(
    { length: Math.max(before.length, after.length) },
    (_, index) => h("tr", h("th", { scope: "row" }, index + 1), cell(before[index]), cell(after[index])),
  );
  return h(
    "details.ix-in-words",
    h("summary", "Both lists in words"),
    h(
      "div.ix-scroll",
      { tabindex: 0, role: "group", "aria-label": "Both lists in words" },
      h(
        "table",
        h("thead", h("tr", ["Rank", ...names].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", rows),
      ),
    ),
  );
}

/** Both lists of a question; once it is revealed, the second is what is now. */
export function lists({ question, state }) {
  const { kind, cutoff } = question;
  const letters = distinctLetters([...question.before, ...question.after]);
  const [before, after] = [question.before, question.after].map((items) =>
    items.map((item) => ({ ...item, letters: letters.get(item.id) }))
  );
  if (kind === "challenge") {
    return h(
      "div.ix-lists",
      { key: "lists" },
      list(before, {
        cutoff,
        named: true,
        name: "The board",
        graded: before.some(({ level }) => level > 1),
        shown: shown(before, [], [cutoff]),
      }),
    );
  }
  const compared = kind === "preference";
  const graded = [...before, ...after].some(({ level }) => level > 1);
  const names = compared
    ? ["List A", "List B"]
    : state === "revealed"
    ? ["Before", "Now"]
    : ["Now", "After the change"];
  const moves = compared ? null : happened(before, after, graded);
  const old = question.cutoff_before ?? cutoff;
  // Two that are compared differ throughout.
  const both = { graded, shown: shown(before, compared ? [] : after, [old, cutoff]) };
  const [first, second] = [before, after].map((items) => items.slice(0, both.shown));
  return h(
    "div.ix-lists",
    { key: "lists" },
    list(before, { cutoff: old, named: true, name: names[0], ...both }),
    !compared && Math.max(first.length, second.length) <= IN_A_ROW && links(first, second),
    list(after, { cutoff, named: old !== cutoff, name: names[1], moves, ...both }),
    inWords(question, names, graded),
  );
}

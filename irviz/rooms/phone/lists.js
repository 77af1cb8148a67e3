/** The lists that a question is about: one above the other, with what has moved between them; views. */

import { thumb } from "../result.js";
import { h } from "../view/view.js";
import { ROOT } from "./line.js";

/** As many results stand beside each other with lines between both lists; longer lists wrap. */
const IN_A_ROW = 10;

/** What a result counts as, in words. */
function judged({ judged, relevant, level }, graded) {
  if (!judged) return "not judged";
  return graded ? `grade ${level}` : relevant ? "relevant" : "not relevant";
}

const mark = ({ judged, relevant, level }, graded) => (!judged ? "?" : graded ? String(level) : relevant ? "✓" : null);

/** One list: pictures with their marks and ranks, and the cutoff between them. */
function list(items, { cutoff, named, name, graded, moves }) {
  const columns = Math.min(items.length, IN_A_ROW);
  const results = items.map((item, index) => {
    const rank = index + 1;
    const moved = moves?.get(item.id) ?? "";
    const words = `${item.title}, ${judged(item, graded)}`;
    return h(
      "li",
      { key: item.id, "data-cut": rank === cutoff ? "" : null, "data-moved": moved ? "" : null },
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
    { style: { "--n": columns } },
    h("figcaption.ix-line.ix-label", {}, h("span", {}, name), named && h("span.ix-badge", { "data-kind": "cutoff" }, `k = ${cutoff}`)),
    h("ol", {}, results),
  );
}

/** Lines from where each result was to where it is now; those that went farthest stand out. */
function links(before, after) {
  const n = Math.max(before.length, after.length);
  const at = new Map(after.map(({ id }, rank) => [id, rank]));
  const steps = before.map(({ id }, rank) => [rank, at.get(id)]).filter(([from, to]) => to !== undefined && from !== to);
  const most = Math.max(...steps.map(([from, to]) => Math.abs(from - to)));
  const line = ([from, to]) =>
    h("line", { x1: from + 0.5, y1: 0, x2: to + 0.5, y2: 1, "data-far": Math.abs(from - to) === most ? "" : null });
  return h("svg.ix-links", { viewBox: `0 0 ${n} 1`, preserveAspectRatio: "none", "aria-hidden": "true", style: { "--n": n } }, steps.map(line));
}

/** By result, what happened to it, in words. */
function happened(before, after, graded) {
  const was = new Map(before.map((item, index) => [item.id, { ...item, rank: index + 1 }]));
  const found = after.map((item, index) => {
    const old = was.get(item.id);
    if (!old) return [item.id, "new"];
    const words = [
      old.rank !== index + 1 && `was at rank ${old.rank}`,
      judged(old, graded) !== judged(item, graded) && `was ${judged(old, graded)}`,
    ];
    return [item.id, words.filter(Boolean).join(", ")];
  });
  return new Map(found);
}

/** Both lists once more in words: for who wants to read titles, or does not see pictures. */
function inWords({ before, after }, names, graded) {
  const cell = (item) => h("td", { dir: "auto" }, item ? `${item.title} (${judged(item, graded)})` : "");
  const rows = Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    h("tr", {}, h("th", { scope: "row" }, index + 1), cell(before[index]), cell(after[index])),
  );
  return h(
    "details.ix-in-words",
    {},
    h("summary", {}, "Both lists in words"),
    h(
      "div.ix-scroll",
      { tabindex: 0, role: "group", "aria-label": "Both lists in words" },
      h("table", {}, h("thead", {}, h("tr", {}, ["Rank", ...names].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows)),
    ),
  );
}

/** Both lists of a question. */
export function lists(question) {
  const { kind, before, after, cutoff } = question;
  const compared = kind === "preference";
  const graded = [...before, ...after].some(({ level }) => level > 1);
  const names = compared ? ["List A", "List B"] : ["Now", "After the change"];
  const moves = compared ? null : happened(before, after, graded);
  const short = Math.max(before.length, after.length) <= IN_A_ROW;
  const old = question.cutoff_before ?? cutoff;
  return h(
    "div.ix-lists",
    { key: "lists" },
    list(before, { cutoff: old, named: true, name: names[0], graded }),
    !compared && short && links(before, after),
    list(after, { cutoff, named: old !== cutoff, name: names[1], graded, moves }),
    inWords(question, names, graded),
  );
}

// Below the cards: the rest of a long list, one thin cell a rank, which stays where it is.

import { h } from "../view/view.js";
import { judgment } from "./model.js";

/** How many ranks are written out at most where the strip is told in words. */
const MOST = 40;

/**
 * What is below the cards of a query at a cutoff, a view; null where there is nothing.
 *
 * @param {object} query As the server sends it.
 * @param {number} k
 * @param {(k: number) => void} cut Called with the rank of a cell that is clicked.
 */
export function rankStrip(query, k, cut) {
  const { results_below: below, items, threshold } = query;
  if (!below.length) return null;
  const first = items.length + 1;
  const kinds = below.map(([, grade]) => (grade === null ? "unjudged" : grade >= threshold ? "relevant" : "not"));
  const ranks = (kind) => kinds.flatMap((one, place) => (one === kind ? [first + place] : []));
  const [relevant, unjudged] = [ranks("relevant"), ranks("unjudged")];
  const counts = [
    ["relevant", relevant.length, "relevant"],
    ["not", kinds.length - relevant.length - unjudged.length, "not relevant"],
    ["unjudged", unjudged.length, "not judged"],
  ];
  const head = `Ranks ${first} to ${first + kinds.length - 1}: `;
  const words = sentence(relevant, unjudged);
  const cell = (kind, props) => h("i.ix-cell", { "data-kind": kind, ...props });

  const at = (rank) => {
    const [title, grade] = below[rank - first] ?? [];
    return title === undefined
      ? "Point at a cell to read it, click it to cut there."
      : `${rank}. ${title}: ${judgment(grade ?? -1, query)}`;
  };
  const pointed = (event, then) => {
    const cells = event.currentTarget;
    if (event.target !== cells) then(first + [...cells.children].indexOf(event.target), cells.nextSibling);
  };
  return h(
    "div.ix-strip.ix-caption",
    { key: "strip" },
    h(
      "p",
      head,
      counts.map(([kind, count, what], at) => [at > 0 && ", ", cell(kind), `${count} ${what}`]),
    ),
    h(
      "div.ix-cells.ix-flex.ix-pointer",
      {
        role: "img",
        "data-testid": "strip",
        "aria-label": `${head}${counts.map(([, count, what]) => `${count} ${what}`).join(", ")}. ${words}`,
        onclick: (event) => pointed(event, cut),
        onpointerover: (event) => pointed(event, (rank, line) => (line.textContent = at(rank))),
        onpointerleave: (event) => (event.currentTarget.nextSibling.textContent = at(k)),
      },
      kinds.map((kind, place) => cell(kind, { key: place, "data-cut": first + place === k || null })),
    ),
    h("p.ix-strip-at", { "aria-hidden": true }, at(k)),
    h("details", h("summary", "The same in words"), h("p", words)),
  );
}

function sentence(relevant, unjudged) {
  const listed = (ranks) =>
    ranks.slice(0, MOST).join(", ") + (ranks.length > MOST ? ` and ${ranks.length - MOST} more` : "");
  return [
    relevant.length ? `Relevant at ${listed(relevant)}.` : "None of them is relevant.",
    unjudged.length ? `Not judged at ${listed(unjudged)}.` : "All of them are judged.",
  ].join(" ");
}

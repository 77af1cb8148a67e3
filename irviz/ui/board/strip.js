// Below the cards: the rest of a long list, one thin cell a rank, which stays where it is.

import { element } from "./cards.js";
import { judgment } from "./model.js";

/** How many ranks are written out at most where the strip is told in words. */
const MOST = 40;

/**
 * Make the strip; it is empty until `show`.
 * @param root where it stands
 * @param cut called with the rank of a cell that is clicked
 */
export function makeStrip(root, cut) {
  const head = element("p", "ix-strip-head");
  const cells = element("div", "ix-cells", { role: "img", "data-testid": "strip" });
  const at = element("p", "ix-strip-at", { "aria-hidden": "true" });
  const words = element("details", "ix-strip-words");
  const summary = element("summary", "");
  summary.textContent = "The same in words";
  const told = element("p", "");
  words.append(summary, told);
  root.append(head, cells, at, words);
  let drawn = "";
  let query = null;
  let k = 0;

  const rankOf = (cell) => query.items.length + 1 + [...cells.children].indexOf(cell);
  const say = (rank) => {
    const [title, grade] = query.below[rank - query.items.length - 1] ?? [];
    at.textContent = title === undefined ? "Point at a cell to read it, click it to cut there." : `${rank}. ${title}: ${judgment(grade ?? -1, query)}`;
  };
  cells.addEventListener("click", (event) => event.target !== cells && cut(rankOf(event.target)));
  cells.addEventListener("pointerover", (event) => event.target !== cells && say(rankOf(event.target)));
  cells.addEventListener("pointerleave", () => say(k));

  return {
    /** Show what is below the cards of a query at a cutoff; nothing where there is none. */
    show(next, cutoff) {
      query = next;
      root.hidden = !next?.below.length;
      if (root.hidden) return;
      k = cutoff;
      const first = next.items.length + 1;
      const wanted = JSON.stringify([next.id, next.threshold, next.below]);
      if (wanted !== drawn) {
        drawn = wanted;
        const kinds = next.below.map(([, grade]) => (grade === null ? "unjudged" : grade >= next.threshold ? "relevant" : "not"));
        const ranks = (kind) => kinds.flatMap((one, place) => (one === kind ? [first + place] : []));
        const [relevant, unjudged] = [ranks("relevant"), ranks("unjudged")];
        head.replaceChildren(`Ranks ${first} to ${first + kinds.length - 1}: `, ...legend(relevant.length, unjudged.length, kinds.length));
        cells.replaceChildren(...kinds.map((kind) => element("i", `ix-cell ix-cell-${kind}`)));
        told.textContent = sentence(relevant, unjudged);
        cells.setAttribute("aria-label", `${head.textContent}. ${told.textContent}`);
      }
      const last = k - first;
      [...cells.children].forEach((cell, place) => {
        cell.toggleAttribute("data-cut", place === last);
        cell.toggleAttribute("data-counted", place <= last);
      });
      say(k);
    },
  };
}

function legend(relevant, unjudged, all) {
  const entry = (kind, count, words) => {
    const key = element("span", "ix-strip-key");
    key.append(element("i", `ix-cell ix-cell-${kind}`), `${count} ${words}`);
    return key;
  };
  return [
    entry("relevant", relevant, "relevant, "),
    entry("not", all - relevant - unjudged, "not relevant, "),
    entry("unjudged", unjudged, "not judged"),
  ];
}

function sentence(relevant, unjudged) {
  const listed = (ranks) => (ranks.length > MOST ? `${ranks.slice(0, MOST).join(", ")} and ${ranks.length - MOST} more` : ranks.join(", "));
  const parts = [
    relevant.length ? `Relevant at ${listed(relevant)}.` : "None of them is relevant.",
    unjudged.length ? `Not judged at ${listed(unjudged)}.` : "All of them are judged.",
  ];
  return parts.join(" ");
}

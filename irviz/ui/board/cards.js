// The cards of one row, and how they glide to new places.

import { broken, showPicture } from "../picture.js";
import { h } from "../view/view.js";
import { gradeAfterClick, judgment, verdict } from "./model.js";

/** What a card counts as while that is asked, and where nobody has judged it. */
const COVERED = { outcome: "?", words: "covered for now" };
const UNJUDGED = { outcome: "?", words: "not judged" };

/**
 * One card: its rank and handle, its picture to click, its grade, and what it counts as; a view.
 *
 * @param {object} item
 * @param {string} pictures `data.pictures`.
 * @param {{rank: number, n: number, k: number, tie?: [number, number], grade: number, threshold: number, top: number,
 * incomplete: boolean, fixed: boolean, roomy: boolean, covered: boolean, puts?: string}} at Where it stands among how
 *   many, from which rank to which all have one score, and how it is judged: relevant or not (`top` is 1), or with a
 *   grade up to `top`, and `fixed` where nobody may change that; `roomy` if there is room for words, `covered` while
 *   what it counts as is asked; what a press on it `puts` there.
 */
export function card(
  item,
  pictures,
  { rank, n, k, tie, grade, threshold, top, incomplete, fixed, roomy, covered, puts },
) {
  const relevant = grade >= threshold;
  const judged = grade >= 0;
  const graded = top > 1;
  const scale = { threshold, top };
  const { outcome, words } = !judged ? UNJUDGED : covered ? COVERED : verdict(relevant, rank <= k);
  const term = outcome === "?" ? null : outcome.toLowerCase();
  const says = judged && graded ? `grade ${grade} of ${top}` : judgment(grade, scale);
  const click = graded
    ? "for the next grade, or press a digit"
    : `to make it ${judgment(gradeAfterClick(grade, scale), scale)}`;
  const { id, title, alt } = item;
  const standing = `rank ${rank}${tie ? `, ${describeTie(rank, tie)}` : ""}`;
  return h(
    "li.ix-panel.ix-card.ix-unselected.ix-pan.ix-s.ix-relative.ix-as-grid.ix-unpadded",
    {
      key: id,
      "data-testid": "card",
      "data-item": id,
      "data-rank": rank,
      "data-grade": grade,
      "data-relevant": relevant,
      "data-judged": judged,
      "data-retrieved": rank <= k,
      "data-pictured": isPictured(item) ? "" : null,
      "data-unsaid": incomplete ? "" : null,
      "data-tie": tie ? (rank === tie[0] ? "first" : rank === tie[1] ? "last" : "middle") : null,
    },
    h(
      "div.ix-card-head.ix-flex.ix-middle",
      h("span.ix-rank.ix-h3", { "aria-hidden": true }, rank),
      incomplete && unjudge(item, judged),
      h("button.ix-handle", {
        key: "handle",
        "data-testid": "handle",
        "aria-label": `Move ${title}, rank ${rank} of ${n}${tie ? `, ${describeTie(rank, tie)}` : ""}`,
        "aria-describedby": "ix-board-help",
        title: "Drag to another rank; or press it, and then the rank; or press Space and the arrow keys",
      }),
    ),
    h(
      "button.ix-picture.ix-relative.ix-pointer.ix-round.ix-sunken",
      {
        "data-testid": graded ? "raise" : "relevance",
        "aria-pressed": graded || puts ? null : judged ? relevant : "mixed",
        "aria-label": puts
          ? `Rank ${rank}: put ${puts} here`
          : graded
          ? `Raise the grade of ${title}, ${standing}, ${says}. ${alt}`
          : `Relevant: ${title}, ${standing}${judged ? "" : ", not judged"}. ${alt}`,
        title: puts ? `Put ${puts} at rank ${rank}` : fixed ? title : `${title}. Click ${click}.`,
      },
      image(item, pictures),
      h("span.ix-tick.ix-centre.ix-absolute.ix-bold.ix-circle", { "aria-hidden": true }, judged && graded && grade),
    ),
    h(
      "p.ix-verdict.ix-line.ix-xs.ix-centred",
      { "data-verdict": outcome },
      judged &&
        h(
          "abbr.ix-badge",
          { title: words, "data-term": term, "data-kind": { TP: "good", FN: "missed" }[outcome] },
          outcome,
        ),
      graded
        ? gradeOf(item, { grade, top, incomplete, roomy })
        : (!judged || (roomy && term)) && h("span.ix-soft", { "data-term": term ?? "judged" }, words),
    ),
  );
}

/** Which ranks have the score of this one, in words. */
const describeTie = (rank, [first, last]) =>
  last - first === 1 ? `tied with rank ${first + last - rank}` : `one of ranks ${first} to ${last}, which are tied`;

/** A title that is longer may be cut on its card, and is whole while the card has the pointer or the focus. */
const SHORT = 20;

/** Whether a result has a picture, as far as is known. */
export const isPictured = ({ picture }) => Boolean(picture) && !broken(picture);

/** Its picture. Until one from elsewhere has come, its title stands for it; one of ours is there at once. */
function image(item, pictures) {
  const { title, picture } = item;
  const words = h("span.ix-title.ix-clamp", { key: "title", "data-long": title.length > SHORT ? "" : null }, title);
  if (!isPictured(item)) return words;
  const elsewhere = picture.includes("://");
  const ref = (made) => {
    made.toggleAttribute("data-coming", elsewhere);
    made.onload = () => made.removeAttribute("data-coming");
    showPicture(made, pictures, picture, () => {
      made.closest(".ix-card")?.removeAttribute("data-pictured");
      made.remove();
    });
  };
  return [elsewhere && words, h("img", { key: picture, alt: "", draggable: "false", ref })];
}

/** Beside the rank, where nobody may have judged a result: a question mark that says so, and takes a judgment away. */
function unjudge({ title }, judged) {
  return h(
    "button.ix-button.ix-unsaid.ix-push.ix-relative.ix-unpadded.ix-circle",
    {
      key: "unjudge",
      "data-testid": "unjudge",
      "aria-keyshortcuts": "U",
      "aria-label": `Not judged: ${title}`,
      "aria-pressed": !judged,
      title: `${title}: ${judged ? "take the judgment away" : "say that it is not relevant"} (U)`,
    },
    "?",
  );
}

/** The control for a grade: minus and plus for the hand, a spin button for keys. */
function gradeOf({ title }, { grade, top, incomplete, roomy }) {
  const step = (by, sign) =>
    roomy && h("button.ix-button.ix-quiet.ix-step", { "data-step": by, tabindex: -1, "aria-hidden": true }, sign);
  const value = {
    role: "spinbutton",
    tabindex: 0,
    "data-testid": "grade",
    "aria-label": `Grade of ${title}`,
    "aria-valuemin": incomplete ? -1 : 0,
    "aria-valuemax": top,
    "aria-valuenow": grade,
    "aria-valuetext": judgment(grade, { top }),
  };
  return h("span.ix-grade", step(-1, "−"), h("span.ix-value.ix-strong", value, grade < 0 ? "?" : grade), step(1, "+"));
}

/** Let cards glide from where they are seen now to where they belong once they are put there. */
export function glide(cards, put) {
  const before = new Map(cards.map((one) => [one, one.getBoundingClientRect()]));
  for (const one of cards) {
    one.style.transform = "";
    one.getAnimations().forEach((animation) => animation.cancel());
  }
  put();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of cards) {
    const from = before.get(one);
    const to = one.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (from.width && (Math.abs(x) > 0.5 || Math.abs(y) > 0.5)) {
      one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 180,
        easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
      });
    }
  }
}

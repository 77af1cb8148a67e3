// A question of a review; those of the check itself are described by Python (irviz/views/check.py).

import { legend, tiles } from "../tiles.js";
import { h } from "../view/view.js";

/** One question with its answers; behind the last one, `end` is what comes. */
export const question = ({ questions, of }, at, ask, show, end = "What your answers show") => {
  const one = questions[at];
  const said = one.said !== null;
  const last = at + 1 === of;
  return h(
    "article.ix-panel.ix-stack.ix-check-question",
    { key: `question-${at}`, "data-testid": "question", "data-number": at + 1, "aria-labelledby": "ix-check-title" },
    h("p.ix-caption", {}, `Question ${at + 1} of ${of}${one.more ? ": one more, to tell what your answers show" : ""}`),
    h("h2.ix-h2", { id: "ix-check-title", tabindex: "-1" }, one.title),
    h("p.ix-check-prompt", {}, one.prompt),
    h("div.ix-line.ix-check-lists", {}, one.lists.map(tiles)),
    legend(one.lists),
    h(
      "ul.ix-stack",
      { "aria-label": "Answers" },
      one.choices.map((words, n) => h("li", {}, choice(words, n, one, said, () => ask({ answer: { number: at, choice: n } })))),
    ),
    h(
      "div.ix-notice.ix-stack.ix-check-reply",
      { role: "status", "data-kind": said ? (one.said === one.right ? "good" : "wrong") : null },
      said && h("p", {}, one.reply),
      (one.repair ?? []).map((found) => h("p", {}, h("a", { href: found.open }, found.words))),
    ),
    said && h("div.ix-line", {}, h("button.ix-button.ix-do", { "data-testid": "next", onclick: () => show(at + 1) }, last ? end : "Next question")),
  );
};

const choice = (words, n, { said, right }, marked, onclick) => {
  const mark = !marked ? "" : n === right ? "right" : n === said ? "wrong" : "";
  const told = marked ? [n === right && "right", n === said && "your answer"].filter(Boolean).join(", ") : "";
  return h(
    "button.ix-button.ix-check-choice",
    { "data-testid": "choice", "data-mark": mark || null, "aria-disabled": marked || null, onclick: marked ? null : onclick },
    mark && h("span", { "aria-hidden": "true" }, mark === "right" ? "✓ " : "✗ "),
    words,
    told && h("span.ix-caption", {}, ` (${told})`),
  );
};

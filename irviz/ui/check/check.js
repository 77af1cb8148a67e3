// The check: one question at a time, marked as soon as it is answered; at the end what the answers show.

import { address } from "../address.js";
import { copy } from "../export/save.js";
import { mounted } from "../frame.js";
import { beginAt } from "../opened_from_list.js";
import { witness } from "../progress.js";
import { outward } from "../reach.js";
import { entitle } from "../title.js";
import { legend, tiles } from "../tiles.js";
import { draw, h } from "../view/view.js";

/** The parameters that this page writes into the address. */
const OURS = ["seed", "said", "done", "solved"];

export default mounted(".ix-check", (root) => {
  const place = root.lastElementChild;
  let data = null;
  let ask = null;
  /** The question that is shown, from 0; behind the last one is the result. */
  let at = 0;
  let seed = null;
  let copied = "";

  const show = (other) => {
    at = other;
    redraw();
    beginAt(place.querySelector("h2"));
  };
  const share = async (link) => {
    copied = (await copy(link)) ? "Copied." : "Please copy it from the field.";
    redraw();
  };

  function redraw() {
    const result = at >= data.of;
    entitle("task", result ? "What your answers show" : `Question ${at + 1} of ${data.of}`);
    draw(
      place,
      h("p.ix-notice", { role: "alert", "data-kind": "wrong" }, data.notes.join("\n")),
      dots(data, at, show),
      result ? results(data, ask) : question(data, at, ask, show),
      seeds(data, ask, share, copied),
    );
  }

  return (next, request) => {
    const other = seed !== null && seed !== next.seed;
    const first = seed === null;
    data = next;
    ask = request;
    seed = next.seed;
    if (first || other) {
      at = next.answered;
      copied = "";
    }
    redraw();
    if (other) beginAt(place.querySelector("h2"));
    address(data.link, OURS);
    witness("check", `${data.seed}`, data.answered, data.evidence);
  };
});

const dots = ({ of, questions, answered, over }, at, show) =>
  h(
    "ol.ix-line.ix-coach-dots",
    { "aria-label": "Questions" },
    Array.from({ length: of + 1 }, (_, n) => {
      const done = n < answered;
      const right = done && questions[n].said === questions[n].right;
      const open = n <= answered;
      return h(
        "li",
        {},
        h(
          "button.ix-button.ix-coach-dot",
          {
            class: n === of ? "ix-check-end" : "",
            "aria-current": n === at ? "step" : "false",
            "aria-label": n === of ? "Result: what your answers show" : `Question ${n + 1}${done ? (right ? ", right" : ", wrong") : ""}`,
            "data-done": (done && right) || (n === of && over) ? "" : null,
            "data-mark": done && !right ? "wrong" : null,
            disabled: !open,
            onclick: () => show(n),
          },
          n === of ? "Result" : done ? (right ? "✓" : "✗") : n + 1,
        ),
      );
    }),
  );

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

const results = ({ result, ways }, ask) =>
  h(
    "section.ix-stack.ix-check-findings",
    { key: "result", "data-testid": "result", "aria-labelledby": "ix-check-result" },
    h("h2.ix-h2", { id: "ix-check-result", tabindex: "-1" }, "What your answers show"),
    h("p.ix-check-prompt", {}, result.lead),
    h(
      "ul.ix-stack",
      { "aria-label": "To look at again" },
      result.findings.map((one) =>
        h(
          "li.ix-panel.ix-stack",
          { "data-testid": "finding", "data-misconception": one.id },
          h("p.ix-h3", {}, `“${one.belief}”`),
          h("p", {}, one.instead),
          h("p", {}, one.example),
          h("p.ix-caption", {}, one.held),
          h("p", {}, h("a", { href: one.open }, one.words)),
        ),
      ),
    ),
    result.avoided.length > 0 &&
      h(
        "details",
        { open: !result.findings.length },
        h("summary", {}, `Mistakes that you did not make (${result.avoided.length})`),
        h(
          "ul.ix-bullets",
          {},
          result.avoided.map((one) => h("li", {}, h("b", {}, one.instead), ` Not: “${one.belief}”`)),
        ),
      ),
    h(
      "div.ix-line",
      {},
      h("button.ix-button.ix-do", { onclick: () => ask({ fresh: true }) }, "New questions"),
      h("a.ix-button", { href: ways.hides }, "What each metric hides"),
      h("a.ix-button", { href: ways.learn }, "All lessons"),
    ),
  );

/** The number of the questions, by which they are drawn: to have the same questions as somebody else, or to hand them out. */
const seeds = ({ seed, largest, share: link }, ask, share, copied) => {
  const there = outward(new URL(`./check?${new URLSearchParams(link)}`, location.href).href);
  return h(
    "details.ix-check-seed",
    {},
    h("summary", {}, "The same questions for a class"),
    h("p.ix-soft", {}, `The questions are drawn by lot. These twelve have the number ${seed}: everybody who opens this link, or types in this number, gets them.`),
    h(
      "div.ix-line",
      {},
      h("input.ix-field.ix-check-link", { type: "text", readonly: true, "aria-label": "Link to these questions", value: there }),
      h("button.ix-button", { onclick: () => share(there) }, "Copy the link"),
      h("span.ix-caption", { role: "status" }, copied),
    ),
    h(
      "form.ix-line",
      {
        onsubmit: (event) => {
          event.preventDefault();
          ask({ seed: event.target.elements.seed.value });
        },
      },
      h("label.ix-line", {}, "Another number ", h("input.ix-field", { name: "seed", type: "text", inputmode: "numeric", autocomplete: "off", placeholder: `1 to ${largest}` })),
      h("button.ix-button", { type: "submit" }, "Take these questions"),
    ),
  );
};

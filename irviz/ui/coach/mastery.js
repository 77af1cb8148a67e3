// What one has shown that one can, by metric, and what of it is to be reviewed; views. Only this browser knows it.

import { scroll } from "../lens/scrollable.js";
import { listDone, readEvidence } from "../progress.js";
import { renderDescription } from "../view/description.js";
import { head } from "../view/table.js";
import { h } from "../view/view.js";

/** So many questions a review has (MOST_REVIEWED in irviz/lessons/mastery.py). */
const FEW = 2;

const HELPED = 1;

/** Whether a challenge has been done, but never without all the help there is. */
export const isHelped = (challenge) => readEvidence()[`goal-${challenge}`]?.[0] === HELPED;

/**
 * What is to be reviewed: of each metric what was answered wrongly last, else what was answered the longest ago.
 *
 * @returns {{open: string[], later: string[]}} Abilities: those of metrics about which nothing was answered on this
 *   day, and where there are none what comes on another one.
 */
export function due({ subjects, labels, graded }, link) {
  const all = readEvidence();
  const isReady = (name) => labels[name] && all[name] && (!graded.includes(name) || hasGrades(link));
  const isOfToday = (name) => new Date(all[name]?.[2]).toDateString() === new Date().toDateString();
  const byNeed = (one, other) => all[one][1] - all[other][1] || all[one][2] - all[other][2];
  const found = subjects.map(({ predicted, computed, apart }) => [...predicted, ...computed, ...apart]);
  const weakest = (some) =>
    some.flatMap((names) => names.filter(isReady).toSorted(byNeed).slice(0, 1)).toSorted(byNeed).slice(0, FEW);
  const open = weakest(found.filter((names) => !names.some(isOfToday)));
  return { open, later: open.length ? [] : weakest(found) };
}

/** Whether somebody has met grades. */
const hasGrades = (link) =>
  Object.keys(readEvidence()).some((name) => name.endsWith("CG")) || listDone(link).has("gain 1");

/** The offer of a review, or its questions. */
export function review({ mastery: data, review_questions: questions, review_length: count, link }, at, ask, go) {
  if (questions) {
    const end = () => ask({ review: [], seed: 0, graded: false });
    const pressed = ({ show, ...wanted }) => (show === undefined ? ask(wanted) : show < count ? go(show) : end());
    return h(
      "section.ix-stack.ix-check",
      { key: "review", "aria-label": "Review", "data-testid": "review" },
      renderDescription([questions[at]], { ask: pressed }),
      h("button.ix-button.ix-plain.ix-coach-all", { onclick: end }, "Not now"),
    );
  }
  const { open, later } = due(data, link);
  const named = (names) => names.map((name) => data.labels[name]).join(" and ");
  if (open.length) {
    const begin = () => (go(0), ask({ review: open, seed: Math.floor(Date.now() / 1000), graded: hasGrades(link) }));
    return h(
      "div.ix-line.ix-coach-review",
      { key: "offer", "data-testid": "review-offer" },
      h("button.ix-button", { onclick: begin }, open.length > 1 ? "Review these two" : "Review this one"),
      h("span.ix-caption", `With fresh lists: ${named(open)}`),
    );
  }
  return later.length > 0 &&
    h(
      "p.ix-caption.ix-coach-review",
      { key: "later", "data-testid": "review-later" },
      `To review on another day: ${named(later)}`,
    );
}

/** The table. */
export function mastery({ subjects }, link) {
  const done = listDone(link);
  const all = readEvidence();
  const table = h(
    "table.ix-table",
    { "aria-labelledby": "ix-mastery", "data-testid": "mastery" },
    head(["Metric", "Predicted right", "Computed right", "Reached a goal", "Told apart"]),
    h("tbody", subjects.map((one) => row(one, all, done))),
  );
  return h(
    "div.ix-panel.ix-measure.ix-mastery",
    scroll("What you can do, by metric", table),
    h(
      "p.ix-caption",
      "In lessons, Predict first, challenges, reviews and the final check. ↺ was answered wrongly last.",
    ),
  );
}

const row = ({ name, title, predicted, computed, reached, apart }, all, done) =>
  h(
    "tr",
    { key: name, "data-metric": name, "data-hue": name || null },
    h(
      "th",
      { scope: "row" },
      h("b.ix-hue", name),
      name !== title && h("span", { class: name && "ix-mastery-title" }, ` ${title}`),
    ),
    [["predicted", predicted], ["computed", computed]].map(([way, names]) =>
      cell(way, names.length > 0 && some(names, all), names, all)
    ),
    cell("reached", reached.length > 0 && goals(reached, done), [], all),
    cell("apart", apart.length > 0 && `${able(apart, all).length} of ${apart.length}`, apart, all),
  );

const able = (names, all) => names.filter((name) => all[name]?.[0] > 0);
const some = (names, all) =>
  able(names, all).length > 0 && [h("span", { "aria-hidden": true }, "✓"), h("span.ix-said", "yes")];

/** How many goals were reached, and how many of them never alone. */
function goals(names, done) {
  const met = names.filter((name) => done.has(name));
  const helped = met.filter(isHelped).length;
  return met.length > 0 &&
    [`${met.length}`, helped > 0 && h("span.ix-caption", `, ${helped < met.length ? `${helped} ` : ""}with help`)];
}

const cell = (way, words, names, all) => {
  const again = names.some((name) => all[name]?.[1] === 0);
  return h(
    again ? "td.ix-nowrap.ix-wrong" : "td.ix-nowrap",
    { "data-way": way, "data-again": again ? "" : null },
    words || h("span.ix-soft", again ? "" : "–"),
    again && [h("span", { "aria-hidden": true }, " ↺"), h("span.ix-said", " answered wrongly last")],
  );
};

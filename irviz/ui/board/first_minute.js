// A first minute: offered once to who has never been here, and its steps in the place of the tools. Who comes back from
// a lesson is offered to go on with it instead.

import { prose } from "../coach/prose.js";
import { listDone, readItem, readLearner, writeItem } from "../progress.js";
import { renderDescription } from "../view/description.js";
import { h } from "../view/view.js";

const KEY = "irviz-first";

/** Never offer it again in this browser. */
export const dismissOffer = () => writeItem(KEY, "seen");

/** Whether somebody has been offered it here, and has taken it, or has needed none. */
export const hasVisited = () => Boolean(readItem(KEY));

/** The step that somebody has left, or where it is done the next one, at the end the first that is not done, if any. */
function onwards({ lesson, step, done }, lessons) {
  const all = Object.entries(lessons).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, at) => ({ lesson: name, step: at + 1 }))
  );
  const deeds = listDone({ done });
  const isOpen = (one) => !deeds.has(`${one.lesson} ${one.step}`);
  const here = all.findIndex((one) => one.lesson === lesson && one.step === Number(step));
  return isOpen(all[here]) ? all[here] : all[here + 1] ?? all.find(isOpen);
}

/** What stands before the hint: an offer, where to go on, or null. */
export function offer({ begin_link: begin, steps_by_lesson: lessons, seen }, start, refuse) {
  const left = readLearner();
  if (left.step >= 1 && left.step <= lessons[left.lesson]) {
    const next = onwards(left, lessons);
    if (!next) return null;
    const { lesson, step } = next;
    const number = Object.keys(lessons).indexOf(lesson) + 1;
    const to = `./learn?${new URLSearchParams({ lesson, step: String(step) })}`;
    return h(
      "span.ix-offer.ix-line",
      { key: "offer" },
      h("a.ix-button", { href: to, "data-testid": "continue" }, `Continue: lesson ${number}, step ${step}`),
    );
  }
  if (seen) return null;
  return h(
    "span.ix-offer.ix-line",
    { key: "offer" },
    h(
      "button.ix-button.ix-do",
      { "data-testid": "first", onclick: () => start(begin) },
      "New here? ",
      h("span.ix-offer-more", "Take one minute"),
    ),
    h("button.ix-button.ix-quiet", { "aria-label": "No first minute", title: "Not now", onclick: refuse }, "✕"),
  );
}

/** One step (irviz/views/first_minute.py), a view; `go(link)` is called for a press. */
export function firstMinute({ view }, go) {
  const made = { "ix:prose": (_props, [text = ""]) => prose(text) };
  return renderDescription(view, { ask: (wanted) => go(wanted.go), made });
}

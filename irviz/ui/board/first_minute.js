// A first minute: offered once to who has never been here, and its steps in the place of the tools. Who comes back from
// a lesson is offered to go on with it instead.

import { prose } from "../coach/prose.js";
import { listDone, readItem, readLearner, writeItem } from "../progress.js";
import { h } from "../view/view.js";

const KEY = "irviz-first";

/** Never offer it again in this browser. */
export const dismissOffer = () => writeItem(KEY, "seen");

/** Whether somebody has been offered it here, and has taken it, or has needed none. */
export const hasVisited = () => Boolean(readItem(KEY));

/** The step that somebody has left, or where it is done the next one. */
function onwards({ lesson, step, done }, lessons) {
  const names = Object.keys(lessons);
  const following = names[names.indexOf(lesson) + 1];
  if (!listDone({ done }).has(`${lesson} ${step}`)) return { lesson, step };
  if (step < lessons[lesson]) return { lesson, step: Number(step) + 1 };
  return following ? { lesson: following, step: 1 } : { lesson, step };
}

/** What stands before the hint: an offer, where to go on, or null. */
export function offer({ begin_link: begin, steps_by_lesson: lessons, seen }, start, refuse) {
  const left = readLearner();
  if (left.step >= 1 && left.step <= lessons[left.lesson]) {
    const { lesson, step } = onwards(left, lessons);
    const number = Object.keys(lessons).indexOf(lesson) + 1;
    const to = `./learn?${new URLSearchParams({ lesson, step })}`;
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

/** One step, a view: both texts have their room, so that nothing moves when the second takes the place of the first. */
export function firstMinute(data, go) {
  const { step, title, hint, praise, reply, is_done: done, next_link: next, lesson } = data;
  const said = (praise && done) || reply;
  const onwards = next &&
    h("button.ix-button", {
      key: "next",
      "data-testid": "first-next",
      class: done ? "ix-do" : "",
      onclick: () => go(next),
    }, done && praise.endsWith("why?") ? "Why?" : "Next");
  return h(
    "section.ix-first.ix-panel.ix-line",
    { key: "first", "aria-label": "A first minute", "data-testid": "first-step", "data-step": step },
    h(
      "div.ix-first-said",
      h(
        "h2.ix-h3",
        { tabindex: "-1" },
        title,
        " ",
        h("span.ix-caption.ix-first-place", `${step} of ${data.step_count}`),
      ),
      h(
        "div.ix-first-words",
        h("div", { "data-off": Boolean(said) }, prose(data.prose), h("p.ix-said", hint)),
        h("div", { "data-off": !said, role: "status" }, prose(reply || praise)),
      ),
    ),
    h(
      "div.ix-line.ix-first-ways",
      onwards,
      !next &&
        h("a.ix-button.ix-do", { key: "lesson", href: `./learn?${new URLSearchParams(lesson.link)}` }, lesson.title),
      h("button.ix-button", {
        key: "leave",
        class: next ? "ix-quiet" : "",
        title: "The open board (Esc)",
        "data-testid": "first-leave",
        onclick: () => go(data.leave_link),
      }, next ? "Skip" : "The open board"),
    ),
  );
}

// The column that says what to do, notices when it is done, and goes on.

import { address } from "../address.js";
import { afterSaid, say } from "../board/speech.js";
import { masked, onMask, withoutValues } from "../covered.js";
import { entries } from "../entry.js";
import { tell } from "../events.js";
import { mounted } from "../frame.js";
import { become, bring, follow, followTabs, forget, known, learners, trouble, witness, written } from "../progress.js";
import { beginAt, openedFromList, openFromList, travel } from "../opened_from_list.js";
import { entitle } from "../title.js";
import { stays } from "../rooms/stays.js";
import { legend, tiles } from "../tiles.js";
import { draw, h } from "../view/view.js";
import { save } from "../export/save.js";
import { counted, takePart } from "./counted.js";
import { mastery, review } from "./mastery.js";
import { point } from "./points.js";
import { prose } from "./prose.js";

/** A part that a step points at may come after the step: when it is looked for again, in milliseconds. */
const LATER = 200;

const FIRST = "*You are asked once the change is made, before the scores move.*";

export default mounted(".ix-coach", (root, signal) => {
  let data = null;
  let ask = null;
  let shown = "";
  let answered = "";
  let away = false;
  let hinting = false; // a hint is on its way
  let reviewing = false; // questions are asked again
  let playing = false; // the way to the goal is
  const choosing = { at: 0, sure: false, fault: "" }; // what is open on the list: a question of the review, whether to forget all, a file
  const choose = (other) => {
    Object.assign(choosing, other);
    redraw();
    if ("at" in other && data.review) beginAt(root.querySelector(".ix-check h2"));
  };

  // On a phone the goal scrolls away while one works on the board: a line at the foot says how it stands meanwhile.
  const goal = new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    redraw();
  });
  const watch = (node) => {
    goal.disconnect();
    goal.observe(node);
  };
  const redraw = () => {
    if (data) draw(root, h("p.ix-notice", { role: "alert", "data-kind": "wrong" }, data.note), data.task ? task(data, ask, away, watch) : list(data, ask, choosing, choose));
  };
  const hear = (words) => {
    const region = root.querySelector(".ix-coach-heard"); // the list has none
    if (region) region.textContent = withoutValues(words);
  };
  let waiting = 0;
  const again = () => {
    clearTimeout(waiting);
    if (!point(data?.task?.points ?? [])) waiting = setTimeout(again, LATER);
  };
  const walk = ({ detail }) => {
    const target = detail.by > 0 ? data?.task?.next : data?.task?.back;
    if (target) ask({ go: target });
  };
  document.addEventListener("irviz:show", () => requestAnimationFrame(again), { signal });
  document.addEventListener("irviz:step", walk, { signal });
  // What words mean comes with the board, which may be later than this.
  document.addEventListener("irviz:received", () => root.querySelector(".ix-term") || redraw(), { signal });
  travel(() => data?.link ?? {}, (place) => ask?.({ go: place }), signal);
  followTabs(() => data?.link ?? {}, (request) => ask?.(request), signal);
  onMask(redraw, signal);
  addEventListener("storage", redraw, { signal }); // what another tab has seen
  signal.addEventListener("abort", () => {
    goal.disconnect();
    clearTimeout(waiting);
    point([]);
  });

  return (next, request) => {
    data = next;
    ask = (wanted) => {
      hinting ||= Boolean(wanted.hint);
      if (wanted.go && stays()) return false;
      if (!wanted.hint && !wanted.learner) tell("release"); // a change that waits for its prediction belongs to the step that one leaves
      return request(wanted);
    };
    root.classList.toggle("ix-panel", Boolean(data.task));
    redraw();
    takePart(data.kind === "challenges" ? data.task : null, redraw);
    // What answers the last change is in sight; what it was said of before is not looked for again.
    const { praise, reply, playing: way } = data.task ?? {};
    const answer = praise || reply || (way ? `${way.at} ${way.words}` : "");
    if (answer && answer !== answered) root.querySelector(".ix-coach-praise:not(:empty), .ix-coach-reply:not(:empty)")?.scrollIntoView({ block: "nearest" });
    if (answer !== answered) afterSaid(() => hear(heard(root, data.task)));
    if (Boolean(way) !== playing) {
      playing = Boolean(way);
      root.querySelector(playing ? "[data-do=play]" : "[data-do=show]")?.focus({ preventScroll: true });
    }
    if (hinting && data.task?.hints.length) {
      hinting = false;
      hear(data.task.hints.at(-1).replace(/[*`]/g, ""));
    }
    answered = answer;
    address(data.link);
    follow(data.link, ask);
    const { lesson, step, challenge } = data.link;
    if (data.task) witness("task", `${challenge ?? `${lesson} ${step}`}`, data.task.answers, data.task.evidence);
    if (data.review) witness("review", data.review.questions[0].prompt, data.review.answers, data.review.evidence);
    if (data.review && !reviewing) choose({ at: 0 });
    reviewing = Boolean(data.review);
    if (!data.task) redraw();
    entitle("task", data.task ? titled(data.task) : "");
    const place = JSON.stringify([data.link.lesson, data.link.step, data.link.challenge]);
    // Somebody who goes on with the keyboard goes on reading at the new title.
    const other = openedFromList() || (shown && shown !== place);
    if (other && data.task) beginAt(root.querySelector("h2"));
    shown = place;
    requestAnimationFrame(again);
  };
});

/** What answers the last change, to hear; of an answer that was chosen, whether it is right comes first. */
function heard(root, one) {
  if (one?.playing) return [one.playing.words, ...one.playing.reasons].join(" ");
  const mark = one?.said ? (one.reply ? "Not right." : "Right.") : "";
  const parts = [...root.querySelectorAll(".ix-coach-praise, .ix-coach-reply, [data-testid=end] > b")].map(({ innerText }) => innerText.replace(/\s+/g, " ").trim());
  const said = parts.filter(Boolean).join(" ");
  return mark && !said.startsWith(mark) ? `${mark} ${said}` : said;
}

const titled = ({ of, number, title, heading }) => `${of ? `Step ${number} of ${of}: ` : ""}${title} · ${heading}`;

/** Whoever goes from the list goes on reading at the title of what comes. */
const leaving = (ask) => (wanted) => {
  openFromList();
  ask(wanted);
};

/** Whether anything is remembered of who learns. */
const isAny = ({ done, solved }) => Boolean(done || solved || Object.keys(known()).length);

const list = ({ lead, list: lessons, onwards, first, link, ways, mastery: can, review: asked }, ask, choosing, choose, leave = leaving(ask), any = isAny(link) || Boolean(onwards)) => [
  h("header", {}, h("h1.ix-h1", {}, "Learn"), h("p.ix-lead", {}, lead)),
  h(
    "div.ix-line.ix-coach-onwards",
    {},
    onwards
      ? h("button.ix-button.ix-do", { key: "on", "data-testid": "continue", title: onwards.about, onclick: () => leave({ go: onwards.go }) }, onwards.words)
      : h("a.ix-button", { key: "first", href: `./?${new URLSearchParams(first)}` }, "New here? Take one minute on the board"),
    h("span.ix-caption", {}, onwards?.about),
  ),
  can && review({ mastery: can, review: asked, link }, choosing.at, ask, (at) => choose({ at })),
  memory(link, any, ask),
  h(
    "nav",
    { "aria-label": "To choose from" },
    entries(
      lessons.map((one) => ({ ...one, id: one.go.lesson })),
      ({ go }) => leave({ go }),
    ),
  ),
  h("section.ix-stack", { key: "can", "aria-labelledby": "ix-mastery" }, h("h2.ix-h3", { id: "ix-mastery" }, "What you can do"), any && can && mastery(can, link), keeping(link, any, ask, choosing, choose)),
  h(
    "section.ix-stack",
    { "aria-label": "At the end" },
    h("h2.ix-h3", {}, "At the end"),
    h(
      "div.ix-line",
      {},
      h("a.ix-button", { href: ways.hides, "data-testid": "to-hides" }, "What each metric hides"),
      h("a.ix-button", { href: ways.check, "data-testid": "to-check" }, "The final check: twelve questions"),
    ),
  ),
];

/** What one learner has done takes a fiftieth of this. */
const MAX_FILE_BYTES = 1_000_000;

const TROUBLE = {
  closed: "This browser keeps nothing for this page. What you have done is in its address: a bookmark brings it back.",
  full: "This browser has no room left to remember what you do. It is in the address of this page: a bookmark brings it back.",
  odd: "What this browser had remembered is of another version or was changed, so it could not be read. The course goes on from here.",
};

/** What is remembered of whom, and who else learns here. */
function memory(link, any, ask) {
  const { now, of } = learners();
  const go = (learner) => ask({ learner, alone: true });
  const others = Array.from({ length: of }, (_, index) => index + 1);
  const words = any ? "What you have done is remembered in this browser. To go on in another one, open this page’s address there, or take a file along." : "What you do is remembered in this browser.";
  return h(
    "div.ix-line.ix-coach-memory",
    { key: "memory" },
    h("p.ix-caption", { role: "status" }, trouble() ? TROUBLE[trouble()] : words),
    of > 1 &&
      h(
        "div.ix-segments",
        { role: "group", "aria-label": "Who learns" },
        others.map((one) => h("button", { key: one, "aria-pressed": one === now, onclick: () => one !== now && go(become(one, link)) }, `Learner ${one}`)),
      ),
    any && !trouble() && h("button.ix-button.ix-quiet", { key: "other", onclick: () => go(become(of + 1, link)) }, "Somebody else learns here"),
  );
}

/** Taking along what is remembered, bringing it, and forgetting it. */
function keeping(link, any, ask, { sure, fault }, choose) {
  const take = async ({ target }) => {
    const [file] = target.files;
    target.value = ""; // so that the same one can be chosen again
    const found = file.size > MAX_FILE_BYTES ? { fault: "it is larger than any such file" } : bring(await file.text());
    choose({ fault: found.fault ? `“${file.name}” was not taken in: ${found.fault}. Choose one that “Save as a file” has made; what is kept here stays as it was.` : "" });
    if (found.learner) ask({ learner: found.learner });
  };
  const forgetAll = () => {
    choose({ sure: false, fault: "" });
    ask({ learner: forget(link), alone: true });
  };
  return h(
    "div.ix-line",
    { key: "keeping", role: "group", "aria-label": "What is remembered" },
    any && h("button.ix-button", { key: "save", onclick: () => save("irviz-learned.json", new Blob([written()], { type: "application/json" })) }, "Save as a file"),
    h("input", { key: "file", type: "file", accept: ".json,application/json", hidden: true, "aria-label": "A file of what you have done", onchange: take }),
    h("button.ix-button", { key: "bring", onclick: ({ currentTarget }) => currentTarget.parentElement.querySelector("input").click() }, "Add from a file"),
    any && !sure && h("button.ix-button.ix-quiet", { key: "forget", "data-testid": "forget", onclick: () => choose({ sure: true }) }, "Forget it"),
    any && sure && h("b", { key: "sure" }, "Forget all of it?"),
    any && sure && h("button.ix-button", { key: "yes", "data-testid": "forget-all", onclick: forgetAll }, "Yes, forget it"),
    any && sure && h("button.ix-button.ix-quiet", { key: "no", onclick: () => choose({ sure: false }) }, "Keep it"),
    h("p.ix-notice", { key: "fault", role: "alert", "data-kind": "wrong" }, fault),
  );
}

const task = ({ task: one, all, link, ways }, ask, away, watch) => {
  const words = withoutValues(one.prose);
  const open = one.done ? [] : one.clauses;
  return [
    counted(false),
    h("h1.ix-caption", {}, one.heading),
    h("h2.ix-h2.ix-coach-title", { tabindex: "-1" }, one.title),
    one.of > 0 && steps(one, ask),
    h("p.ix-notice.ix-coach-past", { role: "status" }, one.past),
    h("p.ix-caption.ix-coach-key", {}, one.points.length > 0 && [h("span", {}), " marks what this step is about."]),
    h("div.ix-stack.ix-coach-prose", {}, prose(one.predicts ? `${words}\n\n${FIRST}` : words)),
    h("ul.ix-stack.ix-well.ix-coach-clauses", { "aria-label": "To do", hidden: !one.clauses.length, ref: watch }, one.clauses.map(clause)),
    one.choices.length > 0 && h("ol.ix-stack.ix-coach-choices", { "aria-label": "Your answer" }, one.choices.map((words, at) => h("li", {}, choice(words, at + 1, one, ask)))),
    one.fresh && fresh(one.fresh, ask),
    one.moves && h("p.ix-caption", {}, one.moves),
    h(
      "div.ix-stack.ix-coach-foot",
      {},
      h("p.ix-caption.ix-coach-goal", { hidden: !open.length || !away }, open.map(standing).join("\n")),
      counted(true),
      h("p.ix-said.ix-coach-heard", { key: "heard", role: "status", own: true }),
      h("div.ix-notice.ix-stack.ix-coach-praise", { "data-kind": "good" }, prose(withoutValues(one.praise))),
      h("div.ix-notice.ix-stack.ix-coach-reply", {}, prose(withoutValues(one.reply))),
      h("div.ix-notice.ix-stack", { "data-testid": "hints" }, prose(withoutValues(one.hints.join("\n\n")))),
      h("div.ix-notice", { "data-testid": "end", "data-kind": one.end?.done ? "good" : null }, one.end && end(one.end, ways)),
      one.playing ? play(one.playing, ask) : buttons(one, all, ask),
    ),
    one.tries.length > 0 && h("ul.ix-coach-tries", { "aria-label": "Try it" }, one.tries.map((found) => h("li", {}, challenge(found, link)))),
    one.credits.length > 0 &&
      h(
        "details.ix-caption.ix-coach-credits",
        {},
        h("summary", {}, "Sources"),
        h(
          "ul.ix-bullets",
          {},
          one.credits.map((credit) => h("li", {}, credit)),
        ),
      ),
    h("button.ix-button.ix-plain.ix-coach-all", { onclick: () => ask({ go: {} }) }, all),
  ];
};

const steps = ({ of, number, finished, skipped, lesson }, ask) => {
  const state = (n) => (finished.includes(n) ? ", done" : skipped.includes(n) ? ", skipped" : "");
  const step = (n) =>
    h(
      "button.ix-button.ix-coach-dot",
      {
        "aria-label": `Step ${n}${state(n)}`,
        "aria-current": n === number ? "step" : "false",
        "data-done": finished.includes(n) ? "" : null,
        "data-skipped": skipped.includes(n) ? "" : null,
        title: skipped.includes(n) ? "Skipped: press to do it" : null,
        onclick: () => ask({ go: { lesson, step: String(n) } }),
      },
      n,
    );
  return h(
    "ol.ix-line.ix-coach-dots",
    { "aria-label": "Steps" },
    Array.from({ length: of }, (_, index) => h("li", {}, step(index + 1))),
  );
};

const choice = (words, number, { said, wrong }, ask) => {
  const mark = number === said ? (wrong ? "wrong" : "right") : null;
  const sign = mark && h("span", { "aria-hidden": true }, mark === "right" ? "✓ " : "✗ ");
  const over = said > 0; // a second click would be free
  return h("button.ix-button", { "aria-pressed": String(number === said), "aria-disabled": over ? "true" : null, "data-mark": mark, onclick: over ? null : () => ask({ say: number }) }, sign, words, mark && h("span.ix-said", {}, mark === "right" ? ", right" : ", not right"));
};

/** A question in the place of one that was answered wrongly. */
const fresh = ({ prompt, lists, choices }, ask) =>
  h(
    "section.ix-stack.ix-coach-fresh",
    { key: "fresh", "data-testid": "fresh", "aria-label": "A fresh question" },
    h("p", {}, h("b", {}, "A fresh question of this kind. "), prompt),
    lists.map(tiles),
    legend(lists),
    h("ol.ix-stack.ix-coach-choices", { "aria-label": "Your answer to the fresh question" }, choices.map((words, at) => h("li", {}, h("button.ix-button", { onclick: () => ask({ say: at + 1 }) }, words)))),
  );

const clause = ({ words, now, met }) =>
  h("li", { "data-met": met }, h("span", {}, met ? "✓ " : "○ "), h("span", {}, `${words} `), !masked() && now && h("span.ix-caption", {}, now));

const standing = ({ words, now, met }) => `${met ? "✓" : "○"} ${words}${now && !masked() ? ` (${now})` : ""}`;

const challenge = ({ challenge: name, title }, { done, solved }) =>
  h(
    "a",
    { href: `./challenges?${new URLSearchParams({ challenge: name, ...(done && { done }), ...(solved && { solved }) })}` },
    `Challenge: ${title}`,
  );

/** The end of a lesson: whether all of it is done, and what comes next. */
const end = ({ words, done, following, about, added }, ways) => [
  h("b", {}, `${done ? "✓ " : ""}${words}`),
  following && h("p.ix-strong", {}, `Next: ${following}`),
  about && h("p.ix-caption", {}, about),
  !following && h("p.ix-strong", {}, h("a", { href: ways.check, "data-testid": "then-check" }, "Next: the final check, twelve questions")),
  added && h("p", { "data-testid": "added" }, h("a", { href: ways.hides }, added)),
];

/** One move of the way to the goal and what it does; at the end, and whenever somebody leaves it, one's own board comes back. */
const play = ({ at, of, words, reasons }, ask) => {
  const leave = () => ask({ show: 0 });
  const escape = ({ key }) => {
    if (key === "Escape") leave();
  };
  const last = at === of;
  return h(
    "section.ix-stack.ix-coach-play",
    { key: "play", "aria-label": "How it is done", "data-testid": "play", onkeydown: escape },
    h("p.ix-strong", {}, h("span.ix-caption", {}, `Move ${at} of ${of} `), words),
    h("ul.ix-bullets", {}, reasons.map((reason) => h("li", {}, withoutValues(reason)))),
    last && h("p", {}, "That is the goal. Your own board comes back as you left it: now you."),
    h(
      "div.ix-line.ix-coach-buttons",
      {},
      at > 1 && h("button.ix-button", { key: "before", onclick: () => ask({ show: at - 1 }) }, "Back"),
      !last && h("button.ix-button", { key: "leave", title: "Your board as you left it (Esc)", onclick: leave }, "Leave"),
      h("button.ix-button.ix-do", { key: "play", "data-do": "play", onclick: () => (last ? leave() : ask({ show: at + 1 })) }, last ? "Back to my board" : "Next move"),
    ),
  );
};

/** What helps and what leads on; of a single challenge there is no next one, and the way to all of them stands below. */
const buttons = ({ of, number, back, next, end: over, waits, more, show }, all, ask) => {
  const last = of > 0 && number === of;
  const reads = last && !over && !waits; // only has to be read
  const onwards = reads ? "Done" : !next ? all : waits ? "Skip" : last ? "Next lesson" : "Next";
  const button = (key, words, wanted, props = {}) => h("button.ix-button", { key, "data-do": key, onclick: () => ask(wanted), ...props }, words);
  return h(
    "div.ix-line.ix-coach-buttons",
    {},
    back && button("back", "Back", { go: back }),
    more && button("hint", "Hint", { hint: true }),
    show && button("show", "Show me", { show: 1 }),
    button("again", "Start again", { again: true }, { onclick: () => (ask({ again: true }), say("Back at the start.")) }),
    (of > 0 || next) &&
      button("next", onwards, reads ? { finish: true } : { go: next ?? {} }, {
        "data-testid": "next",
        "data-ready": !waits,
        class: waits ? "" : "ix-do",
      }),
  );
};

// The column that says what to do, notices when it is done, and goes on; irviz/views/coach.py and lists.py say what is
// in it.

import { address } from "../address.js";
import { afterSpeech, say } from "../board/speech.js";
import { maskValues, onMaskChange } from "../masks.js";
import { listen, tell } from "../events.js";
import { mounted } from "../frame.js";
import {
  countLearners,
  findStorageProblem,
  follow,
  followTabs,
  forget,
  readEvidence,
  readProgressFile,
  recordEvidence,
  switchLearner,
  writeProgressFile,
} from "../progress.js";
import { openFromList, startReadingAt, travel, wasOpenedFromList } from "../opened_from_list.js";
import { setTitle } from "../title.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import { renderDescription } from "../view/description.js";
import { segments } from "../view/segments.js";
import { draw, h } from "../view/view.js";
import { saveJson } from "../export/save.js";
import { classNotice, joinClass } from "./class_challenge.js";
import { mastery, review } from "./mastery.js";
import { markPoints } from "./points.js";
import { prose } from "./prose.js";

/** A part that a step points at may come after the step: when it is looked for again, in milliseconds. */
const LATER = 200;

export default mounted(".ix-coach", (root, signal) => {
  let data = null;
  let ask = null;
  let shown = "";
  let answered = "";
  let hinting = false; // a hint is on its way
  let reviewing = false; // questions are asked again
  let playing = false; // the way to the goal is
  // What is open on the list: a question of the review, whether to forget all, a file, what is told of it.
  const choosing = { at: 0, sure: 0, fault: "", told: "" };
  const choose = (other) => {
    Object.assign(choosing, other);
    redraw();
    if ("at" in other && data.review_questions) startReadingAt(root.querySelector(".ix-check h2"));
  };

  /** Whether anything is remembered of who learns. */
  const any = () =>
    Boolean(data.link.done || data.link.solved || data.has_next_step || Object.keys(readEvidence()).length);
  const made = {
    "ix:prose": ({ kept }, [text = ""]) => prose(maskValues(text, kept)),
    "ix:values": (_props, [text]) => maskValues(text),
    "ix:class": ({ over }) => classNotice(over),
    "ix:review": () => review(data, choosing.at, ask, (at) => choose({ at })),
    "ix:memory": () => memory(data.link, any(), ask),
    "ix:mastery": () => any() && mastery(data.mastery, data.link),
    "ix:keeping": () => keeping(data.link, any(), ask, choosing, choose),
  };
  const pressed = (wanted) => {
    if (!data.title) openFromList(); // who goes from the list goes on reading at the title of what comes
    // The browser's Back leads to where one was.
    const went = ask(wanted) !== false;
    if (went && wanted.go && data.title) history.pushState(history.state, "", location.href);
    if (wanted.restart) say("Back at the start.");
    return went;
  };

  // On a phone the goal scrolls away while one works on the board: a line at the foot says how it stands meanwhile.
  const goal = new IntersectionObserver(([{ isIntersecting }]) =>
    root.querySelector(".ix-coach-goal")?.toggleAttribute("hidden", isIntersecting)
  );
  let lost = false; // whether what had the focus has gone
  const redraw = () => {
    if (!data) return;
    lost ||= root.contains(document.activeElement);
    draw(root, renderDescription(data.view, { ask: pressed, made }));
    // From a question that has been answered to the one that follows, else to what is next; from what leads to another
    // learner to who learns now.
    const next = ".ix-coach-fresh button, .ix-coach-memory :is([aria-pressed=true], .ix-quiet), [data-testid=next]";
    if (lost && document.activeElement === document.body) root.querySelector(next)?.focus({ preventScroll: true });
    lost &&= document.activeElement === document.body;
  };
  const hear = (words) => {
    const region = root.querySelector(".ix-coach-heard"); // the list has none
    if (region) region.textContent = maskValues(words);
  };
  let waiting = 0;
  const again = () => {
    clearTimeout(waiting);
    if (!markPoints(data?.points ?? [])) waiting = setTimeout(again, LATER);
  };
  let steps = 0; // to walk yet
  let left = ""; // the step that was left by a key: whoever is quicker than the answer goes on from there
  const walk = () => {
    if (!steps || shown === left) return;
    const target = steps > 0 ? data?.next_link : data?.back_link;
    steps -= Math.sign(steps);
    if (target && pressed({ go: target })) left = shown;
    else steps = 0;
  };
  listen("show", () => requestAnimationFrame(again), signal);
  listen("step", ({ by }) => (steps += by, walk()), signal);
  // What words mean comes with the board, which may be later than this.
  listen("received", () => root.querySelector(".ix-term") || redraw(), signal);
  travel(() => data?.link ?? {}, (place) => ask?.({ go: place }), signal);
  followTabs(() => data?.link ?? {}, (request) => ask?.(request), signal);
  onMaskChange(redraw, signal);
  addEventListener("storage", redraw, { signal }); // what another tab has seen
  root.addEventListener(
    "keydown",
    ({ key, target }) => key === "Escape" && target.closest(".ix-coach-play") && ask({ show: 0 }),
    { signal },
  );
  signal.addEventListener("abort", () => {
    goal.disconnect();
    clearTimeout(waiting);
    markPoints([]);
  });

  return (next, request) => {
    data = next;
    ask = (wanted) => {
      hinting ||= Boolean(wanted.hint);
      if (wanted.go && refuseDuringQuestion()) return false;
      // A change that waits for its prediction belongs to the step that one leaves.
      if (!wanted.hint && !wanted.learner) tell("release");
      return request(wanted);
    };
    root.classList.toggle("ix-panel", Boolean(data.title));
    redraw();
    joinClass(data.challenge, redraw);
    goal.disconnect();
    const clauses = root.querySelector(".ix-coach-clauses");
    if (clauses) goal.observe(clauses);
    // What answers the last change is in sight; what it was said of before is not looked for again.
    const { reply: answer = "", shown_move: move, hint } = data;
    if (answer && answer !== answered) {
      root.querySelector(".ix-coach-praise:not(:empty), .ix-coach-reply:not(:empty)")?.scrollIntoView({
        block: "nearest",
      });
    }
    if (answer !== answered) afterSpeech(() => hear(heard(root, data)));
    if (Boolean(move) !== playing) {
      playing = Boolean(move);
      root.querySelector(playing ? "[data-do=play]" : "[data-do=show]")?.focus({ preventScroll: true });
    }
    if (hinting && hint) {
      hinting = false;
      hear(hint.replace(/[*`]/g, ""));
    }
    answered = answer;
    address(data.link);
    follow(data.link, ask);
    if (data.evidence) recordEvidence.apply(null, data.evidence);
    if (data.review_questions && !reviewing) choose({ at: 0 });
    if (reviewing && !data.review_questions && !data.title) startReadingAt(root.querySelector("h1"));
    reviewing = Boolean(data.review_questions);
    if (!data.title) redraw();
    setTitle("task", data.title ?? "");
    const place = JSON.stringify([data.link.lesson, data.link.step, data.link.challenge]);
    // Somebody who goes on with the keyboard goes on reading at the new title.
    const other = wasOpenedFromList() || (shown && shown !== place);
    if (other && data.title) startReadingAt(root.querySelector("h2"));
    if (shown !== place) hear(left = ""); // a hint is of its step
    shown = place;
    requestAnimationFrame(again);
    walk();
  };
});

/** What answers the last change, to hear; of an answer that was chosen, whether it is right comes first. */
function heard(root, { shown_move: move, verdict = "" }) {
  if (move) return move;
  const parts = [...root.querySelectorAll(".ix-coach-praise, .ix-coach-reply, [data-testid=end] > b")];
  const said = parts.map(({ innerText }) => innerText).join(" ").replace(/\s+/g, " ").trim();
  return verdict && !said.startsWith(verdict) ? `${verdict} ${said}` : said;
}

/** What one learner has done takes a fiftieth of this. */
const MAX_PROGRESS_FILE_BYTES = 1_000_000;

const TROUBLE = {
  closed: "This browser keeps nothing for this page. What you have done is in its address: a bookmark brings it back.",
  full: "This browser has no room left to remember what you do. It is in the address of this page: a bookmark brings " +
    "it back.",
  odd: "What this browser had remembered is of another version or was changed, so it could not be read. The course " +
    "goes on from here.",
};

/** What is remembered of whom, and who else learns here. */
function memory(link, any, ask) {
  const { now, of } = countLearners();
  const go = (learner) => ask({ learner, alone: true });
  const others = Array.from({ length: of }, (_, index) => [index + 1, `Learner ${index + 1}`]);
  const words = any
    ? "What you have done is remembered in this browser. To go on in another one, open this page’s address " +
      "there, or take a file along."
    : "What you do is remembered in this browser.";
  return h(
    "div.ix-line.ix-coach-memory",
    { key: "memory" },
    h(
      "p.ix-caption",
      { role: findStorageProblem() ? "status" : null },
      findStorageProblem() ? TROUBLE[findStorageProblem()] : words,
    ),
    of > 1 &&
      segments("Who learns", others, now, (one) => one !== now && go(switchLearner(one, link))),
    any && !findStorageProblem() &&
      h(
        "button.ix-button.ix-quiet",
        { key: "other", onclick: () => go(switchLearner(of + 1, link)) },
        "Somebody else learns here",
      ),
  );
}

/** Taking along what is remembered, bringing it, and forgetting it. */
function keeping(link, any, ask, { sure: asked, fault, told }, choose) {
  const { now } = countLearners();
  const sure = any && asked === now; // who was asked, and nobody else
  const take = async ({ target }) => {
    const [file] = target.files;
    target.value = ""; // so that the same one can be chosen again
    const found = file.size > MAX_PROGRESS_FILE_BYTES
      ? { fault: "it is larger than any such file" }
      : readProgressFile(await file.text());
    choose({
      fault: found.fault,
      told: found.fault
        ? `“${file.name}” was not taken in: ${found.fault}. Choose one that “Save as a file” has made; what is ` +
          "kept here stays as it was."
        : `“${file.name}” was added.`,
    });
    if (found.learner) ask({ learner: found.learner, file: true });
  };
  const forgetAll = ({ currentTarget }) => {
    currentTarget.parentElement.querySelector("[data-testid=bring]").focus(); // what is pressed goes
    choose({ sure: 0, told: "" });
    ask({ learner: forget(link), alone: true });
  };
  return h(
    "div.ix-line",
    { key: "keeping", role: "group", "aria-label": "What is remembered" },
    any &&
      h("button.ix-button", {
        key: "save",
        onclick: () => saveJson("irviz-learned.json", writeProgressFile()),
      }, "Save as a file"),
    h("input", {
      key: "file",
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      "aria-label": "A file of what you have done",
      onchange: take,
    }),
    h("button.ix-button", {
      key: "bring",
      "data-testid": "bring",
      onclick: ({ currentTarget }) => currentTarget.parentElement.querySelector("input").click(),
    }, "Add from a file"),
    sure && h("b", { key: "sure" }, "Forget all of it?"),
    sure && h("button.ix-button", { key: "yes", "data-testid": "forget-all", onclick: forgetAll }, "Yes, forget it"),
    // One button, so that the focus stays in it.
    any &&
      h("button.ix-button.ix-quiet", {
        key: "forget",
        "data-testid": sure ? "keep" : "forget",
        onclick: () => choose({ sure: sure ? 0 : now }),
      }, sure ? "Keep it" : "Forget it"),
    h("p.ix-notice", { key: "told", role: "alert", "data-kind": fault ? "wrong" : "good" }, told),
  );
}

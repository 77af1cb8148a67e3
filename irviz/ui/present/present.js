// Presenting: walk through metrics and saved states, mask values, point, and hand out the state as a QR code.

import {
  getRoomState,
  isClassAsked,
  isCovering,
  isMasked,
  isPresenting,
  listRevealed,
  onMaskChange,
} from "../masks.js";
import { consume, FIELDS, hasModifier, keyOf, listen, tell } from "../events.js";
import { mounted } from "../frame.js";
import { addresses, qrCode } from "../qr.js";
import { outward, ways } from "../addresses.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import { changeState, state, watchState } from "../state.js";
import { readStored, writeStored } from "../storage.js";
import { draw, h } from "../view/view.js";
import * as wire from "../transport.js";
import { held } from "./deck.js";
import { takeEarlyKeys } from "./early_keys.js";
import { makeNotes } from "./notes.js";
import { makeOverview } from "./overview.js";

const KEYS = {
  ArrowUp: "previous",
  ArrowDown: "next",
  ArrowLeft: "back",
  ArrowRight: "forward",
  PageUp: "back",
  PageDown: "forward",
  ".": "blank",
  b: "blank",
  m: "mask",
  p: "pointer",
  q: "code",
  k: "keep",
  o: "states",
  n: "notes",
  t: "text",
  f: "lens",
  Delete: "drop",
  "?": "help",
  Escape: "leave",
};

/** What clickers send goes past whatever has the focus. */
const CLICKER = ["PageUp", "PageDown", ".", "b"];

const KEPT = "irviz-wall";

/** Keep, for this tab, what is shown beside or in place of the curves; without storage it is not kept. */
function remember(subject) {
  writeStored(KEPT, subject ? { subject, text: state.text, lens: state.lens } : null);
}

/** What was shown of this subject before the page was loaded anew, or null. */
function recalled(subject) {
  const kept = readStored(KEPT);
  return kept?.subject === subject ? kept : null;
}

/**
 * The link to what is shown, as people in the room want it: without the projector, its mask, and who has done what, and
 * with what phones need not change.
 */
function forAudience(address, phones) {
  const link = new URL(address);
  for (const name of ["present", "mask", "reveal"]) link.searchParams.delete(name);
  const off = link.searchParams.get("off")?.split(".") ?? [];
  if (phones.length) link.searchParams.set("off", [...new Set([...off, ...phones])].join("."));
  return link.href;
}

export default mounted(".ix-present", makePresenter);

function makePresenter(root, signal) {
  const all = root.parentElement.querySelector(".ix-states");
  const frame = document.documentElement;
  const part = (name) => root.querySelector(`.ix-${name}`);
  const button = (name) => root.querySelector(`[data-do="${name}"]`);
  const press = (name, on) => button(name).setAttribute("aria-pressed", String(on));
  const spot = part("spot");
  const dialog = part("code");
  const blank = part("blank");
  let data = null;
  let deck = [];
  let place = -1;
  let isWarned = false; // that leaving shows what is masked
  let shown = ""; // what is presented, as far as it brings its own text and views

  const acts = {
    previous: () => data.metrics.length && walk(-1),
    next: () => data.metrics.length && walk(1),
    back: () => turn(-1),
    forward: () => turn(1),
    keep() {
      if (!data.can_save || refuseDuringQuestion()) return;
      // Who has not gone to any of them yet goes on where they end.
      change("keep", { at: place < 0 ? deck.length : place + 1 });
    },
    drop() {
      if (!data.can_save || place < 0 || refuseDuringQuestion()) return;
      tell("say", {
        words: `State ${place + 1} is out of the list. “Keep this state” puts what is on the page in its place.`,
      });
      change("drop", { at: place });
    },
    states: () => data.can_save && overview.open(),
    text: () => data.has_text && show("text", !state.text),
    lens: () => data.has_lens && show("lens", !state.lens),
    notes: () => data.has_notes && notes.open(),
    handout: () => document.querySelector(".st-key-ways a, [data-page='handout']")?.click(),
    help: () => document.querySelector('[data-testid="help"]')?.click(),
    // Who has revealed some masks all again: nothing is told by mistake.
    mask: () =>
      state.sealed
        ? refuseDuringQuestion()
        : tell("mask", { mask: !isMasked() || listRevealed().length > 0, reveal: [] }),
    blank: () => blank.showModal(),
    pointer() {
      spot.hidden = !spot.hidden;
      press("pointer", !spot.hidden);
    },
    async code() {
      if (!data.task && !data.can_save) {
        return tell("say", { words: "These results are in this page only, so no link can open them elsewhere." });
      }
      const found = await ways();
      // Who has left meanwhile, or asked twice, gets no second one.
      if (!isPresenting() || dialog.open) return;
      showCode(found);
      dialog.showModal();
    },
    class: () => data.can_ask_class && tell("class"),
    close: () => dialog.close(),
    leave: () => tell("present", { present: false }),
  };

  const overview = makeOverview(all, signal, { place: () => place, go, keep: acts.keep, change });
  const notes = makeNotes(signal, acts, {
    place: () => place,
    called: overview.called,
    over: { blank, code: dialog, states: all },
  });

  root.addEventListener("click", (event) => acts[event.target.closest("[data-do]")?.dataset.do]?.(), { signal });
  document.addEventListener("keydown", keys, { signal });
  document.addEventListener("keydown", (event) => CLICKER.includes(keyOf(event)) && keys(event), {
    signal,
    capture: true,
  });
  blank.addEventListener("click", () => blank.close(), { signal });
  blank.addEventListener("keydown", unblank, { signal });
  document.addEventListener("pointermove", follow, { signal, passive: true });
  listen("states", acts.states, signal);
  listen("deck", () => data && (readDeck(), showPlace()), signal);
  document.addEventListener("dragover", (event) => brings(event) && event.preventDefault(), { signal });
  document.addEventListener("drop", take, { signal });
  listen("look", (detail) => data && look(detail), signal);
  onMaskChange(() => press("mask", isMasked()), signal);
  // The page ends above the bar, in however many lines its buttons stand.
  const ends = { foot: root, question: part("present-question") };
  const foot = new ResizeObserver(() => {
    const heights = Object.entries(ends).map(([name, one]) => [`--ix-${name}`, `${one.offsetHeight}px`]);
    // Whichever of them changes, the whole page is styled anew.
    for (const [name, height] of heights) {
      if ((frame.style.getPropertyValue(name) || "0px") !== height) frame.style.setProperty(name, height);
    }
  });
  Object.values(ends).forEach((one) => foot.observe(one));
  watchState(["masked", "revealed", "sealed", "predict", "told", "room"], showName, signal);

  /** The link as the audience opens it, as a code and in letters; where there are several ways, with a choice. */
  function showCode({ links, note }, chosen = links[0]) {
    const link = forAudience(outward(location.href, chosen), data.phone_locks);
    draw(
      dialog,
      qrCode(link, "QR code of the link below"),
      h("p.ix-caption.ix-code-link.ix-l.ix-breaks", link),
      addresses(links, chosen, (one) => showCode({ links, note }, one)),
      note && h("p.ix-caption", { "data-testid": "reach" }, note),
      isMasked() && h("p.ix-notice", "Your values are masked. Whoever opens this link sees them."),
      getRoomState() &&
        h(
          "p.ix-caption",
          "This opens the board as it is now. ",
          h("button.ix-button.ix-quiet", { onclick: toJoin }, "How to join the class (J)"),
        ),
      h("button.ix-button.ix-quiet", { "data-do": "close" }, "Close"),
    );
  }

  function toJoin() {
    dialog.close();
    acts.class();
  }

  /** Show the text beside the board, or the working in place of the chart, or take it away. */
  function show(what, wanted) {
    changeState({ [what]: wanted });
    press(what, wanted);
    if (shown) remember(shown);
  }

  /**
   * A step brings the view that it points at, and takes it away again; one who has just begun sees no text but a goal.
   */
  function accompany() {
    const { task } = data;
    const next = data.is_presenting ? `${task?.title} ${task?.number}` : "";
    if (next === shown) return;
    // A page that is loaded anew shows what it has shown.
    const kept = !shown && next ? recalled(next) : null;
    if (!shown || !next) show("text", kept ? kept.text : Boolean(next && task?.shows_text));
    show("lens", kept ? kept.lens : Boolean(next && task?.shows_lens));
    shown = next;
    remember(shown);
  }

  /** A button that is not there any more leaves the focus to the bar, and the bar to the button that led to it. */
  function moveFocus() {
    const { activeElement: now, body } = document;
    if (now !== body && now.checkVisibility() && !root.contains(now)) return;
    const next = data.is_presenting ? root : document.querySelector('[data-testid="present"]');
    next?.focus({ preventScroll: true });
  }

  /** Whoever asks for a view sees it; another metric is named at once, so that the next key starts from it. */
  function look({ lens, metric }) {
    if (lens && data.has_lens && isPresenting()) show("lens", true);
    if (metric) data = { ...data, metric };
    showMetric();
  }

  function showMetric() {
    const chosen = data.metrics.find(({ name }) => name === data.metric);
    part("present-metric").textContent = chosen ? chosen.name : "";
    part("present-metric").title = chosen ? chosen.title : "";
  }

  function walk(step) {
    const names = data.metrics.map(({ name }) => name);
    const at = names.indexOf(data.metric);
    tell("look", { metric: names[(at + step + names.length) % names.length] });
  }

  function turn(by) {
    if (!data.task) go(place + by);
    else if (!refuseDuringQuestion()) tell("step", { by });
  }

  function go(next) {
    if (!data.can_save || next < 0 || next >= deck.length || refuseDuringQuestion()) return;
    place = next;
    tell("slide", { at: place });
    showPlace();
  }

  /** Change the deck, which is the board's, and with it where one is. */
  function change(what, detail) {
    tell(what, detail);
    readDeck(true);
    showPlace();
  }

  /** Whether somebody drags a file over a page that takes it. */
  const brings = ({ dataTransfer }) => data?.can_save && dataTransfer?.types.includes("Files");

  function take(event) {
    if (!brings(event)) return;
    event.preventDefault();
    overview.read(event.dataTransfer.files[0], overview.isOpen() ? null : (words) => tell("say", { words }));
  }

  /** The deck as the page shows it, confirmed by the server or not; who goes through it is ahead of that. */
  function readDeck(sure = wire.quiet()) {
    deck = held.states;
    if (sure || place < 0) place = held.place - 1;
    place = Math.min(place, deck.length - 1);
  }

  function showPlace() {
    const { task } = data;
    const saved = deck.length ? `${place < 0 ? "–" : place + 1} of ${deck.length}` : "no saved states";
    const number = task?.number ? `${task.number} of ${task.count}: ` : "";
    part("present-place").textContent = task ? number + task.title : saved;
    part("present-place").toggleAttribute("data-talk", Boolean(task));
    part("present-place").ariaLive = task || deck.length ? "polite" : "off"; // that there is none is no news
    showName();
    button("back").ariaDisabled = task ? !task.has_previous : place <= 0;
    button("forward").ariaDisabled = task ? !task.has_next : place >= deck.length - 1;
    button("keep").parentElement.hidden = !task && !data.can_save;
    for (const name of ["keep", "states"]) button(name).hidden = !data.can_save;
    button("text").hidden = !data.has_text;
    button("lens").hidden = !data.has_lens;
    button("class").hidden = !data.can_ask_class;
    button("notes").hidden = !data.has_notes;
    notes.tell();
  }

  /** What a saved state asks; else the name that it was given, unless that might tell something. */
  function showName() {
    const { name, question = "" } = (!data?.task && deck[place]) || {};
    const shown = question || isMasked() || isCovering() ? "" : (name ?? "");
    part("present-question").textContent = question;
    changeState({ question: Boolean(question) });
    part("present-name").textContent = shown;
    part("present-name").title = shown;
  }

  /** One key too many shows nothing that is masked. */
  function leaveByKey() {
    isWarned = !isWarned && isMasked() && !isClassAsked();
    if (isWarned) tell("say", { words: "Escape again leaves, and shows what is masked." });
    else acts.leave();
  }

  function keys(event) {
    // The board says so at once; the server's word, and the bar, come a moment later.
    if (!data || hasModifier(event) || dialog.open || blank.open || overview.isOpen()) return;
    // What has the focus comes first: cards and the cutoff use arrows, too.
    if (event.defaultPrevented || event.target.closest?.(FIELDS)) return;
    const key = keyOf(event);
    if (!isPresenting()) {
      // Who comes by the menu has the focus there still.
      if (key === "p" && !event.target.closest?.("[role=menu]")) enter(event);
      return;
    }
    if (CLICKER.includes(key)) {
      // The handle of a prediction is a field, too.
      if (event.target.closest?.(".ix-target")) return;
      consume(event);
      acts[KEYS[key]]();
      return;
    }
    if (/^(Arrow|Home|End)/.test(event.key) && event.target.closest?.(".ix-board .ix-rows")) return;
    if (/^Arrow(Up|Down)/.test(event.key) && event.shiftKey && state.lens) {
      return event.preventDefault(), tell("scroll", { by: event.key === "ArrowDown" ? 1 : -1 });
    }
    if (/^Arrow(Up|Down)/.test(event.key) && event.target.closest?.(".ix-lens-stage")) return;
    // A question that is open has its own keys.
    if (document.querySelector(".ix-curves[data-asking]") && event.target.closest?.(".ix-curves")) return;
    isWarned &&= key === "Escape";
    const metric = data.metrics[Number(key) - 1];
    if (metric) return event.preventDefault(), meet(metric.name);
    const act = KEYS[key];
    if (!act) return tell("key", event); // the board has keys of its own
    event.preventDefault();
    act === "leave" ? leaveByKey() : acts[act]();
  }

  function enter(event) {
    const button = document.querySelector('[data-testid="present"]');
    if (!button?.checkVisibility()) return;
    event.preventDefault();
    button.click();
  }

  /** Go to a metric, and reveal it where it is masked; who is there already masks it again. */
  function meet(metric) {
    const there = metric === data.metric;
    if (isMasked() && (there || isMasked(metric))) tell("reveal", { metric });
    if (!there) tell("look", { metric });
  }

  /** Whatever is pressed brings the page back, and does nothing else; what the browser answers itself is left to it. */
  function unblank(event) {
    event.stopPropagation();
    const key = keyOf(event);
    if (hasModifier(event) || !(key.length === 1 || ["Enter", "Tab"].includes(event.key) || key in KEYS)) return;
    event.preventDefault();
    blank.close();
  }

  function follow(event) {
    if (!spot.hidden) spot.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  signal.addEventListener("abort", () => {
    overview.remove();
    foot.disconnect();
    changeState({ text: false, lens: false, question: false });
  });

  return (next) => {
    // An answer to what was done before is behind what is looked at by now.
    const turned = data && data.is_presenting !== next.is_presenting;
    data = data && !wire.quiet() ? { ...next, metric: data.metric } : next;
    if (turned) document.querySelector("[data-ix-main]")?.scrollTo(0, 0); // to the board
    root.hidden = !data.is_presenting;
    if (turned) moveFocus();
    // Where there is no board, there is nothing to walk through, and no state to hand out.
    button("previous").parentElement.hidden = button("handout").hidden = !data.metrics.length;
    showMetric();
    overview.show(data);
    notes.show(data);
    readDeck();
    showPlace();
    accompany();
    press("mask", isMasked());
    if (!data.is_presenting) {
      blank.close();
      spot.hidden = true;
      press("pointer", false);
    }
    takeEarlyKeys().forEach(keys);
  };
}

// A second window for who gives a talk, beside the one on the wall (notes_window.js): notes, what comes next, masked
// values.
//
// It is opened from here and belongs to this page. It asks every second, and is told whenever something changes: so
// each of them may be loaded anew. What it is told is nowhere in this page, and what it asks for is done here: the wall
// has the last word.

import { isMasked, isPresenting, listRevealed } from "../masks.js";
import { findContent, isUndefined, labelAtCutoff, score } from "../curves/content.js";
import { listen, tell as ask } from "../events.js";
import { decimal } from "../numbers.js";
import { state, watchState } from "../state.js";
import { readStored, writeStored } from "../storage.js";
import { received } from "../frame_data.js";
import { held } from "./deck.js";

/** What is done as by a press on the bar. */
const ACTS = ["back", "forward", "leave"];

/** What is answered although nobody presents. */
const ALWAYS = ["hello", "present", "restart"];

const BLOCKED = "The browser opened no window for the notes: allow pop-ups for this page, and press “Notes” again.";

/** The windows that have asked, whichever presenter answers on this page. */
const windows = new Set();

function send(wall) {
  for (const one of windows) {
    if (one.closed) windows.delete(one);
    else one.postMessage({ irviz: "wall", wall }, location.origin);
  }
}

/**
 * Make the wall's side of it.
 *
 * @param {AbortSignal} signal
 * @param {Record<string, () => void>} acts What the presenter's bar does.
 * @param {{place: () => number, called: (state: object) => string, over: Record<string, HTMLDialogElement>}} at Where
 *   the talk is, what a state is called, and what may lie over the page.
 */
export function makeNotes(signal, acts, { place, called, over }) {
  let data = null;
  let known = null; // the curves that were found last
  let last = "";

  /** Whether the bar is on the page still: it may have gone without a farewell. */
  const here = () => data && over.blank.isConnected;

  const wanted = {
    hello: () => (last = ""), // who asks is told, even if nothing has changed
    /** What was seen to be so or so is made so, whoever else has done it meanwhile. */
    mask: ({ on }) => ask("mask", { mask: on, reveal: [] }),
    reveal: ({ metric, on }) => listRevealed().includes(metric) !== on && ask("reveal", { metric }),
    look: ({ metric }) => ask("look", { metric }),
    blank: ({ on }) => on !== over.blank.open && (on ? acts.blank() : over.blank.close()),
    code: ({ on }) => (on ? acts.code() : over.code.close()),
    present() {
      const button = document.querySelector('[data-testid="present"]');
      if (!isPresenting() && button?.checkVisibility()) button.click();
    },
    restart: () => began(true),
  };

  function hear({ origin, source, data: message }) {
    if (origin !== location.origin || message?.irviz !== "notes" || !here()) return;
    windows.add(source);
    const { act, metric } = message;
    // What that window has seen last may be of a board that is gone.
    if (metric !== undefined && !data.metrics.some(({ name }) => name === metric)) return;
    if (ACTS.includes(act)) { for (const one of [over.code, over.states]) one.close(); }
    if (isPresenting() || ALWAYS.includes(act)) (ACTS.includes(act) ? acts : wanted)[act]?.(message);
    tell();
  }

  /** Each metric with its value on the wall, masked or not; of a pair, with both. */
  function metrics() {
    const curves = received.get("curves") ?? received.get("versus");
    if (!curves?.rows) return [];
    known = findContent(curves, known).content;
    const sides = curves.paired ? { "A ": known.curves.a, "B ": known.curves.b } : { "": known.curves };
    return curves.rows.map((row) => ({
      name: row.name,
      symbol: labelAtCutoff(row, known.k),
      title: row.title,
      values: Object.entries(sides).map(([side, of]) => side + decimal(score({ ...known, curves: of }, row.name))),
      undefined: curves.paired ? known.undefined.has(row.name) : isUndefined(known, row.name),
      chosen: row.name === data.metric,
      masked: isMasked(row.name),
    }));
  }

  const titled = (at) => ({ number: at + 1, title: called(held.states[at]) || `State ${at + 1}` });

  function wall() {
    const { task, next_state: next } = data;
    const at = place();
    const ahead = held.states[at + 1];
    return {
      presents: isPresenting(),
      theme: state.theme,
      room: state.room,
      began: began(),
      over: Object.keys(over).find((name) => over[name].open) ?? "",
      of: task?.count ?? held.states.length,
      canSave: data.can_save,
      now: task ? { number: task.number, title: task.title } : at >= 0 && titled(at),
      arrived: Boolean(task) || at === held.place - 1, // else the values are of where one was
      notes: task ? "" : (held.states[at]?.notes ?? ""),
      prose: data.step_text,
      next: task ? task.next_title && { title: task.next_title } : ahead && titled(at + 1),
      // The server's sketch is of where the server is.
      sketch: next && (task || next.link === ahead?.link) ? next : null,
      back: task ? task.has_previous : at > 0,
      metrics: metrics(),
      masked: isMasked(),
    };
  }

  function tell() {
    if (windows.size === 0 || !here()) return;
    const now = wall();
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    send(now);
  }

  const leave = () => send(null);
  addEventListener("message", hear, { signal });
  addEventListener("pagehide", leave, { signal });
  signal.addEventListener("abort", leave);
  listen("show", tell, signal);
  watchState(["present", "masked", "revealed", "sealed", "room", "theme"], tell, signal);
  for (const one of Object.values(over)) one.addEventListener("toggle", tell, { signal });

  return {
    /** Open the window, or bring it to the front. */
    open() {
      const there = [...windows].find((one) => !one.closed);
      if (there) return there.focus();
      const opened = window.open(new URL("notes.html", import.meta.url), "_blank", "popup,width=1080,height=720");
      if (!opened) return ask("say", { words: BLOCKED });
      windows.add(opened);
      began();
    },
    show: (next) => (data = next),
    tell,
  };
}

const BEGAN = "irviz-talk-began";
let since = 0;

/** When the talk began: when its window was opened first in this tab, or when somebody said so. */
function began(anew = false) {
  since ||= Number(readStored(BEGAN)); // where the browser keeps nothing, it begins anew with the page
  if (anew || !since) since = Date.now();
  writeStored(BEGAN, since);
  return since;
}

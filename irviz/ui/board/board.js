// The board: shows a desk, lets a hand change it, shows the change at once and tells the server.

import { getMask, isMasked } from "../masks.js";
import { listen, tell } from "../events.js";
import { headTools, mounted, tellBriefly, toast } from "../frame.js";
import { help } from "../help/help.js";
import { address, read, readBoard, write, writeBoard } from "../link.js";
import { holdDeck, recallDeck, shortenForAddress } from "../present/deck.js";
import "../present/early_keys.js";
import { bringUp } from "../scrolling.js";
import { setTitle } from "../title.js";
import { changeState } from "../state.js";
import { draw, h } from "../view/view.js";
import * as wire from "../transport.js";
import { makeChanges } from "./changes.js";
import { makeGate } from "./prediction_gate.js";
import { dismissOffer, firstMinute, hasVisited, offer } from "./first_minute.js";
import { boardKeys, makeGestures, pageKeys } from "./gestures.js";
import { isLocked } from "./locks.js";
import { isPictured } from "./cards.js";
import { key, listOpenBoards, readTies } from "./model.js";
import { modes, toBoard } from "./modes.js";
import { letter, side } from "./pair.js";
import { makeRow } from "./rows.js";
import { menu, scale } from "./settings.js";
import { say, stopSpeech } from "./speech.js";
import { rankStrip } from "./rank_strip.js";
import { hint, tabs, tools } from "./toolbar.js";

/** In two lists longer than this there is no room for titles beside their ranks. */
const WITH_ROOM = 7;

/** Cards are lower on boards of longer lists. */
const DENSE = 20;

/** Two lists longer than this take small cards on wide pages too, so that the curves below stay in sight. */
const LONG = 30;

export default mounted(".ix-board", makeBoard);

function makeBoard(root, signal) {
  let flash = null; // what a tool says for a moment
  let open = ""; // which rows there are
  let chosen = null; // the settings as they are shown
  let offered = null; // what somebody may be offered who has just come
  let going = false; // whether the first minute goes on to another step, or ends
  let hasEntry = false; // whether it has one of its own in the browser's history
  const query = (id) => page.data.queries.find((one) => one.id === id);
  const ids = () => page.data.queries.map(({ id }) => id);
  root.replaceChildren();

  const page = {
    data: null, // what the server said last
    desk: null, // what the user sees
    rows: [],
    turn: 0, // how many changes this page has seen
    told: false, // whether a prediction about these lists has been answered, so that their curves are told
    undone: null, // the desk before the last change that the server has not answered, or null
    query,
    render,
    showFrame,
    announce,
    /** The desk that the cards show: that of the user, or one that waits for its prediction. */
    seen: () => page.gate.shows(page.desk),
    predicting: () => page.desk.view.predict === "1",
    off: () => page.desk.view.off.split("."),
    locked: (name) => isLocked(name, page.off(), page.data.locks.implied),
    /** Whether a hand holds something. */
    held: () => page.rows.some((row) => row.held()),
    tell: tellBriefly,
    opened,
    /** The name under which the curves of what a desk shows are filed. */
    key: (desk) => key(desk, page.data),
    tool: (name) => root.querySelector(`[data-testid="${name}"]`).dataset.label,
    /** Let a tool say something for a moment. */
    flash(name, words) {
      flash = words && { name, words };
      showFrame();
      if (words) setTimeout(() => signal.aborted || page.flash(), 1600);
    },
    help,
  };
  page.gate = makeGate(page);
  const changes = makeChanges(page);
  const gestures = makeGestures(page, changes);
  const settings = {
    example: (id) =>
      changes.ask({ do: "example", id }, { q: page.data.examples.find((one) => one.id === id).q, set: id }),
    scale: (top, threshold) =>
      changes.view(
        { do: "scale", top, threshold },
        { top: String(top), rel: String(threshold) },
        "The scale of the judgments is changed.",
      ),
    gain: (gain) => changes.conventions({ by: page.data.conventions_by_gain[gain] }),
  };

  /** Present, or leave; the browser's Back leads to where somebody has left. */
  function present(wanted) {
    if (!wanted) history.pushState(history.state, "", location.href);
    changes.mode("present", wanted);
    say(wanted ? "Presenting. Question mark: the keys. Escape: leave." : "No longer presenting.");
  }

  /** What a hand holds and what waits for a prediction belong to the state that one leaves. */
  function release() {
    for (const row of page.rows) row.cancel();
    page.gate.clear();
  }

  /** Go to a step of the first minute, or leave it, as the browser's Back does. */
  function go(link) {
    const { step, leave_link: leave } = page.data.first_minute ?? {};
    if (hasEntry && link === leave) {
      hasEntry = false;
      return history.back();
    }
    if (offered && !step) {
      hasEntry = true;
      history.pushState(history.state, "", location.href);
    }
    dismissOffer();
    offered = null;
    going = true;
    changes.ask({ do: "link", link }, link);
  }

  function refuse() {
    dismissOffer();
    offered = null;
    showFrame();
    root.querySelector(".ix-tabs [aria-pressed=true]").focus({ preventScroll: true });
  }

  /** Escape leaves the first minute, unless it is for something nearer. */
  function escape({ key: name, target, defaultPrevented }) {
    if (
      name === "Escape" && page.data.first_minute?.leave_link && !defaultPrevented && !page.held() &&
      !target.closest?.("dialog, select, input")
    ) go(page.data.first_minute.leave_link);
  }

  const modesOn = {
    predict(wanted) {
      changes.mode("predict", wanted);
      if (wanted) page.tell("Now make a change: you will be asked what it does before the scores move.");
    },
    present: () => present(true),
    states: () => tell("states"),
  };

  /** What other parts of the page ask for; the board is the one that speaks with the server. */
  const { hide, conventions, tie, again, stage, keep, move, label, load, restore, drop, reveal } = changes;
  const requests = {
    ...{ hide, conventions, tie, again, stage, keep, move, label, load, restore, drop, reveal },
    restage: (staged) => page.gate.restage(staged),
    predicts: ({ wanted }) => changes.mode("predict", wanted),
    slide: (detail) => {
      release();
      changes.slide(detail);
    },
    step: release,
    release,
    say: ({ words }) => page.tell(words),
    key: (event) => boardKeys(event, page, changes),
    cutoff: ({ k }) => changes.cut(k),
    open: ({ q }) => changes.open(q),
    look: ({ lens, metric }) => changes.view({ do: "look", lens, metric }, { see: lens, m: metric }),
    example: ({ link }) => changes.ask({ do: "link", link }, link),
    rank: ({ rank }) => page.rows.forEach((row) => row.heat(rank)),
    present: ({ present: wanted }) => present(wanted),
    mask: changes.cover,
    practise({ boards, k }) {
      const parts = Object.entries(boards ?? {}).map(([id, text]) => [id, readBoard(text)]);
      k ? changes.cut(k) : changes.changeBoards(Object.fromEntries(parts));
    },
    predicted: (detail) => page.gate.answer(detail, changes.change),
  };
  for (const [name, answer] of Object.entries(requests)) {
    listen(/** @type {import("../events.js").Name} */ (name), answer, signal);
  }
  const path = location.pathname;
  addEventListener("popstate", () => {
    if (location.pathname !== path) return;
    const here = new URLSearchParams(location.search);
    const wanted = here.get("present") === "1";
    if (wanted !== (page.desk?.view.present === "1")) changes.mode("present", wanted);
    const leave = page.data?.first_minute?.leave_link;
    hasEntry &&= here.has("first");
    if (leave && !here.has("first")) go(leave);
  }, { signal });
  root.addEventListener("keydown", (event) => boardKeys(event, page, changes), { signal });
  document.addEventListener("keydown", (event) => pageKeys(event, changes), { signal });
  document.addEventListener("keydown", escape, { signal });

  /** Take what the server says. While it is behind, what the user sees stays, unless it is of another example. */
  function receive(next) {
    const other = page.desk?.set !== next.example;
    const left = page.desk ? null : recallDeck(next.link.deck, next.deck_limits);
    const step = page.data?.first_minute?.step;
    const before = page.data;
    const { boards = {}, k } = page.desk ?? {};
    if (!page.desk) offered = next.first_minute?.begin_link && { ...next.first_minute, seen: hasVisited() };
    else if (offered && !next.first_minute) dismissOffer(); // who has begun alone needs none the next time
    if (other) { for (const row of page.rows) row.cancel(); }
    page.data = next;
    if (wire.acceptAnswer(next) === "settled" || other) {
      page.desk = read(next.link, next);
      page.undone = null;
      page.told = next.has_predicted;
    }
    if (page.held()) showFrame();
    else render();
    if (other && before && !document.querySelector(".ix-coach")) { // a step says what it opens
      say(`${[...new Set(opened(page.desk.q))].filter(Boolean).reverse().join(": ")}.`, "done");
    }
    if (next.is_demonstration) {
      const moved = page.rows.find(({ id }) =>
        boards[id] && writeBoard(boards[id]) !== writeBoard(page.desk.boards[id])
      );
      if (moved || (k && k !== page.desk.k)) bringUp((moved ?? page.rows[0]).element);
    }
    if (left) changes.recall({ deck: left.deck, place: Number(next.link.at) || left.place });
    if (going && next.first_minute?.step !== step) {
      going = false;
      stopSpeech(); // what was said of the board before
      root.querySelector(".ix-first h2, .ix-tabs [aria-pressed=true]").focus({ preventScroll: true });
    }
  }

  /** Show the desk; while a change waits for its prediction, the cards show it already, the curves do not. */
  function render() {
    const { data, desk } = page;
    makeRows();
    showFrame();
    const { boards, k, view } = page.seen();
    for (const row of page.rows) {
      const one = query(row.id);
      row.ask({ ...one, fixed: page.locked("judge") });
      if (data.paired) row.call(side(one, changes.act), named(one));
      row.tie(readTies(view.tie));
      row.show(boards[row.id], k);
    }
    announce(desk, desk.k, "settled");
    setTitle("board", [...new Set(opened(desk.q))].filter(Boolean).join(", "));
    holdDeck(desk.view, data.deck_limits);
    if (!data.is_demonstration) address(shortenForAddress(write(desk, data)), data); // that is not one's own
  }

  /** What is open: a query, or the mean of several; and of which example. */
  function opened(q) {
    const { paired, tabs: all, examples, example } = page.data;
    const what = paired ? "" : (all.find(({ id }) => id === q)?.label ?? query(q)?.query);
    return [what, page.locked("example") ? "" : examples.find(({ id }) => id === example)?.title];
  }

  const named = ({ id, query: name }) => (page.data.paired ? `List ${letter(id)}, ${name}` : `Results for “${name}”`);

  /** Make the rows of the open boards, where others were open. */
  function makeRows() {
    const { example, paired, pictures } = page.data;
    const shown = listOpenBoards(page.desk, ids());
    if (open === `${example}:${shown}`) return;
    open = `${example}:${shown}`;
    page.gate.clear();
    for (const row of page.rows) row.remove();
    const small = shown.length > 1;
    const main = longest(shown.map(query));
    page.rows = shown.map(query).map((one) => {
      const head = paired ? side(one, changes.act) : small && h("h2.ix-caption.ix-strong", one.query);
      return makeRow(one, { pictures, label: named(one), head, main: one.id === main, small }, gestures);
    });
  }

  /** What stands around the cards. */
  function showFrame() {
    const { data, desk, rows } = page;
    const { paired } = data;
    const first = data.queries[0];
    const only = query(desk.q); // unless several are open
    const still = wire.quiet();
    const minute = data.first_minute?.step ? data.first_minute : null;
    // Who writes something beside the board is not led away from it.
    const invited = !minute && offered && !root.closest(".ix-two") && offer(offered, go, refuse);
    const narrow = matchMedia("(max-width: 760px)").matches; // where it would stand below all that it helps with
    const undo = !still || Boolean(page.gate.waits() ?? data.undo_link);
    const able = { undo, redo: still && Boolean(data.redo_link) };
    // A convention that waits for its prediction stays chosen.
    if (page.gate.waits() !== "conventions") {
      chosen = { menu: menu(data, settings.example), scale: scale(data, settings) };
    }
    draw(headTools(), [
      toBoard(root),
      modes(
        { paired, predict: page.predicting(), present: desk.view.present === "1", canSave: data.can_save },
        modesOn,
      ),
    ]);
    draw(
      root,
      minute && firstMinute(minute, go),
      narrow && invited,
      h(
        "div.ix-line.ix-ends.ix-toolbar",
        chosen.menu,
        tabs(data.tabs, desk.q, changes.open, page.locked("example")),
        tools(paired, able, flash, changes.act),
      ),
      h("div.ix-notice.ix-notes", { role: "alert", "data-kind": "wrong" }, data.notes.join("\n")),
      h(
        "div.ix-line.ix-ends.ix-under",
        { hidden: !only },
        !narrow && invited,
        h("p.ix-hint.ix-soft", hint(first)),
        chosen.scale,
      ),
      h("div.ix-stack.ix-rows", { key: "rows" }, rows.map((row) => row.element)),
      only && rankStrip(only, page.seen().k, (k) => gestures.locked("cut") || changes.cut(k)),
      h(
        "p",
        { id: "ix-board-help", hidden: true },
        "To move it: press Space to lift, the arrow keys to choose a rank, Space to drop, Escape to cancel. Or " +
          "click it, and then the picture at the rank where it belongs.",
      ),
      toast(),
      h("p.ix-said", { role: "status", "aria-live": "polite", own: true }),
    );
    const { items } = only ?? query(longest(data.queries));
    const { length } = items;
    const bare = paired && length > WITH_ROOM && !items.some(isPictured) ? " titles" : "";
    root.dataset.layout = (paired ? "pair" : only ? "row" : "rows") + (length > DENSE ? " dense" : bare);
    root.dataset.long = paired && length > LONG;
    root.dataset.settled = String(still);
    const before = getMask();
    const { present, predict, mask, reveal } = desk.view;
    changeState({
      layout: root.dataset.layout + (root.dataset.long === "true" ? " long" : ""),
      off: [...new Set([...page.off(), ...Object.keys(data.locks.implied).filter(page.locked)])].join(" "),
      present: present === "1",
      predict: predict === "1",
      told: Boolean(page.told),
      first: minute?.step ?? "",
      masked: present === "1" && mask === "1",
      revealed: reveal,
    });
    if (isMasked() && getMask() !== before) stopSpeech(); // the last thing that was said may have been the scores
  }

  /** Tell the chart and the scores what is on the board; not while that has to be predicted. */
  function announce(shown, k, kind) {
    if (kind === "preview" && page.predicting()) return;
    // What was before a solution that is shown is not what was before the own board.
    const place = page.data.is_demonstration ? "solution" : page.desk.view.at;
    const detail = { board: shown.q, pattern: page.key(shown), k, kind, turn: page.turn, place };
    if (Object.keys(detail).some((name) => detail[name] !== wire.shown?.[name])) wire.show(detail);
  }

  signal.addEventListener("abort", () => {
    for (const row of page.rows) row.remove();
    // A page without a board has its head.
    changeState({ present: false, first: "", asking: false, layout: "" });
  });

  return receive;
}

/** The id of the first of the longest lists: its divider is the one for keys. */
const longest = (queries) => queries.reduce((best, one) => (one.items.length > best.items.length ? one : best)).id;

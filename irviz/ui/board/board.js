// The board: shows a desk, lets a hand change it, shows the change at once and tells the server.

import { masked } from "../covered.js";
import { address, read, write } from "../link.js";
import { followTheme } from "../theme.js";
import * as wire from "../wire.js";
import { makeChanges } from "./changes.js";
import { makeGate } from "./gate.js";
import { boardKeys, makeGestures, pageKeys } from "./gestures.js";
import { isLocked } from "./locks.js";
import { key, visible } from "./model.js";
import { makeModes } from "./modes.js";
import { makeSide } from "./pair.js";
import { makeRow } from "./rows.js";
import { makeSettings } from "./settings.js";
import { say } from "./speech.js";
import { makeStrip } from "./strip.js";
import { makeTools, showTabs, showTools } from "./toolbar.js";

/** The board on this page; there is one at most. */
let board = null;

/** Called by Streamlit when the board is mounted and whenever its data changes. */
export default function mount({ data, parentElement, setStateValue }) {
  followTheme(parentElement);
  wire.connect(setStateValue);
  const root = parentElement.querySelector(".ix-board");
  if (board?.root !== root) {
    board?.remove();
    board = makeBoard(root);
  }
  board.receive(data);
  // Streamlit also calls this when data comes in a burst; then the component is still on the page.
  return () => {
    if (board?.root === root && !root.isConnected) {
      board.remove();
      board = null;
    }
  };
}

function makeBoard(root) {
  const part = (name) => root.querySelector(`.ix-${name}`);
  const [tabs, tools, notes, toast, rowsRoot] = ["tabs", "tools", "notes", "toast", "rows"].map(part);
  const life = new AbortController();
  let telling = 0; // the timer of what is said for a moment
  const ids = () => page.data.queries.map((query) => query.id);

  const page = {
    data: null, // what the server said last
    desk: null, // what the user sees
    rows: [],
    turn: 0, // how many changes this page has seen
    undone: null, // the desk before the last change that the server has not answered, or null
    said: part("said"),
    render,
    showFrame,
    announce,
    /** The desk that the cards show: that of the user, or one that waits for its prediction. */
    seen: () => page.gate.shows(page.desk),
    predicting: () => page.desk.view.predict === "1",
    off: () => page.desk.view.off.split("."),
    locked: (name) => isLocked(name, page.off(), page.data.locks.implied),
    /** Say something for a moment, to see and to hear; it lies over the page, so that nothing moves for it. */
    tell(words) {
      toast.textContent = words;
      clearTimeout(telling);
      telling = setTimeout(() => (toast.textContent = ""), 4000);
    },
    /** The name under which the curves of what a desk shows are filed. */
    key: (desk) => key(desk, page.data),
    tool: (name) => root.querySelector(`[data-testid="${name}"]`).dataset.label,
    /** Let a tool say something for a moment. */
    flash(name, words) {
      const button = tools.querySelector(`[data-testid="${name}"]`);
      button.textContent = words;
      setTimeout(() => (button.textContent = button.dataset.label), 1600);
    },
  };
  page.gate = makeGate(page);
  const changes = makeChanges(page);
  const gestures = makeGestures(page, changes);
  const settings = makeSettings(part("menu"), part("scale"), {
    example: (id) =>
      changes.ask({ do: "example", id }, { q: page.data.examples.find((one) => one.id === id).q, set: id }),
    scale: (top, threshold) =>
      changes.view({ do: "scale", top, threshold }, { top: String(top), rel: String(threshold) }),
    gain: (gain) => changes.conventions(page.data.gains[gain]),
  });
  makeTools(tools, changes.act);
  const strip = makeStrip(part("strip"), (k) => gestures.locked("cut") || changes.cut(k));
  const modes = makeModes(part("modes"), {
    predict(wanted) {
      changes.view({ do: "mode", predict: wanted }, { predict: wanted ? "1" : "" });
      if (wanted) page.tell("Now make a change: you will be asked what it does before the scores move.");
    },
    present: () => present(true),
  });

  /** What other parts of the page ask for; the board is the one that speaks with the server. */
  const requests = {
    "irviz:cutoff": ({ k }) => changes.cut(k),
    "irviz:hide": ({ hidden }) => changes.hide(hidden),
    "irviz:look": ({ lens, metric }) => changes.view({ do: "look", lens, metric }, { see: lens, m: metric }),
    "irviz:conventions": ({ by }) => changes.conventions(by),
    "irviz:example": ({ link }) => changes.ask({ do: "link", link }, link),
    "irviz:slide": ({ at }) => changes.slide(at),
    "irviz:keep": ({ at }) => changes.keep(at),
    "irviz:drop": ({ at }) => changes.drop(at),
    "irviz:rank": ({ rank }) => page.rows.forEach((row) => row.heat(rank)),
    "irviz:present": ({ present: wanted }) => present(wanted),
    "irviz:mask": ({ mask }) => changes.view({ do: "mode", mask }, { mask: mask ? "1" : "" }),
    "irviz:predicted": (detail) => page.gate.answer(detail, changes.change),
  };
  const { signal } = life;
  for (const [name, answer] of Object.entries(requests)) {
    document.addEventListener(name, (event) => answer(event.detail), { signal });
  }
  root.addEventListener("keydown", (event) => boardKeys(event, page, changes, modes), { signal });
  document.addEventListener("keydown", (event) => pageKeys(event, changes), { signal });

  function present(wanted) {
    changes.view({ do: "mode", present: wanted }, { present: wanted ? "1" : "", mask: "" });
  }

  /** Take what the server says. While it is behind, what the user sees stays, unless it is of another example. */
  function receive(next) {
    const other = page.desk?.set !== next.set;
    if (other) for (const row of page.rows) row.cancel();
    page.data = next;
    if (wire.answer(next) === "settled" || other) {
      page.desk = read(next.link, next);
      page.undone = null;
    }
    if (page.rows.some((row) => row.held())) showFrame();
    else render();
  }

  /** Show the desk; while a change waits for its prediction, the cards show it already, the curves do not. */
  function render() {
    const { data, desk } = page;
    const open = visible(desk, ids());
    const wanted = `${data.set}:${open.join()}`;
    if (rowsRoot.dataset.shown !== wanted) {
      rowsRoot.dataset.shown = wanted;
      page.gate.clear();
      for (const row of page.rows) row.remove();
      const query = (id) => data.queries.find((one) => one.id === id);
      const main = longest(open.map(query));
      const side = (id) => (data.paired ? makeSide(query(id), changes.act) : null);
      page.rows = open.map((id) => makeRow(query(id), data.pictures, id === main, gestures, side(id)));
      rowsRoot.replaceChildren(...page.rows.map((row) => row.element));
    }
    root.dataset.rows = String(open.length);
    root.dataset.paired = String(data.paired);
    root.dataset.many = String(data.queries[0].items.length > 8);
    root.dataset.dense = String(data.queries[0].items.length > 20);
    root.dataset.incomplete = String(data.queries[0].incomplete);
    root.dataset.graded = String(data.queries[0].top > 1);
    root.style.visibility = "visible";
    root.style.minHeight = "";
    const cards = page.seen();
    for (const row of page.rows) {
      row.ask(data.queries.find((one) => one.id === row.id));
      row.show(cards.boards[row.id], cards.k);
    }
    strip.show(open.length > 1 ? null : data.queries.find((one) => one.id === open[0]), cards.k);
    showFrame();
    announce(desk, desk.k, "settled");
    address(write(desk, data), data);
  }

  /** What stands around the cards. */
  function showFrame() {
    const { data, desk } = page;
    if (page.gate.waits() !== "conventions") settings.show(data); // a convention that waits for its prediction stays chosen
    tabs.hidden = data.tabs.length < 2;
    showTabs(tabs, data.tabs, desk.q, changes.open);
    const still = wire.quiet();
    showTools(tools, {
      undo: still ? Boolean(data.undo) : true,
      redo: still ? Boolean(data.redo) : false,
    });
    const lines = data.notes.join("\n");
    if (notes.textContent !== lines) notes.textContent = lines;
    modes.show(desk.view);
    const frame = document.documentElement.dataset;
    frame.ixOff = [...page.off(), ...Object.keys(data.locks.implied).filter(page.locked)].join(" ");
    frame.ixPresent = desk.view.present;
    frame.ixPredict = desk.view.predict;
    const before = masked();
    frame.ixMasked = desk.view.mask;
    if (masked() && !before) hush();
    root.dataset.settled = String(still);
  }

  /** The last thing that was said may have been the scores. */
  function hush() {
    say(page.said, "");
    page.said.textContent = "";
  }

  /** Tell the chart and the scores what is on the board; not while that has to be predicted. */
  function announce(shown, k, kind) {
    if (kind === "preview" && page.predicting()) return;
    const detail = { board: shown.q, pattern: page.key(shown), k, kind, turn: page.turn };
    const last = wire.shown;
    if (Object.keys(detail).some((name) => detail[name] !== last?.[name])) wire.show(detail);
  }

  function remove() {
    life.abort();
    for (const row of page.rows) row.remove();
  }

  return { root, receive, remove };
}

/** The id of the first of the longest lists: its divider is the one for keys. */
function longest(queries) {
  return queries.reduce((best, one) => (one.items.length > best.items.length ? one : best)).id;
}

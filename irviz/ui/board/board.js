// The board: shows a desk, lets a hand change it, shows the change at once and tells the server.

import { address, read, readBoard, write, writeBoard } from "../link.js";
import { followTheme } from "../theme.js";
import * as wire from "../wire.js";
import { key, moved, toggled, visible, withBoard } from "./model.js";
import { makeRow } from "./rows.js";
import { makeSettings } from "./settings.js";
import { say, scores } from "./speech.js";
import { makeTools, showTabs, showTools, toolOf } from "./toolbar.js";

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
  return () => {
    if (board?.root === root) {
      board.remove();
      board = null;
    }
  };
}

function makeBoard(root) {
  const part = (name) => root.querySelector(`.ix-${name}`);
  const [tabs, tools, notes, rowsRoot, said] = ["tabs", "tools", "notes", "rows", "said"].map(part);
  const settings = makeSettings(part("menu"), part("scale"), {
    example: (id) => ask({ do: "example", id }, { q: data.examples.find((one) => one.id === id).q }),
    scale: (top, threshold) => view({ do: "scale", top, threshold }, { top: String(top), rel: String(threshold) }),
    gain: (gain) => rule(data.gains[gain]),
  });
  const life = new AbortController();
  let data = null; // what the server said last
  let desk = null; // what the user sees
  let rows = [];
  let turn = 0; // how many changes this page has seen
  let undone = null; // the desk before the last change that the server has not answered, or null

  const ids = () => data.queries.map((query) => query.id);
  const query = (id) => data.queries.find((one) => one.id === id);
  const item = (id, index) => query(id).items[index];

  makeTools(tools, act);
  root.addEventListener("keydown", keys, { signal: life.signal });
  document.addEventListener("keydown", keysEverywhere, { signal: life.signal });
  /** What other parts of the page ask for; the board is the one that speaks with the server. */
  const requests = {
    "irviz:cutoff": ({ k }) => cut(k),
    "irviz:hide": ({ hidden }) => change({ do: "hide", hidden }, { ...desk, hidden }),
    "irviz:look": ({ lens, metric }) => view({ do: "look", lens, metric }, { see: lens, m: metric }),
    "irviz:rules": ({ by }) => rule(by),
    "irviz:example": ({ link }) => ask({ do: "link", link }, link),
    "irviz:rank": ({ rank }) => rows.forEach((row) => row.heat(rank)),
  };
  for (const [name, answer] of Object.entries(requests)) {
    document.addEventListener(name, (event) => answer(event.detail), { signal: life.signal });
  }

  /** Take what the server says. While it is behind, what the user sees stays. */
  function receive(next) {
    data = next;
    const settled = wire.answer(data) === "settled";
    if (settled || !desk) {
      desk = read(data.link, data.fresh, data.set);
      undone = null;
    }
    if (rows.some((row) => row.held())) return showFrame();
    render();
  }

  function render(kind = "settled") {
    const open = visible(desk, ids());
    const wanted = `${data.set}:${open.join()}`;
    if (rowsRoot.dataset.shown !== wanted) {
      rowsRoot.dataset.shown = wanted;
      for (const row of rows) row.remove();
      rows = open.map((id, place) => makeRow(query(id), data.pictures, place === 0, hand));
      rowsRoot.replaceChildren(...rows.map((row) => row.element));
    }
    root.dataset.rows = String(open.length);
    root.dataset.graded = String(query(open[0]).top > 1);
    root.style.visibility = "visible";
    root.style.minHeight = "";
    for (const row of rows) {
      row.ask(query(row.id));
      row.show(desk.boards[row.id], desk.k);
    }
    showFrame();
    announce(desk, desk.k, kind);
    address(write(desk, data.fresh), data.fresh);
  }

  /** What stands around the cards. */
  function showFrame() {
    settings.show(data);
    tabs.hidden = data.tabs.length < 2;
    showTabs(tabs, data.tabs, desk.q, (q) => change({ do: "open", q }, { ...desk, q }));
    const still = wire.quiet();
    showTools(tools, {
      undo: still ? Boolean(data.undo) : true,
      redo: still ? Boolean(data.redo) : false,
    });
    const lines = data.notes.join("\n");
    if (notes.textContent !== lines) notes.textContent = lines;
  }

  /** Tell the chart and the scores what is on the board. */
  function announce(shown, k, kind) {
    const detail = { board: shown.q, pattern: key(shown, ids()), k, kind, turn };
    const last = wire.shown;
    if (Object.keys(detail).some((name) => detail[name] !== last?.[name])) wire.show(detail);
  }

  /** Show a change and send it. */
  function change(step, next, sentence) {
    const look = ["open", "hide", "look"].includes(step.do);
    if (!look) turn += 1;
    undone = look || step.do === "undo" || step.do === "redo" ? null : desk;
    desk = next;
    wire.send(step, write(desk, data.fresh));
    render();
    if (sentence) say(said, `${sentence} ${scores()}.`);
  }

  function changeBoard(id, part, sentence) {
    const next = withBoard(desk, id, part);
    if (writeBoard(next.boards[id]) === writeBoard(desk.boards[id])) return render();
    change({ do: "boards", boards: { [id]: writeBoard(next.boards[id]) } }, next, sentence);
  }

  function cut(k) {
    if (k === desk.k) return render();
    change({ do: "cut", k }, { ...desk, k }, `Cutoff k = ${k}.`);
  }

  /** Change how the boards are looked at or graded: what equals the start is left out of the link. */
  function view(step, wanted) {
    const next = { ...desk.view };
    for (const [name, value] of Object.entries(wanted)) {
      if (value === data.view[name]) delete next[name];
      else if (value !== undefined) next[name] = value;
    }
    change(step, { ...desk, view: next });
  }

  function rule(by) {
    view({ do: "rules", by }, { by });
  }

  /** Ask the server for something that only it can show. */
  function ask(step, link) {
    undone = null;
    wire.send(step, link);
    showFrame();
  }

  /** What the tools do. Their results have come from the server, so they need not wait either. */
  function act(name) {
    if (rows.some((row) => row.held())) return;
    if (name === "link") return copyLink();
    if (name === "undo" || name === "redo") return travel(name);
    // What came with the server's last answer is right only while nothing is under way.
    const known = wire.quiet() ? data.to[name] : null;
    const step = name === "shuffle" && known ? { do: name, boards: known } : { do: name };
    const boards = known ? Object.entries(known).map(([id, text]) => [id, readBoard(text)]) : [];
    change(step, { ...desk, boards: { ...desk.boards, ...Object.fromEntries(boards) } }, `${tool(name)}.`);
  }

  const tool = (name) => tools.querySelector(`[data-testid="${name}"]`).textContent;

  function travel(name) {
    const known = wire.quiet() ? data[name] && read(data[name], data.fresh, data.set) : name === "undo" ? undone : null;
    if (wire.quiet() && !known) return;
    const next = known ? { ...known, hidden: desk.hidden } : desk;
    change({ do: name }, next, `${tool(name)}.`);
    undone = null;
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      say(said, "Link copied.");
      flash("Link copied");
    } catch {
      flash("Copy the address bar");
    }
  }

  function flash(words) {
    const button = tools.querySelector('[data-testid="link"]');
    button.textContent = words;
    setTimeout(() => (button.textContent = "Copy link"), 1600);
  }

  const hand = {
    lift(id, index) {
      const at = desk.boards[id].order.indexOf(index) + 1;
      say(said, `${item(id, index).title} lifted from rank ${at}.`);
    },
    over(id, index, from, to) {
      const order = moved(desk.boards[id].order, from, to);
      const row = rows.find((one) => one.id === id);
      if (row.byKeys()) row.makeWay(desk.boards[id], from, to);
      row.show(desk.boards[id], desk.k, { from, to });
      announce(withBoard(desk, id, { order }), desk.k, from === to ? "settled" : "preview");
      say(said, `Rank ${to + 1} of ${order.length}. ${scores()}.`);
    },
    drop(id, index, from, to) {
      const order = moved(desk.boards[id].order, from, to);
      const sentence = `${item(id, index).title} at rank ${to + 1}.`;
      if (from === to) {
        render();
        say(said, sentence);
      } else {
        changeBoard(id, { order }, sentence);
      }
    },
    cancel(id, index) {
      render();
      say(said, `${item(id, index).title} put back.`);
    },
    toggle(id, index) {
      const grades = toggled(desk.boards[id].grades, index, query(id));
      const relevant = grades[index] >= query(id).threshold;
      changeBoard(id, { grades }, `${item(id, index).title}: ${relevant ? "relevant" : "not relevant"}.`);
    },
    grade(id, index, grade) {
      const grades = desk.boards[id].grades.map((old, other) => (other === index ? grade : old));
      changeBoard(id, { grades }, `${item(id, index).title}: grade ${grade}.`);
    },
    cutOver(k) {
      for (const row of rows) row.show(desk.boards[row.id], k);
      announce(desk, k, k === desk.k ? "settled" : "preview");
    },
    cutDrop: cut,
    cutCancel: () => render(),
  };

  /** Keys that work while the focus is on the board. */
  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = toolOf(event);
    const step = { "[": -1, "]": 1 }[event.key];
    if (name) act(name);
    else if (step) cut(Math.min(Math.max(desk.k + step, 1), data.queries[0].items.length));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Undo and redo work everywhere, but for text that is being written. */
  function keysEverywhere(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("input, textarea, [contenteditable]")) return;
    const name = toolOf(event);
    if (!name) return;
    event.preventDefault();
    act(name);
  }

  function remove() {
    life.abort();
    for (const row of rows) row.remove();
  }

  return { root, receive, remove };
}

// What changes a desk, other than a hand on a card: each change is shown at once and sent to the server.

import { tell } from "../events.js";
import { copy } from "../export/save.js";
import { full, read, readBoard, withoutDeck, write, writeBoard } from "../link.js";
import { fits, pack, stateOf, unpack } from "../present/deck.js";
import { outward } from "../addresses.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import * as wire from "../transport.js";
import { LOCKED } from "./prediction_gate.js";
import { locksOf } from "./locks.js";
import { changeTies, describeDifference, moveItem, withBoard } from "./model.js";
import { rememberScores, say, sayValue, SERIES } from "./speech.js";

/**
 * @param page what board.js knows: data, desk, turn, undone, rows, said, and seen(), render(), showFrame(), tool(name)
 */
export function makeChanges(page) {
  /** Show a change and send it; while one predicts, keep it until the prediction is made. */
  function change(step, next, sentence) {
    const { initial_boards: fresh, locks, view_steps: viewSteps } = page.data;
    if (locksOf(step.do, full(page.desk), full(next), Object.keys(fresh), locks).some(page.locked)) return refuse();
    rememberScores();
    const look = viewSteps.includes(step.do); // nothing to undo, nothing to compare
    if (!look && page.gate.holds(step, next, sentence)) return;
    if (!look) page.turn += 1;
    // As irviz/state/session.py has it.
    if (!look) {
      page.told = Object.keys(step.guesses ?? {}).length > 0 || (page.told && ["cut", "tie"].includes(step.do));
    } else if (step.do === "open" || "predict" in step) page.told = false;
    page.undone = look || step.do === "undo" || step.do === "redo" ? null : page.desk;
    page.desk = next;
    wire.send(step, write(next, page.data));
    page.render();
    if (sentence) {
      say(sentence, Object.keys(step.guesses ?? {}).length ? "marked" : "done", step.do === "cut" ? SERIES : undefined);
    }
  }

  function refuse() {
    page.render();
    page.tell(LOCKED);
  }

  /** Change boards: `parts` has the new order or the new grades of each by its id. */
  function changeBoards(parts, sentence) {
    const desk = page.seen();
    const next = Object.entries(parts).reduce((made, [id, part]) => withBoard(made, id, part), desk);
    const changed = Object.keys(parts).filter((id) => writeBoard(next.boards[id]) !== writeBoard(desk.boards[id]));
    const boards = Object.fromEntries(changed.map((id) => [id, writeBoard(next.boards[id])]));
    if (changed.length) change({ do: "boards", boards }, next, sentence);
    else page.render();
  }

  function cut(k) {
    if (k === page.seen().k) page.render();
    else change({ do: "cut", k }, { ...page.desk, k }, `Cutoff k = ${k}.`);
  }

  /** Change how the boards are looked at or graded; what has no value stays as it is. */
  function view(step, wanted, sentence) {
    const values = Object.entries(wanted).filter(([, value]) => value !== undefined);
    change(step, { ...page.desk, view: { ...page.desk.view, ...Object.fromEntries(values) } }, sentence);
  }

  /** Mask the values but for those of the metrics that are revealed, or mask nothing. */
  function cover({ mask, reveal }) {
    view({ do: "mode", mask, reveal }, { mask: mask ? "1" : "", reveal: reveal.join(".") });
    if (!reveal.length) say(mask ? "All values are masked." : "The values are shown.");
  }

  /** Ask the server for something that only it can show; what a teacher has locked and the deck go along. */
  function ask(step, link) {
    if (["example", page.data.locks.steps[step.do]].some(page.locked)) return refuse();
    if (refuseDuringQuestion()) return;
    const { off, deck } = page.desk.view;
    go(step, { ...link, ...(off && { off }), ...(deck && { deck }) });
  }

  function go(step, link) {
    page.undone = null;
    wire.send(step, link);
    page.showFrame();
  }

  let replaced = ""; // the deck before some of it, or all, was taken out or replaced
  const deck = () => unpack(page.desk.view.deck);

  /** Change the deck and where one is in it, from 1; what is on the board stays. */
  function changeDeck(step, text, place) {
    if (text.length > page.data.deck_limits.max_deck_characters) {
      return page.tell("That is more than all saved states together may say: shorten some notes first.");
    }
    const leaves = fits(page.desk.view.deck) && !fits(text);
    view(step, { deck: text, at: place > 0 ? String(place) : "" });
    if (leaves) {
      page.tell("The saved states no longer fit into the link: they are only in this browser. Save them as a file.");
    }
  }

  const place = () => Number(page.desk.view.at);
  /** A tool by its name, such as `ideal`, or `ideal-a` for one board of a pair. */
  function reorder(name) {
    const { data, desk } = page;
    const [what, on] = name.split("-");
    const step = on ? { do: what, on } : { do: what };
    // Other documents come from the server only.
    if (data.orders_by_tool[name] === null) return ask(step, write(desk, data));
    // What came with the server's last answer is right only while nothing is under way.
    const known = wire.quiet() ? data.orders_by_tool[name] : null;
    if (what === "shuffle" && known) step.boards = known;
    const boards = known ? Object.entries(known).map(([id, text]) => [id, readBoard(text)]) : [];
    const sentence = what === "swap" ? () => "" : `${page.tool(name)}.`; // that is told already
    change(step, { ...desk, boards: { ...desk.boards, ...Object.fromEntries(boards) } }, sentence);
  }

  function travel(name) {
    const { data, desk, undone } = page;
    if (page.gate.waits()) return name === "undo" && page.gate.undo();
    const way = wire.quiet() ? data[`${name}_link`] : null;
    if (way && (way.set ?? data.example) !== data.example) return ask({ do: name }, way);
    const known = wire.quiet() ? way && read(way, data) : name === "undo" ? undone : null;
    if (wire.quiet() && !known) return;
    const words = known && describeDifference(desk, known, page.data.queries);
    const said = words ? `${name === "undo" ? "Undone" : "Redone"}: ${words}.` : `${page.tool(name)}.`;
    change({ do: name }, known ?? desk, said);
    page.undone = null;
  }

  async function copyLink() {
    if (page.data.numbered) return tell("share", { kind: "link" }); // it says what is not in the link
    const button = page.data.paired ? "link" : "share"; // which has the link first
    const copied = await copy(outward());
    const words = copied ? "Link copied" : "Copy the address bar";
    if (page.desk.view.present === "1") return page.tell(`${words}.`); // a wall has no such button
    if (copied) say("Link copied.");
    page.flash(button, words);
  }

  return {
    change,
    changeBoards,
    cut,
    view,
    cover,
    ask,
    open: (q) =>
      refuseDuringQuestion() || change({ do: "open", q }, { ...page.desk, q }, `${page.opened(q)[0]} is open.`),
    hide: ({ hidden }) => view({ do: "hide", hidden }, { hide: hidden.join(".") }),
    /** Tell the server of a change that is held back, or that none is; what is on the board stays. */
    stage: ({ next }) => view({ do: "stage", link: next ? withoutDeck(full(next)) : null }, {}),
    /** Tie neighbouring ranks from `first` to `last`, or part them. */
    tie: (wanted) => view({ do: "tie", ...wanted }, { tie: changeTies(page.desk.view.tie, wanted) }),
    conventions: ({ by }) => view({ do: "conventions", by }, { by }, "The conventions are changed."),
    again: ({ value }) => view({ do: "again", again: value }, { again: value }),
    /** Switch a mode on or off: it is in the link while it is on. */
    mode: (name, wanted) => view({ do: "mode", [name]: wanted }, { [name]: wanted ? "1" : "" }),
    /** Reveal one metric while the values are masked, or mask it again. */
    reveal({ metric }) {
      const { mask, reveal: text } = page.desk.view;
      if (!mask) return;
      const isRevealed = text.split(".").includes(metric);
      const others = text.split(".").filter((name) => name && name !== metric);
      cover({ mask: true, reveal: isRevealed ? others : [...others, metric] });
      if (isRevealed) say(`${metric} is masked again.`);
      else sayValue(metric);
    },
    /** Show a state of the deck, which brings its own locks and its own mask. */
    slide({ at }) {
      const { present, deck: all } = page.desk.view;
      const state = Object.fromEntries(new URLSearchParams(deck()[at].link));
      go({ do: "slide", at }, { ...state, ...(present && { present }), deck: all, at: String(at + 1) });
    },
    /** Put the state that is on the page into the deck, at a place from 0. */
    keep({ at }) {
      const { max_states: most } = page.data.deck_limits;
      if (deck().length >= most) return page.tell(`There are ${most} saved states, and no more fit: drop one first.`);
      changeDeck({ do: "keep", at }, pack(deck().toSpliced(at, 0, stateOf(write(page.desk, page.data)))), at + 1);
    },
    label: ({ at, ...said }) =>
      changeDeck({ do: "label", at, ...said }, pack(deck().with(at, { ...deck()[at], ...said })), place()),
    move({ at, to }) {
      const left = place() - Number(at < place());
      const now = place() === at + 1 ? to + 1 : left + Number(left > to);
      changeDeck({ do: "move", at, to }, pack(moveItem(deck(), at, to)), now);
    },
    /** Put the states of a file in the place of all; the server reads it. */
    load({ text }) {
      if (page.desk.view.off) return refuse(); // they would bring their own locks, or none
      replaced = page.desk.view.deck;
      go({ do: "load", text }, write(page.desk, page.data));
    },
    /** Bring back what this browser has kept of a talk, which is in no address. */
    recall: ({ deck: text, place: at }) =>
      view({ do: "recall", deck: text, place: at }, { deck: text, at: at > 0 ? String(at) : "" }),
    restore() {
      const text = replaced;
      replaced = page.desk.view.deck;
      changeDeck({ do: "restore" }, text, 0);
    },
    drop({ at }) {
      replaced = page.desk.view.deck;
      changeDeck({ do: "drop", at }, pack(deck().toSpliced(at, 1)), place() - Number(at < place()));
    },
    /**
     * What the tools do. Their results have come from the server, so they need not wait either.
     * @param on of a pair, the id of the board that a key was pressed on
     */
    act(name, on = "b") {
      if (page.held()) return;
      if (name === "link") page.locked("share") ? page.tell("There is no link to copy here.") : copyLink();
      else if (name === "share") ["tools", "curves", "scores"].some(page.locked) ? page.tell(LOCKED) : tell("share");
      else if (name === "undo" || name === "redo") travel(name);
      else if (name in page.data.orders_by_tool) {
        reorder(name);
        if (name === "swap") page.tell("The lists have changed places.");
      } else if (`${name}-${on}` in page.data.orders_by_tool) reorder(`${name}-${on}`);
    },
  };
}

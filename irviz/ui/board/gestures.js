// What a hand does on the cards, with mouse, finger or keys, turned into changes.

import { writeBoard } from "../link.js";
import * as wire from "../wire.js";
import { clicked, judgment, moved, withBoard, withGrade } from "./model.js";
import { judged, letter } from "./pair.js";
import { say, scores } from "./speech.js";
import { toolOf } from "./toolbar.js";

/**
 * @param page what board.js knows
 * @param changes from changes.js
 */
export function makeGestures(page, changes) {
  const { query } = page;
  const title = (id, index) => query(id).items[index].title + (page.data.paired ? ` in ${letter(id)}` : "");
  const tell = (sentence) => say(page.said, sentence);

  /** Take new grades of a board; of a pair, both boards have them. */
  function judge(id, grades, sentence) {
    const { paired, queries } = page.data;
    changes.changeBoards(paired ? judged(page.seen(), queries, id, grades) : { [id]: { grades } }, sentence);
  }

  return {
    /** Whether this kind of action ("move", "judge", "cut") is locked, and if so, say it. */
    locked(action) {
      if (page.locked(action)) page.tell("That is locked here.");
      else if (page.gate.blocks(action === "cut" ? "cut" : "boards")) page.tell("First say what the last change does to the scores, or take it back.");
      else return false;
      return true;
    },
    lift(id, index) {
      document.dispatchEvent(new CustomEvent("irviz:rank", { detail: { rank: null } }));
      tell(`${title(id, index)} lifted from rank ${page.seen().boards[id].order.indexOf(index) + 1}.`);
    },
    over(id, index, from, to) {
      const desk = page.seen();
      const order = moved(desk.boards[id].order, from, to);
      const row = page.rows.find((one) => one.id === id);
      if (row.byKeys()) row.makeWay({ from, to });
      row.show(desk.boards[id], desk.k, { from, to });
      const next = withBoard(desk, id, { order });
      if (page.data.asks && from !== to && !page.predicting()) wire.peek(id, writeBoard(next.boards[id]));
      page.announce(next, desk.k, from === to ? "settled" : "preview");
      tell(`Rank ${to + 1} of ${order.length}. ${page.predicting() ? "" : scores()}`.trim());
    },
    drop(id, index, from, to) {
      const sentence = `${title(id, index)} at rank ${to + 1}.`;
      if (from === to) {
        page.render();
        tell(sentence);
      } else {
        changes.changeBoards({ [id]: { order: moved(page.seen().boards[id].order, from, to) } }, sentence);
      }
    },
    cancel(id, index) {
      page.render();
      tell(`${title(id, index)} put back.`);
    },
    /** Say what a click on a picture would do, without doing it; null for no picture. */
    ghost(id, index) {
      const busy = page.predicting() || page.held();
      const still = index === null || busy || page.data.paired || page.locked("judge");
      const grades = still ? null : page.seen().boards[id].grades;
      const after = grades && withGrade(grades, index, clicked(grades[index], query(id)));
      const pattern = after && page.key(withBoard(page.seen(), id, { grades: after }));
      document.dispatchEvent(new CustomEvent("irviz:ghost", { detail: { pattern } }));
    },
    grade(id, index, grade) {
      judge(id, withGrade(page.seen().boards[id].grades, index, grade), `${query(id).items[index].title}: ${judgment(grade, query(id))}.`);
    },
    cutOver(k) {
      for (const row of page.rows) row.show(page.seen().boards[row.id], k);
      page.announce(page.desk, k, k === page.desk.k ? "settled" : "preview");
    },
    cutDrop: changes.cut,
    cutCancel: () => page.render(),
    cutAnswer: () => page.gate.focus(),
  };
}

/** Keys that work while the focus is on the board. */
export function boardKeys(event, page, changes) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, input")) return;
  if (page.held()) return; // a card in the air comes first
  const name = toolOf(event);
  const step = { "[": -1, "]": 1 }[event.key];
  if (event.key === "?") page.help();
  else if (name) changes.act(name, event.target.closest?.(".ix-row")?.dataset.query);
  else if (step) changes.cut(Math.min(Math.max(page.seen().k + step, 1), page.data.n));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Undo and redo work everywhere, but for text that is being written. */
export function pageKeys(event, changes) {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("input, textarea, [contenteditable]")) return;
  const name = toolOf(event);
  if (!name) return;
  event.preventDefault();
  changes.act(name);
}

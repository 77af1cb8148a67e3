// What a hand does on the cards, with mouse, finger or keys, turned into changes.

import { isPresenting } from "../masks.js";
import { consume, hasModifier, tell, WRITING } from "../events.js";
import { writeBoard } from "../link.js";
import * as wire from "../transport.js";
import { describeWait } from "./prediction_gate.js";
import { gradeAfterClick, judgment, moveItem, withBoard } from "./model.js";
import { judgeBoth, letter } from "./pair.js";
import { rememberScores, say, sayAll } from "./speech.js";
import { toolOf } from "./toolbar.js";

const LOCKED = { move: "The order is", judge: "Judgments are", cut: "The cutoff is" };

/**
 * @param page what board.js knows
 * @param changes from changes.js
 */
export function makeGestures(page, changes) {
  const { query } = page;
  const boardOf = (id) => page.seen().boards[id];

  /** Which list a card is on, and what it is called. */
  function of(card) {
    const { query: id } = card.closest(".ix-row").dataset;
    const { title } = query(id).items.find((item) => item.id === card.dataset.item);
    return { id, title: title + (page.data.paired ? ` in ${letter(id)}` : "") };
  }

  return {
    covers: page.gate.covers,
    /** Whether this kind of action ("move", "judge", "cut") is locked, and if so, say it. */
    locked(action) {
      const words = page.locked(action)
        ? `${LOCKED[action]} locked here.`
        : page.gate.blocks(action === "cut" ? "cut" : "boards") && describeWait();
      if (words) page.tell(words);
      return Boolean(words);
    },
    /** With keys or a hand; or `pressed`: then the next press is on its place. */
    lift(card, pressed) {
      const { id, title } = of(card);
      tell("rank", { rank: null });
      rememberScores();
      if (!pressed) return say(`${title} lifted from rank ${card.dataset.rank}.`);
      const place = Number(card.dataset.rank) - 1;
      page.rows.find((row) => row.id === id).show(boardOf(id), page.seen().k, { from: place, to: place });
      page.tell(`${title}: now press the rank where it belongs. Its own rank or Escape puts it back.`);
    },
    over(card, from, to) {
      const { id } = of(card);
      const desk = page.seen();
      const order = moveItem(boardOf(id).order, from, to);
      const row = page.rows.find((one) => one.id === id);
      if (row.byKeys()) row.makeWay(from, to);
      row.show(boardOf(id), desk.k, { from, to });
      const next = withBoard(desk, id, { order });
      if (!page.data.has_lookahead && from !== to && !page.predicting()) {
        wire.requestPreview(id, writeBoard(next.boards[id]));
      }
      page.announce(next, desk.k, from === to ? "settled" : "preview");
      say(`Rank ${to + 1} of ${order.length}.`, page.predicting() ? "" : "moving");
    },
    drop(card, from, to) {
      const { id, title } = of(card);
      page.tell("");
      const sentence = `${title} at rank ${to + 1}.`;
      changes.changeBoards({ [id]: { order: moveItem(boardOf(id).order, from, to) } }, sentence);
      if (from === to) say(sentence);
    },
    cancel(card, astray) {
      page.tell(astray ? "A card stays in its own list." : "");
      page.render();
      say(`${of(card).title} put back.`);
    },
    /** Say what a click on a picture would do, without doing it; null for no picture. */
    ghost(id, index) {
      const still = index === null || page.predicting() || page.held() || page.data.paired || page.locked("judge");
      const grades = still ? null : boardOf(id).grades;
      const after = grades?.with(index, gradeAfterClick(grades[index], query(id)));
      tell("ghost", { pattern: after && page.key(withBoard(page.seen(), id, { grades: after })) });
    },
    /** Grade a result; of a pair, on both boards. */
    grade(id, index, grade) {
      const { paired, queries } = page.data;
      const grades = boardOf(id).grades.with(index, grade);
      const parts = paired ? judgeBoth(page.seen(), queries, id, grades) : { [id]: { grades } };
      changes.changeBoards(parts, `${query(id).items[index].title}: ${judgment(grade, query(id))}.`);
    },
    cutOver(k) {
      for (const row of page.rows) row.show(boardOf(row.id), k);
      page.announce(page.desk, k, k === page.desk.k ? "settled" : "preview");
    },
    cutDrop: changes.cut,
    cutCancel: page.render,
    cutAnswer: page.gate.focus,
  };
}

/** Keys that work while the focus is on the board. */
export function boardKeys(event, page, changes) {
  // A card in the air comes first.
  if (hasModifier(event) || event.target.closest?.("select, input") || page.held()) return;
  const name = toolOf(event);
  const step = { "[": -1, "]": 1 }[event.key];
  if (event.key === "?") page.help();
  else if (name) changes.act(name, event.target.closest?.(".ix-row")?.dataset.query);
  else if (step) changes.cut(Math.min(Math.max(page.seen().k + step, 1), page.data.n));
  else return;
  consume(event);
}

/**
 * Undo and redo work everywhere, but for text that is being written; what the scores are is said where they are, and
 * heard.
 */
export function pageKeys(event, changes) {
  const ask = { A: isPresenting() ? null : sayAll, H: () => tell("listen") }[event.key.toUpperCase()];
  if (
    ask && !hasModifier(event) && event.target.closest?.(".ix-board, .ix-curves, .ix-versus") &&
    !event.target.matches("input, select")
  ) {
    consume(event);
    ask();
  }
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.(WRITING)) return;
  const name = toolOf(event);
  if (!name) return;
  event.preventDefault();
  changes.act(name);
}

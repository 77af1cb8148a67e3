// The rows of cards: one for the open query, one for each query when their mean is open.

import { consume, hasModifier, tell } from "../events.js";
import { draw, h, make } from "../view/view.js";
import { card, glide, isPictured } from "./cards.js";
import { makeCutoff } from "./cutoff.js";
import { makeDraggable, makeWay, placed } from "./drag.js";
import { makeLiftable } from "./pick_and_place.js";
import { gradeAfterClick, toggleJudgment } from "./model.js";

/** With more cards than this a row has no room for words. */
const ROOMY = 8;

/** More titles than this are low on a wall. */
const MANY = 10;

/**
 * Make a row for one query.
 *
 * @param {object} query As the server sends it.
 * @param {{pictures: string, label: string, head: object | null, main: boolean, small: boolean}} how What its list is
 *   called, what stands before it, whether its divider is the one for keys, and whether its cards are small.
 * @param {object} on What the hand does (gestures.js).
 */
export function makeRow(query, { pictures, label, head, main, small }, on) {
  const { id, items } = query;
  const list = make(
    h("ol.ix-cards.ix-as-grid", { "aria-label": `${label}, best first`, style: { "--n": items.length } }),
  );
  const drag = makeDraggable(list, on);
  const lift = makeLiftable(list, on);
  const cutoff = makeCutoff(list, main, items.length + query.results_below.length, on);
  const element = make(h("div.ix-row.ix-relative", { "data-query": id }, head, list, cutoff.element));
  let asked = query; // threshold and top can change, the items cannot
  let board = null;
  let ties = []; // the first and the last rank of each group of ranks of one score

  /** What a hand on a card is about: the card, its item, and its grade; nothing beside the cards. */
  const at = (event) => {
    const one = event.target.closest?.(".ix-card");
    const index = items.findIndex((item) => item.id === one?.dataset.item);
    return { one, index, picture: one && event.target.closest(".ix-picture"), grade: board.grades[index] };
  };
  const setGrade = (index, grade) =>
    on.grade(id, index, Math.min(Math.max(grade, asked.incomplete ? -1 : 0), asked.top));
  list.addEventListener("click", (event) => {
    const pressed = event.target.closest(".ix-step, .ix-unsaid, .ix-picture");
    if (!pressed || on.locked("judge")) return;
    const { index, picture, grade } = at(event);
    const { step } = pressed.dataset;
    setGrade(index, step ? grade + Number(step) : picture ? gradeAfterClick(grade, asked) : toggleJudgment(grade));
  });
  list.addEventListener("keydown", (event) => {
    if (hasModifier(event)) return;
    const { one, index, picture, grade } = at(event);
    const wanted = gradeKey(event, asked, grade);
    // Arrow keys on a picture go to the picture beside it.
    const beside = picture && one[{ ArrowLeft: "previousSibling", ArrowRight: "nextSibling" }[event.key]];
    if (wanted !== null && !on.locked("judge")) {
      consume(event);
      setGrade(index, wanted);
    } else if (beside) {
      event.preventDefault();
      beside.querySelector(".ix-picture").focus();
    }
  });
  for (const name of ["pointerover", "focusin"]) {
    list.addEventListener(name, (event) => {
      const { one, index, picture } = at(event);
      const rests = name === "focusin" ? event.target.matches(":focus-visible") : event.pointerType === "mouse";
      point(one, rests && picture ? index : null);
    });
  }
  for (const name of ["pointerleave", "focusout", "pointerdown"]) list.addEventListener(name, () => point(null, null));

  /** Tell the page which rank is pointed at, so that everything of it lights up, and what a click would do. */
  function point(one, index) {
    if (!list.querySelector(".ix-lifted, .ix-held")) tell("rank", { rank: one ? Number(one.dataset.rank) : null });
    on.ghost(id, index);
  }

  return {
    id,
    element,
    /** Call it something else: the lists of a pair change places with their names. */
    call(next, words) {
      draw(element, next, list, cutoff.element);
      list.setAttribute("aria-label", `${words}, best first`);
    },
    /** The query as the server has it now: its scale may have changed. */
    ask: (next) => (asked = next),
    tie: (groups) => (ties = groups),
    /** Mark the card at a rank that is pointed at somewhere on the page. */
    heat(rank) {
      for (const one of list.children) one.toggleAttribute("data-hot", Number(one.dataset.rank) === rank);
    },
    held: () => drag.active() || lift.active() || cutoff.active(),
    byKeys: () => lift.active(),
    cancel() {
      drag.cancel();
      lift.cancel();
    },
    remove() {
      drag.cancel();
      cutoff.remove();
    },
    /** Show a board at a cutoff. With `hold`, cards stay where they are and only say their rank to be. */
    show(next, k, hold = null) {
      board = next;
      const n = items.length;
      const { threshold, top, incomplete, fixed } = asked;
      if (items.some(isPictured)) delete list.dataset.titles;
      else list.dataset.titles = n > MANY ? "many" : "few";
      const waits = hold && lift.puts();
      const puts = waits && items.find((item) => item.id === waits.dataset.item).title;
      const covered = on.covers(hold ? "boards" : "cut");
      const how = { n, k, threshold, top, incomplete, fixed, roomy: !small && n <= ROOMY, covered, puts };
      const put = () =>
        draw(
          list,
          board.order.map((index, place) => {
            const rank = (hold ? placed(place, hold.from, hold.to) : place) + 1;
            const tie = ties.find(([first, last]) => first <= rank && rank <= last);
            return card(items[index], pictures, { ...how, rank, tie, grade: board.grades[index] });
          }),
        );
      const cards = [...list.children];
      const moves = cards.some((one, place) =>
        one.style.transform || one.dataset.item !== items[board.order[place]].id
      );
      if (moves && !hold) glide(cards, put);
      else put();
      cutoff.show(k);
    },
    /** Let cards make way for a card that keys hold: they have no pointer to follow. */
    makeWay(from, to) {
      const cards = [...list.children];
      makeWay({ cards, slots: cards.map((one) => [one.offsetLeft, one.offsetTop]), from, to });
    },
  };
}

/**
 * The grade that a key asks for, or null: a digit anywhere on a card, arrows and plus and minus on its control; U is
 * the question mark, where a result can be without a judgment.
 */
function gradeKey(event, { top, incomplete }, grade) {
  if (incomplete && event.key.toUpperCase() === "U") return toggleJudgment(grade);
  if (top <= 1) return null;
  if (/^[0-9]$/.test(event.key)) return Number(event.key) <= top ? Number(event.key) : null;
  if (!event.target.closest(".ix-value")) return null;
  const step = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
  return step ? grade + step : ({ Home: 0, End: top }[event.key] ?? null);
}

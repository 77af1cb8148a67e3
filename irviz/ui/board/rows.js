// The rows of cards: one for the open query, one for each query when their mean is open.

import { arrange, element, makeCard, showCard } from "./cards.js";
import { makeCutoff } from "./cutoff.js";
import { makeDraggable, placed } from "./drag.js";
import { makeLiftable } from "./lift.js";
import { clicked, unsaid } from "./model.js";
import { letter } from "./pair.js";

/**
 * Make a row for one query.
 * @param query {id, query, items, threshold, top} as the server sends it
 * @param main whether its divider is the one for keys
 * @param side what stands beside the cards of a pair, or null for the query's name above them
 * @param on what the hand does: locked(action), lift, over, drop, cancel (with the query's id), grade(id, index, grade), ghost, cut*
 */
export function makeRow(query, pictures, main, on, side = null) {
  const row = element("div", "ix-row", { "data-query": query.id });
  const label = side ? `List ${letter(query.id)}, ${query.query}` : `Results for “${query.query}”`;
  const list = element("ol", "ix-cards", { "aria-label": `${label}, best first` });
  const cards = query.items.map((item) => makeCard(item, pictures));
  list.append(...cards);
  list.style.setProperty("--n", cards.length);
  row.append(side ?? heading(query.query), list);
  const gestures = {
    locked: () => on.locked("move"),
    lift: (card) => on.lift(query.id, cards.indexOf(card)),
    over: (card, from, to) => on.over(query.id, cards.indexOf(card), from, to),
    drop: (card, from, to) => on.drop(query.id, cards.indexOf(card), from, to),
    cancel: (card) => on.cancel(query.id, cards.indexOf(card)),
  };
  const drag = makeDraggable(list, gestures);
  const lift = makeLiftable(list, gestures);
  const cutoff = makeCutoff(row, list, main, {
    locked: () => on.locked("cut"),
    most: () => query.items.length + query.below.length,
    over: on.cutOver,
    drop: on.cutDrop,
    cancel: on.cutCancel,
    answer: on.cutAnswer,
  });
  let asked = query; // threshold and top can change, the items cannot
  const at = (event) => cards.indexOf(event.target.closest(".ix-card"));
  const gradeOf = (index) => Number(cards[index].dataset.grade);
  const setGrade = (index, grade) => on.grade(query.id, index, Math.min(Math.max(grade, asked.incomplete ? -1 : 0), asked.top));
  list.addEventListener("click", (event) => {
    const index = at(event);
    const pressed = event.target.closest(".ix-step, .ix-unsaid, .ix-picture");
    if (!pressed || on.locked("judge")) return;
    const grade = gradeOf(index);
    if (pressed.matches(".ix-step")) setGrade(index, grade + Number(pressed.dataset.step));
    else setGrade(index, pressed.matches(".ix-unsaid") ? unsaid(grade) : clicked(grade, asked));
  });
  list.addEventListener("keydown", (event) => {
    const grade = gradeKey(event, asked, gradeOf(at(event)));
    if (grade === null || on.locked("judge")) return neighbour(event, list);
    event.preventDefault();
    event.stopPropagation();
    setGrade(at(event), grade);
  });
  const point = (event) => {
    pointAt(event.target.closest?.(".ix-card"), row);
    const rests = event.type === "focusin" ? event.target.matches(":focus-visible") : event.pointerType === "mouse";
    on.ghost(query.id, rests && event.target.closest?.(".ix-picture") ? at(event) : null);
  };
  const away = () => {
    pointAt(null, row);
    on.ghost(query.id, null);
  };
  for (const name of ["pointerover", "focusin"]) list.addEventListener(name, point);
  for (const name of ["pointerleave", "focusout", "pointerdown"]) list.addEventListener(name, away);

  return {
    id: query.id,
    /** The query as the server has it now: its scale may have changed. */
    ask: (next) => (asked = next),
    /** Mark the card at a rank that is pointed at somewhere on the page. */
    heat(rank) {
      for (const card of cards) card.toggleAttribute("data-hot", Number(card.dataset.rank) === rank);
    },
    element: row,
    list,
    held: () => drag.active() || lift.active() || cutoff.active(),
    cancel: () => {
      drag.cancel();
      lift.cancel();
    },
    remove: () => {
      drag.cancel();
      cutoff.remove();
    },
    /** Show a board at a cutoff. With `hold`, cards stay where they are and only say their rank to be. */
    show(board, k, hold = null) {
      const order = hold ? board.order : null;
      if (!hold) {
        const wanted = board.order.map((index) => cards[index]);
        if (wanted.some((card, place) => list.children[place] !== card || card.style.transform)) {
          arrange(list, wanted);
        }
      }
      const ranks = new Map(
        order
          ? order.map((index, place) => [index, placed(place, hold.from, hold.to)])
          : board.order.map((index, place) => [index, place]),
      );
      query.items.forEach((item, index) => {
        const rank = ranks.get(index) + 1;
        const { threshold, top, incomplete } = asked;
        const grade = board.grades[index];
        showCard(cards[index], item, { rank, n: cards.length, grade, threshold, top, incomplete, k });
      });
      cutoff.show(k);
    },
    /** Let cards make way for a card that keys hold: they have no pointer to follow. */
    makeWay(board, from, to) {
      const slots = [...list.children].map((card) => [card.offsetLeft, card.offsetTop]);
      [...list.children].forEach((card, place) => {
        const [x, y] = slots[placed(place, from, to)];
        const [dx, dy] = [x - slots[place][0], y - slots[place][1]];
        card.style.transform = dx || dy ? `translate(${dx}px, ${dy}px)` : "";
      });
    },
    byKeys: () => lift.active(),
  };
}

function heading(words) {
  const name = element("h2", "ix-query");
  name.textContent = words;
  return name;
}

/**
 * The grade that a key asks for, or null: a digit anywhere on a card, arrows and plus and minus on its control; U is
 * the question mark, where a result can be without a judgment.
 */
function gradeKey(event, { top, incomplete }, grade) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (incomplete && event.key.toUpperCase() === "U") return unsaid(grade);
  if (top <= 1) return null;
  if (/^[0-9]$/.test(event.key)) return Number(event.key) <= top ? Number(event.key) : null;
  if (!event.target.closest(".ix-value")) return null;
  const step = { ArrowUp: 1, ArrowRight: 1, "+": 1, ArrowDown: -1, ArrowLeft: -1, "-": -1 }[event.key];
  return step ? grade + step : ({ Home: 0, End: top }[event.key] ?? null);
}

/** Tell the page which rank is pointed at, so that everything of that rank lights up. */
function pointAt(card, row) {
  if (row.querySelector(".ix-lifted, .ix-held")) return;
  const rank = card ? Number(card.dataset.rank) : null;
  document.dispatchEvent(new CustomEvent("irviz:rank", { detail: { rank } }));
}

/** Arrow keys on a picture go to the picture beside it. */
function neighbour(event, list) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const picture = event.target.closest?.(".ix-picture");
  if (!step || !picture || event.ctrlKey || event.metaKey || event.altKey) return;
  const cards = [...list.children];
  const next = cards[cards.indexOf(picture.closest(".ix-card")) + step];
  if (!next) return;
  event.preventDefault();
  next.querySelector(".ix-picture").focus();
}

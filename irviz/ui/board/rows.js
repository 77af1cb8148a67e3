// The rows of cards: one for the open query, one for each query when their mean is open.

import { arrange, element, makeCard, showCard } from "./cards.js";
import { makeCutoff } from "./cutoff.js";
import { makeDraggable, placed } from "./drag.js";
import { makeLiftable } from "./lift.js";

/**
 * Make a row for one query.
 * @param query {id, query, items, threshold, top} as the server sends it
 * @param main whether its divider is the one for keys
 * @param on what the hand does: lift, over, drop, cancel (with the query's id), toggle(id, index), cut*
 */
export function makeRow(query, pictures, main, on) {
  const row = element("div", "ix-row", { "data-query": query.id });
  const name = element("h3", "ix-query");
  name.textContent = query.query;
  const list = element("ol", "ix-cards", { "aria-label": `Results for “${query.query}”, best first` });
  const cards = query.items.map((item) => makeCard(item, pictures));
  list.append(...cards);
  row.append(name, list);
  const hand = {
    lift: (card) => on.lift(query.id, cards.indexOf(card)),
    over: (card, from, to) => on.over(query.id, cards.indexOf(card), from, to),
    drop: (card, from, to) => on.drop(query.id, cards.indexOf(card), from, to),
    cancel: (card) => on.cancel(query.id, cards.indexOf(card)),
  };
  const drag = makeDraggable(list, hand);
  const lift = makeLiftable(list, hand);
  const cutoff = makeCutoff(row, list, main, { over: on.cutOver, drop: on.cutDrop, cancel: on.cutCancel });
  list.addEventListener("click", (event) => {
    const picture = event.target.closest(".ix-picture");
    if (picture) on.toggle(query.id, cards.indexOf(picture.closest(".ix-card")));
  });
  list.addEventListener("keydown", (event) => neighbour(event, list));

  return {
    id: query.id,
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
        const grade = board.grades[index];
        showCard(cards[index], item, {
          rank: ranks.get(index) + 1,
          n: cards.length,
          grade,
          relevant: grade >= query.threshold,
          k,
        });
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

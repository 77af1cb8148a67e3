// The cards of one row: made once for each item, then only changed.

import { clicked, judgment, verdict } from "./model.js";
import { showPicture } from "../picture.js";

/** A new element with classes and attributes. */
export function element(tag, className, attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Set text or an attribute only where it differs, so that nothing is announced or repainted for nothing. */
function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

function attribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** One card: its rank and handle, its picture to click, its grade, and what it counts as. */
export function makeCard(item, pictures) {
  const card = element("li", "ix-card", { "data-testid": "card", "data-item": item.id });
  const head = element("div", "ix-head");
  const rank = element("span", "ix-rank", { "aria-hidden": "true" });
  const handle = element("button", "ix-handle", {
    type: "button",
    "data-testid": "handle",
    "aria-describedby": "ix-board-help",
    title: "Drag to another rank, or press Space and the arrow keys",
  });
  head.append(rank, handle);
  const picture = element("button", "ix-picture", { type: "button" });
  const title = () => {
    const words = element("span", "ix-title");
    words.textContent = item.title;
    return words;
  };
  if (item.picture) {
    const image = element("img", "", { alt: "", draggable: "false" });
    // One of ours is there at once; until one from elsewhere has come, its title stands for it.
    const words = item.picture.includes("://") ? title() : "";
    picture.append(words, image);
    image.toggleAttribute("data-coming", Boolean(words));
    image.onload = () => {
      if (words) words.remove();
      image.removeAttribute("data-coming");
    };
    showPicture(image, pictures, item.picture, () => (words ? image.remove() : image.replaceWith(title())));
  } else {
    picture.append(title());
  }
  picture.append(element("span", "ix-tick", { "aria-hidden": "true" }));
  const foot = element("p", "ix-verdict");
  foot.append(element("abbr", "ix-short"), element("span", "ix-words"));
  card.append(head, picture, foot);
  return card;
}

/** Show a card at a rank, on a board where one says relevant or not (`top` is 1) or gives a grade up to `top`. */
export function showCard(card, item, { rank, n, grade, threshold, top, incomplete, k }) {
  const relevant = grade >= threshold;
  const judged = grade >= 0;
  const { outcome, words } = judged ? verdict(relevant, rank <= k) : { outcome: "?", words: "not judged" };
  attribute(card, "data-rank", rank);
  attribute(card, "data-grade", grade);
  attribute(card, "data-relevant", relevant);
  attribute(card, "data-judged", judged);
  attribute(card, "data-retrieved", rank <= k);
  text(card.querySelector(".ix-rank"), String(rank));
  const picture = card.querySelector(".ix-picture");
  if (top > 1) {
    attribute(picture, "data-testid", "raise");
    picture.removeAttribute("aria-pressed");
    attribute(picture, "aria-label", `Raise the grade of ${item.title}, rank ${rank}, ${judged ? `grade ${grade} of ${top}` : words}. ${item.alt}`);
    attribute(picture, "title", `${item.title}: ${judged ? `grade ${grade} of ${top}` : words}. Click for the next grade, or press a digit.`);
  } else {
    attribute(picture, "data-testid", "relevance");
    attribute(picture, "aria-pressed", judged ? relevant : "mixed");
    const unsaid = judged ? "" : `, ${words}`;
    attribute(picture, "aria-label", `Relevant: ${item.title}, rank ${rank}${unsaid}. ${item.alt}`);
    attribute(picture, "title", `${item.title}: ${judgment(grade, { threshold, top })}. Click to make it ${judgment(clicked(grade, { threshold, top }), { threshold, top })}.`);
  }
  text(picture.querySelector(".ix-tick"), judged && top > 1 ? String(grade) : "");
  attribute(card.querySelector(".ix-handle"), "aria-label", `Move ${item.title}, rank ${rank} of ${n}`);
  if (incomplete) showUnsaid(card, item, judged);
  showGrade(card, item, grade, top, incomplete);
  const foot = card.querySelector(".ix-verdict");
  attribute(foot, "data-verdict", outcome);
  text(foot.firstChild, outcome);
  attribute(foot.firstChild, "title", words);
  text(foot.querySelector(".ix-words"), words);
}

/** Beside the rank, where nobody may have judged a result: a question mark that says so, and takes a judgment away. */
function showUnsaid(card, item, judged) {
  const head = card.querySelector(".ix-head");
  let control = head.querySelector(".ix-unsaid");
  if (!control) {
    control = element("button", "ix-unsaid", { type: "button", "data-testid": "unjudge", "aria-keyshortcuts": "U", "aria-label": `Not judged: ${item.title}` });
    control.textContent = "?";
    head.lastChild.before(control);
  }
  attribute(control, "aria-pressed", !judged);
  attribute(control, "title", `${item.title}: ${judged ? "take the judgment away" : "say that it is not relevant"} (U)`);
}

/** The small control for a grade: minus and plus for the hand, a spin button for keys; on graded boards only. */
function showGrade(card, item, grade, top, incomplete) {
  const foot = card.querySelector(".ix-verdict");
  let control = foot.querySelector(".ix-grade");
  if (top <= 1) {
    control?.remove();
    return;
  }
  if (!control) {
    control = element("span", "ix-grade");
    const less = element("button", "ix-step", { type: "button", "data-step": "-1", tabindex: "-1", "aria-hidden": "true" });
    const value = element("span", "ix-value", { role: "spinbutton", tabindex: "0", "data-testid": "grade" });
    const more = element("button", "ix-step", { type: "button", "data-step": "1", tabindex: "-1", "aria-hidden": "true" });
    less.textContent = "−";
    more.textContent = "+";
    control.append(less, value, more);
    foot.append(control);
  }
  const value = control.children[1];
  attribute(value, "aria-label", `Grade of ${item.title}`);
  attribute(value, "aria-valuemin", incomplete ? -1 : 0);
  attribute(value, "aria-valuemax", top);
  attribute(value, "aria-valuenow", grade);
  attribute(value, "aria-valuetext", judgment(grade, { top }));
  text(value, grade < 0 ? "?" : String(grade));
}

/** Whether the user has asked for less movement. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Put the cards of a list into a new order, gliding from where they are seen now to where they belong. */
export function arrange(list, cards) {
  const before = new Map(cards.map((card) => [card, card.getBoundingClientRect()]));
  for (const card of cards) {
    card.style.transform = "";
    card.getAnimations().forEach((animation) => animation.cancel());
  }
  const focused = cards.find((card) => card.contains(document.activeElement));
  // The card with the focus is not touched, since moving a node takes the focus from it.
  let passed = !focused;
  for (const card of cards) {
    if (card === focused) passed = true;
    else if (passed) list.append(card);
    else list.insertBefore(card, focused);
  }
  if (still()) return;
  for (const card of cards) {
    const from = before.get(card);
    const to = card.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (from.width && (Math.abs(x) > 0.5 || Math.abs(y) > 0.5)) {
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: 180,
        easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
      });
    }
  }
}

// What a screen reader is told: one short sentence for each thing that happened, the last one only.

import { masked } from "../covered.js";
import { rounded } from "../numbers.js";

let timer = 0;

const region = () => document.querySelector(".ix-board > .ix-said");

/** Say a sentence in the board's live region; a later one replaces it if it was not read yet. */
export function say(sentence) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const told = region();
    // The same sentence twice is news too; a changed node is what makes it heard.
    if (told) told.textContent = told.textContent === sentence ? `${sentence}\u00a0` : sentence;
  }, 120);
}

/** Say nothing any more, at once. */
export function hush() {
  clearTimeout(timer);
  region().textContent = "";
}

/** A sentence of the scores at the cutoff, as they stand on the page, or of what two lists differ in; empty where they are hidden or masked. */
export function scores() {
  const why = document.querySelector('[data-testid="versus-why"]');
  if (why) return masked() ? "" : `${why.textContent.replace(/\.$/, "")}.`;
  if (!document.querySelector(".ix-scores")?.checkVisibility({ visibilityProperty: true })) return "";
  const all = [...document.querySelectorAll('[data-testid="score"][data-value]')];
  return all.length === 0 ? "" : `${all.map((score) => `${score.dataset.metric} ${rounded(Number(score.dataset.value))}`).join(", ")}.`;
}

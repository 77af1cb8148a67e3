/** Predict before you see: for each score up, same or down; then the curves move, and the prediction is marked. */

import { html, setText } from "./dom.js";

const GUESSES = [
  ["up", "▲", "goes up"],
  ["same", "=", "stays the same"],
  ["down", "▼", "goes down"],
];

/** The questions beside the scores, and what ends them. */
export class Predictions {
  /**
   * @param {HTMLElement} bar Where the question and its two buttons stand.
   * @param {(detail: {guesses?: Record<string, string>, back?: boolean}) => void} answer
   */
  constructor(bar, answer) {
    this.bar = bar;
    this.answer = answer;
    this.guesses = {};
    this.groups = [];
    const question = html("span", "ix-ask-question", {}, "What will this do to each score?");
    const see = html("button", "ix-ask-see", { type: "button", "data-testid": "see" }, "See what happens");
    const back = html("button", "ix-ask-back", { type: "button", "data-testid": "take-back" }, "Take it back");
    this.see = see;
    see.onclick = () => {
      if (Object.keys(this.guesses).length) this.answer({ guesses: { ...this.guesses } });
    };
    back.onclick = () => this.answer({ back: true });
    bar.append(question, see, back);
  }

  /**
   * The three buttons of one score.
   *
   * @param {{name: string, symbol: string}} row
   * @returns {HTMLElement}
   */
  group(row) {
    const buttons = GUESSES.map(([guess, sign, words]) => {
      const button = html("button", "ix-guess", { type: "button", "aria-pressed": "false", "data-guess": guess, title: words }, sign);
      button.setAttribute("aria-label", `${row.symbol} ${words}`);
      button.onclick = () => {
        this.guesses[row.name] = guess;
        this.see.setAttribute("aria-disabled", "false");
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      };
      return button;
    });
    const group = html("span", "ix-guesses", { role: "group", "aria-label": `Prediction for ${row.symbol}` }, ...buttons);
    this.groups.push({ group, name: row.name });
    return group;
  }

  /** Forget the groups of a scoreboard that is made anew. */
  clear() {
    this.groups = [];
  }

  /**
   * Ask, or stop asking.
   *
   * @param {boolean} asking
   * @param {string[]} names The metrics to ask about; all if empty.
   */
  ask(asking, names) {
    if (asking && !this.bar.hidden) return;
    this.guesses = {};
    this.bar.hidden = !asking;
    this.see.setAttribute("aria-disabled", "true");
    for (const { group, name } of this.groups) {
      group.hidden = names.length > 0 && !names.includes(name);
      for (const button of group.children) button.setAttribute("aria-pressed", "false");
    }
  }

  /** Go to the first question. */
  focus() {
    this.groups.find(({ group }) => !group.hidden)?.group.firstChild.focus({ preventScroll: true });
  }
}

/**
 * Show how the last prediction was marked beside its score.
 *
 * @param {HTMLElement} mark
 * @param {{right: boolean, line: string} | undefined} verdict
 */
export function showMark(mark, verdict) {
  setText(mark, verdict ? (verdict.right ? "✓" : "✗") : "");
  mark.title = verdict?.line ?? "";
  mark.setAttribute("aria-label", verdict ? (verdict.right ? "predicted right" : `predicted wrong: ${verdict.line}`) : "");
}

/**
 * Predict before you see: for each score up, same or down, or the value where it will land; then the curves move, and
 * the prediction is marked. As long as one predicts, what the curves do beyond the cutoff is covered: it would give the
 * answer away as soon as the cutoff moves.
 */

import { predicting } from "../covered.js";
import { isCovered } from "./content.js";
import { bringUp, html, setText, svg } from "../dom.js";
import { makeField } from "./field.js";
import { decimal } from "../numbers.js";
import { hue, marker } from "./swatch.js";
import { Target } from "./target.js";
import { verdict } from "./words.js";

const GUESSES = [
  ["up", "▲", "goes up"],
  ["same", "=", "stays the same"],
  ["down", "▼", "goes down"],
];

/** The id of the line that says what is wrong in a field. */
const WRONG = "ix-ask-wrong";

/** The questions beside the scores, and what ends them. */
export class Predictions {
  /**
   * @param {HTMLElement} root The panel: in it are the place for the question and its two buttons, the running tally,
   *   the table of scores, the chart, and what lies over its plot.
   */
  constructor(root) {
    const [bar, tally, scores, reach, over] = ["ask", "tally", "scores", "reach", "chart-over"].map((name) => root.querySelector(`.ix-${name}`));
    this.root = root;
    this.bar = bar;
    this.tally = tally;
    this.guesses = {};
    this.groups = [];
    this.metric = null;
    this.k = 0;
    const words = "What will this do to each score?";
    const question = html("span", "ix-ask-question", {}, words);
    scores.dataset.question = words; // on a phone it stands above the scores
    const see = html("button", "ix-ask-see", { type: "button", "data-testid": "see" }, "See what happens");
    const back = html("button", "ix-ask-back", { type: "button", "data-testid": "take-back" }, "Take it back");
    this.see = see;
    see.onclick = () => {
      const refused = this.refused();
      if (refused) refused.root.focus();
      else if (Object.keys(this.guesses).length) this.answer({ guesses: { ...this.guesses } });
    };
    back.onclick = () => this.answer({ back: true });
    this.wrong = html("p", "ix-ask-wrong", { id: WRONG, role: "alert" });
    bar.append(question, see, back, this.wrong);
    this.veil = html("div", "ix-veil", { hidden: "" }, html("span", "", {}, "covered while you predict"));
    this.said = html("div", "ix-said-here", { hidden: "" });
    this.edge = svg("svg", "ix-veil-edge", { width: "100%", height: "100%" });
    over.append(this.veil, this.edge, this.said);
    this.target = new Target(reach, (value) => this.say(this.metric, value));
  }

  /**
   * What is asked about one score: three buttons, and a field for the value.
   *
   * @param {{name: string, symbol: string}} row
   * @param {boolean} plotted Whether it has a curve, and so lies between 0 and 1.
   * @returns {HTMLElement}
   */
  group(row, plotted) {
    const buttons = GUESSES.map(([guess, sign, words]) => {
      const button = html("button", "ix-guess", { type: "button", "aria-pressed": "false", "data-guess": guess, title: words }, sign);
      button.setAttribute("aria-label", `${row.symbol} ${words}`);
      button.onclick = () => this.say(row.name, guess);
      return button;
    });
    const field = makeField(row, plotted, WRONG, {
      said: (value) => this.say(row.name, value, true),
      done: () => this.see.click(),
      leave: () => buttons[0].focus(),
    });
    const group = html("span", "ix-guesses", { role: "group", "aria-label": `Prediction for ${row.symbol}` }, ...buttons, field.root);
    group.addEventListener("focusin", () => this.take(row.name));
    this.groups.push({ group, name: row.name, symbol: row.symbol, buttons, field, plotted });
    return group;
  }

  /** Tell the board what was guessed, or that the change is taken back. */
  answer(detail) {
    document.dispatchEvent(new CustomEvent("irviz:predicted", { detail }));
    if (!detail.back) bringUp(this.root);
  }

  /** Forget the groups of a scoreboard that is made anew. */
  clear() {
    this.groups = [];
  }

  /** Take a direction, a value, or nothing for a metric. */
  say(name, guess, typing = false) {
    if (guess === null) delete this.guesses[name];
    else this.guesses[name] = guess;
    const { buttons, field } = this.groups.find((one) => one.name === name);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.guess === guess));
    if (!typing) field.show(typeof guess === "number" ? guess : null);
    this.complain();
    this.see.setAttribute("aria-disabled", String(Object.keys(this.guesses).length === 0));
    this.take(name);
  }

  /** The first field with something in it that is no value. */
  refused() {
    return this.groups.find(({ field, group }) => field.fault && !group.hidden)?.field;
  }

  /** Say in one line what is wrong, and what would be right. */
  complain() {
    const fault = this.refused()?.fault ?? "";
    setText(this.wrong, fault.replace("@k", `@${this.k}`));
    this.root.toggleAttribute("data-wrong", fault !== "");
  }

  /** Let the handle on the chart be for this metric. */
  take(name) {
    this.metric = name;
    this.place();
  }

  /** Whether a question is open. */
  get asking() {
    return !this.bar.hidden;
  }

  /**
   * Ask, or stop asking.
   *
   * @param {boolean} asking
   * @param {string[]} names The metrics to ask about; all if empty.
   * @param {number} k The cutoff after the change.
   */
  ask(asking, names, k) {
    this.k = k;
    if (!asking || !this.asking) {
      this.guesses = {};
      this.bar.hidden = !asking;
      this.see.setAttribute("aria-disabled", "true");
      for (const { group, name, buttons, field } of this.groups) {
        group.hidden = names.length > 0 && !names.includes(name);
        for (const button of buttons) button.setAttribute("aria-pressed", "false");
        field.show(null);
      }
      this.metric = this.groups.find(({ group }) => !group.hidden)?.name;
      this.complain();
    }
    this.place();
  }

  /** Go to the first question. */
  focus() {
    this.groups.find(({ group }) => !group.hidden)?.group.firstChild.focus({ preventScroll: true });
  }

  /**
   * Cover what lies beyond the cutoff, put the handle where it belongs, and show what was said last.
   *
   * @param {import("./geometry.js").Geometry} geometry
   * @param {import("./content.js").Content} content
   * @param {object} data What the server sent last.
   * @param {{line: string}[]} colours
   * @param {boolean[]} hidden Which curves are not drawn.
   */
  draw(geometry, content, data, colours, hidden) {
    this.drawn = { geometry, content, data, colours };
    const masked = isCovered(content.k, content); // then there are no curves to cover
    const covers = predicting() && !masked && content.k < data.n;
    this.veil.hidden = !covers;
    this.edge.replaceChildren();
    if (covers) {
      const left = geometry.x(content.k) + 1;
      Object.assign(this.veil.style, {
        left: `${left}px`,
        top: `${geometry.top - 6}px`,
        width: `${geometry.right - left + 8}px`,
        height: `${geometry.bottom - geometry.top + 6}px`,
      });
      this.veil.toggleAttribute("data-narrow", geometry.right - left < 90);
      // The cover begins right at the cutoff, or the first pixels would tell the way; the markers there stay whole.
      this.edge.append(...this.markers(geometry, content, data, hidden));
    }
    setText(this.tally, predicting() && !masked ? (data.tally ?? "") : "");
    this.place();
  }

  markers(geometry, content, data, hidden) {
    return data.figure.data.flatMap((trace, index) => {
      const value = content.curves[data.rows[index].name][content.k - 1];
      if (hidden[index] || value === null) return [];
      const made = marker(trace, geometry.x(content.k), geometry.y(value));
      made.setAttribute("style", hue(index));
      return [made];
    });
  }

  /** The handle, and the mark of the value that was said last. */
  place() {
    if (!this.drawn) return;
    const { geometry, content, data, colours } = this.drawn;
    const row = (name) => data.rows.findIndex((one) => one.name === name);
    const group = this.groups.find(({ name }) => name === this.metric);
    const guess = this.guesses[this.metric];
    const given = typeof guess === "number";
    const now = content.curves[this.metric]?.[content.k - 1] ?? 0;
    const covered = isCovered(content.k, content);
    this.target.show(
      geometry,
      this.asking && group?.plotted && !group.group.hidden
        ? { k: this.k ?? content.k, value: given ? guess : now, given, covered, label: group.symbol.replace(/k$/, String(this.k)), colour: colours[row(this.metric)].line }
        : null,
    );
    const marked = Object.entries(data.marks ?? {}).find(([name, { said }]) => said !== null && name === data.metric) ??
      Object.entries(data.marks ?? {}).find(([name, { said }]) => said !== null && data.figure.data[row(name)]);
    this.said.hidden = this.asking || !marked || !content.exact || content.kind !== "settled" || marked[1].said > 1;
    if (this.said.hidden) return;
    this.said.style.setProperty("--ix-hue", colours[row(marked[0])].line);
    this.said.style.transform = `translate(${geometry.x(content.k)}px, ${geometry.y(marked[1].said)}px)`;
  }
}

/**
 * Show how the last prediction was marked beside its score.
 *
 * @param {HTMLElement} mark
 * @param {{right: boolean, line: string, off: number | null} | undefined} verdict
 */
export function showMark(mark, verdict) {
  const off = verdict && verdict.off !== null && verdict.off >= 0.0005 ? ` ${decimal(verdict.off)} off` : "";
  setText(mark, verdict ? `${verdict.right ? "✓" : "✗"}${off}` : "");
  mark.title = verdict?.line ?? "";
  mark.setAttribute("aria-label", verdict ? `${verdict.right ? "predicted right" : `predicted wrong: ${verdict.line}`}${off}` : "");
}

/** The line below the chart: how the last prediction went, or why the chosen metric is what it is. */
export function remarkOn(content, data) {
  const marked = content.exact && content.kind === "settled" && Object.keys(data.marks ?? {}).length > 0;
  return marked ? verdict(data) : content.line;
}

/**
 * Predict before you see: for each score up, same or down, or the value where it will land; then the curves move, and
 * the prediction is marked. As long as one predicts, what the curves do beyond the cutoff is covered: it would give the
 * answer away as soon as the cutoff moves.
 */

import { masked, predicting } from "../covered.js";
import { answered, modified, tell } from "../events.js";
import { bringUp } from "../scrolling.js";
import { read, said } from "../numbers.js";
import { h } from "../view/view.js";
import { named, score, told } from "./content.js";
import { marker } from "./swatch.js";

const GUESSES = [
  ["up", "▲", "goes up"],
  ["same", "=", "stays the same"],
  ["down", "▼", "goes down"],
];

/** Of the question, which on a phone stands above the scores. */
export const QUESTION = "What will this do to each score?";

/** The id of the line that says what is wrong in a field. */
const WRONG = "ix-ask-wrong";

/** A sum has no upper end, and no value that is said is larger (LARGEST in irviz/state/predictions/prediction.py). */
const most = ({ sum }) => (sum ? 9999 : 1);

/** So much of the whole axis each key moves the handle on the chart. */
const KEYS = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 };

/** What is asked and what has been said; drawn as questions beside the scores, what ends them, and a handle on the chart. */
export class Predictions {
  /** @param {import("./curves.js").Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.asking = false;
    this.k = 0; // the cutoff after the change
    this.names = []; // the metrics that are asked about, all if empty
    this.said = {}; // by metric: a direction, {way}, or what has been written in its field, {text}
    this.metric = null; // that of the handle on the chart
    this.held = false;
    this.see = () => {
      if (this.fault()) panel.root.querySelector("[aria-invalid=true]").focus();
      else if (Object.keys(this.guessed()).length) this.answer({ guesses: this.guessed() });
    };
    this.back = () => this.answer({ back: true });
  }

  /** Ask, or stop asking. */
  ask(asking, names, k) {
    this.k = k;
    if (!asking || !this.asking) {
      Object.assign(this, { asking, names, said: {} });
      this.metric = this.panel.rows.find((row) => this.asks(row))?.name;
    }
    this.panel.paint();
  }

  /** Whether a score is asked about. */
  asks = ({ name }) => this.asking && (this.names.length === 0 || this.names.includes(name));

  /** Tell the board what was guessed, or that the change is taken back. */
  answer(detail) {
    tell("predicted", detail);
    if (!detail.back) bringUp(this.panel.root);
  }

  /** Take a direction or a text for a metric, which the handle on the chart is now for. */
  say(name, one) {
    this.said[name] = one;
    this.metric = name;
    this.panel.paint();
  }

  /** What is said of a score: a direction, a value, or null for nothing that counts. */
  guess(row) {
    const { way, text = "" } = this.said[row.name] ?? {};
    const value = read(text);
    return way ?? (value <= most(row) ? value : null);
  }

  guessed() {
    const all = this.panel.rows.map((row) => [row.name, this.guess(row)]);
    return Object.fromEntries(all.filter(([, guess]) => guess !== null));
  }

  /** Whether something is written in a field that is no value of its metric. */
  isWrong = (row) => Boolean(this.said[row.name]?.text?.trim()) && this.guess(row) === null;

  /** In one line what is wrong, and what would be right; empty where nothing is. */
  fault() {
    const row = this.panel.rows.find(this.isWrong);
    if (!row) return "";
    const text = this.said[row.name].text.trim();
    return `“${text}” cannot be ${named(row, this.k)}: write a number from 0 to ${most(row)}, such as ${row.sum ? "2.5" : "0.667"}.`;
  }

  /** What is asked about one score: three buttons, and a field for the value. */
  guesses(row) {
    if (!this.asks(row)) return null;
    const { name, symbol } = row;
    const guess = this.guess(row);
    const onfocus = () => this.metric !== name && this.say(name, this.said[name]);
    const button = ([way, sign, words]) =>
      h("button.ix-button.ix-guess", {
        type: "button",
        title: words,
        "aria-label": `${symbol} ${words}`,
        "aria-pressed": guess === way,
        "data-guess": way,
        onclick: () => this.say(name, { way }),
        onfocus,
      }, sign);
    const wrong = this.isWrong(row);
    // It reads what is written by itself: a browser's own field for numbers refuses a comma, or a further decimal,
    // without a word.
    const field = h("input.ix-field.ix-guess-value", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: 24,
      placeholder: "value",
      title: "Or say the value that it will have",
      value: this.said[name]?.text,
      "data-testid": "guess-value",
      "aria-label": `The value that ${symbol} will have, a number from 0 to ${most(row)}`,
      "aria-invalid": wrong,
      "aria-describedby": wrong ? WRONG : null,
      oninput: ({ target }) => this.say(name, { text: target.value }),
      onkeydown: (event) => this.leave(event),
      onfocus,
    });
    return h("span.ix-guesses", { role: "group", "aria-label": `Prediction for ${symbol}` }, GUESSES.map(button), field);
  }

  /** Out of a field. */
  leave(event) {
    if (event.key === "Enter") this.see();
    else if (event.key === "Escape") event.target.parentElement.firstChild.focus();
    else return;
    answered(event);
  }

  /** The question below the chart, and what ends it. */
  question() {
    const none = Object.keys(this.guessed()).length === 0;
    return h(
      "div.ix-ask.ix-line",
      { "data-testid": "ask", hidden: !this.asking },
      h("span.ix-ask-question.ix-strong", {}, QUESTION),
      h("button.ix-button.ix-do", { type: "button", "data-testid": "see", "aria-disabled": none, onclick: this.see }, "See what happens"),
      h("button.ix-button", { type: "button", "data-testid": "take-back", onclick: this.back }, "Take it back"),
      h("p.ix-ask-wrong.ix-strong", { id: WRONG, role: "alert" }, this.fault()),
    );
  }

  /**
   * The handle on the chart for where a value will land: dragged up and down, or moved with keys.
   *
   * @param {import("./curves.js").Scene} scene
   */
  target({ place, content, plotted }) {
    const { scale, layout } = this.panel.data.figure;
    const row = plotted.find(({ name }) => name === this.metric && scale.includes(name));
    if (!row || !this.asks(row)) return null;
    const guess = this.guess(row);
    const given = typeof guess === "number";
    const top = layout.yaxis.tickvals.at(-1);
    const value = given ? guess : (score(content, row.name) ?? 0);
    const label = named(row, this.k);
    const now = masked(row.name) ? "" : `, now ${said(value)}`;
    const move = (to) => this.say(row.name, { text: said(Math.round(Math.min(Math.max(to, 0), top) * 100) / 100) });
    const drag = ({ clientY, currentTarget }) => {
      const y = clientY - currentTarget.parentElement.getBoundingClientRect().top;
      move((place.y(0) - y) / (place.y(0) - place.y(1)));
    };
    return h(
      "div.ix-target",
      {
        role: "slider",
        tabindex: 0,
        title: `Drag to where ${label} will land`,
        style: { transform: `translate(${place.x(this.k)}px, ${place.y(value)}px)` },
        "data-testid": "target",
        "data-hue": row.name,
        "data-given": given ? "" : null,
        "aria-label": `Where ${label} will land`,
        "aria-orientation": "vertical",
        "aria-valuemin": 0,
        "aria-valuemax": top,
        "aria-valuenow": said(value),
        "aria-valuetext": given ? said(value) : `not said yet${now}`,
        onpointerdown: (event) => this.grip(event),
        onpointermove: (event) => this.held && drag(event),
        onpointerup: () => (this.held = false),
        onpointercancel: () => (this.held = false),
        onkeydown: (event) => {
          if (!(event.key in KEYS) || modified(event)) return;
          move(value + KEYS[event.key] * top);
          answered(event);
        },
      },
      h("span.ix-target-dot"),
      h("span.ix-target-value.ix-badge", {}, given ? said(value) : "?"),
    );
  }

  grip(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    this.held = true;
  }

  /**
   * What covers the curves beyond the cutoff while one predicts, and the mark of the value that was said last.
   *
   * @param {import("./curves.js").Scene} scene
   */
  over({ place, content, drawn, plotted, marks, chosen, n }) {
    const covers = predicting() && told(drawn, content).length > 0 && content.k < n; // masked, there are no curves to cover
    const left = place.x(content.k) + 1;
    const whole = drawn.filter(({ name }) => score(content, name) !== null);
    const { scale } = this.panel.data.figure;
    const said = plotted.filter(({ name }) => scale.includes(name) && typeof marks[name]?.said === "number");
    const last = !this.asking && (said.find(({ name }) => name === chosen) ?? said[0]);
    return [
      covers && h(
        "div.ix-veil",
        { key: "veil", style: { left: `${left}px`, right: `${place.width - place.x(n) - 10 * place.unit}px` } },
        place.right - left > 90 * place.unit && h("span.ix-caption", {}, "covered while you predict"),
      ),
      // The cover begins right at the cutoff, or the first pixels would tell the way; the markers there stay whole.
      covers && h("svg.ix-layer", { key: "edge" }, whole.map(({ name, trace }) => marker(trace, place.x(content.k), place.y(score(content, name)), place.unit))),
      last && h("div.ix-said-here", {
        key: "said",
        "data-hue": last.name,
        style: { transform: `translate(${place.x(content.k)}px, ${place.y(marks[last.name].said)}px)` },
      }),
    ];
  }
}

/**
 * Predict before you see: for each score up, same or down, or the value where it will land; then the curves move, and
 * the prediction is marked. As long as one predicts, what the curves do beyond the cutoff is covered: it would give the
 * answer away as soon as the cutoff moves.
 */

import { getRoomState, isCovering, isMasked, isPredicting } from "../masks.js";
import { consume, hasModifier, tell } from "../events.js";
import { say } from "../board/speech.js";
import { bringUp, uncover } from "../scrolling.js";
import { NUMBER_FIELD, parseNumber, said, takeLane } from "../numbers.js";
import { h } from "../view/view.js";
import { labelAtCutoff, listVisible, score } from "./content.js";
import { marker } from "./swatch.js";

const GUESSES = [["up", "▲", "goes up"], ["same", "=", "stays the same"], ["down", "▼", "goes down"]];

/**
 * Marks of what was said about the origin, and how far they reach up and down. A direction starts where the value was.
 */
const SAID = {
  up: { d: "M0,0V-16M-5,-11L0,-17L5,-11", above: 17, below: 3 },
  same: { d: "M-6,-3H6M-6,3H6", above: 6, below: 6 },
  down: { d: "M0,0V16M-5,11L0,17L5,11", above: 3, below: 17 },
  value: { d: "M7,0A7,7 0 1,1 -7,0A7,7 0 0,1 7,0Z", above: 8, below: 8 },
};

/** From the cutoff to the nearest mark of what was said, and from there to the next one beside it. */
const ASIDE = 16;

/** The id of the line that says what is wrong in a field. */
const WRONG = "ix-ask-wrong";

/** A sum has no upper end, and no value that is said is larger (LARGEST in irviz/state/predictions/prediction.py). */
const most = (row) => (row.is_sum ? 9999 : 1);

/** So much of the whole axis each key moves the handle on the chart. */
const KEYS = {
  ArrowUp: 0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowLeft: -0.01,
  PageUp: 0.1,
  PageDown: -0.1,
  Home: -1,
  End: 1,
};

/**
 * What is asked and what has been said; drawn as questions beside the scores, what ends them, and a handle on the
 * chart.
 */
export class Predictions {
  /** @param {object} panel */
  constructor(panel) {
    this.panel = panel;
    this.asking = false;
    this.k = 0; // the cutoff after the change
    this.names = []; // the metrics that are asked about, all if empty
    this.said = {}; // by metric: a direction, {way}, or what has been written in its field, {text}
    this.metric = null; // that of the handle on the chart
    this.held = false;
    this.practice = null; // the change that is practised, as long as that is asked about
    this.practised = false; // whether the last answer was to one
    this.waiting = false; // whether the focus is to go on to the next one, when that is here
    this.practise = () => {
      this.practice = panel.data.practice;
      tell("practise", this.practice);
      if (this.asking) bringUp(document.querySelector("[data-testid=board]"), true);
      else this.practice = null; // something is in its way, and the board says what
    };
    this.see = () => {
      if (this.fault()) {
        this.sayFault();
        panel.root.querySelector("[aria-invalid=true]").focus();
      } else if (Object.keys(this.guessed()).length) this.answer({ guesses: this.guessed() });
    };
    this.back = () => this.answer({ back: true });
  }

  /** Ask, or stop asking. */
  ask(asking, names, k) {
    this.k = k;
    if (!asking || !this.asking) {
      Object.assign(this, { asking, names, said: {} });
      if (!asking) this.practice = null;
      this.metric = this.panel.rows.find((row) => this.asks(row))?.name;
    }
    this.panel.paint();
    // On a phone the question lies over the page.
    const [sheet, rows] = [this.panel.root.querySelector(".ix-scores"), document.querySelector(".ix-rows")];
    if (asking && rows && getComputedStyle(sheet).position === "fixed") uncover(rows, sheet);
  }

  /** Whether a score is asked about. */
  asks = ({ name }) => this.asking && (this.names.length === 0 || this.names.includes(name));

  /** The metrics that are asked about where they are practised. */
  get about() {
    return this.practice && [this.practice.metric];
  }

  /** The question; on a phone it stands above the scores. */
  words() {
    const row = this.practice && this.panel.rows.find(({ name }) => name === this.practice.metric);
    const asked = row ? [row] : this.panel.rows.filter(this.asks);
    const what = asked.length > 2 ? "each score" : asked.map((one) => labelAtCutoff(one, this.k)).join(" and ");
    const all = asked.length > 2 && this.names.length === 0; // nobody has set these
    const parts = [row && this.practice.change, `What will this do to ${what}?`, all && "One answer is enough."];
    return parts.filter(Boolean).join(" ");
  }

  /** Tell the board what was guessed, or that the change is taken back. */
  answer(detail) {
    this.practised = this.waiting = Boolean(this.practice) && !detail.back;
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
    const value = parseNumber(text);
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
    const such = row.is_sum ? "2.5" : "0.15 or 3/20";
    return `“${text}” cannot be ${labelAtCutoff(row, this.k)}: write a number from 0 to ${most(row)}, such as ${such}.`;
  }

  /** Not with every letter: half of a fraction is no value yet. */
  sayFault = () => this.fault() && say(this.fault());

  /** What is asked about one score: three buttons, and a field for the value. */
  guesses(row) {
    if (!this.asks(row)) return null;
    const { name, symbol } = row;
    const guess = this.guess(row);
    const onfocus = () => this.metric !== name && this.say(name, this.said[name]);
    const button = ([way, sign, words]) =>
      h("button.ix-button.ix-guess.ix-unpadded", {
        title: words,
        "aria-label": `${symbol} ${words}`,
        "aria-pressed": guess === way,
        "data-guess": way,
        onclick: () => this.say(name, { way }),
        onfocus,
      }, sign);
    const wrong = this.isWrong(row);
    const field = h("input.ix-field.ix-guess-value", {
      ...NUMBER_FIELD,
      maxlength: 24,
      placeholder: "value",
      title: "Or say the value that it will have",
      value: this.said[name]?.text,
      "data-testid": "guess-value",
      "aria-label": `The value that ${symbol} will have, a number from 0 to ${most(row)}`,
      "aria-invalid": wrong,
      "aria-describedby": wrong ? WRONG : null,
      oninput: ({ target }) => this.say(name, { text: target.value }),
      onchange: this.sayFault,
      onkeydown: (event) => this.leave(event),
      onfocus,
    });
    return h(
      "span.ix-guesses.ix-flex",
      { role: "group", "aria-label": `Prediction for ${symbol}` },
      GUESSES.map(button),
      field,
    );
  }

  /** Out of a field. */
  leave(event) {
    if (event.key === "Enter") this.see();
    else if (event.key === "Escape") event.target.parentElement.firstChild.focus();
    else return;
    consume(event);
  }

  /** The question below the chart, and what ends it. */
  question() {
    const none = Object.keys(this.guessed()).length === 0;
    return h(
      "div.ix-ask.ix-line",
      { "data-testid": "ask", hidden: !this.asking },
      h("span.ix-ask-question.ix-strong", this.words()),
      h(
        "button.ix-button.ix-do",
        { "data-testid": "see", "aria-disabled": none, onclick: this.see },
        "See what happens",
      ),
      h("button.ix-button", { "data-testid": "take-back", onclick: this.back }, "Take it back"),
      h("p.ix-ask-wrong.ix-wrong.ix-strong", { id: WRONG }, this.fault()),
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
    const label = labelAtCutoff(row, this.k);
    const now = isMasked(row.name) ? "" : `, now ${said(value)}`;
    const move = (to) => this.say(row.name, { text: said(Math.round(Math.min(Math.max(to, 0), top) * 100) / 100) });
    const drag = ({ clientY, currentTarget }) => {
      const y = clientY - currentTarget.parentElement.getBoundingClientRect().top;
      move((place.y(0) - y) / (place.y(0) - place.y(1)));
    };
    return h(
      "div.ix-target.ix-centre.ix-absolute.ix-circle",
      {
        role: "slider",
        tabindex: 0,
        title: `Drag to where ${label} will land`,
        style: { transform: `translate(${place.x(this.k)}px, ${place.y(value)}px)` },
        "data-testid": "target",
        "data-hue": row.name,
        "data-given": given ? "" : null,
        "data-high": value > top / 2 ? "" : null, // above it there would be the name of the cutoff
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
          if (!(event.key in KEYS) || hasModifier(event)) return;
          move(value + KEYS[event.key] * top);
          consume(event);
        },
      },
      h("span.ix-target-dot.ix-circle"),
      h("span.ix-target-value.ix-absolute.ix-badge", given ? said(value) : "?"),
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
   * How often one was right, by metric and by what one may believe, and what leads to practice; while nothing is asked.
   *
   * @param {import("./curves.js").Scene} scene
   * @param {object} data PredictionsData in irviz/views/predictions.py.
   */
  tally({ content }, { tally, counts, beliefs, practice, no_practice: without }) {
    const shown = isPredicting() && !isMasked() && !getRoomState(); // which has counts of its own
    const free = shown && !this.asking;
    const settled = content.exact && content.kind === "settled";
    const count = ([name, right, all]) =>
      h("li", { key: name, "data-hue": name }, h("span.ix-hue", name), ` ${right} of ${all}`);
    const belief = ({ belief: words, instead, frequency, step, address }) =>
      h(
        "li",
        { key: words },
        h("q", words),
        ` fits ${frequency}. ${instead} `,
        address && h("a", { href: address }, step),
      );
    return h(
      "div.ix-tallies.ix-line",
      h("p.ix-tally.ix-caption", { "data-testid": "tally" }, shown && tally),
      free && practice &&
        h("button.ix-button", {
          key: "practise",
          "data-testid": "practise",
          "aria-disabled": !settled,
          onclick: () => settled && this.practise(),
        }, this.practised ? "Practise another one" : "Practise what you miss most"),
      free && without && h("p.ix-caption", { key: "without" }, without),
      free && counts.length > 0 && h(
        "details.ix-caption",
        { key: "by" },
        h("summary", "By score and by belief"),
        h("ul.ix-counts.ix-line", { "aria-label": "How often you were right" }, counts.map(count)),
        beliefs.length > 0 && h("p", "Beliefs that your answers would follow from:"),
        beliefs.length > 0 && h("ul.ix-beliefs", beliefs.map(belief)),
      ),
    );
  }

  /** After practice, go on with the next one, as soon as it is here. */
  resume() {
    const button = this.waiting && this.panel.root.querySelector("[data-testid=practise]:not([aria-disabled=true])");
    if (!button || Object.keys(this.panel.scene.marks).length === 0) return;
    this.waiting = false;
    // The browser takes the focus from what has been hidden, but only when it draws.
    const { activeElement: here, body } = document;
    if (here === body || !here.checkVisibility()) button.focus({ preventScroll: true });
  }

  /**
   * What covers the curves beyond the cutoff while one predicts, and is drawn aside when they are told; and marks of
   * what was said, each tied to the value that came.
   *
   * @param {import("./curves.js").Scene} scene
   */
  over(scene) {
    const { place, content, drawn, marks, n } = scene;
    const covers = isCovering() && listVisible(drawn, content).length > 0; // masked, there are no curves to cover
    const left = place.x(content.k) + 1;
    const { scale, layout } = this.panel.data.figure;
    const whole = drawn.filter(({ name }) => score(content, name) !== null);
    return [
      isPredicting() && content.k < n && (covers || !isCovering()) && h(
        "div.ix-veil.ix-centre.ix-absolute.ix-round",
        {
          key: "veil",
          "data-lifted": covers ? null : "",
          style: { left: `${left}px`, right: `${place.width - place.x(n) - 10 * place.unit}px` },
        },
        covers && !this.asking && place.right - left > 90 * place.unit &&
          (place.right - left) * (place.bottom - place.top) > 7600 * place.unit ** 2 && // room for all its words
          h("span.ix-caption", getRoomState() ? "covered while the class predicts" : "covered while you predict"),
      ),
      // The cover begins right at the cutoff, or the first pixels would tell the way; the markers there stay whole.
      covers && content.k < n &&
      h(
        "svg.ix-layer.ix-absolute",
        { key: "edge" },
        whole.map(({ name, trace }) => marker(trace, place.x(content.k), place.y(score(content, name)), place.unit)),
      ),
      !this.asking &&
      h(
        "svg.ix-layer.ix-absolute",
        { key: "said" },
        guesses(
          scene,
          whole.filter(({ name }) => marks[name] && scale.includes(name)),
          layout.yaxis.tickvals.at(-1),
        ),
      ),
    ];
  }
}

/**
 * What was said of each score, beside the cutoff, no higher than the axis: marks that would lie on each other stand
 * beside each other.
 */
function guesses({ place: { x, y, unit }, content, marks, lit, n }, rows, top) {
  const side = content.k > n / 2 ? -1 : 1;
  const ends = []; // where each lane is free from
  return rows
    .map(({ name }) => {
      const { answer: said, before: was } = marks[name];
      const number = typeof said === "number";
      const from = number ? Math.min(said, top) : (was ?? score(content, name));
      return { name, mark: SAID[number ? "value" : said], from: y(from), to: y(score(content, name)) };
    })
    .sort((one, other) => one.from - one.mark.above * unit - (other.from - other.mark.above * unit))
    .map(({ name, mark, from, to }) => {
      const lane = takeLane(ends, (end) => end <= from - mark.above * unit, from + (mark.below + 3) * unit);
      const at = x(content.k) + side * ASIDE * (lane + 1) * unit;
      const shape = { d: mark.d, transform: `translate(${at},${from}) scale(${unit})` };
      return h(
        "g.ix-said-here",
        { key: name, "data-hue": name, "data-testid": "said", class: name === lit && "ix-lit" },
        h("path.ix-said-tie", { d: `M${at},${from}L${x(content.k)},${to}` }),
        h("path.ix-said-halo", shape),
        h("path.ix-said-mark", shape),
      );
    });
}

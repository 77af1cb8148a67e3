/** The scores at the cutoff: the table beside the chart, and the line at the top of a phone; views. */

import { isUndefined, labelAtCutoff, score } from "./content.js";
import { tell } from "../events.js";
import { isMasked } from "../masks.js";
import { state } from "../state.js";
import { change } from "./memory.js";
import { decimal, long, movement } from "../numbers.js";
import { h } from "../view/view.js";

/**
 * The rows of the table: each score with its curve's toggle, its value, and what the last action changed.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {object} panel
 */
export function scores(scene, panel) {
  const aside = scene.rows.filter((row) => panel.standsAside(row));
  const more = h("button.ix-button.ix-quiet", { onclick: panel.showAll }, `All ${scene.rows.length} scores`);
  return [
    scene.rows.map((row) => line(row, scene, panel, aside.includes(row))),
    aside.length > 0 && !panel.predictions.asking &&
    h("tr.ix-score-more", { role: "row" }, h("td", { role: "cell" }, more)),
  ];
}

function line(row, scene, panel, hidden) {
  const { content, chosen } = scene;
  const { name, symbol, title, meaning } = row;
  const now = score(content, name);
  const covered = isMasked(name);
  const by = covered ? 0 : change(scene.memory, content, name);
  const without = isUndefined(content, name);
  const inPart = content.undefined.has(name) ? "undefined in part" : "";
  const label = labelAtCutoff(row, content.k);
  const click = name === chosen ? "Click once more, or press D, for what it means." : "Click to see the working.";
  const exact = covered ? "Masked" : long(now, content.fractions[name]?.[content.k - 1]).both;
  return h(
    "tr.ix-score.ix-as-grid.ix-middle",
    {
      key: name,
      role: "row",
      hidden,
      "data-testid": "score",
      "data-metric": symbol.replace(/@k$/, ""),
      "data-hue": name,
      "data-value": covered ? null : String(now),
      "data-was": by ? String(now - by) : null,
      "data-chosen": name === chosen ? "" : null,
      onpointerenter: row.enter,
      onpointerleave: panel.unlight,
    },
    h("td.ix-score-toggle", { role: "cell" }, toggle(row, scene, panel)),
    h(
      "th.ix-score-name.ix-relative",
      { scope: "row", role: "rowheader" },
      h(
        "button.ix-choose.ix-wide",
        {
          title: `${meaning} ${click}`,
          "data-term": name,
          "aria-pressed": name === chosen,
          onclick: row.choose,
        },
        h("span.ix-score-symbol.ix-l.ix-block.ix-hue", label),
        " ",
        !panel.predictions.asking && h("span.ix-score-title.ix-block.ix-xs.ix-soft", title),
      ),
      row.mean_name && !panel.predictions.asking && mean(row, content.k),
    ),
    h(
      "td.ix-score-value.ix-xl",
      { role: "cell", title: exact, "data-undefined": without ? "" : null },
      figure("ix-score-figure", covered ? "?" : without ? "undefined" : decimal(now), name, label),
      " ",
      h("small.ix-score-remark.ix-soft", without ? "counted as 0" : inPart),
    ),
    h(
      "td.ix-line.ix-score-change.ix-baseline.ix-tight.ix-caption",
      { role: "cell" },
      panel.predictions.asking ? panel.predictions.guesses(row) : state.held ? "before" : moved(row, scene),
    ),
  );
}

/** What the mean of this metric over the queries is called, which is one press away. */
const mean = ({ name, mean_name: symbol, openMean }, k) =>
  h(
    "button.ix-score-mean.ix-as-grid.ix-absolute.ix-xs.ix-pointer.ix-top.ix-caption",
    { title: `${symbol}@${k} is the mean of ${name}@${k} over the queries. Click to see it.`, onclick: openMean },
    `mean: ${symbol}`,
  );

/**
 * A value, a view: while all are masked, a press on one reveals it, and the next one masks it again.
 *
 * @param {string} kind A class.
 * @param {string} text
 * @param {string} metric
 * @param {string} label Its name at the cutoff.
 */
export function figure(kind, text, metric, label) {
  if (!isMasked()) return h("span", { class: kind }, text);
  const words = isMasked(metric) ? `Reveal ${label}` : `Mask ${label} again`;
  const onclick = () => tell("reveal", { metric });
  return h("button.ix-plain", { class: kind, title: words, "aria-description": words, onclick }, text);
}

/**
 * A sum has no upper end, and so no curve on a chart from 0 to 1; where all others are hidden, it has one of its own.
 */
function toggle(row, { drawn }, panel) {
  if (!row.trace) return null;
  const shown = drawn.includes(row);
  return h(
    "button.ix-toggle",
    {
      "aria-label": `Curve of ${row.symbol}`,
      "aria-pressed": shown,
      title: shown ? "Hide the curve" : "Show the curve",
      onclick: row.toggle,
      onfocus: row.focus,
      onblur: panel.unlight,
    },
    row.swatch,
  );
}

/** What the last action changed, and how its prediction was marked. */
function moved({ name }, { content, memory, marks }) {
  const { sign, figures, words } = movement(change(memory, content, name));
  const mark = marks[name];
  const off = mark?.error >= 0.0005 ? ` ${decimal(mark.error)} off` : "";
  const said = mark && !mark.is_right && SIGNS[mark.answer] ? ` said ${SIGNS[mark.answer]}` : "";
  // What would be believed by whoever answers so stands below the chart.
  const verdict = mark?.is_right
    ? "predicted right"
    : `predicted wrong: ${mark?.explanation.replace(mark.misconceptions, "").trim()}`;
  return [
    h("span.ix-score-sign.ix-centred", { "aria-hidden": true }, sign),
    h("span.ix-score-figures", { "aria-hidden": true }, figures),
    h("span.ix-said", words),
    h(
      "span.ix-score-mark",
      mark ? { role: "img", title: mark.explanation, "aria-label": verdict + (mark.is_right ? off : "") } : {},
      mark && tick(mark) + said + off,
    ),
  ];
}

/** Of a direction that was said. */
const SIGNS = { up: "▲", same: "=", down: "▼" };

const tick = (mark) => (mark.is_right ? "✓" : "✗");

/**
 * The scores in one line at the top of a phone, as long as the table is not in sight: whoever moves a card sees what it
 * does. It repeats what the table says, so it is not read out.
 *
 * @param {import("./curves.js").Scene} scene
 * @param {string[]} ask The metrics that are asked about; of the others only those that are drawn are in the line.
 */
export function scoreline({ rows, drawn, content, memory, marks, chosen }, ask) {
  const inLine = (row) => row.name === chosen || ask.includes(row.name) || drawn.includes(row);
  return rows.filter(inLine).map((row) => {
    const { name } = row;
    const known = isUndefined(content, name) ? "–" : decimal(score(content, name));
    const { sign } = movement(change(memory, content, name));
    return h(
      "span.ix-line-score",
      { key: name, "data-hue": name, "data-kind": content.kind },
      h(
        "span.ix-line-symbol.ix-hue",
        labelAtCutoff(row, content.k).split(/(?=@)/).map((part, at) => [at > 0 && h("wbr"), part]),
      ),
      h("span", isMasked(name) ? "?" : known),
      h("span.ix-line-sign", marks[name] ? `${sign} ${tick(marks[name])}` : sign),
    );
  });
}

// A small list without pictures: a tile for each rank, and the cutoff; a view.

import { h } from "./view/view.js";

/** Describe it, as irviz/views/tiles.py gives it. */
export const tiles = ({ label, k, tiles: all }) =>
  h(
    "figure.ix-tiles",
    { "data-k": k },
    h("figcaption.ix-caption", {}, label && h("b", {}, `${label} `), `k = ${k}`),
    h("ol", { "aria-label": label || "The list" }, all.map(tile)),
  );

const MEANING = { "✓": "relevant", "·": "not relevant", "?": "judged by nobody" };

/** What the marks on such lists stand for. */
export const legend = (lists) => {
  const marks = new Set(lists.flatMap(({ tiles: all }) => all.map(({ mark }) => mark)));
  const said = Object.entries(MEANING).flatMap(([mark, words]) => (marks.has(mark) ? [`${mark} ${words}`] : []));
  const graded = [...marks].some((mark) => !(mark in MEANING));
  const sentences = [said.join(", "), graded && "The large numbers are grades", "The line is the cutoff k"].filter(Boolean);
  return h("p.ix-caption", { "data-testid": "legend" }, `${sentences.join(". ")}.`);
};

const tile = ({ rank, mark, words, relevant, moved, last }) =>
  h(
    "li.ix-tile",
    { "data-mark": mark, "data-relevant": relevant, "data-moved": moved, "data-last": last },
    h("span.ix-said", {}, words),
    h("span.ix-label", { "aria-hidden": "true" }, rank),
    h("b", { "aria-hidden": "true" }, mark),
  );

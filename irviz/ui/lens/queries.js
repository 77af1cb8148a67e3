/** The mean over several queries: each query's working and value, and a bar for what it adds to the mean. */

import { decimal } from "../numbers.js";
import { thumb } from "../result.js";
import { formula } from "./formula.js";
import { cell, first, head, line, table } from "./table.js";
import { scaleHead, waterfall } from "./waterfall.js";

/**
 * @param {object} view Of kind "mean".
 * @param {{pictures: string}} data
 */
export function queries({ name, symbol, k, rows, scale }, { pictures }) {
  const heads = [
    head("", {}, "Query"),
    head(".ix-query-results", {}, k === 1 ? "First result" : `First ${k} results`),
    head(".ix-query-worked", {}, "Working"),
    head("", {}, `${name}@${k}`),
    head(".ix-query-part", {}, scaleHead(`What it adds to ${symbol}`, scale)),
  ];
  let from = 0;
  const lines = rows.map(({ id, query, results, worked, value, defined }) => {
    const part = (value ?? 0) / rows.length;
    const bar = waterfall(from, part, scale);
    from += part;
    return line(
      { "data-testid": "query-line", "data-query": id, "data-value": String(value) },
      first(".ix-strong", {}, query),
      cell(".ix-query-results", {}, results.slice(0, k).map((result) => thumb(result, pictures))),
      cell(".ix-query-worked", {}, formula(worked)),
      cell("", {}, defined ? decimal(value) : value === null ? "undefined" : `undefined, counted as ${value}`),
      cell(".ix-query-part", {}, bar),
    );
  });
  return table(".ix-queries", { key: "mean", "data-testid": "queries", "aria-label": `${symbol}, query by query` }, heads, lines);
}

/** What each tool makes of the open board: a table of tools and metrics. */

import { decimal } from "../numbers.js";
import { h } from "../view/view.js";
import { scroll } from "./scrollable.js";
import { cell, first, head, line, table } from "./table.js";

const WORDS = "What each tool makes of this board";

export function tools({ tools, metrics }) {
  const undefinedSomewhere = tools.some(({ values }) => values.some((value) => value?.undefined));
  const heads = [head("", {}, "Tool"), metrics.map(({ name, symbol }) => head(".ix-hue", { "data-hue": name }, symbol))];
  return h(
    "div",
    {},
    scroll(WORDS, table(".ix-registry", { "data-testid": "tools" }, heads, tools.map((tool) => toolLine(tool, metrics)), WORDS)),
    h(
      "p.ix-caption",
      {},
      "Tinted: not what trec_eval’s conventions give. –: no such metric. †: read in its source, not run.",
      undefinedSomewhere && " Italic: undefined, and counted as the number shown.",
    ),
  );
}

function toolLine({ name, version, run, chosen, values }, metrics) {
  return line(
    { "data-testid": "tool", "data-tool": name, "data-chosen": chosen },
    first(chosen ? ".ix-strong" : "", { title: version }, run ? name : `${name}†`, !run && h("span.ix-said", {}, " (read in its source)")),
    values.map((value, index) => result(value, metrics[index].name)),
  );
}

function result(value, name) {
  return cell(
    "",
    {
      "data-metric": name,
      "data-hue": name,
      "data-value": String(value?.value ?? null),
      "data-moved": Boolean(value?.moved),
      "data-undefined": Boolean(value?.undefined),
    },
    h("span", {}, value ? decimal(value.value) : "–"),
    value?.moved && h("span.ix-said", {}, " (differs)"),
  );
}

// Two boards under one set of judgments: what a judgment changes, what the boards show, and each row's own tools.

import { h } from "../view/view.js";

/** The letter of a board. */
export const letter = (id) => id.toUpperCase();

/** The grades of both boards after one of them was judged anew: the same document is as relevant on the other. */
export function judgeBoth(desk, queries, id, grades) {
  const by = new Map();
  queries.find((one) => one.id === id).items.forEach((item, index) => by.set(item.id, grades[index]));
  return Object.fromEntries(
    queries.map((query) => {
      const old = desk.boards[query.id].grades;
      return [query.id, { grades: query.items.map((item, index) => by.get(item.id) ?? old[index]) }];
    }),
  );
}

/** What changes the order of one board: its label, what is only heard after that, and what it does. */
const TOOLS = {
  copy: (name, to) => [`Copy to ${to}`, ` from ${name}`, `Put the list of ${name} on ${to} too, to change it there`],
  ideal: (name) => ["Ideal", ` order of ${name}`, `Put the relevant results of ${name} first`],
  worst: (name) => ["Worst", ` order of ${name}`, `Put the relevant results of ${name} last`],
  shuffle: (name) => ["Shuffle", ` order of ${name}`, `Put ${name} in a random order`],
};

/** What stands beside a row of a pair: its letter, its name, and what changes its order; a view. */
export function side({ id, query }, act) {
  const name = letter(id);
  const tool = (what) => {
    const [label, heard, title] = TOOLS[what](name, id === "a" ? "B" : "A");
    return h(
      "button.ix-button.ix-quiet",
      {
        "data-testid": `${what}-${id}`,
        "data-label": what === "copy" ? label : `${label} ${name}`,
        title,
        onclick: () => act(`${what}-${id}`),
      },
      label,
      h("span.ix-said", heard),
    );
  };
  return h(
    "div.ix-side",
    { role: "group", "aria-label": `List ${name}, ${query}` },
    h("h2.ix-h3", h(`span.ix-letter.ix-bold.ix-letter-${id}`, name), h("span.ix-clamp", { title: query }, query)),
    h("div.ix-side-tools.ix-as-grid", Object.keys(TOOLS).map(tool)),
  );
}

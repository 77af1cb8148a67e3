// Two boards under one set of judgments: what a judgment changes, what the boards show, and each row's own tools.

import { element } from "./cards.js";

/** The letter of a board. */
export const letter = (id) => id.toUpperCase();

/** The grades of both boards after one of them was judged anew: the same document is as relevant on the other. */
export function judged(desk, queries, id, grades) {
  const by = new Map();
  queries.find((one) => one.id === id).items.forEach((item, index) => by.set(item.id, grades[index]));
  return Object.fromEntries(
    queries.map((query) => {
      const old = desk.boards[query.id].grades;
      return [query.id, { grades: query.items.map((item, index) => by.get(item.id) ?? old[index]) }];
    }),
  );
}

const TOOLS = {
  ideal: ["Ideal", (name) => `Put the relevant results of ${name} first`],
  worst: ["Worst", (name) => `Put the relevant results of ${name} last`],
  shuffle: ["Shuffle", (name) => `Put ${name} in a random order`],
};

/** What stands beside a row of a pair: its letter, its name, and what changes its order. */
export function makeSide(query, act) {
  const side = element("div", "ix-side", { role: "group", "aria-label": `List ${letter(query.id)}, ${query.query}` });
  const name = element("h2", "ix-query");
  const badge = element("span", `ix-letter ix-letter-${query.id}`);
  badge.textContent = letter(query.id);
  const words = element("span", "ix-side-name", { title: query.query });
  words.textContent = query.query;
  name.append(badge, words);
  const tools = element("div", "ix-side-tools");
  const other = query.id === "a" ? "B" : "A";
  const copy = [`Copy to ${other}`, () => `Put the list of ${letter(query.id)} on ${other} too, to change it there`];
  for (const [tool, [label, title]] of Object.entries({ copy, ...TOOLS })) {
    const button = element("button", "ix-tool", {
      type: "button",
      "data-testid": `${tool}-${query.id}`,
      "data-label": `${label} ${tool === "copy" ? "" : letter(query.id)}`.trim(),
      title: title(letter(query.id)),
    });
    button.textContent = label;
    button.append(unseen(` ${tool === "copy" ? "from" : "order of"} ${letter(query.id)}`));
    button.addEventListener("click", () => act(`${tool}-${query.id}`));
    tools.append(button);
  }
  side.append(name, tools);
  return side;
}

function unseen(words) {
  const made = element("span", "ix-said");
  made.textContent = words;
  return made;
}

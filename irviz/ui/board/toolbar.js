// Above the cards: which query is open, and what changes the whole order.

import { element } from "./cards.js";

/** Name, label, key, and what it does in words; the key works while the focus is on the board. */
const TOOLS = [
  ["undo", "Undo", "Z", "Undo the last change"],
  ["redo", "Redo", "Y", "Redo what was undone"],
  ["reset", "Reset", "R", "Back to the order and relevance of the start"],
  ["shuffle", "Shuffle", "S", "Put the pictures in a random order"],
  ["ideal", "Ideal", "I", "Relevant pictures first: the best order there is"],
  ["worst", "Worst", "W", "Relevant pictures last: the worst order there is"],
  ["swap", "Swap A and B", "X", "Put the list of A on B, and that of B on A"],
  ["link", "Copy link", "L", "Copy a link to exactly this state"],
  ["take", "Take it along", "T", "A link, the values, the chart, code, files, or a page to print"],
];

/** Make the tools once; `act(name)` is called for a press. */
export function makeTools(root, act) {
  for (const [name, label, key, title] of TOOLS) {
    const button = element("button", "ix-tool", {
      type: "button",
      "data-testid": name,
      "data-label": label,
      "aria-keyshortcuts": name === "undo" ? "Z Control+Z" : name === "redo" ? "Y Control+Shift+Z" : key,
      title: `${title} (${key})`,
    });
    button.textContent = label;
    button.addEventListener("click", () => act(name));
    root.append(button);
  }
  root.lastChild.setAttribute("aria-haspopup", "dialog");
}

/** Which tool a key stands for, or undefined. */
export function toolOf(event) {
  const key = event.key.toUpperCase();
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === "Z") return event.shiftKey ? "redo" : "undo";
    return key === "Y" ? "redo" : undefined;
  }
  return TOOLS.find(([, , letter]) => letter === key)?.[0];
}

/** Grey out what cannot be done now. It stays focusable, so that the focus is not lost under a user's finger. */
export function showTools(root, able) {
  for (const button of root.children) {
    const name = button.dataset.testid;
    button.setAttribute("aria-disabled", String(able[name] === false));
  }
}

/** The queries, and their mean where there are several; `open(q)` is called for a press. */
export function showTabs(root, tabs, opened, open) {
  const wanted = JSON.stringify(tabs);
  if (root.dataset.shown !== wanted) {
    root.dataset.shown = wanted;
    root.replaceChildren(
      ...tabs.map(({ id, label }) => {
        const tab = element("button", "ix-tab", { type: "button", "data-query": id });
        tab.textContent = label;
        tab.addEventListener("click", () => open(id));
        return tab;
      }),
    );
  }
  for (const tab of root.children) tab.setAttribute("aria-pressed", String(tab.dataset.query === opened));
}

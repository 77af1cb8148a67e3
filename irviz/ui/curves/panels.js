/** Parts of a page that show what the boards show, as soon as they show it; from mount to farewell. */

import { listen } from "../events.js";

/**
 * Make the function by which a component is shown, on mount and on each change of its data.
 *
 * @param {string} selector Of its root.
 * @param {new (root: Element) => {receive: (data: object) => void, draw: () => void, leave: () => void}} Panel
 * @param {Record<string, (panel: object, detail: object) => void>} heard What else is heard on the page, by its name.
 * @returns {(component: {data: object, parentElement: Element}) => () => void}
 */
export function panels(selector, Panel, heard) {
  const known = new Map();

  /** Those that are still there: a page may also take a component away without a word. */
  const living = () => {
    for (const [root, panel] of known) {
      if (root.isConnected) continue;
      panel.leave();
      known.delete(root);
    }
    return [...known.values()];
  };

  for (const [name, answer] of Object.entries({ show: (panel, _detail) => panel.draw(), ...heard })) {
    listen(
      /** @type {import("../events.js").Name} */ (name),
      (detail) => living().forEach((panel) => answer(panel, detail)),
    );
  }

  return ({ data, parentElement }) => {
    living();
    const root = parentElement.querySelector(selector);
    if (!known.has(root)) known.set(root, new Panel(root));
    known.get(root).receive(data);
    // Streamlit also calls this when data comes in a burst; then the component is still on the page.
    return living;
  };
}

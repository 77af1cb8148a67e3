// What every component does when Streamlit mounts it, and again whenever its data changes.

import { followTheme } from "./theme.js";

/** How often this page has asked for something: each time it is another value, so that the server hears of it. */
let asked = 0;

/**
 * The function that a component's module gives Streamlit.
 *
 * @param {string} selector Its root.
 * @param {(root: HTMLElement, life: AbortSignal) => (data: object, ask: (wanted: object) => number, trigger: Function) => void} begin
 *   Called once for each root, until whose end `life` lasts. What it returns shows data; `ask` sends a request and returns its
 *   number.
 */
export function mounted(selector, begin) {
  let page = null;
  return ({ data, parentElement, setStateValue, setTriggerValue }) => {
    followTheme(parentElement);
    const root = parentElement.querySelector(selector);
    if (page?.root !== root) {
      page?.life.abort();
      const life = new AbortController();
      page = { root, life, show: begin(root, life.signal) };
    }
    const ask = (wanted) => {
      asked += 1;
      setStateValue("request", { ...wanted, count: asked, page: performance.timeOrigin });
      return asked;
    };
    root.removeAttribute("style"); // which kept its room
    page.show(data, ask, setTriggerValue);
    return () => {
      // Streamlit also calls this when data comes in a burst; then the component is still on the page.
      if (page?.root !== root || root.isConnected) return;
      page.life.abort();
      page = null;
    };
  };
}

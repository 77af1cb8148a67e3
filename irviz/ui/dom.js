// What rooms that are not drawn from descriptions still need.

export { bringUp, reveal } from "./scrolling.js";

/**
 * Change an attribute only where it differs.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

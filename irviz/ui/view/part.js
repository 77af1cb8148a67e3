// A part that Python describes as a whole, into what is marked for it in its skeleton (`data-ix-view`).

import { address } from "../address.js";
import { draw } from "./view.js";
import { described } from "./described.js";

// Paper is light, and is read from near by.
for (const event of ["beforeprint", "afterprint"]) {
  addEventListener(event, () => document.querySelector("[data-ix-prints]")?.classList.toggle("ix-paper", event === "beforeprint"));
}

/**
 * Draw it.
 *
 * @param {{data: {view: object[], address?: Array}, parentElement: Element, ask: (wanted: object) => number}} component
 *   `address`: the link that it writes into the address, and the names of all that it may write there.
 */
export default function part({ data, parentElement, ask }) {
  const root = parentElement.firstElementChild;
  root.removeAttribute("style"); // which kept its room
  draw(root.querySelector("[data-ix-view]"), described(data.view, { ...data, ask }));
  if (data.address) address(...data.address);
}

// Streamlit decides between light and dark; the page's own colours follow, and paper is light.

import { changeState } from "./state.js";

let onScreen = "light";

/** Mark the page as light or dark, by the background that Streamlit gives to its components. */
export function followTheme(component) {
  const background = getComputedStyle(component).getPropertyValue("--st-background-color").trim();
  onScreen = dark(background) ? "dark" : "light";
  changeState({ theme: onScreen });
}

addEventListener("beforeprint", () => changeState({ theme: "light" }));
addEventListener("afterprint", () => changeState({ theme: onScreen }));

function dark(color) {
  const match = /^#([0-9a-f]{6})/i.exec(color);
  if (!match) return false;
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(match[1].slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

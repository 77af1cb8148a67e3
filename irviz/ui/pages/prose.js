// Pages of prose and tables: their styles, their theme, and links to a heading that comes late.

import { address } from "../address.js";
import "../define.js";
import { received } from "../received.js";
import { styled } from "../styles.js";
import { followTheme } from "../theme.js";

let followed = "";

/** Where a page has a way back, Escape goes it. */
document.addEventListener("keydown", ({ key, target, defaultPrevented }) => {
  if (key !== "Escape" || defaultPrevented || target.closest?.("input[type=text], textarea, dialog, [role=dialog], [role=menu]")) return;
  document.querySelector(".st-key-way-back button")?.click();
});

/** Called by Streamlit when the page is there, and again whenever it has changed. */
export default async function show({ data, parentElement }) {
  followTheme(parentElement);
  if (data?.words) received.set("words", data.words);
  if (data?.link) address(data.link, []);
  // What takes the place of a part further down is seen from its beginning.
  const top = parentElement.querySelector(".ix-from-top:not([data-seen])");
  if (top) {
    top.dataset.seen = "";
    document.querySelector(".stMain")?.scrollTo(0, 0);
  }
  await styled;
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || followed === location.href) return;
  followed = location.href;
  location.replace(location.href);
}

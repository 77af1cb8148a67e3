// Pages of prose and tables: their styles, their theme, and links to a heading that comes late.

import { address } from "../address.js";
import "../define.js";
import { gone, willBeGone } from "../gone.js";
import { received } from "../received.js";
import { styled } from "../styles.js";
import { followTheme } from "../theme.js";
import { filter } from "./textbook.js";

let followed = "";

/** Frames in which a heading that comes after this may arrive. */
const PATIENCE = 120;

/** Where the focus went with what was pressed, keys go on at a heading, as soon as it is there. */
function beginAt(heading, tries = PATIENCE) {
  const found = document.querySelector(`.stMain .ix ${heading}`);
  if (document.activeElement !== document.body || tries === 0) return;
  if (!found) return requestAnimationFrame(() => beginAt(heading, tries - 1));
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
}

/** Called by Streamlit when the page is there, and again whenever it has changed. */
export default async function show({ data, parentElement }) {
  followTheme(parentElement);
  if (data?.words) received.set("words", data.words);
  if (data?.link) address(data.link, []);
  filter(parentElement);
  if (data?.gone) willBeGone(data.gone);
  const lost = parentElement.querySelector("[data-gone]:empty");
  if (lost) lost.textContent = gone();
  // What takes the place of a part further down is seen from its beginning.
  const top = parentElement.querySelector(".ix-from-top:not([data-seen])");
  if (top) {
    top.dataset.seen = "";
    document.querySelector(".stMain")?.scrollTo(0, 0);
    beginAt(top.dataset.begin ?? "h1");
  }
  await styled;
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || followed === location.href) return;
  followed = location.href;
  location.replace(location.href);
}

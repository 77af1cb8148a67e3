// Pages of prose and tables: their styles, their theme, and links to a heading that comes late.

import { followTheme } from "../theme.js";

const SHEETS = [
  "../theme.css",
  "../skeleton.css",
  "handout.css",
  "prose.css",
  "textbook.css",
  "textbook_filters.css",
  "reference.css",
  "reference_cards.css",
  "results.css",
];

/** Add the styles that the page's head does not have; done when all of them are in force. */
function styles() {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return Promise.all(
    SHEETS.map((sheet) => {
      const { href } = new URL(sheet, import.meta.url);
      let link = links.find((one) => one.href === href);
      if (!link) {
        link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = href;
        document.head.append(link);
      }
      if (link.sheet) return null;
      return new Promise((done) => {
        link.addEventListener("load", done);
        link.addEventListener("error", done);
      });
    }),
  );
}

const styled = styles();
let followed = "";

/** Called by Streamlit when the page is there, and again whenever it has changed. */
export default async function show({ parentElement }) {
  followTheme(parentElement);
  await styled;
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || followed === location.href) return;
  followed = location.href;
  location.replace(location.href);
}

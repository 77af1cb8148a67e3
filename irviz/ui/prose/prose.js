// What is only read, prose and tables: its HTML, which is ours, and links to a heading in it.

import "../definitions.js";
import { styled } from "../styles.js";
import { filter } from "./textbook.js";

/** By place: the HTML that is there. */
const read = new WeakMap();

let followed = "";

/** Called when the page is there, and again whenever it has changed. */
export default async function show({ data: { html }, parentElement }) {
  if (read.get(parentElement) !== html) {
    read.set(parentElement, html);
    parentElement.innerHTML = html;
  }
  filter(parentElement);
  await styled;
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || followed === location.href) return;
  followed = location.href;
  location.replace(location.href);
}

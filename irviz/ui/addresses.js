// Where others open what the page shows: a link to localhost opens on this computer only (irviz/ui/addresses.py).

import { OF_DECK } from "./link.js";

/** The dashboard's own address: the files are two folders below it. */
export const root = new URL("../../", import.meta.url).href;

/** The addresses of the dashboard as others open it, the likeliest first, and what to know about them. */
export let known = { links: [root], note: "" };

/**
 * Ask the server anew, since a laptop changes its network.
 *
 * @returns {Promise<{links: string[], note: string}>}
 */
export async function ways() {
  if ("ixStatic" in document.documentElement.dataset) return known; // whoever serves files knows no other way
  try {
    const answer = await fetch(`${root}irviz-reach?${new URLSearchParams({ link: root })}`);
    if (answer.ok) known = await answer.json();
  } catch {
    // Who does not answer has told before, or the page's own address is the best that is known.
  }
  return known;
}

/**
 * A link to the dashboard as others open it, with a head: without a talk, whose notes are for nobody else, or progress.
 *
 * @param {string} [link]
 * @param {string} [base] One of the addresses.
 */
export function outward(link = location.href, base = known.links[0]) {
  const there = new URL(link);
  const ours = [...OF_DECK, "done", "solved", "embed"].filter((name) => there.searchParams.has(name));
  for (const name of ours) there.searchParams.delete(name);
  return base + there.href.slice(root.length);
}

if (!document.body.matches(".ix-beside")) ways(); // the window of notes shows no links

// The QR code of a link: the server draws it, or whoever stands in for one.

import { segments } from "./view/segments.js";
import { h } from "./view/view.js";

const ADDRESS = new URL("../../irviz-qr.svg", import.meta.url).href;

let source = (link) => `${ADDRESS}?${new URLSearchParams({ link })}`;

/** Have codes drawn in another way: from a link, the address of a picture, or a promise of it. */
export function drawCodes(by) {
  source = by;
}

/** A picture of a link's code, a view. */
export const qrCode = (link, alt) => h("img", { key: link, alt, ref: (image) => show(image, source(link)) });

async function show(image, address) {
  image.src = typeof address === "string" ? address : await address;
}

/**
 * A choice between the addresses at which others open the dashboard, where there are several; by default the first is
 * chosen.
 */
export function addresses(links, chosen, choose) {
  const base = links.includes(chosen) ? chosen : links[0];
  return links.length > 1 && segments("Address", links.map((one) => [one, new URL(one).host]), base, choose);
}

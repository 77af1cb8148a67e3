// Pictures of examples that somebody writes: they stay in this browser, each under a name made from its content.

import { saveJson } from "./export/save.js";

const PREFIX = "own.";
const SIDE = 240; // pixels, as wide as a card on a projector
const MAX_BYTES = 8000;
const SMALL_SIDE = 64;
const MAX_SMALL_BYTES = 1500;
const MAX_FILE_BYTES = 20_000_000;
const STORED = "irviz-picture-";

/** By name, pictures that are not stored: the browser is full or forbids it, or they came with a question. */
const unstored = new Map();

/** Know pictures, by their names, as long as this page is open. */
export const addPictures = (pictures) =>
  Object.entries(pictures).forEach(([name, address]) => unstored.set(name, address));

/** Whether a result's picture is one of these. */
export const isOwn = (name) => name.startsWith(PREFIX);

/** The address of such a picture, or null where this browser does not have it. */
export function find(name) {
  try {
    return unstored.get(name) ?? localStorage.getItem(STORED + name);
  } catch {
    return null;
  }
}

/**
 * Scale a picture down, upright, and keep it; it is decoded and drawn anew, so nothing else of the file stays.
 *
 * @param {Blob} blob
 * @returns {Promise<string>} Its name.
 */
export async function keep(blob) {
  if (blob.size > MAX_FILE_BYTES) throw new Error("is larger than 20 MB");
  const picture = await createImageBitmap(blob, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) throw new Error("is no picture that this browser can read, such as PNG or JPEG");
  const address = scale(picture, SIDE, MAX_BYTES);
  const name = `${PREFIX}${digest(address)}`;
  try {
    localStorage.setItem(STORED + name, address);
  } catch {
    unstored.set(name, address);
  }
  return name;
}

/** The middle square of a picture as a `data:` link of so many pixels and at most so many bytes. */
function scale(picture, pixels, most) {
  const side = Math.min(picture.width, picture.height);
  const canvas = Object.assign(document.createElement("canvas"), { width: pixels, height: pixels });
  const paint = canvas.getContext("2d");
  paint.fillStyle = "#fff";
  paint.fillRect(0, 0, pixels, pixels);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  paint.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
  let address = "";
  for (const quality of [0.85, 0.7, 0.5, 0.3, 0.1]) {
    address = canvas.toDataURL("image/jpeg", quality);
    if (address.length * 0.75 <= most) break;
  }
  return address;
}

/**
 * Pictures for phones, by their names: as small as phones show them, so that a whole question stays small.
 *
 * @param {string[]} names
 */
export async function listSmallPictures(names) {
  const found = {};
  for (const name of new Set(names)) {
    const address = find(name);
    const picture = address && await decode(address).then((blob) => createImageBitmap(blob)).catch(() => null);
    if (picture) found[name] = scale(picture, SMALL_SIDE, MAX_SMALL_BYTES);
  }
  return found;
}

/** Sixteen hexadecimal digits that tell one text from another; pages without https have no `crypto.subtle`. */
function digest(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
    other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return [other, one].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

const resultsOf = (example) =>
  (Array.isArray(example?.queries) ? example.queries : []).flatMap(({ results }) =>
    Array.isArray(results) ? results.filter((one) => one && typeof one === "object") : []
  );

/** What a `data:` link holds; the page's policy lets no script fetch it. */
async function decode(link) {
  const [, kind, text] = /^data:(image\/[a-z+.-]+);base64,(.*)$/s.exec(link);
  return new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], { type: kind });
}

/** Save an example as a file, with its pictures. */
export function saveExample(text) {
  const example = JSON.parse(text);
  for (const one of resultsOf(example)) {
    if (one.picture && isOwn(one.picture)) one.picture = find(one.picture) ?? "";
  }
  const stem = (example.title || example.queries[0].query).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 40);
  saveJson(`${stem || "example"}.irviz.json`, JSON.stringify(example, null, 1));
}

/**
 * The text of an example's file with the names of its pictures, which are kept; damaged ones are left out.
 *
 * @param {File} file
 */
export async function openExample(file) {
  if (file.size > MAX_FILE_BYTES) throw new Error("is larger than 20 MB");
  const text = await file.text();
  let example;
  try {
    example = JSON.parse(text);
  } catch {
    return text; // Python says what is wrong
  }
  for (const one of resultsOf(example)) {
    if (typeof one.picture !== "string" || !one.picture.startsWith("data:")) continue;
    one.picture = await decode(one.picture).then(keep).catch(() => "");
  }
  return JSON.stringify(example);
}

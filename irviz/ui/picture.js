// A result's picture: one of ours by its file name, one that somebody has brought, or one from elsewhere by its link.

import { find, isOwn } from "./own_pictures.js";

/** Links that led to no picture, so that nobody asks again. */
const failures = new Set();

/** Whether a link is known to lead to no picture, or this browser has none of that name. */
export const broken = (name) => failures.has(name) || (isOwn(name) && !find(name));

/** The address of a picture, or null where this browser has none of that name; `pictures` is where ours are. */
export const locatePicture = (name, pictures) =>
  /^data:|:\/\//.test(name) ? name : isOwn(name) ? find(name) : pictures + name;

/**
 * Show a picture, which is not `broken`, in a new image. One from elsewhere is only asked for when it comes near the
 * window, and its host is not told which page asks.
 * @param image the img element
 * @param pictures where ours are
 * @param name a file name, the name of one that was brought, a `data:` link or an https link
 * @param failed called if it cannot be fetched or is no picture
 */
export function showPicture(image, pictures, name, failed) {
  if (name.includes("://")) { // a link: it was found to be https when it was read
    image.referrerPolicy = "no-referrer";
    image.loading = "lazy";
    image.decoding = "async";
    image.onerror = () => {
      failures.add(name);
      failed();
    };
  }
  image.setAttribute("src", locatePicture(name, pictures));
}

// A result's picture: one of ours by its file name, or one from elsewhere by its https link.

/** Links that led to no picture, so that nobody asks again. */
const failures = new Set();

/** Whether a link is known to lead to no picture. */
export const broken = (name) => failures.has(name);

/**
 * Show a picture in an image that stands in the page already. One from elsewhere is only asked for when it comes near
 * the window, and its host is not told which page asks.
 * @param image the img element
 * @param pictures where ours are
 * @param name a file name, or an https link
 * @param failed called if it cannot be fetched or is no picture
 */
export function showPicture(image, pictures, name, failed) {
  const elsewhere = name.includes("://"); // a link: it was found to be https when it was read
  if (failures.has(name)) return failed();
  if (elsewhere) {
    image.referrerPolicy = "no-referrer";
    image.loading = "lazy";
    image.decoding = "async";
    image.onerror = () => {
      failures.add(name);
      failed();
    };
  }
  const source = elsewhere ? name : pictures + name;
  if (image.getAttribute("src") !== source) image.setAttribute("src", source);
}

// To what is out of sight.

/** Between what is uncovered and what covered it, in pixels. */
const GAP = 8;

/** How to scroll: at once for whoever wants nothing to move. */
const glide = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** How far its page can be scrolled before the beginning of an element goes. */
const roomAbove = (element, page) =>
  element.getBoundingClientRect().top - parseFloat(getComputedStyle(page).scrollPaddingTop);

/**
 * Scroll until something below the chart is seen, but not so far that what has the focus goes.
 *
 * @param {Element | null} below
 */
export function reveal(below) {
  const top = below?.getBoundingClientRect().top ?? 0;
  const page = below?.closest("[data-ix-main]");
  if (!page || top <= innerHeight * 0.6) return;
  const focused = page.querySelector(":focus");
  const room = focused ? roomAbove(focused, page) : Infinity;
  page.scrollBy({ top: Math.min(top - innerHeight * 0.4, room), behavior: glide() });
}

/**
 * Scroll to something that has just changed out of sight.
 *
 * @param {Element} element
 * @param {boolean} [anywhere] Whether to do so on a large screen, too, and not on a phone alone.
 */
export function bringUp(element, anywhere = false) {
  if (!anywhere && !matchMedia("(max-width: 760px), (max-height: 480px)").matches) return;
  element.scrollIntoView({ block: "start", behavior: glide() });
}

/**
 * Scroll as little as it takes to see an element, where one of its parts that now matter is out of sight.
 *
 * @param {Element} element
 * @param {Element[]} parts
 */
export function bringBack(element, parts) {
  const page = element.closest("[data-ix-main]");
  if (parts.some((part) => roomAbove(part, page) < 0 || part.getBoundingClientRect().bottom > innerHeight)) {
    element.scrollIntoView({ block: "nearest", behavior: glide() });
  }
}

/**
 * Scroll as far as something that lies over the page covers an element, but not so far that its beginning goes.
 *
 * @param {Element} element
 * @param {Element} cover
 */
export function uncover(element, cover) {
  const { bottom } = element.getBoundingClientRect();
  const page = element.closest("[data-ix-main]");
  const by = Math.min(bottom - cover.getBoundingClientRect().top + GAP, roomAbove(element, page));
  if (by > 0) page.scrollBy({ top: by, behavior: glide() });
}

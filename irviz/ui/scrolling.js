// To what is out of sight.

/** Between what is uncovered and what covered it, in pixels. */
const GAP = 8;

/** How to scroll: at once for whoever wants nothing to move. */
const glide = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/**
 * Scroll until something below the chart is seen.
 *
 * @param {Element | null} below
 */
export function reveal(below) {
  const top = below?.getBoundingClientRect().top ?? 0;
  if (top > innerHeight * 0.6) {
    below.closest("[data-ix-main]")?.scrollBy({ top: top - innerHeight * 0.4, behavior: glide() });
  }
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
 * Scroll as far as something that lies over the page covers an element, but not so far that its beginning goes.
 *
 * @param {Element} element
 * @param {Element} cover
 */
export function uncover(element, cover) {
  const { top, bottom } = element.getBoundingClientRect();
  const page = element.closest("[data-ix-main]");
  const room = top - parseFloat(getComputedStyle(page).scrollPaddingTop);
  const by = Math.min(bottom - cover.getBoundingClientRect().top + GAP, room);
  if (by > 0) page.scrollBy({ top: by, behavior: glide() });
}

// To what is out of sight.

/**
 * Scroll until something below the chart is seen.
 *
 * @param {Element | null} below
 */
export function reveal(below) {
  const top = below?.getBoundingClientRect().top ?? 0;
  if (top > innerHeight * 0.6) below.closest(".stMain")?.scrollBy({ top: top - innerHeight * 0.4, behavior: "smooth" });
}

/**
 * Scroll to something that has just changed out of sight.
 *
 * @param {Element} element
 * @param {boolean} [anywhere] Whether to do so on a large screen, too, and not on a phone alone.
 */
export function bringUp(element, anywhere = false) {
  if (!anywhere && !matchMedia("(max-width: 760px)").matches) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}

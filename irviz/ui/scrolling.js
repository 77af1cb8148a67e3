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
 * On a phone, scroll to something that has just changed out of sight.
 *
 * @param {Element} element
 */
export function bringUp(element) {
  if (!matchMedia("(max-width: 760px)").matches) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}

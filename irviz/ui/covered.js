// What is covered on the page: values beyond the cutoff while one predicts, all values while a presenter masks them.
//
// What is covered is not on the page at all, neither as text nor as a title or an attribute: a style that hides it
// would still tell it to a screen reader, to a pointer that rests on it, or in another mode of the browser.

const frame = document.documentElement;

// Until the board says it, the link does: what is shown first is covered, too.
const link = new URLSearchParams(location.search);
frame.dataset.ixMasked ??= link.get("present") === "1" && link.get("mask") === "1" ? "1" : "";

/** Whether one predicts on this page. */
export const predicting = () => frame.dataset.ixPredict === "1";

/** Whether a presenter has masked the values. */
export const masked = () => frame.dataset.ixMasked === "1";

/** Call this whenever the values are masked or revealed, until the signal. */
export function onMask(answer, signal) {
  let last = masked();
  const watch = new MutationObserver(() => {
    if (masked() === last) return;
    last = masked();
    answer();
  });
  watch.observe(frame, { attributeFilter: ["data-ix-masked"] });
  signal.addEventListener("abort", () => watch.disconnect());
}

/** Decimals, fractions, shares in percent, and whole numbers where a value stands. */
const VALUES = /\d+\.\d+|\d+\s*\/\s*\d+|\d+(?=\s*%)|(?<=[=≈]\s*|\b(?:is|was|at|to|from|by) )[01]\b(?!\.\d|@|\s+(?:of|relevant|result|picture|document))/g;

/** A text, and in the place of each value in it "?" while they are masked. */
export const withoutValues = (text) => (masked() ? text.replace(VALUES, "?") : text);

// Predict first: a change waits here until somebody has said what it will do to the scores.

/** Makes the gate. While `page.predicting()` holds, each change of the boards or the cutoff is kept at it. */
export function makeGate(page) {
  let waiting = null;
  const tell = (detail) => document.dispatchEvent(new CustomEvent("irviz:predict", { detail }));

  return {
    /** Whether a change has to wait; the cards already show it, the curves do not. */
    holds(step, next, sentence) {
      if (waiting?.open) return false;
      if (!page.predicting() || ["undo", "redo", "rules", "scale"].includes(step.do)) return false;
      if (waiting) page.render(); // one thing at a time: the card goes back to where the question was asked
      else {
        waiting = { step, next, sentence };
        page.render();
        tell({ ask: true });
      }
      return true;
    },
    /** The desk that the cards show: the one that waits, if one does. */
    shows: (desk) => waiting?.next ?? desk,
    waits: () => Boolean(waiting),
    /** Let the change through with what was predicted, or take it back. */
    answer({ guesses, back }, change) {
      if (!waiting) return;
      const { step, next, sentence } = waiting;
      if (back) {
        waiting = null;
        page.render();
      } else {
        waiting.open = true;
        waiting = { open: true };
        change({ ...step, guesses }, next, sentence);
        waiting = null;
      }
      tell({ ask: false });
    },
    /** Forget what waits, since its ground has changed. */
    clear() {
      if (waiting && !waiting.open) {
        waiting = null;
        tell({ ask: false });
      }
    },
  };
}

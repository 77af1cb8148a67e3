// On a phone the cards stand below the words: a line at the edge of the screen says how a goal stands meanwhile.

/** The line; `task` is the part of the column that it stands for. */
export function makeBar(root, task, signal) {
  const words = root.querySelector("p");
  const next = root.querySelector('[data-do="next"]');
  let known = false;
  let away = false;
  const fit = () => {
    root.hidden = !(known && away);
  };
  const watch = new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    fit();
  });
  watch.observe(task.querySelector(".ix-coach-clauses"));
  signal.addEventListener("abort", () => watch.disconnect());

  return {
    show(now) {
      known = Boolean(now?.clauses.length);
      if (known) {
        const { clauses, done, next: following } = now;
        words.textContent = done ? `✓ ${now.praise.split("\n\n")[0]}` : clauses.map((one) => `${one.met ? "✓" : "○"} ${one.words}${one.now ? ` (${one.now})` : ""}`).join("\n");
        root.toggleAttribute("data-done", done);
        next.hidden = !(done && following);
      }
      fit();
    },
  };
}

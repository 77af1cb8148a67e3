// On a phone the goal scrolls away while one works on the board: a line at the foot says how it stands meanwhile.

import { masked } from "../covered.js";

/** The line at the foot; `goal` is the part of the column that it stands for. */
export function makeGoalLine(line, goal, signal) {
  let text = "";
  let away = false;
  const fit = () => {
    line.hidden = !(text && away);
  };
  const watch = new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    fit();
  });
  watch.observe(goal);
  signal.addEventListener("abort", () => watch.disconnect());

  return {
    show(task) {
      const open = task && !task.done ? task.clauses : [];
      text = open.map(({ words, now, met }) => `${met ? "✓" : "○"} ${words}${now && !masked() ? ` (${now})` : ""}`).join("\n");
      if (line.textContent !== text) line.textContent = text;
      fit();
    },
  };
}

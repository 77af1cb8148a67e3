// What a step points at, marked on the board, the chart and below.

const WHERE = {
  card: (rank) => `.ix-card[data-rank="${rank}"]`,
  term: (rank) => `.ix-lens [data-rank="${rank}"]`,
  score: (name) => `[data-testid="score"][data-metric="${name}"]`,
  curve: (name) => `[data-testid="score"][data-metric="${name}"]`,
  cutoff: () => '[data-testid="cutoff"]',
  lens: () => '[data-testid="lens"]',
  tab: (name) => `.ix-tabs [data-query="${name}"]`,
  tool: (name) => `.ix-tools [data-testid="${name}"]`,
  setting: (name) => `.ix-setting:has([data-testid="${name}"])`,
};

/**
 * Mark what these points name, and nothing else.
 *
 * @returns {boolean} Whether all of it is on the page; what is not is marked when asked again.
 */
export function markPoints(points) {
  const wanted = new Set();
  let all = true;
  for (const { kind, names } of points) {
    for (const name of names.length ? names : [""]) {
      const nodes = document.querySelectorAll(WHERE[kind]?.(CSS.escape(name)) ?? ":not(*)");
      all &&= nodes.length > 0;
      for (const node of nodes) wanted.add(node);
    }
  }
  for (const node of document.querySelectorAll("[data-pointed]")) {
    if (!wanted.has(node)) node.removeAttribute("data-pointed");
  }
  for (const node of wanted) if (!node.hasAttribute("data-pointed")) node.setAttribute("data-pointed", "");
  return all;
}

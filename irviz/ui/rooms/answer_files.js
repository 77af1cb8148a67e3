// The counts of a room as files.

const HEAD = [
  "room",
  "question",
  "searched for",
  "change",
  "cutoff",
  "metric",
  "before",
  "after",
  "right",
  "round",
  "answered",
  "answer",
  "count",
];

/**
 * The counts as a table: a line for each answer of each round.
 *
 * @param {{code: string, questions: object[]}} counts
 * @returns {string}
 */
export function writeCsv({ code, questions }) {
  const lines = [HEAD];
  for (const { number, title, words, cutoff, metrics, rounds } of questions) {
    for (const { round, answered, metrics: counts, sure } of rounds) {
      const begin = [code, number, title, words, cutoff];
      for (const { name, title: symbol, from, to, right } of metrics) {
        for (const [answer, count] of counted(counts[name])) {
          lines.push([...begin, symbol, from, to, right, round, answered, answer, count]);
        }
      }
      for (const [answer, count] of counted(sure)) {
        lines.push([...begin, "how sure", "", "", "", round, answered, answer, count]);
      }
    }
  }
  return `${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Answers with how often each was given; values that were said come as a list. */
function counted(counts = {}) {
  if (!Array.isArray(counts)) return Object.entries(counts);
  const found = new Map();
  for (const value of counts) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found];
}

/** A cell of a table; none of it runs as a formula. */
function cell(value) {
  const text = String(value ?? "");
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** In pixels; a letter is so wide at most that a label has room. */
const SPACE = { left: 190, letter: 9, bar: 360, row: 22, gap: 30, count: 170 };
const COLOURS = ["#9db8b0", "#0a6e52"];
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text) =>
  String(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, " ").replace(/[&<>"]/g, (sign) => ESCAPED[sign]);

/** Two lists as they are called on the wall and on the phones. */
const LISTS = { first: "A", second: "B" };

/**
 * The counts as a picture: for each metric of each question a bar for each answer, the last round the darkest.
 *
 * @param {{questions: object[]}} counts
 * @returns {{svg: string, width: number, height: number}}
 */
export function drawPicture({ questions }) {
  const drawn = [];
  const longest = Math.max(0, ...questions.flatMap(({ metrics }) => metrics.map(({ title }) => title.length)));
  const left = Math.max(SPACE.left, SPACE.letter * (longest + 12));
  const width = left + SPACE.bar + SPACE.count;
  let y = SPACE.gap;
  const write = (x, text, more = "") => drawn.push(`<text x="${x}" y="${y}" ${more}>${escaped(text)}</text>`);
  for (const { number, title, words, metrics, rounds } of questions) {
    write(20, `${number}. ${title}`, 'font-weight="700"');
    for (const line of words.match(/.{1,90}(?=\s|$)|\S{90}/g) ?? []) {
      y += SPACE.row;
      write(20, line.trim());
    }
    y += SPACE.gap;
    for (const { name, title: symbol, to, right } of metrics) {
      for (const answer of answersOf(rounds, name, right, to)) {
        const isRight = TENTHS.includes(answer) ? within(to, answer) : answer === String(right);
        write(20, `${symbol} ${LISTS[answer] ?? answer}${isRight ? " ✓" : ""}`);
        rounds.forEach(({ metrics: counts }, place) => {
          const all = counted(counts[name]);
          const sum = all.reduce((of, [, count]) => of + count, 0);
          const count = all.filter(([one]) => within(one, answer)).reduce((of, [, one]) => of + one, 0);
          const long = sum ? (SPACE.bar * count) / sum : 0;
          const colour = COLOURS[place === rounds.length - 1 ? 1 : 0];
          drawn.push(`<rect x="${left}" y="${y - 13}" width="${long.toFixed(1)}" height="16" fill="${colour}"/>`);
          write(left + long + 6, `${count} of ${sum}${rounds.length > 1 ? `, round ${place + 1}` : ""}`);
          y += SPACE.row;
        });
      }
      y += 8;
    }
    y += SPACE.gap;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" ` +
    `font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="#fff"/>${drawn.join("")}</svg>\n`;
  return { svg, width, height: y };
}

const TENTHS = Array.from(
  { length: 10 },
  (_, place) => `${(place / 10).toFixed(1)} to ${((place + 1) / 10).toFixed(1)}`,
);

/** What the bars are of: the directions, or for values the tenths from 0 to 1; the right one where nobody answered. */
function answersOf(rounds, name, right, to) {
  if (rounds.some(({ metrics }) => Array.isArray(metrics[name]))) {
    return rounds.some(({ metrics }) => metrics[name]?.length) ? TENTHS : TENTHS.filter((one) => within(to, one));
  }
  const said = rounds.flatMap(({ metrics }) => Object.keys(metrics[name] ?? {}));
  if (typeof right === "number") return [...new Set(said)].sort((one, other) => one - other);
  return [right, ...said].some((one) => one in LISTS) ? ["first", "same", "second"] : ["up", "same", "down"];
}

const within = (
  value,
  answer,
) => (typeof value === "number"
  ? TENTHS[Math.min(Math.max(Math.floor(value * 10), 0), 9)] === answer
  : value === answer);

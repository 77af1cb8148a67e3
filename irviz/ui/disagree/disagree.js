// Where metrics disagree: the question, and the two orders that answer it.

import { address } from "../address.js";
import { mounted } from "../mounted.js";
import { draw, h } from "../view/view.js";
import { order } from "./order.js";
import { question } from "./question.js";

/** Grades to begin with. */
const GRADES = "04134132";

export default mounted(".ix-disagree", (root) => {
  const [, form, answer] = root.children;
  let data = null;
  let ask = null;
  /** What was written and could not be, each with what it is now. */
  let corrected = [];
  /** What the fields say. `of` is the kind of judgments that is chosen, also while its grades would do for another kind. */
  const fields = { of: "", n: "8", relevant: "4", level: "1" };

  /** The bounds of the fields for numbers, and what they are called. */
  const bounds = () => ({
    ak: [1, data.a.most, "Cutoff of metric A"],
    bk: [1, data.b.most, "Cutoff of metric B"],
    relevant: [0, data.sizes[1], "Relevant results"],
    n: [...data.sizes, "Results"],
    level: [1, data.levels, "Relevant from grade"],
  });

  /** The number in a field, brought into its range, and said if it was not. */
  function clamp(name) {
    const [low, high, label] = bounds()[name];
    const number = Math.round(Number(fields[name]));
    const within = Math.min(Math.max(Number.isFinite(number) ? number : low, low), high);
    if (fields[name] !== String(within)) corrected.push(`${label}: a whole number from ${low} to ${high}, so it is ${within}.`);
    fields[name] = String(within);
    return within;
  }

  /** A metric, cut on a list of n results; one that was read over the whole list stays so. */
  function metric(side, n) {
    if (fields[side].startsWith("Rprec")) return fields[side];
    const { k, most } = data[side];
    const wanted = clamp(`${side}k`);
    return `${fields[side]}@${k === most && wanted === most ? n : Math.min(wanted, n)}`;
  }

  function judgments() {
    if (fields.of === "board") return { of: "", level: "1", pair: "1" };
    if (fields.of === "graded") return { of: fields.grades.replace(/[\s,;]/g, ""), level: String(clamp("level")), pair: "1" };
    const n = clamp("n");
    const relevant = Math.min(clamp("relevant"), n);
    return { of: "1".repeat(relevant) + "0".repeat(n - relevant), level: "1", pair: "1" };
  }

  function send(changes = {}) {
    corrected = [];
    const judged = judgments();
    const n = judged.of.length || data.boards;
    ask({ ask: { ...data.link, a: metric("a", n), b: metric("b", n), ...judged, ...changes } });
    redraw(); // the answer may be the one that is shown, and then none comes
  }

  function take() {
    for (const side of ["a", "b"]) Object.assign(fields, { [side]: data[side].written, [`${side}k`]: String(data[side].k ?? 1) });
    if (!data.of) fields.of = "board";
    else if (fields.of !== "graded") fields.of = data.graded ? "graded" : "relevant";
    if (fields.of === "relevant") Object.assign(fields, { n: String(data.n), relevant: String(data.relevant) });
    if (fields.of === "graded") Object.assign(fields, { grades: data.of, level: String(data.level) });
  }

  function redraw() {
    draw(form, question(data, fields, bounds(), () => send({ a: data.b.link, b: data.a.link })));
    draw(answer, h("p.ix-notice.ix-disagree-notes", { role: "alert", "data-kind": "wrong" }, [...data.notes, ...corrected].join(" ")), found(data, send));
  }

  form.onsubmit = (event) => event.preventDefault();
  form.oninput = ({ target }) => {
    fields[target.name] = target.value;
  };
  form.onchange = ({ target: { name, value } }) => {
    if (name === "of" && value === "graded" && !data.graded) fields.grades = GRADES.slice(0, Math.max(data.n, 2));
    if (name === "of" && value === "relevant" && data.graded) Object.assign(fields, { n: "8", relevant: "4" });
    send();
  };
  form.onkeydown = ({ key, target }) => {
    if (key === "Enter" && target.matches("input")) send();
  };

  return (next, request) => {
    data = next;
    ask = request;
    corrected = [];
    take();
    root.dataset.pair = data.found.pair ?? 0;
    redraw();
    address(data.link, data.ours);
  };
});

const found = (data, send) => {
  const { a, b, clearest, found: pair } = data;
  const [there, first] = [pair.kind === "pair", pair.pair === 1];
  return [
    h(
      "div.ix-line.ix-ends",
      {},
      h(
        "div.ix-disagree-found",
        { role: "status", class: there ? "" : "ix-panel" },
        h("h2.ix-h2.ix-disagree-verdict", {}, there ? pair.text : `${a.symbol} and ${b.symbol} do not disagree here.`),
        !there && h("p.ix-lead.ix-disagree-why", {}, `${pair.text} ${pair.search}`),
      ),
      there &&
        h(
          "button.ix-button",
          { disabled: !pair.more && first, onclick: () => send({ pair: String(pair.more ? pair.pair + 1 : 1) }) },
          pair.more || first ? "Another pair" : "Back to the clearest",
        ),
    ),
    there && h("div.ix-disagree-orders", {}, pair.orders.map((one, at) => order(one, at, data))),
    there && h("p.ix-soft", {}, `Pair ${pair.pair}. ${pair.clear} ${pair.search}`),
    h("details", {}, h("summary", {}, "What “clearest” means"), h("p.ix-disagree-what", {}, clearest)),
  ];
};

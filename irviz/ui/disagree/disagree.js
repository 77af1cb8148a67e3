// Where metrics disagree: the question, and the two orders that answer it.

import { address } from "../address.js";
import { modes } from "../board/modes.js";
import { listen } from "../events.js";
import { headTools, mounted } from "../frame.js";
import { onMaskChange } from "../masks.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import { setTitle } from "../title.js";
import { changeState } from "../state.js";
import { renderDescription } from "../view/description.js";
import { draw, h } from "../view/view.js";

/** Grades to begin with. */
const GRADES = "04134132";

export default mounted(".ix-disagree", (root, signal) => {
  const [, form, answer] = root.children;
  let data = null;
  let ask = null;
  const field = form.elements;
  const [boards] = form.querySelectorAll("[data-of]");
  /** Which kind of judgments is chosen, also while its grades would do for another kind. */
  let kind = "";
  /** What was written and could not be, each with what it is now. */
  let corrected = [];
  /** Whether it is presented, and then whether the values are masked; the server hears of it with every request. */
  let looks = null;
  /** The sides whose values are told although they are masked; a name will not do, since both metrics may have one. */
  const told = new Set();

  /** The number in a field, brought into its range, and said if it was not. */
  function clamp({ name, value, min, max, title, ariaLabel }) {
    const number = Math.round(Number(value));
    const within = String(Math.min(Math.max(Number.isFinite(number) ? number : min, min), max));
    if (value !== within) {
      corrected.push(`${ariaLabel ?? title}: a whole number from ${min} to ${max}, so it is ${within}.`);
    }
    field[name].value = within;
    return Number(within);
  }

  /** A metric, cut on a list of n results; one that was read over the whole list stays so. */
  function metric(side, n) {
    const { value } = field[side];
    if (value.startsWith("Rprec")) return value;
    const { k, max_k: most } = data[side];
    const wanted = clamp(field[`${side}k`]);
    return `${value}@${k === most && wanted === most ? n : Math.min(wanted, n)}`;
  }

  function judgments() {
    if (kind === "board") return { of: "", level: "1", pair: "1" };
    if (kind === "graded") {
      return { of: field.grades.value.replace(/[\s,;]/g, ""), level: String(clamp(field.level)), pair: "1" };
    }
    const n = clamp(field.n);
    const relevant = Math.min(clamp(field.relevant), n);
    return { of: "1".repeat(relevant) + "0".repeat(n - relevant), level: "1", pair: "1" };
  }

  function send(changes = {}) {
    if (refuseDuringQuestion()) return showQuestion();
    corrected = [];
    told.clear();
    const judged = judgments();
    const n = judged.of.length || data.board_size;
    request({ ask: { ...data.link, a: metric("a", n), b: metric("b", n), ...judged, ...changes } });
    showAnswer(); // it may be the one that is shown, and then none comes
  }

  const request = (wanted) => ask({ ...wanted, look: looks });

  function look(wanted) {
    told.clear();
    looks = { ...looks, ...wanted };
    showLook();
    request({});
  }

  /** Present, or leave; the browser's Back leads to where somebody has left. */
  function present(wanted) {
    if (!wanted) history.pushState(history.state, "", location.href);
    look({ present: wanted });
  }

  function showLook() {
    const masked = looks.present && looks.mask;
    changeState({ present: looks.present, masked, revealed: masked ? [...told].join(".") : "" });
    draw(headTools(), modes({ paired: true, present: looks.present }, { present: () => present(true) }));
    showAnswer();
  }

  const step = ({ by }) => {
    const { pair, has_more: more } = data;
    if (by > 0 ? more : pair > 1) send({ pair: String(pair + by) });
  };
  const path = location.pathname;
  const travel = () => {
    const wanted = new URLSearchParams(location.search).get("present") === "1";
    if (location.pathname === path && wanted !== looks?.present) look({ present: wanted });
  };
  addEventListener("popstate", travel, { signal });
  listen("present", (detail) => present(detail.present), signal);
  listen("mask", ({ mask, reveal }) => look({ mask: mask && !reveal?.length }), signal);
  listen("say", ({ words }) => say(words), signal);
  onMaskChange(() => data && showAnswer(), signal);
  listen("step", step, signal);
  signal.addEventListener("abort", () => changeState({ present: false, masked: false }));

  const write = (values) => {
    for (const [name, value] of Object.entries(values)) field[name].value = value;
  };

  function showMetric(side) {
    const { option, k, max_k: most, name, summary } = data[side];
    const [select, cutoff] = [field[side], field[`${side}k`]];
    draw(select, renderDescription(data.metrics, data));
    write({ [side]: option, [`${side}k`]: k ?? 1 });
    cutoff.max = most;
    cutoff.parentElement.hidden = k === null;
    const part = select.closest("fieldset");
    part.dataset.hue = name;
    part.lastElementChild.textContent = summary;
  }

  function showJudgments() {
    if (!data.grades) kind = "board";
    else if (kind !== "graded") kind = data.has_grades ? "graded" : "relevant";
    write({ of: kind });
    for (const detail of form.querySelectorAll("[data-of]")) detail.hidden = detail.dataset.of !== kind;
    boards.textContent = data.board;
    [field.n.min, field.n.max] = data.sizes;
    field.relevant.max = field.grades.maxLength = field.n.max;
    field.level.max = data.max_level;
    if (kind === "relevant") write({ n: data.n, relevant: data.relevant });
    if (kind === "graded") write({ grades: data.grades, level: data.level });
  }

  function showQuestion() {
    showMetric("a");
    showMetric("b");
    showJudgments();
  }

  /** What is pressed in the answer: another pair, or the values of one of the two metrics are told. */
  function wish({ reveal, ...changes }) {
    if (!reveal) return send(changes);
    told.add(reveal);
    showLook();
  }

  function say(words) {
    corrected = [words];
    showAnswer();
  }

  function showAnswer() {
    draw(
      answer,
      h(
        "p.ix-notice.ix-disagree-notes",
        { role: "alert", "data-kind": "wrong" },
        [...data.notes, ...corrected].join(" "),
      ),
      renderDescription(data.view, { ...data, ask: wish }),
    );
  }

  form.querySelector("button").onclick = () => send({ a: data.b.link, b: data.a.link });
  form.onsubmit = (event) => event.preventDefault();
  form.onchange = ({ target: { name, value } }) => {
    if (name === "of") kind = value;
    if (name === "of" && value === "graded" && !(data.has_grades && field.grades.value)) {
      write({ grades: GRADES.slice(0, Math.max(data.n, 2)) });
    }
    if (name === "of" && value === "relevant" && data.has_grades) write({ n: 8, relevant: 4 });
    send();
  };
  form.onkeydown = ({ key, target }) => {
    if (key === "Enter" && target.matches("input")) send();
  };

  return (next, asked) => {
    data = next;
    ask = asked;
    looks ??= { present: data.looks.includes("present"), mask: data.looks.includes("mask") };
    root.dataset.pair = data.pair;
    showQuestion();
    showLook();
    setTitle("task", `${data.a.symbol} and ${data.b.symbol}`);
    address(data.link, data.own_parameters);
  };
});

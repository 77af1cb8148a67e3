// Where metrics disagree: the question, and the two orders that answer it.

import { followTheme } from "../theme.js";
import { hue, showOrders } from "./orders.js";

let page = null;

/** Called by Streamlit when the page is mounted and whenever its data changes. */
export default function disagree({ data, parentElement, setStateValue }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-disagree");
  if (page?.root !== root) page = makePage(root);
  page.show(data, setStateValue);
}

function makePage(root) {
  const part = (name) => root.querySelector(`.ix-disagree-${name}`);
  const form = part("ask");
  const field = (name) => form.elements[name];
  let data = null;
  let send = null;
  let count = 0;
  /** Which kind of judgments is chosen, also while its grades would do for another kind. */
  let kind = "";

  /** What was written and could not be, each with what it is now. */
  let corrected = [];

  function ask(changes = {}) {
    count += 1;
    corrected = [];
    const made = judgments();
    const link = { ...data.link, ...metrics(made.of.length || data.boards), ...made, ...changes };
    send("request", { ask: link, count, page: performance.timeOrigin });
    showNotes(); // the answer may be the one that is shown, and then none comes
  }

  function showNotes() {
    part("notes").textContent = [...data.notes, ...corrected].join(" ");
  }

  /** Both metrics, cut on a list of n results; one that was read over the whole list stays so. */
  function metrics(n) {
    const cut = (side) => {
      const k = clamp(field(`${side}k`));
      return data[side].k === data[side].most && k === data[side].most ? n : Math.min(k, n);
    };
    const written = (side) => (field(side).value.startsWith("Rprec") ? field(side).value : `${field(side).value}@${cut(side)}`);
    return { a: written("a"), b: written("b") };
  }

  function judgments() {
    if (kind === "board") return { of: "", level: "1", pair: "1" };
    if (kind === "graded") return { of: field("grades").value.replace(/[\s,;]/g, ""), level: String(clamp(field("level"))), pair: "1" };
    const n = clamp(field("n"));
    const relevant = Math.min(clamp(field("relevant")), n);
    return { of: "1".repeat(relevant) + "0".repeat(n - relevant), level: "1", pair: "1" };
  }

  /** The number in a field, brought into its range, and said if it was not. */
  function clamp(input) {
    const number = Math.round(Number(input.value));
    const low = Number(input.min);
    const within = Math.min(Math.max(Number.isFinite(number) ? number : low, low), Number(input.max));
    if (input.value !== String(within)) {
      corrected.push(`${input.title || input.ariaLabel}: a whole number from ${low} to ${input.max}, so it is ${within}.`);
      input.value = String(within);
    }
    return within;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const { name, value } = event.target;
    if (name !== "of") return ask();
    kind = value;
    if (kind === "graded" && !data.graded) field("grades").value = "04134132".slice(0, Math.max(data.n, 2));
    if (kind === "relevant" && data.graded) [field("n").value, field("relevant").value] = ["8", "4"];
    ask();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input")) ask();
  });
  root.addEventListener("click", (event) => {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action === "swap") ask({ a: data.b.link, b: data.a.link });
    if (action === "another") ask({ pair: String(data.found.more ? data.found.pair + 1 : 1) });
  });

  function showMetric(side) {
    const { written, k, most, name, summary } = data[side];
    const select = field(side);
    const groups = data.metrics.map(({ label, options }) => {
      const group = document.createElement("optgroup");
      group.label = label;
      group.append(...options.map((one) => new Option(one.label, one.value, false, one.value === written)));
      return group;
    });
    const key = JSON.stringify(data.metrics);
    if (select.dataset.key !== key) {
      select.replaceChildren(...groups);
      select.dataset.key = key;
    }
    select.value = written;
    form.querySelector(`[data-side="${side}"] .ix-disagree-summary`).textContent = summary;
    const cutoff = field(`${side}k`);
    cutoff.max = String(most);
    cutoff.closest("label").hidden = k === null;
    if (k !== null) cutoff.value = String(k);
    hue(form.querySelector(`[data-side="${side}"]`), name, data.palettes);
  }

  function showJudgments() {
    const made = data.graded ? "graded" : "relevant";
    if (!data.of) kind = "board";
    else if (kind !== "graded") kind = made;
    for (const radio of form.querySelectorAll("[name=of]")) radio.checked = radio.value === kind;
    for (const detail of form.querySelectorAll("[data-of]")) detail.hidden = detail.dataset.of !== kind;
    part("detail").textContent = data.board;
    const [least, most] = data.sizes;
    Object.assign(field("n"), { min: String(least), max: String(most) });
    field("relevant").max = String(most);
    field("level").max = String(data.levels);
    field("grades").maxLength = most;
    if (kind === "relevant") [field("n").value, field("relevant").value] = [data.n, data.relevant];
    if (kind === "graded") [field("grades").value, field("level").value] = [data.of, data.level];
    if (!field("n").value) [field("n").value, field("relevant").value, field("level").value] = ["8", "4", "1"];
  }

  function address() {
    const params = new URLSearchParams(location.search);
    for (const name of data.ours) params.delete(name);
    const ours = Object.entries(data.link).map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`);
    const search = [...ours, params.toString()].filter(Boolean).join("&");
    if (location.search !== `?${search}`) history.replaceState(history.state, "", `${location.pathname}?${search}${location.hash}`);
  }

  return {
    root,
    show(next, setStateValue) {
      data = next;
      send = setStateValue;
      root.style.visibility = "visible";
      showNotes();
      showMetric("a");
      showMetric("b");
      showJudgments();
      const { found } = data;
      root.dataset.found = found.kind;
      root.dataset.pair = String(found.pair ?? 0);
      part("verdict").textContent = found.kind === "pair" ? found.text : `${data.a.symbol} and ${data.b.symbol} do not disagree here.`;
      part("why").textContent = found.kind === "pair" ? "" : `${found.text} ${found.search}`;
      showOrders(part("orders"), data);
      part("another").hidden = found.kind !== "pair";
      part("another").textContent = found.more || found.pair === 1 ? "Another pair" : "Back to the clearest";
      part("another").disabled = !found.more && found.pair === 1;
      part("clear").textContent = found.kind === "pair" ? `Pair ${found.pair}. ${found.clear} ${found.search}` : "";
      part("what").querySelector("p").textContent = data.clearest;
      address();
    },
  };
}

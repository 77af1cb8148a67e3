// The column that says what to do, notices when it is done, and goes on.

import { address } from "../address.js";
import { masked, onMask, withoutValues } from "../covered.js";
import { openedFromList } from "../opened_from_list.js";
import { followTheme } from "../theme.js";
import { makeGoalLine } from "./goal.js";
import { point } from "./points.js";
import { showProse } from "./prose.js";

let column = null;

/** Called by Streamlit when the column is mounted and whenever its data changes. */
export default function coach({ data, parentElement, setStateValue }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-coach");
  if (column?.root !== root) {
    column?.remove();
    column = makeColumn(root);
  }
  column.show(data, setStateValue);
  return () => {
    // Streamlit also calls this when data comes in a burst; then the component is still on the page.
    if (column?.root === root && !root.isConnected) {
      column.remove();
      column = null;
    }
  };
}

function makeColumn(root) {
  const part = (name) => root.querySelector(`.ix-coach-${name}`);
  const button = (name) => part("buttons").querySelector(`[data-do="${name}"]`);
  const life = new AbortController();
  const goal = makeGoalLine(part("goal"), part("clauses"), life.signal);
  let data = null;
  let send = null;
  let count = 0;
  let shown = "";

  const request = (wanted) => {
    count += 1;
    send("request", { ...wanted, count, page: performance.timeOrigin });
  };
  /** Whether this is a last step that only has to be read. */
  const reads = () => data.task.of > 0 && data.task.number === data.task.of && !data.task.end && !data.task.waits;
  const acts = {
    back: () => request({ go: data.task.back }),
    next: () => request(reads() ? { finish: true } : { go: data.task.next ?? {} }),
    all: () => request({ go: {} }),
    hint: () => request({ hint: true }),
    again: () => request({ again: true }),
  };
  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (!pressed || pressed.getAttribute("aria-disabled") === "true") return;
    if (pressed.dataset.go) request({ go: JSON.parse(pressed.dataset.go) });
    else acts[pressed.dataset.do]?.();
  });
  const again = () => data?.task && point(data.task.points);
  document.addEventListener("irviz:show", () => requestAnimationFrame(again), { signal: life.signal });

  const walk = ({ detail }) => {
    const target = detail.by > 0 ? data?.task?.next : data?.task?.back;
    if (target) request({ go: target });
  };
  document.addEventListener("irviz:step", walk, { signal: life.signal });

  /** What a mask changes: the words of the task, and how its goal stands. */
  function showMask() {
    if (!data?.task) return;
    showTask(data.task);
    goal.show(data.task);
  }
  onMask(showMask, life.signal);

  function go(target, label, className) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = className;
    made.dataset.go = JSON.stringify(target);
    made.textContent = label;
    return made;
  }

  function showList() {
    part("heading").textContent = "Learn";
    part("lead").textContent = data.lead;
    const entries = data.list.map((one) => {
      const entry = go(one.go, "", "ix-coach-entry");
      entry.toggleAttribute("data-done", one.done);
      entry.toggleAttribute("data-next", one.next);
      for (const [name, text] of [["name", one.title], ["about", one.about], ["remark", `${one.done ? "✓ " : ""}${one.remark}${one.next ? " · next" : ""}`]]) {
        const line = document.createElement("span");
        line.className = `ix-coach-entry-${name}`;
        line.textContent = text;
        entry.append(line);
      }
      return entry;
    });
    part("list").replaceChildren(...entries);
  }

  function showTask(task) {
    part("heading").textContent = task.heading;
    part("title").textContent = task.title;
    const first = "*You are asked once the change is made, before the scores move.*";
    const prose = withoutValues(task.prose);
    showProse(part("prose"), task.predicts ? `${prose}\n\n${first}` : prose);
    part("dots").replaceChildren(
      ...Array.from({ length: task.of }, (_, index) => {
        const dot = document.createElement("li");
        const jump = go({ lesson: task.lesson, step: String(index + 1) }, String(index + 1), "ix-coach-dot");
        jump.setAttribute("aria-current", index + 1 === task.number ? "step" : "false");
        jump.toggleAttribute("data-done", task.finished.includes(index + 1));
        dot.append(jump);
        return dot;
      }),
    );
    part("clauses").replaceChildren(
      ...task.clauses.map(({ words, now, met }) => {
        const clause = document.createElement("li");
        clause.dataset.met = met;
        for (const [name, text] of [["mark", met ? "✓ " : "○ "], ["words", `${words} `], ["now", masked() ? "" : now]]) {
          clause.append(Object.assign(document.createElement("span"), { className: `ix-coach-${name}`, textContent: text }));
        }
        return clause;
      }),
    );
    part("moves").textContent = task.moves;
    const praised = Boolean(part("praise").textContent);
    showProse(part("praise"), withoutValues(task.praise));
    if (task.praise && !praised) part("praise").scrollIntoView({ block: "nearest" });
    showProse(part("hints"), withoutValues(task.hints.join("\n\n")));
    part("tries").replaceChildren(
      ...task.tries.map(({ challenge, title }) => {
        const entry = document.createElement("li");
        const link = document.createElement("a");
        const { done = "", solved = "" } = data.link;
        link.href = `./challenges?${new URLSearchParams({ challenge, ...(done && { done }), ...(solved && { solved }) })}`;
        link.textContent = `Challenge: ${title}`;
        entry.append(link);
        return entry;
      }),
    );
    part("credits").hidden = task.credits.length === 0;
    part("credits").querySelector("ul").replaceChildren(
      ...task.credits.map((credit) => Object.assign(document.createElement("li"), { textContent: credit })),
    );
    button("back").hidden = !task.back;
    button("hint").hidden = !task.more;
    showEnd(task.end);
    const last = task.of > 0 && task.number === task.of;
    const onwards = task.of === 0 && task.waits ? "Skip" : "Next";
    button("next").textContent = !task.next ? (reads() ? "Done" : data.all) : !last ? onwards : reads() ? "Done" : "Next lesson";
    part("all").textContent = data.all;
    // Of a single challenge there is no next one, and the way to all of them stands below.
    button("next").hidden = task.of === 0 && !task.next;
    button("next").dataset.ready = String(!task.waits);
  }

  /** The end of a lesson: whether all of it is done, and what comes next. */
  function showEnd(end) {
    const lines = end ? [["b", "words", `${end.done ? "✓ " : ""}${end.words}`], ["span", "following", end.following && `Next: ${end.following}`], ["span", "about", end.about]] : [];
    part("end").toggleAttribute("data-done", Boolean(end?.done));
    const text = JSON.stringify(lines);
    if (part("end").dataset.text === text) return;
    part("end").dataset.text = text;
    part("end").replaceChildren(
      ...lines.filter(([, , words]) => words).map(([tag, name, words]) => {
        const line = document.createElement(tag);
        line.className = `ix-coach-end-${name}`;
        line.textContent = words;
        return line;
      }),
    );
  }

  return {
    root,
    show(next, setStateValue) {
      data = next;
      send = setStateValue;
      root.style.visibility = "visible";
      root.style.minHeight = "";
      part("note").textContent = data.note;
      part("lead").hidden = part("list").hidden = Boolean(data.task);
      part("task").hidden = !data.task;
      root.toggleAttribute("data-single", data.task?.of === 0);
      if (data.task) showTask(data.task);
      else showList();
      goal.show(data.task);
      address(data.link);
      const place = JSON.stringify([data.link.lesson, data.link.step, data.link.challenge]);
      // Somebody who goes on with the keyboard goes on reading at the new title.
      const other = openedFromList() || (shown && shown !== place);
      if (other && data.task) {
        part("title").focus({ preventScroll: true });
        root.closest(".stMain")?.scrollTo({ top: 0 });
      }
      shown = place;
      requestAnimationFrame(() => point(data.task?.points ?? []));
    },
    remove() {
      life.abort();
      point([]);
    },
  };
}

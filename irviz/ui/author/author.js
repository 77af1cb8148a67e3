// The form in which somebody writes a challenge: what it says is sent with each change, and checked on demand.

import { address } from "../address.js";
import { openedFromList } from "../opened_from_list.js";
import { followTheme } from "../theme.js";
import { makeRow, readRow } from "./row.js";

let page = null;

/** Called by Streamlit when the form is mounted and whenever its data changes. */
export default function author({ data, parentElement, setStateValue }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-author");
  if (page?.root !== root) page = makePage(root);
  page.show(data, setStateValue);
}

function makePage(root) {
  const part = (name) => root.querySelector(`.ix-author-${name}`);
  const form = root.querySelector("form");
  const linkField = part("share").querySelector("input");
  let data = null;
  let send = null;
  let count = 0;
  let filled = false;
  /** The number of the check that is on its way, or 0. */
  let checking = 0;

  const request = (wanted) => {
    count += 1;
    send("request", { ...wanted, count, page: performance.timeOrigin });
  };

  const rows = () => [...part("rows").children];
  const draft = () => ({
    rows: rows().map(readRow),
    allow: [...part("kinds").querySelectorAll("input:checked")].map((box) => box.value),
    most: form.elements.most.value,
    title: form.elements.title.value,
    task: form.elements.task.value,
    hints: form.elements.hints.value,
  });

  function number() {
    const all = rows();
    all.forEach((row, index) => {
      row.setAttribute("aria-label", `Condition ${index + 1}`);
      row.querySelector("[data-do=remove]").hidden = all.length === 1;
    });
    form.querySelector("[data-do=add]").disabled = all.length >= data.rows;
  }

  function addRow(row) {
    part("rows").append(makeRow(row, data));
    number();
  }

  function fill() {
    filled = true;
    part("rows").replaceChildren();
    data.draft.rows.forEach(addRow);
    part("kinds").replaceChildren(
      ...data.allowed.map(({ value, label }) => {
        const box = Object.assign(document.createElement("input"), { type: "checkbox", value, name: "allow", checked: data.draft.allow.includes(value) });
        const made = document.createElement("label");
        made.append(box, ` ${label}`);
        return made;
      }),
    );
    for (const name of ["most", "title", "task", "hints"]) form.elements[name].value = data.draft[name];
    part("more").open = Boolean(data.draft.title || data.draft.task || data.draft.hints);
  }

  form.addEventListener("change", () => request({ draft: draft() }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    request({ check: draft() });
    checking = count;
    showVerdict();
  });
  root.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-do]");
    const action = pressed?.dataset.do;
    if (action === "leave") request({ leave: true });
    if (action === "add") {
      addRow({ ...data.draft.rows.at(-1), relation: "same", value: "" });
      rows().at(-1).querySelector("select").focus();
      request({ draft: draft() });
    }
    if (action === "remove") {
      pressed.closest(".ix-author-row").remove();
      number();
      form.querySelector("[data-do=add]").focus();
      request({ draft: draft() });
    }
    if (action === "copy") {
      linkField.select();
      try {
        await navigator.clipboard.writeText(linkField.value);
        pressed.textContent = "Copied";
      } catch {
        pressed.textContent = "Press Ctrl+C to copy";
      }
    }
  });

  function showVerdict() {
    const { verdict, current } = data;
    const shown = part("verdict");
    shown.dataset.kind = checking ? "checking" : !verdict ? "" : current ? verdict.kind : "old";
    if (checking) shown.textContent = "Going through everything that can be reached …";
    else if (!verdict) shown.textContent = "";
    else shown.textContent = current ? verdict.words : "The goal or the board has changed since it was checked: check it again.";
    const share = !checking && verdict && current && verdict.link.goal;
    part("share").hidden = !share;
    if (!share) return;
    const link = `${location.origin}${location.pathname}?${new URLSearchParams(verdict.link)}`;
    if (linkField.value !== link) {
      linkField.value = link;
      root.querySelector("[data-do=copy]").textContent = "Copy the link";
    }
    part("share").querySelector("a").href = link;
    const way = part("share").querySelector("details");
    way.hidden = verdict.way.length === 0;
    way.querySelector("ol").replaceChildren(...verdict.way.map((step) => Object.assign(document.createElement("li"), { textContent: step })));
  }

  return {
    root,
    show(next, setStateValue) {
      const items = JSON.stringify(next.items);
      const others = data && items !== JSON.stringify(data.items);
      data = next;
      send = setStateValue;
      root.style.visibility = "visible";
      // What somebody is writing stays as it is; only another board has other results to name.
      if (!filled || others) fill();
      const [page, answered] = next.answered;
      const fresh = checking > 0 && page === performance.timeOrigin && answered >= checking;
      if (fresh) checking = 0;
      const moved = data.draft.allow.includes("cutoff") ? ", and moves with it" : "";
      part("cutoff").textContent = `An empty cutoff is that of the board, k\u00a0=\u00a0${data.k}${moved}.`;
      part("cutoff").hidden = rows().every((row) => row.querySelector("[name=k]").hidden);
      const { good, words } = data.reads;
      part("reads").dataset.good = good;
      part("reads").textContent = good ? `Goal: ${words}.` : `Not yet: ${words}.`;
      showVerdict();
      // The answer stands below the form, which may be longer than the screen.
      if (fresh) (part("share").hidden ? part("verdict") : part("share")).scrollIntoView({ block: "nearest" });
      if (openedFromList()) {
        root.querySelector("h1").focus({ preventScroll: true });
        root.closest(".stMain")?.scrollTo({ top: 0 });
      }
      address({ write: "1", ...(data.kept && { draft: data.kept }) });
    },
  };
}

// The form in which somebody writes a challenge: what it says is sent with each change, and checked on demand.

import { address } from "../address.js";
import { copy } from "../export/save.js";
import { mounted } from "../mounted.js";
import { openedFromList } from "../opened_from_list.js";
import { draw, h } from "../view/view.js";
import { fitted, row } from "./row.js";

const COPY = "Copy the link";

export default mounted(".ix-author", (root) => {
  let data = null;
  let ask = null;
  /** What the form says, which is ahead of what the server knows of it. */
  let draft = null;
  let copied = COPY;
  /** The number of the check that is on its way, or 0. */
  let checking = 0;

  const redraw = () => draw(root, form(data, draft, acts), verdict(data, checking), share(data, checking, copied, acts));
  const say = (changes) => {
    draft = { ...draft, ...changes };
    redraw();
  };
  const tell = () => ask({ draft: sent(draft) });
  const change = (rows) => {
    say({ rows });
    tell();
  };

  const acts = {
    say,
    tell,
    edit: (index, changes) => say({ rows: draft.rows.map((one, at) => (at === index ? fitted({ ...one, ...changes }, data) : one)) }),
    add() {
      change([...draft.rows, { ...draft.rows.at(-1), relation: "same", value: "" }]);
      root.querySelector(".ix-author-row:last-of-type select").focus();
    },
    remove(index) {
      change(draft.rows.filter((_, at) => at !== index));
      root.querySelector("[data-do=add]").focus();
    },
    leave: () => ask({ leave: true }),
    check(event) {
      event.preventDefault();
      checking = ask({ check: sent(draft) });
      redraw();
    },
    async copy(link) {
      root.querySelector("[name=link]").select();
      copied = (await copy(link)) ? "Copied" : "Press Ctrl+C to copy";
      redraw();
    },
  };

  return (next, request) => {
    const others = JSON.stringify(next.items) !== JSON.stringify(data?.items);
    if (linkTo(next) !== linkTo(data)) copied = COPY;
    data = next;
    ask = request;
    // What somebody is writing stays as it is; only another board has other results to name.
    if (others) {
      const { rows, title, task, hints } = data.draft;
      draft = { ...data.draft, rows: rows.map((one) => fitted(one, data)), open: Boolean(title || task || hints) };
    }
    const [page, answered] = data.answered;
    const fresh = checking > 0 && page === performance.timeOrigin && answered >= checking;
    if (fresh) checking = 0;
    redraw();
    // The answer stands below the form, which may be longer than the screen.
    if (fresh) root.lastChild.scrollIntoView({ block: "nearest" });
    if (openedFromList()) {
      root.querySelector("h1").focus({ preventScroll: true });
      root.closest(".stMain")?.scrollTo({ top: 0 });
    }
    address({ write: "1", ...(data.kept && { draft: data.kept }) });
  };
});

/** What the server is told of a draft: all but whether its last part was open at first. */
const sent = ({ open, ...draft }) => draft;

const form = (data, draft, acts) => {
  const { reads, k } = data;
  const field = (tag, name, props) => h(`${tag}.ix-field`, { name, value: draft[name], autocomplete: "off", oninput: ({ target }) => acts.say({ [name]: target.value }), ...props });
  const rows = draft.rows.map((one, index) => row(one, index, data, draft.rows.length > 1, acts));
  return h(
    "form.ix-stack",
    { onsubmit: acts.check, onchange: acts.tell },
    h("h1.ix-h2", { tabindex: "-1" }, "Write a challenge"),
    h("p.ix-soft", {}, "It begins with the board beside this form, as it is now. Arrange it first."),
    h(
      "fieldset.ix-stack",
      {},
      h("legend.ix-strong", {}, "The goal"),
      rows.map(({ view }) => view),
      h(
        "p.ix-soft.ix-author-cutoff",
        { hidden: rows.every(({ cut }) => !cut) },
        `An empty cutoff is that of the board, k\u00a0=\u00a0${k}${data.draft.allow.includes("cutoff") ? ", and moves with it" : ""}.`,
      ),
      h("button.ix-button", { "data-do": "add", disabled: draft.rows.length >= data.rows, onclick: acts.add }, "Add a condition"),
      h(
        "p.ix-notice",
        { role: "status", "data-kind": reads.good ? "good" : null },
        reads.good ? `Goal: ${reads.words}.` : `Not yet: ${reads.words}.`,
      ),
    ),
    h(
      "fieldset.ix-stack",
      {},
      h("legend.ix-strong", {}, "What one may do"),
      data.allowed.map(({ value, label }) => h("label.ix-line", {}, box(value, data, draft, acts), label)),
      h("label", {}, "At most ", field("input", "most", { type: "number", min: 1, max: 99, inputmode: "numeric", placeholder: "any" }), " moves"),
    ),
    h(
      "details",
      { open: draft.open },
      h("summary", {}, "Title, task and hints in your own words"),
      h("label.ix-stack", {}, "Title ", field("input", "title", { type: "text", maxlength: 80 })),
      h("label.ix-stack", {}, "Task ", field("textarea", "task", { rows: 3, maxlength: 600 })),
      h("label.ix-stack", {}, "Hints, one a line, up to three ", field("textarea", "hints", { rows: 3, maxlength: 600 })),
      h("p.ix-soft", {}, "What you leave empty is made from the goal, and the hints from a shortest way."),
    ),
    h(
      "div.ix-line",
      {},
      h("button.ix-button.ix-do", { type: "submit" }, "Check it and get the link"),
      h("button.ix-button", { onclick: acts.leave }, "All challenges"),
    ),
  );
};

const box = (value, { allowed }, { allow }, { say }) => {
  const ticked = ({ target }) => allowed.map((one) => one.value).filter((one) => (one === value ? target.checked : allow.includes(one)));
  return h("input", { type: "checkbox", name: "allow", checked: allow.includes(value), oninput: (event) => say({ allow: ticked(event) }) });
};

const KINDS = { proved: "good", impossible: "wrong", wrong: "wrong" };

/** What came of the check, or that it is on its way or out of date. */
const verdict = ({ verdict: found, current }, checking) => {
  const words = checking
    ? "Going through everything that can be reached …"
    : !found || current
      ? found?.words
      : "The goal or the board has changed since it was checked: check it again.";
  return h("div.ix-notice", { role: "status", "data-testid": "verdict", "data-kind": (!checking && current && KINDS[found?.kind]) || null }, words);
};

/** The link to what was proved to be possible, as it stands in the address bar of those who play it; otherwise "". */
const linkTo = (data) =>
  data?.current && data.verdict?.link.goal ? `${location.origin}${location.pathname}?${new URLSearchParams(data.verdict.link)}` : "";

const share = (data, checking, copied, acts) => {
  const link = linkTo(data);
  if (checking || !link) return null;
  const { way } = data.verdict;
  return h(
    "div.ix-line.ix-author-share",
    {},
    h("label.ix-stack", {}, "Link ", h("input.ix-field", { name: "link", type: "text", readonly: true, value: link })),
    h("button.ix-button", { onclick: () => acts.copy(link) }, copied),
    h("a", { href: link, target: "_blank", rel: "noopener" }, "Try it in a new tab"),
    way.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, "A shortest way"),
        h(
          "ol.ix-bullets",
          {},
          way.map((step) => h("li", {}, step)),
        ),
      ),
  );
};

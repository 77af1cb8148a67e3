// Your results: files and pasted texts come in, and what many queries come to; above the board of one, the way back.
//
// What is read in paragraphs and tables comes as HTML, since the other edition shows the same. It is taken over element
// by element; texts in it are texts, and of its attributes those stay that do nothing.

import { tell } from "../events.js";
import { mounted } from "../frame.js";
import { keepLossNotice, takeLossNotice } from "../lost_results.js";
import { isPresenting } from "../masks.js";
import { segments } from "../view/segments.js";
import { draw, h } from "../view/view.js";

/** What is read, as descriptions. */
const read = (html) => [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map(described);

const ELEMENTS = new Set(
  "b br code dd div dl dt h1 h2 h3 header li ol p section span table tbody td th thead tr ul".split(" "),
);
const HARMLESS = /^(class|scope|role|tabindex|(aria|data)-[\w-]+)$/;

function described(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (!ELEMENTS.has(node.localName)) return null;
  const props = Object.fromEntries(
    [...node.attributes].filter(({ name }) => HARMLESS.test(name)).map(({ name, value }) => [name, value]),
  );
  const { height } = node.style;
  return h(node.localName, { ...props, ...(height && { style: { height } }) }, [...node.childNodes].map(described));
}

/** Where keys go on, as soon as it is there; and what was shown last. The page may be laid out anew in between. */
let next = "";
let was = "";

/** What was here before the page was loaded, in words. */
const lost = takeLossNotice();

export default mounted(".ix-own-results", (root, signal) => {
  const path = location.pathname;
  let ask = null;
  let pressed = "";
  let isOpen = false;
  let list = ""; // the address of all queries, once one of them has an entry of its own

  /** The browser's Back leads from a query to all of them, and Forward to it. */
  const travel = () => {
    const query = history.state?.query;
    if (query === undefined || location.pathname !== path || isOpen === Boolean(query)) return;
    ask(query ? { query } : { back: true });
    pressed = ""; // it has its entry
  };
  addEventListener("popstate", travel, { signal });

  /** An open query has an entry of its own in the browser's history, before the board writes its address there. */
  const enter = () => {
    // A board that has not gone yet may have written there in between.
    if (!isOpen && list && history.state?.query === "") history.replaceState(history.state, "", list);
    if (!pressed || !isOpen) return;
    list = location.href;
    history.replaceState({ ...history.state, query: "" }, "", location.href);
    history.pushState({ ...history.state, query: pressed }, "", location.href);
    pressed = "";
  };

  const goOn = (heading) => {
    const found = root.querySelector(heading);
    if (!found) return;
    next = "";
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    root.closest("[data-ix-main]")?.scrollTo({
      top: heading === "h1" ? 0 : found.getBoundingClientRect().top + root.closest("[data-ix-main]").scrollTop - 80,
    });
  };

  return (data, request, { bring }) => {
    isOpen = Boolean(data.open_query);
    enter();
    ask = (wanted, to = "") => {
      next = to;
      pressed = wanted.query ?? "";
      request(wanted);
    };
    const again = () =>
      h("p", { key: "stopped" }, h("button.ix-button", { onclick: () => ask({ resume: true }) }, "Go on"));
    draw(
      root,
      data.open_query
        ? above(data.open_query, ask)
        : [brought(data, ask, bring), data.is_stopped && again(), data.results && many(data.results, ask)],
    );
    if (data.results) keepLossNotice(data.loss_notice);
    if (next && (next !== "h1" || data.open_query)) goOn(next);
    const now = data.open_query ? "query" : data.results ? "many" : "";
    if (was === "query" && now === "many") goOn(".ix-own-queries h2");
    was = now;
  };
});

// --- The query that is on the board

const above = ({ working, other_runs: others, faults }, ask) => [
  h(
    "div.ix-line.ix-own-ways",
    {},
    h("button.ix-button", { "data-testid": "back", onclick: () => back(ask) }, "Back to all queries"),
    Object.keys(others).length > 0 && compare(others, ask),
  ),
  read(faults),
  read(working),
];

const back = (ask) => (history.state?.query && !isPresenting() ? history.back() : ask({ back: true }));

const compare = (others, ask) =>
  h(
    "form.ix-line",
    {
      onsubmit: (event) => {
        event.preventDefault();
        ask({ compare: event.target.elements.other?.value ?? Object.keys(others)[0] });
      },
    },
    Object.keys(others).length > 1 &&
      h("label.ix-line", {}, "With ", h("select.ix-field", { name: "other" }, options(others))),
    h(
      "button.ix-button",
      { type: "submit", title: "Two runs’ lists for this query, under the same judgments" },
      "Compare on two boards",
    ),
  );

const options = (labels) => Object.entries(labels).map(([value, words]) => h("option", { value }, words));

// --- What is brought

const brought = (data, ask, send) => {
  const inputs = [
    h("div.ix-own-slots", {}, data.slots.map((one) => slot(one, data, ask, send))),
    understood(data, ask),
  ];
  return [
    read(data.introduction),
    h("p.ix-notice", { role: "status" }, !data.results && lost),
    data.results ? h("details.ix-panel", { key: "others" }, h("summary", {}, "Bring other results"), inputs) : h(
      "div.ix-stack",
      { key: "first" },
      h(
        "p",
        {},
        h("button.ix-button", { onclick: () => ask({ sample: true }, ".ix-own-many h2") }, "Try it with a sample"),
      ),
      inputs,
    ),
  ];
};

function slot(
  { slot: name, label, about, paste_label, example, text, files, takes_several: several, tables },
  { max_file_bytes: most, max_pasted_characters: longest, faulty_slots: wrong },
  ask,
  send,
) {
  const bring = (list) => list.length && send({ slot: name, files: several ? [...list] : [list[0]], most });
  const choose = h("input.ix-said", {
    type: "file",
    multiple: several,
    "aria-label": `${label}: choose a file`,
    "aria-description": about,
    onchange: ({ target }) => {
      bring(target.files);
      target.value = ""; // so that the same file can be chosen again
    },
  });
  return h(
    "div.ix-panel.ix-stack.ix-own-slot",
    {
      key: name,
      role: "group",
      "aria-label": label,
      "data-slot": name,
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        bring(event.dataTransfer.files);
      },
    },
    h("h2.ix-h3", {}, label),
    h("p.ix-caption", {}, about),
    h(
      "p.ix-line",
      {},
      h("label.ix-button", {}, choose, several ? "Add files" : "Choose a file"),
      h("span.ix-caption", {}, "or drop it here"),
    ),
    files.length > 0 &&
      h(
        "ul.ix-stack",
        {},
        files.map((file, at) =>
          h(
            "li.ix-line.ix-own-file",
            {},
            h("span", {}, file),
            h("button.ix-button.ix-plain", {
              "aria-label": `Remove ${file}`,
              onclick: () => ask({ remove: { slot: name, file: at } }),
            }, "×"),
          )
        ),
      ),
    tables.map((table) => columns(table, tables.length > 1, ask)),
    h(
      "label.ix-stack",
      { hidden: files.length > 0 },
      h("span.ix-caption", {}, paste_label),
      h("textarea.ix-field", {
        rows: 3,
        placeholder: example,
        value: text,
        spellcheck: "false",
        "aria-invalid": wrong.includes(name) || null,
        "aria-describedby": wrong.includes(name) ? "ix-own-faults" : null,
        // What is too long is not read, and that is said.
        onchange: ({ target }) => ask({ paste: { slot: name, text: target.value.slice(0, longest + 1) } }),
      }),
    ),
  );
}

/** To what was brought and cannot be read: the field, or the button that takes the file off. */
function toSlot(name) {
  const place = document.querySelector(`[data-slot="${name}"]`);
  place.querySelector(".ix-own-file button, label:not([hidden]) > textarea").focus();
}

const columns = ({ place, file, names, roles }, several, ask) =>
  h(
    "details",
    { key: `${place} ${file}` },
    h("summary", {}, several ? `Columns of ${file}` : "Columns"),
    h(
      "div.ix-stack",
      {},
      roles.map(({ role, about, column }) =>
        h(
          "label.ix-own-role",
          { title: about },
          `${role[0].toUpperCase()}${role.slice(1)} `,
          h(
            "select.ix-field",
            {
              value: column ?? "",
              onchange: ({ target }) =>
                ask({ column: { place, file, role, at: target.value === "" ? null : Number(target.value) } }),
            },
            h("option", { value: "" }, "—"),
            names.map((one, number) => h("option", { value: number }, one)),
          ),
        )
      ),
    ),
  );

const understood = (
  { faults, slots, faulty_slots: wrong, next_step: next, summary, precision, is_ready: ready },
  ask,
) => [
  h("div", { id: "ix-own-faults", key: "faults" }, read(faults)),
  wrong.length > 0 && h(
    "div.ix-line",
    { key: "mend" },
    slots.filter(({ slot: name }) => wrong.includes(name)).map(({ slot: name, label }) =>
      h("button.ix-button", { key: name, onclick: () => toSlot(name) }, `Go to ${label}`)
    ),
  ),
  next && h("p.ix-next", { role: "status" }, next),
  summary && h("div.ix-stack", {}, read(summary)),
  precision &&
  tick(precision.label, precision.is_on, (on) => ask({ single_precision: on }), precision.about),
  ready &&
  h(
    "p",
    {},
    h("button.ix-button.ix-do", { onclick: () => ask({ use: true }, ".ix-own-many h2") }, "Use these results"),
  ),
];

const labelled = (words, field) => h("label.ix-stack", {}, h("span.ix-caption", {}, words), field);

const tick = (words, checked, change, title = null) =>
  h(
    "label.ix-line.ix-own-tick",
    { title },
    h("input", { type: "checkbox", checked, onchange: ({ target }) => change(target.checked) }),
    h("span", {}, words),
  );

// --- What many queries come to

const many = (data, ask) =>
  h(
    "div.ix-stack.ix-own-many",
    { key: "many" },
    choices(data, ask),
    read(data.faults),
    data.pictures && pictures(data.pictures, ask),
    data.values && [
      read(data.values.means),
      h("p", {}, h("button.ix-button", { "aria-haspopup": "dialog", onclick: () => tell("share") }, "Share")),
      h("div.ix-own-beside", {}, read(data.values.distribution), read(data.values.comparison)),
      read(data.values.unjudged),
      data.values.tests && tick(data.values.tests.label, data.values.tests.is_on, (on) => ask({ tests: on })),
      read(data.values.all_tests),
      queries(data.values, ask),
    ],
  );

const choices = (data, ask) => {
  const { k, max_k: largest, metrics, metric, added_metrics: more, metric_options: offered, metric_help: about } = data;
  return h(
    "div.ix-line.ix-own-choices",
    {},
    labelled(
      "Cutoff k",
      h("input.ix-field.ix-own-k", {
        type: "number",
        min: 1,
        max: largest,
        value: k,
        onchange: ({ target }) => {
          const wanted = Math.round(Number(target.value));
          if (wanted >= 1 && wanted <= largest) ask({ k: wanted });
          else target.value = k;
        },
      }),
    ),
    h(
      "div.ix-stack",
      {},
      h("span.ix-caption", { "aria-hidden": "true" }, "Metric"),
      segments("Metric", metrics.map((one) => [one, one]), metric, (one) => ask({ metric: one })),
    ),
    h(
      "form.ix-stack",
      {
        onsubmit: (event) => {
          event.preventDefault();
          const field = event.target.elements.more;
          const name = field.value.trim();
          field.value = "";
          if (name && !more.includes(name)) ask({ more: [...more, name] });
        },
      },
      h("label.ix-caption", { for: "ix-own-more" }, "More metrics"),
      h(
        "div.ix-line",
        {},
        more.map((name) =>
          h("button.ix-button", {
            key: name,
            "aria-label": `Remove ${name}`,
            onclick: () => ask({ more: more.filter((one) => one !== name) }),
          }, `${name} ×`)
        ),
        h(
          "select.ix-field",
          { id: "ix-own-more", value: "", onchange: ({ target }) => ask({ more: [...more, target.value] }) },
          h("option", { value: "" }, "Choose…"),
          Object.entries(offered).map(([name, words]) => !more.includes(name) && h("option", { value: name }, words)),
        ),
        h("input.ix-field", {
          type: "text",
          name: "more",
          "aria-label": "Or type a metric",
          placeholder: "or type P(rel=2)@5 …",
          title: about,
          autocomplete: "off",
        }),
        h("button.ix-button", { type: "submit" }, "Add"),
      ),
    ),
  );
};

const pictures = ({ label, is_on: on, hosts }, ask) =>
  h(
    "div",
    {},
    tick(label, on, (wanted) => ask({ pictures: wanted })),
    hosts && h("details", {}, h("summary", {}, "All of these hosts"), h("p", {}, hosts)),
  );

const queries = ({ runs, run, run_labels: labels, pair, query_fault, table }, ask) =>
  h(
    "section.ix-panel.ix-stack.ix-own-queries",
    {},
    h("h2.ix-h2", {}, "Queries"),
    h("p", {}, "Sort by a column’s head; choose a query to open it on the board."),
    h(
      "div.ix-line.ix-own-choices",
      {},
      labelled(
        "Find a query",
        h("input.ix-field", {
          type: "search",
          value: table.search,
          oninput: ({ target }) => ask({ find: target.value }),
        }),
      ),
      runs.length > 0 &&
        h(
          "div.ix-stack",
          {},
          h("span.ix-caption", { "aria-hidden": "true" }, "Run"),
          segments("Run", runs.map((one) => [one, one]), run, (one) => ask({ run: one })),
        ),
      pair.map((one, at) =>
        labelled(
          `On board ${"AB"[at]}`,
          h(
            "select.ix-field",
            { value: one, onchange: ({ target }) => ask({ pair: pair.with(at, target.value) }) },
            options(labels),
          ),
        )
      ),
    ),
    read(query_fault),
    rows(table, ask),
    h(
      "div.ix-line",
      {},
      h("p.ix-caption", { role: "status" }, counted(table)),
      table.last_page > 0 && [
        h("button.ix-button", { disabled: table.page === 0, onclick: () => ask({ page: table.page - 1 }) }, "Earlier"),
        h(
          "button.ix-button",
          { disabled: table.page === table.last_page, onclick: () => ask({ page: table.page + 1 }) },
          "Later",
        ),
      ],
    ),
  );

const counted = ({ row_count: found, first_row: first, rows: here }) => {
  if (!found) return "No query has that in its id.";
  if (here.length === found) return `${found.toLocaleString("en")} ${found === 1 ? "query" : "queries"}`;
  return `${(first + 1).toLocaleString("en")} to ${(first + here.length).toLocaleString("en")} of ${
    found.toLocaleString("en")
  } queries`;
};

const rows = ({ heads, rows: all, changed_queries: changed, sorted_column: sort, is_descending: down }, ask) =>
  h(
    "div.ix-scroll",
    { tabindex: "0", role: "region", "aria-label": "Table of queries" },
    h(
      "table.ix-table.ix-means",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head, at) =>
            h(
              "th",
              { scope: "col", "aria-sort": at === sort ? (down ? "descending" : "ascending") : null },
              h(
                "button.ix-own-sort",
                { onclick: () => ask({ sort: at }) },
                head,
                at === sort && h("span", { "aria-hidden": "true" }, down ? " ↓" : " ↑"),
              ),
            )
          ),
        ),
      ),
      h(
        "tbody",
        {},
        all.map(([query, ...cells]) =>
          h(
            "tr",
            { key: query },
            h(
              "th",
              { scope: "row" },
              h("button.ix-own-query", { "data-testid": "query", onclick: () => ask({ query }, "h1") }, query),
              changed.includes(query) && h("span.ix-caption", {}, " changed"),
            ),
            cells.map((cell) => h("td", {}, cell)),
          )
        ),
      ),
    ),
  );

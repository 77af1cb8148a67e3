// One page to print: shown as it will be on paper, and printed by the browser.

import { html } from "../dom.js";
import { drawn } from "./picture.js";

/** Of the chart, in pixels: as wide as what stands on a page of A4, and lower where there are several boards. */
const CHART = { width: 720, height: 280 };
const LOW_CHART = { width: 720, height: 240 };

/** More cards than these are small ones. */
const ROOMY = 10;

/**
 * Make the page.
 *
 * @param {{sheet: object, drawing: object}} answer
 * @param {{plotly: string, pictures: string, qr: string}} data
 * @returns {Promise<() => void>} Shows it, with everything else put aside until it is closed.
 */
export async function paper({ sheet, drawing }, data) {
  const several = sheet.boards.length > 1;
  const chart = await drawn({ ...drawing, title: "" }, data.plotly, several ? LOW_CHART : CHART);
  const life = new AbortController();
  const print = html("button", "ix-sheet-do ix-sheet-print", { type: "button" }, "Print or save as PDF");
  const close = html("button", "ix-sheet-do", { type: "button" }, "Close");
  const page = html("article", "ix-sheet", { "data-testid": "sheet" }, ...contents(sheet, chart, data));
  const root = html(
    "div",
    "ix-paper",
    { role: "dialog", "aria-modal": "true", "aria-label": "The page to print", "data-testid": "paper" },
    html("div", "ix-sheet-bar", {}, print, close),
    page,
  );

  await Promise.all([...page.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));

  return function show() {
    const before = document.activeElement;
    const aside = [...document.body.children].filter((one) => !one.inert);

    function leave() {
      life.abort();
      root.remove();
      for (const one of aside) one.inert = false;
      delete document.documentElement.dataset.ixPaper;
      before?.focus();
    }

    print.addEventListener("click", () => window.print());
    close.addEventListener("click", leave);
    // The keys of what is behind the page rest while it is shown.
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") leave();
        event.stopPropagation();
      },
      { capture: true, signal: life.signal },
    );
    for (const one of aside) one.inert = true;
    document.documentElement.dataset.ixPaper = "1";
    document.body.append(root);
    print.focus();
  };
}

function contents(sheet, chart, data) {
  const several = sheet.boards.length > 1;
  return [
    html("header", "ix-sheet-head", {}, html("h1", "", {}, sheet.title), html("p", "", {}, [`Cutoff k = ${sheet.k}.`, ...sheet.facts].join(" "))),
    ...sheet.boards.map((board) => row(board, several, data)),
    html("img", "ix-sheet-chart", { src: chart, alt: "The metrics against the cutoff; their values are in the table." }),
    table(sheet),
    html("h2", "", {}, "Conventions"),
    html("dl", "ix-sheet-rules", {}, ...sheet.conventions.map(([what, how]) => html("div", "", {}, html("dt", "", {}, `${what}: `), html("dd", "", {}, how)))),
    foot(sheet, data),
  ];
}

function row({ query, cards }, named, data) {
  const small = named || cards.length > ROOMY;
  const list = html("ol", "ix-sheet-cards", { "data-small": String(small) }, ...cards.map((one) => card(one, small, data)));
  list.style.setProperty("--n", String(Math.min(cards.length, ROOMY)));
  return html("section", "ix-sheet-board", { "aria-label": query, "data-named": String(named) }, ...(named ? [html("h2", "", {}, query)] : []), list);
}

function card({ rank, title, alt, picture: name, relevant, mark, verdict, inside }, small, data) {
  const face = name
    ? html("img", "", { src: new URL(data.pictures + name, document.baseURI).href, alt: alt || title })
    : html("p", "ix-sheet-title", {}, title);
  return html(
    "li",
    "ix-sheet-card",
    { "data-relevant": String(relevant), "data-inside": String(inside) },
    html("b", "", {}, String(rank)),
    face,
    html("span", "", {}, `${relevant ? "✓ " : ""}${small ? mark : verdict}`),
  );
}

function table({ columns, rows, here }) {
  const mark = (index) => (index === here ? "ix-sheet-here" : "");
  return html(
    "table",
    "ix-sheet-table",
    {},
    html("thead", "", {}, html("tr", "", {}, html("td", ""), ...columns.map((name, index) => html("th", mark(index), { scope: "col" }, name)))),
    html(
      "tbody",
      "",
      {},
      ...rows.map(({ symbol, title, cells }) =>
        html(
          "tr",
          "",
          {},
          html("th", "", { scope: "row" }, html("b", "", {}, `${symbol}@k`), ` ${title}`),
          ...cells.map((text, index) => html("td", mark(index), {}, text)),
        ),
      ),
    ),
  );
}

function foot({ linkable }, data) {
  const made = `irviz, ${new Date().toLocaleDateString("en-GB", { dateStyle: "long" })}`;
  const words = html("div", "", {}, html("p", "", {}, made));
  const parts = [words];
  if (linkable) {
    const link = location.href;
    words.append(html("p", "ix-sheet-link", {}, html("a", "", { href: link }, link)));
    if (link.length <= LONGEST) {
      parts.push(html("img", "ix-sheet-code", { src: `${data.qr}?${new URLSearchParams({ link })}`, alt: "QR code of the link" }));
    }
  }
  return html("footer", "ix-sheet-foot", {}, ...parts);
}

/** A longer link makes no code that a phone could read from paper. */
const LONGEST = 600;

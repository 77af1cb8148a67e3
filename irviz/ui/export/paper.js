// One page to print: shown as it will be on paper, and printed by the browser.

import { qrCode } from "../qr.js";
import { outward } from "../addresses.js";
import { draw, h } from "../view/view.js";
import { locatePicture } from "../picture.js";
import { drawChart } from "./picture.js";

/** Of the chart, in pixels: as wide as what stands on a page of A4, and lower where there are several boards. */
const CHART = { width: 720, height: 280 };
const LOW_CHART = { width: 720, height: 240 };

/** More cards than these are small ones. */
const ROOMY = 10;

/** A longer link makes no code that a phone could read from paper. */
const LONGEST = 600;

/**
 * Make the page.
 *
 * @param {{sheet: object, drawing: object}} answer
 * @param {{plotly: string, pictures: string}} data
 * @returns {Promise<() => void>} Shows it, with everything else put aside until it is closed.
 */
export async function paper({ sheet, drawing }, data) {
  const chart = await drawChart(drawing, data.plotly, sheet.boards.length > 1 ? LOW_CHART : CHART);
  const life = new AbortController();
  const frame = document.createElement("div");
  let leave = null;
  draw(
    frame,
    h(
      "div.ix.ix-paper",
      { role: "dialog", "aria-modal": "true", "aria-label": "The page to print", "data-testid": "paper" },
      h(
        "div.ix-line.ix-sheet-bar",
        {},
        h("button.ix-button.ix-do", { onclick: () => window.print() }, "Print or save as PDF"),
        h("button.ix-button", { onclick: () => leave() }, "Close"),
      ),
      h("article.ix-sheet", { "data-testid": "sheet" }, contents(sheet, chart, data)),
    ),
  );
  const root = frame.firstChild;
  await Promise.all([...root.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));

  return function show() {
    const before = document.activeElement;
    const aside = [...document.body.children].filter((one) => !one.inert);
    leave = () => {
      life.abort();
      root.remove();
      for (const one of aside) one.inert = false;
      delete document.documentElement.dataset.ixPaper;
      before?.focus();
    };
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
    root.querySelector("button").focus();
  };
}

const contents = (sheet, chart, data) => [
  h("h1.ix-h1", {}, sheet.title),
  h("p.ix-soft", {}, [`Cutoff k = ${sheet.k}.`, ...sheet.facts].join(" ")),
  sheet.boards.map((one) => board(one, sheet.boards.length > 1, data)),
  h("img.ix-sheet-chart", { src: chart, alt: "The metrics against the cutoff; their values are in the table." }),
  table(sheet),
  h("h2.ix-h3", {}, "Conventions"),
  h(
    "dl.ix-sheet-rules",
    {},
    sheet.conventions.map(([what, how]) => h("div", {}, h("dt", {}, `${what}: `), h("dd", {}, how))),
  ),
  foot(sheet),
];

const board = ({ query, cards }, named, { pictures }) => {
  const small = named || cards.length > ROOMY;
  return h(
    "section.ix-sheet-board",
    { "aria-label": query, "data-named": named },
    named && h("h2.ix-h3", {}, query),
    h(
      "ol.ix-sheet-cards",
      { "data-small": small, style: { "--n": Math.min(cards.length, ROOMY) } },
      cards.map((one) => card(one, small, pictures)),
    ),
  );
};

const card = ({ rank, title, alt, picture, relevant, mark, verdict, inside }, small, pictures) =>
  h(
    "li.ix-sheet-card",
    { "data-relevant": relevant, "data-inside": inside },
    h("b", {}, rank),
    picture && locatePicture(picture, pictures)
      ? h("img", { src: new URL(locatePicture(picture, pictures), document.baseURI).href, alt: alt || title })
      : h("p", {}, title),
    h("span", {}, `${relevant ? "✓ " : ""}${small ? mark : verdict}`),
  );

const table = ({ columns, rows, here }) => {
  const cell = (tag, props) => (text, index) =>
    h(tag, { ...props, class: index === here ? "ix-sheet-here" : "" }, text);
  return h(
    "table.ix-table.ix-sheet-table",
    {},
    h("thead", {}, h("tr", {}, h("td"), columns.map(cell("th", { scope: "col" })))),
    h(
      "tbody",
      {},
      rows.map(({ symbol, title, cells }) =>
        h("tr", {}, h("th", { scope: "row" }, h("b", {}, `${symbol}@k`), ` ${title}`), cells.map(cell("td", {})))
      ),
    ),
  );
};

const foot = ({ linkable }) => {
  const link = outward();
  return h(
    "footer.ix-caption.ix-sheet-foot",
    {},
    h(
      "div",
      {},
      h("p", {}, `irviz, ${new Date().toLocaleDateString("en-GB", { dateStyle: "long" })}`),
      linkable && h("p.ix-sheet-link", {}, h("a", { href: link }, link)),
    ),
    linkable && link.length <= LONGEST && qrCode(link, "QR code of the link"),
  );
};

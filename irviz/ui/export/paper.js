// One page to print: shown as it will be on paper, and printed by the browser.

import { qrCode } from "../qr.js";
import { outward } from "../addresses.js";
import { renderDescription } from "../view/description.js";
import { h, make } from "../view/view.js";
import { locatePicture } from "../picture.js";
import { drawChart } from "./picture.js";

/** A longer link makes no code that a phone could read from paper. */
const LONGEST = 600;

/**
 * Make the page.
 *
 * @param {{view: object[], drawing: object}} answer With the elements that irviz/views/paper.py describes.
 * @param {{plotly: string, pictures: string}} data
 * @returns {Promise<() => void>} Shows it, with everything else put aside until it is closed.
 */
export async function paper({ view, drawing }, { plotly, pictures }) {
  const chart = await drawChart(drawing, plotly);
  const made = {
    "ix:chart": (props) => h("img.ix-sheet-chart.ix-block.ix-wide", { src: chart, ...props }),
    "ix:picture": ({ of, alt }, [title]) => {
      const src = of && locatePicture(of, pictures);
      return src ? h("img", { src: new URL(src, document.baseURI).href, alt }) : h("p", title);
    },
    "ix:foot": ({ of }) => foot(of),
  };
  const life = new AbortController();
  let leave = null;
  const root = make(
    h(
      "div.ix.ix-paper",
      { role: "dialog", "aria-modal": "true", "aria-label": "The page to print", "data-testid": "paper" },
      h(
        "div.ix-line.ix-sheet-bar",
        h("button.ix-button.ix-do", { onclick: () => window.print() }, "Print or save as PDF"),
        h("button.ix-button", { onclick: () => leave() }, "Close"),
      ),
      h("article.ix-sheet", { "data-testid": "sheet" }, renderDescription(view, { made })),
    ),
  );
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

function foot(linkable) {
  const link = outward();
  return h(
    "footer.ix-caption.ix-sheet-foot.ix-flex.ix-middle",
    h(
      "div",
      h("p", `irviz, ${new Date().toLocaleDateString("en-GB", { dateStyle: "long" })}`),
      linkable && h("p.ix-breaks.ix-sheet-link", h("a", { href: link }, link)),
    ),
    linkable && link.length <= LONGEST && qrCode(link, "QR code of the link"),
  );
}

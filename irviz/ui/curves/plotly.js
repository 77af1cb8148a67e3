/** Plotly, fetched once for the whole page, however often the chart comes and goes. */

let loading = null;

/**
 * Fetch plotly.js.
 *
 * @param {string} address Relative to the page.
 * @returns {Promise<object>} The library; rejected if it cannot be fetched, and then tried again at the next call.
 */
export function loadPlotly(address) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= early().then(() => window.Plotly ?? fetched(new URL(address, document.baseURI).href));
  return loading;
}

/** The page's head has started the script (ui/page.py); once the page has loaded, it has run or has failed. */
function early() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener("load", resolve, { once: true });
  });
}

/** Fetch it here and now. */
function fetched(src) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.async = true;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      loading = null;
      script.remove();
      reject(new Error(`cannot load ${script.src}`));
    };
    document.head.append(script);
  });
}

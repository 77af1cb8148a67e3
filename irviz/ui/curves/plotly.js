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
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(address, document.baseURI).href;
    script.async = true;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => {
      loading = null;
      script.remove();
      reject(new Error(`cannot load ${script.src}`));
    };
    document.head.append(script);
  });
  return loading;
}

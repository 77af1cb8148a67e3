// Runs in every measured page before anything else, and tells when something is painted.
//
// An action starts at the time stamp of its input event: when the browser got it, before any script ran.
//
// A state is painted when the browser has finished the update of the rendering that it was first found in. The callback
// of `requestAnimationFrame` runs within that update, just before style, layout and paint; so what runs in a later task
// runs after the paint. Two such tasks are asked for, a message and the next animation frame, and the earlier one
// counts. Time is read by `performance.now()` on the page's own clock. What follows the paint, outside the page (raster,
// and the wait for the screen), is not in it: a trace of Chromium gave 10 to 20 ms for that, whichever the app.

(() => {
  const stamps = {};
  for (const type of ["pointermove", "pointerdown", "pointerup", "click"]) {
    addEventListener(type, (event) => (stamps[type] = event.timeStamp), true);
  }

  const long = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) long.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });

  /** The six curves: plotly's values, and the lines in the page; null while there are fewer. */
  function curves() {
    for (const plot of document.querySelectorAll(".js-plotly-plot")) {
      const lines = [...plot.querySelectorAll(".scatterlayer .js-line")];
      const values = plot.data?.filter((trace) => trace.name?.endsWith("@k")).map((trace) => trace.y) ?? [];
      if (values.length >= 6 && lines.length >= 6) return { values: values.join("|"), lines };
    }
    return null;
  }

  /** A line's outline as it is seen, on its way too. */
  const outline = (line) => getComputedStyle(line).d;

  const chart = () => document.querySelector("[data-testid=curves]")?.dataset;

  /** What can be waited for; each is called once before the action and gives a test for afterwards. */
  const states = {
    /** The curves have other values than before, and at least one is seen elsewhere: moving, or in its place. */
    changed() {
      const { values, lines } = curves();
      const outlines = lines.map(outline);
      return () => {
        const now = curves();
        // Asked in this order, so that looking takes no longer than it must.
        return now !== null && now.values !== values && now.lines.some((line, at) => outline(line) !== outlines[at]);
      };
    },
    /** The dashboard, over the rank of a drop: the curves of this very preview are the server's own. */
    confirmed() {
      const { pattern } = chart();
      return () => chart().pattern === pattern && chart().exact === "true" && chart().kind === "settled";
    },
    /** The echo app: the number is another. */
    echoed() {
      const number = () => document.querySelector("[data-testid=echo]")?.textContent;
      const before = number();
      return () => number() !== before;
    },
    drawn: () => () => curves() !== null,
    cards: () => () => document.querySelectorAll("[data-testid=card] button").length > 0,
    widgets: () => () => document.querySelectorAll("[data-testid=stCheckbox] input").length >= 8,
    button: () => () => Boolean(document.querySelector("[data-testid=echo]")?.textContent),
  };

  /** Call back after the paint of the current animation frame, as soon as possible. */
  function afterPaint(callback) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(null);
    requestAnimationFrame(callback);
  }

  /**
   * Wait until a state is painted.
   * @param {string} name Of the state.
   * @param {string | null} input The event that the time counts from; null for the start of the navigation.
   * @returns {Promise<number>} Milliseconds.
   */
  function painted(name, input) {
    const reached = states[name]();
    const unless = performance.now() + 20000;
    return new Promise((resolve, reject) => {
      const look = () => {
        if (performance.now() > unless) reject(new Error(`${name} has not come`));
        else if (!reached()) requestAnimationFrame(look);
        else afterPaint(() => resolve(performance.now() - (input ? stamps[input] : 0)));
      };
      requestAnimationFrame(look);
    });
  }

  window.probe = { painted, stamps, long, pending: {} };
  window.probe.expect = (key, name, input) => void (window.probe.pending[key] = painted(name, input));
})();

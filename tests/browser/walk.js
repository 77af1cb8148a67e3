// What the walk asks of a page, each a function by its name; walk.py puts them into the page.
(() => {
  const frame = () => new Promise(then => requestAnimationFrame(then));

  const settled = () => {
    const app = document.querySelector('[data-ix-app]');
    if (app?.dataset.testScriptState !== 'notRunning') return false;
    if (document.querySelector('[data-testid=stSpinner], [data-testid=stAppSkeleton], [data-testid=stSkeleton]')) return false;
    if (document.querySelector('[data-stale=true]')) return false;
    const page = location.pathname.split('/').at(-1) || 'explore';
    const parts = { explore: 'board', compare: 'versus', learn: 'coach', disagree: 'disagree', challenges: 'challenges' };
    const part = [parts[page], page === 'challenges' && 'coach', page === 'challenges' && 'author'].filter(Boolean);
    if (!document.querySelector(part.map(one => `[data-testid=${one}]`).join() || '[data-ix-main] h1')) return false;
    if (document.querySelector('section[style*="visibility: hidden"], [data-testid=lens] > [aria-busy=true]')) return false;
    if (window.wireOfThePage && !window.wireOfThePage.quiet()) return false;
    if (document.getAnimations().some(one => one.playState === 'running')) return false;
    const seen = selector => [...document.querySelectorAll(selector)].find(one => one.getClientRects().length);
    const board = seen('[data-testid=board]');
    if (board && (board.dataset.settled !== 'true' || !board.querySelector('[data-testid=card]'))) return false;
    const asking = document.querySelector('[data-testid=ask]:not([hidden])');
    const pattern = !asking && board && seen('[data-testid=card]') && [...document.querySelectorAll('.ix-row')].map(row =>
      [...row.querySelectorAll('[data-testid=card]')].sort((a, b) => a.dataset.rank - b.dataset.rank)
        .map(card => Math.max(0, Number(card.dataset.grade)).toString(36)).join('')).join('|');
    for (const chart of [seen('[data-testid=curves]'), seen('[data-testid=versus]')]) {
      if (!chart || !board) continue;
      if (chart.dataset.exact !== 'true' || chart.dataset.kind !== 'settled') return false;
      const shown = chart.dataset.pattern.replaceAll(/\.[0-9a-z]*/g, '');
      if (pattern && shown !== pattern && !board.matches('[data-layout^=pair]')) return false;
      if (chart.dataset.testid === 'curves' && !chart.querySelector('.js-plotly-plot')?.data) return false;
    }
    return true;
  };

  return {
  // Let the page begin what it was asked, and wait so many milliseconds at most until it has done it and
  // has stayed as it is for so many frames.
  rest: async ([patience, frames]) => {
    const wire = document.querySelector('link[rel=modulepreload][href$="/transport.js"]');
    window.wireOfThePage ??= wire ? await import(wire.href) : undefined;
    await frame();
    let [still, before] = [0, -1];
    for (const late = performance.now() + patience; still < frames; await frame()) {
      if (performance.now() > late) return false;
      const now = document.getElementsByTagName('*').length;
      still = settled() && now === before ? still + 1 : 0;
      before = now;
    }
    return true;
  },

  // Everything that is drawn and can be computed, and everything that is wrong at sight.
  seen: () => {
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const seen = one => one && one.getClientRects().length > 0;
    const text = document.body.innerText;
    const frame = document.documentElement.dataset;
    // In the documentation of the package an error is an example.
    const examples = all('pre').some(one => one.textContent.includes('>>> '));
    const signs = ['BidiComponent Error', 'Component Error', examples ? [] : 'Traceback', 'undefined, NaN'].flat();
    const wrong = signs.filter(one => text.includes(one));
    if (document.querySelector('[data-testid=stException]')) wrong.push('an error box');
    wrong.push(...all('.ix-fault').filter(seen).map(one => `what failed: ${one.textContent}`));
    const chart = document.querySelector('[data-testid=curves]');
    const plot = chart?.querySelector('.js-plotly-plot');
    const ends = (trace) => {
      const group = plot.querySelector(`.scatterlayer .trace${trace.uid} .js-line`);
      return group?.getAttribute('d')?.match(/-?[\d.]+,-?[\d.]+/g)?.map(one => one.split(',').map(Number)) ?? null;
    };
    const drawn = plot?.data && seen(chart) && plot._fullLayout ? {
      pattern: chart.dataset.pattern,
      k: Number(chart.dataset.k),
      masked: frame.ixMasked === '1',
      revealed: (frame.ixRevealed ?? '').split('.'),
      // What comes after the cutoff is covered while one predicts, until a prediction has been answered.
      last: frame.ixPredict === '1' && (frame.ixTold !== '1' || asking || frame.ixRoom) ? Number(chart.dataset.k) : plot.data[0].y.length,
      curves: plot.data.map(trace => ({
        name: trace.name, y: [...trace.y], shown: trace.visible === true, ends: ends(trace),
        at: [...trace.y].map((y, place) => y === null ? null
          : [plot._fullLayout.xaxis.l2p(trace.x?.[place] ?? place + 1), plot._fullLayout.yaxis.l2p(y)]),
      })),
      scores: all('[data-testid=score]').map(one => ({
        metric: one.dataset.metric, value: one.dataset.value ?? null, shown: seen(one),
        text: one.querySelector('.ix-score-figure').textContent,
      })),
    } : null;
    const versus = document.querySelector('[data-testid=versus]');
    const compared = seen(versus) ? {
      pattern: versus.dataset.pattern,
      k: Number(versus.dataset.k),
      rows: all('[data-testid=versus-row]').map(one => ({
        metric: one.dataset.metric, a: one.dataset.a, b: one.dataset.b, cells: all('td', one).map(td => td.textContent),
      })),
    } : null;
    const board = document.querySelector('[data-testid=board]');
    return {
      wrong, drawn, compared, search: location.search, path: location.pathname,
      board: seen(board) ? {
        k: Number(board.querySelector('[data-testid=cutoff]')?.dataset.k),
        paired: board.matches('[data-layout^=pair]'),
        rows: all('.ix-row', board).map(row => all('[data-testid=card]', row)
          .sort((a, b) => a.dataset.rank - b.dataset.rank)
          .map(card => [card.dataset.item, Number(card.dataset.grade)])),
      } : null,
    };
  },

  focus: () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return null;
    window.focusOfTheWalk = at;
    return {
      name: at.getAttribute('aria-label') || at.textContent.trim().slice(0, 40) || at.tagName,
      dialog: Boolean(at.closest('dialog[open], [aria-modal=true]')),
      list: at.matches("select"),
      stops: at.closest('dialog[open], [aria-modal=true]')?.querySelectorAll('a, button, input, select, textarea, [tabindex="0"]').length ?? 2,
    };
  },

  facts: (one, foreign) => ({
    // What leads away, what only asks for a file, and what a list holds is no control of the page.
    apart: Boolean(one.closest(foreign)) || (Boolean(one.href) && new URL(one.href).origin !== location.origin)
      || one.type === 'file' || one.tagName === 'OPTION',
    nav: Boolean(one.closest('header')), look: String(one.className), tag: one.tagName, options: one.options?.length ?? 0, test: one.dataset?.testid ?? '', only: Boolean(one.readOnly),
  }),

  // Whether it is in what can be folded away; a link does not say whether it is.
  folded: (one) => Boolean(one.closest('details')),

  // Whether a mouse at a place meets this element, or its label.
  met: (one, [x, y]) => {
    const met = document.elementFromPoint(x, y);
    return Boolean(met) && (one.contains(met) || met.contains(one) || Boolean(met.closest('label')?.contains(one)));
  },

  still: () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === window.focusOfTheWalk;
  },
  };
})()

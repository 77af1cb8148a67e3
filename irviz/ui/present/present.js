// Presenting: walk through metrics and saved states, mask values, point, and hand out the state as a QR code.

import { readDeck, writeDeck } from "./deck.js";

const KEYS = {
  ArrowUp: "previous",
  ArrowDown: "next",
  ArrowLeft: "back",
  ArrowRight: "forward",
  m: "mask",
  p: "pointer",
  q: "code",
  Escape: "leave",
};

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

let presenter = null;

/** Called by Streamlit when the bar is mounted and whenever its data changes. */
export default function present({ data, parentElement }) {
  const root = parentElement.querySelector(".ix-present");
  if (presenter?.root !== root) {
    presenter?.remove();
    presenter = makePresenter(root);
  }
  presenter.show(data);
  return () => {
    // Streamlit also calls this when data comes in a burst; then the component is still on the page.
    if (presenter?.root === root && !root.isConnected) {
      presenter.remove();
      presenter = null;
    }
  };
}

function makePresenter(root) {
  const life = new AbortController();
  const { signal } = life;
  const frame = document.documentElement;
  const part = (name) => root.querySelector(`.ix-${name}`);
  const button = (name) => root.querySelector(`[data-do="${name}"]`);
  const spot = part("spot");
  const dialog = part("code");
  let data = null;
  let deck = readDeck();
  let place = -1;

  const acts = {
    previous: () => walk(-1),
    next: () => walk(1),
    back: () => go(place - 1),
    forward: () => go(place + 1),
    keep() {
      deck = [...deck.slice(0, place + 1), location.search.slice(1), ...deck.slice(place + 1)];
      place += 1;
      deck = writeDeck(deck);
      showPlace();
    },
    mask: () => switchOn("mask", "ixMasked"),
    pointer() {
      spot.hidden = !spot.hidden;
      button("pointer").setAttribute("aria-pressed", String(!spot.hidden));
    },
    code() {
      const image = dialog.querySelector("img");
      image.src = `${data.qr}?${new URLSearchParams({ link: location.href })}`;
      part("code-link").textContent = location.href;
      dialog.showModal();
    },
    close: () => dialog.close(),
    leave: () => tell("irviz:present", { present: false }),
  };

  root.addEventListener("click", (event) => acts[event.target.closest("[data-do]")?.dataset.do]?.(), { signal });
  document.addEventListener("keydown", keys, { signal });
  document.addEventListener("pointermove", follow, { signal, passive: true });

  function switchOn(name, flag) {
    const on = frame.dataset[flag] !== "1";
    frame.dataset[flag] = on ? "1" : "";
    button(name).setAttribute("aria-pressed", String(on));
  }

  function walk(step) {
    const names = data.metrics.map(({ name }) => name);
    const at = names.indexOf(data.metric);
    tell("irviz:look", { metric: names[(at + step + names.length) % names.length] });
  }

  function go(next) {
    if (next < 0 || next >= deck.length) return;
    place = next;
    tell("irviz:example", { link: { ...Object.fromEntries(new URLSearchParams(deck[place])), present: "1" } });
    showPlace();
  }

  function showPlace() {
    part("present-place").textContent = deck.length ? `${place < 0 ? "–" : place + 1} of ${deck.length}` : "no saved states";
    button("back").disabled = place <= 0;
    button("forward").disabled = place >= deck.length - 1;
  }

  function keys(event) {
    if (!data?.present || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    // What has the focus comes first: the board and the cutoff use arrows, too.
    if (event.defaultPrevented || event.target.closest?.(".ix-board .ix-rows, input, select, textarea")) return;
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    acts[act]();
  }

  function follow(event) {
    if (!spot.hidden) spot.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }

  return {
    root,
    show(next) {
      data = next;
      root.hidden = !data.present;
      const chosen = data.metrics.find(({ name }) => name === data.metric);
      part("present-metric").textContent = chosen ? chosen.title : "";
      showPlace();
      if (!data.present) {
        spot.hidden = true;
        frame.dataset.ixMasked = "";
        for (const name of ["mask", "pointer"]) button(name).setAttribute("aria-pressed", "false");
      }
    },
    remove() {
      life.abort();
      frame.dataset.ixMasked = "";
    },
  };
}

/** The choices of conventions: a tool's at a stroke, or one by one. */

import * as wire from "../wire.js";
import { fit } from "./fit.js";
import { html, setAttribute, setText } from "../dom.js";

/** How long to wait before looking again whether the server has answered. */
const AGAIN = 200;

export class Switchboard {
  constructor() {
    this.groups = html("fieldset", "ix-computed-by", { "data-testid": "computed-by" }, html("legend", "ix-lens-label", {}, "As computed by"));
    this.options = html("div", "ix-options");
    this.notes = html("ul", "ix-tool-notes", { "aria-label": "What else the chosen tools do" });
    this.own = html("details", "ix-own", {}, html("summary", "", {}, "Choose one by one"), this.options);
    const read = html("p", "ix-read-note", {}, html("span", "", {}, "† read in its source, not run"));
    this.locked = html("p", "ix-locked-note", { hidden: "" }, "The conventions are locked here.");
    this.root = html("div", "ix-switchboard", {}, this.locked, this.groups, read, this.own, this.notes);
    this.opened = false;
    this.sent = null;
    this.timer = 0;
    this.waits = false;
    this.life = new AbortController();
    // A choice that waits for its prediction stays chosen until it is taken back.
    document.addEventListener("irviz:predict", (event) => this.wait(event.detail.ask), { signal: this.life.signal });
  }

  wait(waits) {
    this.waits = waits && this.sent !== null;
    if (!waits) this.settle();
  }

  /**
   * @param {object} view
   * @param {boolean} locked Whether nothing can be chosen.
   */
  show(view, locked) {
    this.view = view;
    this.buildGroups(view.groups);
    this.buildOptions(view.options);
    this.locked.hidden = !locked;
    for (const box of [this.groups, ...this.options.children]) box.disabled = locked;
    this.settle();
    const notes = view.groups.find(({ chosen }) => chosen)?.notes ?? [];
    const items = fit(this.notes, notes.length, () => html("li", "", {}, html("b", ""), " ", html("span", "")));
    this.notes.hidden = notes.length === 0;
    items.forEach((item, index) => {
      setText(item.firstChild, notes[index].tool);
      setText(item.lastChild, notes[index].text);
    });
  }

  /** A line for each group of tools that agree; the last is for a mix that is no tool's. */
  buildGroups(groups) {
    if (this.groups.children.length === groups.length + 1) return;
    const lines = groups.map(({ tools, by }) => {
      const input = radio("ix-computed-by", by ?? "");
      input.disabled = by === null;
      input.onchange = () => this.choose(by);
      const words = html("span", "");
      tools.forEach(({ name, checked, version }, index) => {
        words.append(index ? ", " : "", html("span", "", { title: version }, checked === "run" ? name : `${name}†`));
      });
      if (by === null) words.append("a mix of your own");
      return html("label", "ix-radio", {}, input, words);
    });
    this.groups.replaceChildren(this.groups.firstChild, ...lines);
  }

  buildOptions(options) {
    if (this.options.children.length === options.length) return;
    this.options.replaceChildren(
      ...options.map(({ name, title, choices }) => {
        const means = html("p", "ix-option-means");
        const labels = choices.map(({ part, label }) => {
          const input = radio(`ix-option-${name}`, part);
          input.onchange = () => this.choose(this.written());
          return html("label", "ix-segment", {}, input, html("span", "", {}, label));
        });
        return html(
          "fieldset",
          "ix-option",
          { "data-option": name },
          html("legend", "", {}, title),
          html("div", "ix-segments", {}, ...labels),
          means,
        );
      }),
    );
  }

  /** The text of the conventions that the chosen options make. */
  written() {
    return this.view.options
      .map(({ name }) => this.options.querySelector(`[name="ix-option-${name}"]:checked`)?.value)
      .filter(Boolean)
      .join(".");
  }

  choose(by) {
    this.sent = by;
    this.mark(by);
    document.dispatchEvent(new CustomEvent("irviz:conventions", { detail: { by } }));
    // A choice that the page has refused was not sent.
    this.settle();
  }

  /** What the server says counts, unless it has not heard the last choice. */
  settle() {
    clearTimeout(this.timer);
    if (this.waits) return;
    if (this.sent !== null && this.sent !== this.view.by && !wire.quiet()) {
      this.timer = setTimeout(() => this.settle(), AGAIN);
      return;
    }
    this.sent = null;
    this.mark(this.view.by);
  }

  /** Show which choices a text of conventions stands for. */
  mark(by) {
    const parts = new Set(by.split("."));
    const inputs = [...this.groups.querySelectorAll("input")];
    const chosen = this.view.groups.findIndex((group) => group.by === by);
    inputs.forEach((input, index) => {
      input.checked = index === (chosen < 0 ? inputs.length - 1 : chosen);
    });
    inputs.at(-1).disabled = chosen >= 0;
    // A mix lies open when it is first seen; after that it is the user's to open and close.
    if (chosen < 0 && !this.opened) this.own.open = this.opened = true;
    this.view.options.forEach(({ choices }, index) => {
      const box = this.options.children[index];
      const found = choices.find(({ part }) => part && parts.has(part)) ?? choices.find(({ part }) => !part);
      for (const input of box.querySelectorAll("input")) input.checked = input.value === found.part;
      setText(box.querySelector(".ix-option-means"), found.means);
      setAttribute(box, "data-changed", String(found.part !== ""));
    });
  }

  leave() {
    this.life.abort();
    clearTimeout(this.timer);
  }
}

function radio(name, value) {
  return html("input", "", { type: "radio", name, value });
}

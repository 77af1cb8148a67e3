// The choice of verdict and of source on “Printed numbers, checked”: what is not chosen is hidden, and the address says
// so.

import { address } from "../address.js";

const ALL = "all";
const NAMES = ["show", "source"];

/** Have the filters of a page work, if it has some. */
export function filter(root) {
  const form = root.querySelector(".ix-book-filters[hidden]");
  if (!form) return;
  form.hidden = false;
  const { show, source } = form.elements;
  const rows = [...root.querySelectorAll(".ix-book tr[data-verdict]")];
  const asked = new URLSearchParams(location.search);
  if ([...show].some(({ value }) => value === asked.get("show"))) show.value = asked.get("show");
  if ([...source.options].some(({ value }) => value === asked.get("source"))) source.value = asked.get("source");

  const counts = (row, verdict) =>
    (verdict === ALL || row.dataset.verdict === verdict) && [ALL, row.dataset.source].includes(source.value);
  const apply = () => {
    for (const row of rows) row.hidden = !counts(row, show.value);
    for (const box of root.querySelectorAll(".ix-book tbody, section:has(.ix-book)")) {
      box.hidden = !box.querySelector("tr[data-verdict]:not([hidden])");
    }
    for (const { value, nextElementSibling } of show) {
      nextElementSibling.querySelector("b").textContent = rows.filter((row) => counts(row, value)).length;
    }
    root.querySelector(".ix-empty").hidden = rows.some((row) => !row.hidden);
  };
  form.onchange = () => {
    apply();
    const chosen = NAMES.map((name) => [name, form.elements[name].value]).filter(([, value]) => value !== ALL);
    address(Object.fromEntries(chosen), NAMES);
  };
  form.onsubmit = (event) => event.preventDefault();
  apply();
}

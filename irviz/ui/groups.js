/**
 * Say what the groups of pages are where they stand below each other, on phones: Streamlit makes them children of a list,
 * which can have none, and names them in sight only.
 */
export function nameGroups() {
  for (const list of document.querySelectorAll('[data-testid="stSidebarNavItems"]:not([role])')) {
    list.setAttribute("role", "none");
    for (const group of list.children) {
      const head = group.querySelector('[data-testid="stNavSectionHeader"] p');
      group.setAttribute("role", "list");
      group.setAttribute("aria-label", head?.textContent ?? "");
      head?.closest("header").setAttribute("aria-hidden", "true");
    }
  }
}

/** On a phone the menu lies over the page: whoever has chosen a page sees it. */
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.('[data-testid="stSidebarNavLink"]')) return;
  requestAnimationFrame(() => {
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
    requestAnimationFrame(() => document.querySelector('[data-testid="stExpandSidebarButton"]')?.focus());
  });
});

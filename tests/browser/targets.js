// Controls a finger has to meet: not links in running text (WCAG 2.2, 2.5.8), nor what is hidden.
() => {
  const found = [];
  const walk = (root) => {
    for (const each of root.querySelectorAll("*")) {
      if (each.shadowRoot) walk(each.shadowRoot);
      if (!each.matches("button, select, summary, [role=slider], [data-testid=stPageLink] a")) continue;
      if (each.disabled || !each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = each.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || box.right <= 0 || box.left >= innerWidth) continue;
      const spread = getComputedStyle(each, "::after");
      const reach = spread.content === "none" ? 0 : parseFloat(spread.height) || 0;
      if (Math.min(box.width, Math.max(box.height, reach)) < 23.5) {
        found.push(`${each.tagName} "${(each.getAttribute("aria-label") || each.textContent).trim().slice(0, 30)}"`
          + ` ${Math.round(box.width)}x${Math.round(box.height)} ${each.className}`);
      }
    }
  };
  walk(document);
  return found;
}

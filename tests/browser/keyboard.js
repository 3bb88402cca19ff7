// Everything that takes part in a page is numbered before the walk; a focus then only notes numbers.
// What is below one tab stop (chips, the tabs of a list, the cells of a grid) is reached by arrows.
// A part of the page that is walked through elsewhere may be left out: `without` names it.
(without) => {
  const FADE = 1000; // ms; what needs longer to show the focus shows it to nobody
  const asks = `a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true],
    [role=button], [role=link], [role=slider], [role=checkbox], [role=radio], [role=tab]`;
  const groups = "[role=radiogroup], [role=tablist], [role=listbox], [role=grid], [role=toolbar],"
    + " [role=group], [role=menu], [role=tree]";
  const all = [];
  const roots = [];
  const walk = (root) => {
    roots.push(root);
    for (const each of root.querySelectorAll("*")) {
      if (each.matches(asks) && !(without && each.closest(without))) all.push(each);
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  walk(document);
  const style = (each) => {
    const s = getComputedStyle(each);
    return [s.outlineStyle, s.outlineWidth, s.boxShadow, s.borderColor, s.backgroundColor, s.color,
            s.stroke, s.strokeWidth, s.textDecorationLine, s.clipPath, s.top].join();
  };
  const around = (each) => {
    const near = [each, ...each.querySelectorAll("*")].slice(0, 12);
    let up = each;
    for (let level = 0; level < 7; level += 1) {
      up = up.parentElement || up.getRootNode().host;
      if (up) near.push(up);
    }
    const ring = each.parentElement?.querySelector(":scope > *");
    if (ring) near.push(ring);
    return near;
  };
  const seen = (each) => each.checkVisibility({ visibilityProperty: true })
    && each.getClientRects().length > 0 && !each.closest("[inert]") && !each.disabled;
  const state = { all, reached: [], left: false };
  const clear = new Set(); // what was seen to look different with the focus
  // Neighbours have most of what is around them in common.
  const styles = new Map();
  const first = (part) => {
    if (!styles.has(part)) styles.set(part, style(part));
    return styles.get(part);
  };
  const plain = new Map(all.map((each) => [each, around(each).map(first)]));
  // Up to the first difference: mostly in what has the focus itself.
  const isPlain = (each) => {
    const [before, now] = [plain.get(each), around(each)];
    return before?.length === now.length && now.every((part, at) => style(part) === before[at]);
  };
  const name = (each) => {
    const inside = each.closest("[data-testid]") || each.getRootNode().host?.closest("[data-testid]");
    const words = each.getAttribute("aria-label") || each.textContent || each.value || "";
    return `${each.tagName.toLowerCase()}.${each.className?.baseVal ?? each.className}`.slice(0, 60)
      + ` "${words.trim().slice(0, 40)}" in ${inside?.dataset.testid}`;
  };
  const note = (event) => {
    const each = event.composedPath()[0];
    if (each.shadowRoot || each === state.reached[state.reached.length - 1]) return;
    if (without && each.closest(without)) {
      state.left = true; // round again
      return;
    }
    state.reached.push(each);
    if (!isPlain(each)) clear.add(each);
  };
  // Between two places of one shadow root a focus is not told outside.
  for (const root of roots) root.addEventListener("focusin", note, true);
  // What looked the same at once (it fades in, a script draws it) gets the focus again, for as long
  // as a slow machine needs; what is drawn inside a canvas cannot be seen here.
  const frame = () => new Promise(requestAnimationFrame);
  const isFaint = async (each) => {
    if (!each.isConnected || !plain.has(each) || each.matches("canvas, canvas *, main")) return false;
    each.focus({ focusVisible: true });
    const until = performance.now() + FADE;
    let looks = 0;
    while (isPlain(each)) {
      if (each.getRootNode().activeElement !== each) return false; // it gives the focus on
      if (performance.now() > until && looks > 9) return true;
      await frame();
      looks += 1;
    }
    return false;
  };
  state.result = async () => {
    const reached = new Set(state.reached);
    const inGroup = (each, kind = groups) => {
      for (let group = each.parentElement?.closest(kind); group;
           group = group.parentElement?.closest(kind)) {
        if ([...reached].some((other) => group.contains(other))) return true;
      }
      return false;
    };
    const missed = all.filter((each) => each.isConnected && seen(each) && !reached.has(each)
      && !(each.tabIndex < 0 && (inGroup(each) || !each.matches("a[href], button, input, select,"
        + " textarea, summary, [role=slider], [role=button], [role=checkbox], [role=radio]")
        || each.closest("[data-testid=stNumberInput]") // the arrow keys in the field do the same
        || each.getAttribute("aria-hidden") === "true" || each.closest("[aria-hidden=true]")))
      && !inGroup(each, "[role=radiogroup], [role=toolbar], [role=listbox]"));
    const faint = [];
    for (const each of reached) if (!clear.has(each) && await isFaint(each)) faint.push(each);
    document.activeElement?.blur();
    return { reached: state.reached.length, missed: missed.map(name),
             faint: faint.map(name) };
  };
  window.__keyboard = state;
  document.activeElement?.blur();
  window.getSelection()?.removeAllRanges();
  // From where the focus was lost the next Tab goes on.
  if (without) {
    const last = [...document.querySelectorAll(`:is(${without}) :is(${asks})`)].filter(seen).at(-1);
    last.focus();
    last.blur();
    state.left = false;
  }
  return all.length;
}

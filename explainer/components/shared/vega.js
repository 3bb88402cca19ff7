// Charts of Streamlit's, and the Vega view that runs in each.

const CHART = '[data-testid="stVegaLiteChart"]';

/**
 * The running Vega view of a chart. Streamlit keeps it to itself, so it is looked for among what
 * React remembers of the element and its parents; a test holds that it is found.
 */
function viewOf(element) {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  let fiber = element[key];
  for (let depth = 0; fiber && depth < 12; depth += 1, fiber = fiber.return) {
    let hook = fiber.memoizedState;
    while (hook && typeof hook === "object" && "next" in hook) {
      const view = hook.memoizedState?.current ?? hook.memoizedState;
      if (typeof view?.toCanvas === "function" && typeof view.data === "function") return view;
      hook = hook.next;
    }
  }
  return null;
}

const QUIET = 120; // ms

/** Calls `look` when a place has not changed for a while; returns what asks for it as well.
 * @param {Element} place @param {() => void} look @param {AbortSignal} signal */
export function afterChanges(place, look, signal) {
  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, QUIET);
  };
  const watcher = new MutationObserver(soon);
  watcher.observe(place, { childList: true, subtree: true });
  signal.addEventListener("abort", () => {
    watcher.disconnect();
    clearTimeout(waiting);
  });
  return soon;
}

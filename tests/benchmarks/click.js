// What a click costs, seen from inside the page: when the last thing changed, what was pushed.
// Runs after tests/browser/rest.js and before everything else in the page.
(() => {
  // ms without a change, after which nothing more comes of a page that also rests: it waits for no
  // run, no timer, no request and no movement.
  const QUIET = 120;
  const LOOK = 30; // ms between two looks
  let [begun, last, pushed] = [0, 0, 0];

  // What lies inside a canvas is read aloud and never drawn: the cells of a table that Streamlit
  // paints follow 200 ms after the picture.
  const isUnseen = ({ target }) => Boolean(
    (target instanceof Element ? target : target.parentElement)?.closest("canvas"));
  const changed = new MutationObserver((all) => {
    if (!all.every(isUnseen)) last = performance.now();
  });
  const watch = (root) => changed.observe(root, {
    attributes: true, characterData: true, childList: true, subtree: true });
  watch(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(...how) {
    const root = attach.apply(this, how);
    watch(root);
    return root;
  };
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) last = Math.max(last, each.startTime + each.duration);
  }).observe({ type: "longtask" });
  window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => { pushed += data.byteLength || 0; });
    }
  };

  const start = (event) => { if (!begun) begun = last = event.timeStamp; };
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, start, true);

  const pause = () => new Promise((done) => { setTimeout(done, LOOK); });
  window.click = {
    ready() { [begun, last, pushed] = [0, performance.now(), 0]; },
    // Milliseconds from the first event since `ready` to the last change, and bytes pushed.
    async cost() {
      do await pause(); while (performance.now() - last < QUIET || await rest());
      return { ms: begun ? last - begun : 0, bytes: pushed };
    },
    nodes() {
      let count = 0;
      const walk = (root) => {
        for (const each of root.querySelectorAll("*")) {
          count += 1;
          if (each.shadowRoot) walk(each.shadowRoot);
        }
      };
      walk(document);
      return count;
    },
  };
})();

// Holds back what the server answers, in the page itself and after rest.js, which counts the runs.
(() => {
  const held = []; // [the run it belongs to, how the app gets it]
  let from; // how many runs were asked for and had ended when it began; undefined: nothing is held
  let ended = 0; // runs, at the last message

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      super.addEventListener("message", (event) => {
        if (!event.isTrusted) return; // let through
        const run = ended; // its last message ends it
        ended = window.runs.ended;
        if (!from) return;
        event.stopImmediatePropagation();
        const again = new MessageEvent("message", { data: event.data });
        held.push([run - from.ended, () => this.dispatchEvent(again)]);
      });
    }
  };

  window.wire = {
    hold() { from = { ...window.runs }; },
    /** Were so many runs asked for since, and are their answers here? */
    has: (asked, answered) => window.runs.asked - from.asked >= asked
      && window.runs.ended - from.ended >= answered,
    /** The answers of the first runs; without a number all, and what comes from now on. */
    release(count = Infinity) {
      while (held.length && held[0][0] < count) held.shift()[1]();
      if (count === Infinity) from = undefined;
    },
  };
})();

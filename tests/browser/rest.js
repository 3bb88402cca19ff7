// Knows when a page has come to rest. Runs before everything else in it; `rest()` then promises
// what the page is still busy with: "" for nothing.
(() => {
  const SOON = 1000; // ms; timers that wait longer only tidy up
  // Numbers of fields of Streamlit's messages, and the end of a run that begins anew.
  const [RERUN, BY_CLOCK, BEGUN, OVER, EARLY] = FIELDS;
  const timers = new Set();
  let run = "to come"; // the newest run of the script; "" when it is over
  let isDouble = false; // asked for twice before one began: for both it may be, or for the older
  let loading = 0; // modules and requests on their way
  const runs = (window.runs = { asked: 0, ended: 0 }); // since the page came

  function* fields(bytes) {
    let at = 0;
    const number = () => {
      let [value, scale, byte] = [0, 1, 0];
      do {
        byte = bytes[at++];
        value += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
      return value;
    };
    while (at < bytes.length) {
      const tag = number();
      const value = number(); // the message has numbers and parts with a length, nothing else
      const end = (tag & 7) === 2 ? at + value : at;
      yield [tag >> 3, value, bytes.subarray(at, end)];
      at = end;
    }
  }

  // What a timer of the page asks for is dropped without a word where the server has it no more.
  let mayBegin = false; // such a run was asked for
  const isByClock = (asked) => [...fields(asked)].some(([field, value]) => field === BY_CLOCK && value);

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...how) {
      super(...how);
      // As they come from the server: not what slow.js held back, nor when the app gets them.
      super.addEventListener("message", ({ data, isTrusted }) => {
        if (!isTrusted) return;
        for (const [field, value] of fields(new Uint8Array(data))) {
          if (field === BEGUN) [run, mayBegin] = ["running", false];
          runs.ended += field === OVER;
          if (field === OVER && value !== EARLY && run === "running") over();
        }
      });
    }

    send(data) {
      for (const [field, , asked] of fields(data)) {
        if (field !== RERUN) continue;
        const byClock = isByClock(asked);
        isDouble ||= run === "asked for" || (mayBegin && !byClock);
        if (byClock) {
          mayBegin = true;
          continue;
        }
        runs.asked += 1;
        run = "asked for";
      }
      super.send(data);
    }
  };

  const [start, stop, fetched, url] = [setTimeout, clearTimeout, fetch, URL.createObjectURL];
  function over() {
    run = isDouble ? "that may follow" : "";
    if (isDouble) start(() => { if (run === "that may follow") run = ""; }, SOON);
    isDouble = false;
  }
  window.setTimeout = (what, wait = 0, ...how) => {
    const id = start(() => {
      timers.delete(id);
      what(...how);
    }, wait);
    if (wait <= SOON) timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => {
    timers.delete(id);
    stop(id);
  };
  const wait = (promise) => {
    loading += 1;
    promise.catch(() => {}).finally(() => { loading -= 1; });
    return promise;
  };
  window.fetch = (...how) => wait(fetched(...how));
  // A script of a component is made, then imported; the same import ends when that one does.
  URL.createObjectURL = (made) => {
    const address = url(made);
    if (made.type === "text/javascript") wait(import(address));
    return address;
  };

  // As a part of the list that opens. Only what has gone on since the last look counts: one that has
  // ended may be kept for what it leaves behind, one without an end never stands still, and one for
  // which the browser draws no frames stays where it is.
  const times = new WeakMap();
  const moves = (one) => {
    const before = times.get(one);
    times.set(one, one.currentTime);
    return one.playState === "running" && before !== one.currentTime
      && one.effect.getComputedTiming().endTime < Infinity;
  };
  const busy = () => {
    const app = document.querySelector("[data-testid=stApp]");
    if (run) return `a run ${run}`;
    if (app?.dataset.testScriptState !== "notRunning") return "the end of a run";
    if (document.querySelector("[data-testid=stSkeleton]")) return "an element to come";
    if (document.fonts.status !== "loaded") return "fonts";
    if (loading) return "something to load";
    if (document.getAnimations().filter(moves).length) return "a movement";
    return timers.size ? "a timer" : "";
  };
  // What has arrived is drawn when the browser has nothing else to do. Chromium 156 now and then tells
  // no idle moment at all, on a page that does nothing (the page of maps after a new window size): what
  // the page waits for is asked all the same then, some time after a frame, and counts.
  // Where it is busy anyway it is asked again a moment later: drawing frames meanwhile costs more than
  // what is waited for.
  window.rest = () => new Promise((done) => {
    let isOpen = true; // a look too many would be taken for the one before the next
    const answer = () => {
      if (isOpen) done(busy());
      isOpen = false;
    };
    const now = busy();
    if (now) {
      start(() => done(now), 30);
      return;
    }
    start(answer, 10 * SOON); // where no frame is drawn at all
    requestAnimationFrame(() => {
      start(answer, SOON / 2);
      requestIdleCallback(answer);
    });
  });
})();

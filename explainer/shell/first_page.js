// In the first page, before Streamlit's own scripts.
"use strict";

// Its dialogs speak English to developers; what a reader needs to know is said here. Where the server
// knows the page of the address, what lies above it is the app: Streamlit would ask below it first.
window.__streamlit = { HOST_CONFIG: { blockErrorDialogs: true } };
const { page } = document.documentElement.dataset;
if (page) {
  const above = window.location.pathname.replace(/\/+$/, "").slice(0, -page.length);
  window.__streamlit.BACKEND_BASE_URL = window.location.origin + above;
}

// Typefaces of Streamlit, half a megabyte: the theme names others, and of the icons ours has those that
// are used. Its sheet is there before this, and nothing is drawn yet.
const UNUSED = /Source (Sans|Serif|Code Pro)|Material Symbols/;
for (const sheet of document.styleSheets) {
  if (sheet.href?.includes("/fonts/")) continue;
  for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = sheet.cssRules[at];
    if (rule instanceof CSSFontFaceRule && UNUSED.test(rule.style.fontFamily)) sheet.deleteRule(at);
  }
}

// What the app adds to the address by itself, before the reader has done anything, is no step:
// "back" would stop there. What follows one deed is one step, in however many parts it is written.
// No step either is what the app writes into the address of a page that a link leaves: `leaving` is
// the path the link leads to, until that comes or the reader does something else.
let acted = false;
let leaving = "";
for (const deed of ["click", "input", "keydown", "pointerdown"]) {
  window.addEventListener(deed, () => { [acted, leaving] = [true, ""]; }, true);
}
window.addEventListener("explainer.leave", ({ detail }) => {
  leaving = detail === window.location.pathname ? "" : detail;
});
const push = window.history.pushState;
window.history.pushState = function pushStep(state, unused, url) {
  const arrives = !leaving || new URL(url, window.location).pathname === leaving;
  if (!arrives) return;
  leaving = "";
  if (acted) push.call(this, state, unused, url);
  else this.replaceState(state, unused, url);
  acted = false;
};

// Once a second: short gaps pass unseen, and a page that is still loading is given some time. Streamlit
// asks for its line as soon as the server has answered it over HTTP: where it has asked and none was
// ever open, what lies between lets pages through and no such lines.
let misses = 0;
let patience = 10;
let lines = "none"; // then "asked", and "open" for good
setInterval(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const connected = app?.dataset.testConnectionState === "CONNECTED";
  if (connected) patience = 2;
  misses = connected || !app ? 0 : misses + 1;
  for (const said of document.querySelectorAll("#connection > p")) {
    const why = lines === "asked" ? "blocked" : "lost";
    const hidden = misses < patience || said.lang !== document.documentElement.lang || said.dataset.why !== why;
    if (said.hidden !== hidden) said.hidden = hidden; // writing what stands there is a change too
  }
}, 1000);

// What a run of the script sends within HOLD is handed over at once: of messages that come one by one
// Streamlit draws most of the page twice, first as out of date, then anew. The numbers are those of
// the fields of its messages that begin and end a run, and of an end after which another run begins.
const HOLD = 100; // ms, which a reader takes for at once
const [BEGUN, OVER, EARLY] = RUN_FIELDS;

/** [number, value] of each field of a message; of a field with a length that. */
function* fieldsOf(bytes) {
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
    const value = number(); // there are numbers and fields with a length, nothing else
    yield [tag >> 3, value];
    if ((tag & 7) === 2) at += value;
  }
}

window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    if (lines === "none") lines = "asked";
    super.addEventListener("open", () => { lines = "open"; });
  }

  addEventListener(type, listener, ...how) {
    if (type !== "message") {
      super.addEventListener(type, listener, ...how);
      return;
    }
    const waiting = [];
    let isRunning = false;
    let timer = 0;
    const handOver = () => {
      clearTimeout(timer);
      timer = 0;
      for (const event of waiting.splice(0)) listener.call(this, event);
    };
    super.addEventListener(type, (event) => {
      waiting.push(event);
      for (const [field, value] of fieldsOf(new Uint8Array(event.data))) {
        if (field === BEGUN) isRunning = true;
        if (field === OVER && value !== EARLY) isRunning = false;
      }
      if (!isRunning) handOver();
      else timer ||= setTimeout(handOver, HOLD);
    }, ...how);
  }
};

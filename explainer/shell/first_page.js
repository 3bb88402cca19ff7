// In the first page, before Streamlit's own scripts.
"use strict";

// Its dialogs speak English to developers; what a reader needs to know is said here. Where the server
// knows the page of the address, what lies above it is the app: Streamlit would ask below it first.
globalThis.__streamlit = { HOST_CONFIG: { blockErrorDialogs: true } };
const { page } = document.documentElement.dataset;
if (page) {
  const above = location.pathname.replace(/\/+$/, "").slice(0, -page.length);
  globalThis.__streamlit.BACKEND_BASE_URL = location.origin + above;
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

// The history of a browser is the pages a reader was on, and of a lesson its steps, each as it was left.
// Streamlit makes a step of every word it writes into the address, and writes that of the page that comes
// into the address of the one that is left. A browser that does not know this event shows those steps.
const place = (url) => [new URL(url).pathname, new URL(url).searchParams.get("at")].join();
let left = location.href; // the address when the reader last did something
for (const deed of ["click", "input", "keydown", "pointerdown"]) {
  addEventListener(deed, () => left = location.href, true);
}
globalThis.navigation?.addEventListener("navigate", (event) => {
  const { cancelable, navigationType, destination: { url, sameDocument } } = event;
  if (navigationType !== "push" || !cancelable || !sameDocument) return;
  const here = location.href;
  const stays = place(url) === place(here);
  if (!stays && (left === here || place(left) !== place(here))) return;
  event.preventDefault();
  history.replaceState({}, "", stays ? url : left);
  if (!stays) history.pushState({}, "", url);
});

// A button that saves a file is a link, which Streamlit opens in a new tab.
addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[href*='/files/']");
  if (link) link.download = "";
}, true);

// Once a second: short gaps pass unseen, and a page that is still loading is given some time. Streamlit
// opens its line as soon as the server has answered it over HTTP: where it has, and none was ever open,
// what lies between lets pages through and no such lines.
let misses = 0;
let patience = 10;
let why = "lost";
const answers = ({ name, responseStatus }) => responseStatus === 200 && name.includes("/_stcore/");
new PerformanceObserver((seen) => {
  if (patience > 2 && seen.getEntries().some(answers)) why = "blocked";
}).observe({ type: "resource", buffered: true });
setInterval(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const connected = app?.dataset.testConnectionState === "CONNECTED";
  if (connected) [patience, why] = [2, "lost"];
  misses = connected || !app ? 0 : misses + 1;
  const { lang } = document.documentElement;
  for (const said of document.querySelectorAll("#connection > p")) {
    const hidden = misses < patience || said.lang !== lang || said.dataset.why !== why;
    if (said.hidden !== hidden) said.hidden = hidden; // writing what stands there is a change too
  }
}, 1000);

// What a page of the site does by itself: drawings, beats, themes, depths and the search.
//
// A browser opens no module from a file, so modules come as text (`site.module`), under names of an
// import map that is made of them here. Data that the open beat does not need comes when it does.

const SOON = "600px"; // how far out of sight a drawing is made
let packed = "";
const site = /** @type {any} */ (globalThis).site = {
  /** @type {Record<string, string>} */ modules: {},
  /** @type {Record<string, string>} */ styles: {},
  /** @type {Record<string, any>} */ given: {},
  // What drawings are told of the reader's own sentence, by their styles and the beats.
  /** @type {Record<string, Record<string, any>>} */ own: {},
  /** @param {string} name @param {string} text */
  module: (name, text) => void (site.modules[name] = text),
  /** @param {string} name @param {string} text */
  style: (name, text) => void (site.styles[name] = text),
  /** Data of the other beats: JSON, deflated, in base64. @param {string} text */
  packed: (text) => void (packed = text),
};
const root = document.documentElement;
/** @param {string} selector @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
const mounted = new Map();
let shown = root.dataset.opens ?? "";
/** What the app's address says of each beat and view. @type {Record<string, Record<string, string>>} */
const states = JSON.parse(root.dataset.states ?? "{}");
if (new URLSearchParams(location.search).get("embed") === "true") root.dataset.embedded = "";
Object.assign(site, { root, all, kept, show });
// What drawings and their data need of a browser; without it the page says so.
const draws = "DecompressionStream" in globalThis && HTMLScriptElement.supports?.("importmap") &&
  CSS.supports("color", "light-dark(black, white)");
root.toggleAttribute("data-draws", draws);
let rest; // the promise of the data of all beats

function isDark() {
  const chosen = root.dataset.scheme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A setting that stays while the browser lets it. */
function kept(name, value, store = "localStorage") {
  try {
    if (value !== undefined) globalThis[store].setItem(name, value);
    return globalThis[store].getItem(name);
  } catch {
    return value ?? null;
  }
}

function readGiven() {
  const inline = document.getElementById("given");
  if (inline) Object.assign(site.given, JSON.parse(inline.textContent ?? "{}"));
  const address = (text) => `data:text/javascript,${encodeURIComponent(text)}`;
  const named = Object.entries(site.modules).map(([name, text]) => [`own/${name}`, address(text)]);
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports: Object.fromEntries(named) });
  document.head.append(map);
}

/** The data that came with the page, or that of all beats. @param {string} name */
function given(name) {
  if (name in site.given) return site.given[name];
  rest ??= unpack(document.body.dataset.src ?? "");
  return rest.then(() => site.given[name]);
}

async function unpack(src) {
  await new Promise((done) => {
    const script = document.createElement("script");
    script.addEventListener("load", done);
    script.src = src;
    document.head.append(script);
  });
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  Object.assign(site.given, await new Response(stream).json());
}

const nameIn = (/** @type {HTMLElement} */ host) => {
  const names = JSON.parse(host.dataset.given ?? "{}");
  return names[shown] ?? names[""];
};

async function draw(host) {
  const name = nameIn(host);
  if (!name) return;
  const found = await given(name);
  const drawn = mounted.get(host) ?? { answered: 0, place: placeFor(host) };
  mounted.set(host, drawn);
  const { mount } = await import("own/drawings/mount.js");
  const module = await import(`own/${host.dataset.module}`);
  if (name !== nameIn(host)) return;
  const own = site.own[host.dataset.style]?.[shown];
  // Of another beat a drawing begins anew; else what was chosen in it stays.
  const begins = "origin" in found.data ? { origin: name } : {};
  const of = own?.data.origin ?? name;
  const answers = own ? [] : JSON.parse(host.dataset.answers ?? "{}")[shown] ?? [];
  const data = { ...found.data, ...begins, ...own?.data };
  if (drawn.of !== of) Object.assign(drawn, { of, answers, found: { ...found, ...own, data } });
  hand(drawn, mount, module);
}

/** What is out of sight is drawn when it is seen. */
function redraw(hosts = mounted.keys()) {
  for (const host of hosts) {
    if (host.checkVisibility()) draw(host);
  }
}

/** A choice about which there are no numbers is taken back: the model is in the app. */
function hand(drawn, mount, module) {
  const needs = document.getElementById("said")?.dataset.needs ?? "";
  const regions = JSON.parse(document.body.dataset.regions ?? "{}");
  const setTriggerValue = async (_, { number, ...choice }) => {
    const { found } = drawn, { computed } = found;
    drawn.answered = number;
    const region = regions[choice.goto ?? choice.go];
    if (region) location.href = region;
    const chosen = { ...found.chosen, ...choice };
    drawn.found = { ...found, chosen };
    if (!computed || computed !== true && !computed.some((name) => name in choice)) return;
    const asked = (one) =>
      JSON.stringify(computed === true ? one : computed.map((name) => one[name]));
    const answers = await Promise.all(drawn.answers.map(given));
    const answer = answers.find((one) => asked(one.chosen) === asked(chosen));
    const parts = (before, name) => ({ ...before, ...answer[name] });
    drawn.found = answer
      ? { ...found, chosen: parts(chosen, "chosen"), data: parts(found.data, "data") }
      : found;
    hand(drawn, mount, module);
    if (!answer) say(needs);
  };
  const { found, answered } = drawn;
  const leads = Object.values(regions).some(Boolean); // a page in a file of its own leads nowhere
  const told = {
    ...{ ...found.data, needs },
    ..."dark" in found.data && { dark: isDark() },
    ..."leads" in found.data && { leads },
  };
  const parts = { ...found, data: told, answered };
  mount(module, { data: parts, parentElement: drawn.place, setTriggerValue });
}

function placeFor(host) {
  const place = host.attachShadow({ mode: "open" });
  const [style, inner] = [document.createElement("style"), document.createElement("div")];
  style.textContent = site.styles[host.dataset.style];
  inner.className = `drawing ${host.dataset.style.split("/").at(-1)}`;
  place.append(style, inner);
  // A link leads where it says; the app would ask its server.
  host.addEventListener("click", (event) => {
    if (event.composedPath().some((one) => one.href && !one.target)) event.stopPropagation();
  }, { capture: true });
  return place;
}

const watching = new IntersectionObserver((found) => {
  for (const { target, isIntersecting } of found) {
    if (isIntersecting) draw(target);
  }
}, { rootMargin: SOON });

let hush = 0;
function say(words) {
  const said = document.getElementById("said");
  if (!said) return;
  said.textContent = words;
  clearTimeout(hush);
  hush = setTimeout(() => said.textContent = "", 4000);
}

/** Shows a beat or a view, where the address names one. */
function show() {
  const asked = decodeURIComponent(location.hash.slice(1)) || stateAsked();
  if (asked in states) shown = asked;
  for (const part of all("[data-in]")) part.hidden = !part.dataset.in.split(" ").includes(shown);
  for (const link of all("[data-state]")) {
    const states = [link.dataset.state, ...(link.dataset.states ?? "").split(" ")];
    const isCurrent = states.includes(shown);
    if (isCurrent) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  redraw();
  reach();
  leadToApp();
  for (const place of all("[data-chart]")) {
    if (!place.closest("[hidden]") && !place.firstChild) fill(place);
  }
}

/** What an address of the app says, where there is no beat in it: that of the least besides. */
function stateAsked() {
  const names = new Set(Object.values(states).flatMap(Object.keys));
  const here = [...new URLSearchParams(location.search)].filter(([name]) => names.has(name));
  const those = Object.entries(states)
    .filter(([, one]) => here.every(([name, value]) => one[name] === value))
    .sort(([, a], [, b]) => Object.keys(a).length - Object.keys(b).length);
  return here.length && those.length ? those[0][0] : root.dataset.opens ?? "";
}

/** The other language, or another example, where an address of the app asks for it. */
function pageAsked() {
  const query = new URLSearchParams(location.search);
  return all(".languages a").find((link) => link.hreflang === query.get("lang")) ??
    all(".sentences a:not([aria-current])").find((link) => link.textContent === query.get("s"));
}

/** A sentence of the app's address that is no example is the reader's own. */
function translateAsked() {
  const said = new URLSearchParams(location.search).get("s");
  const field = document.getElementById("own");
  if (!said || !(field instanceof HTMLInputElement) || field.form?.hidden) return;
  if (all(".sentences a").some((link) => link.textContent === said)) return;
  field.value = said;
  field.form?.requestSubmit();
}

/** The same in the app. */
function leadToApp() {
  const link = document.getElementById("app");
  if (!(link instanceof HTMLAnchorElement)) return;
  const address = new URL(link.href);
  const said = { ...states[shown], depth: root.dataset.depth ?? "" };
  const names = Object.values(states).flatMap(Object.keys);
  for (const name of names) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(said)) address.searchParams.set(name, value);
  if ("own" in root.dataset) {
    address.searchParams.set("s", kept("own", undefined, "sessionStorage") ?? "");
  }
  link.href = address.href;
}

/** What the table of a chart says of the mark under the pointer. */
function tell({ target }) {
  const mark = target.closest("[data-row]");
  if (!mark || mark.querySelector("title")) return;
  const [table, row] = mark.dataset.row.split(" ");
  const { tHead, tBodies } = mark.closest("figure").querySelectorAll("table")[table];
  const values = [...tBodies[0].rows[row].cells];
  const title = document.createElementNS(mark.namespaceURI, "title");
  title.textContent = [...tHead.rows[0].cells]
    .map((name, at) => `${name.textContent}: ${values[at].textContent}`).join("\n");
  mark.append(title);
}

/** What is wider than its place can be scrolled by keys. */
function reach() {
  for (const one of all('math[display="block"], main pre, .chart > div')) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
  }
}

async function fill(place) {
  const svg = await given(place.dataset.chart);
  const { html, render } = await import("own/drawings/html.js");
  render(html([svg]), place);
  reach();
}

function deepen(depth) {
  root.dataset.depth = depth;
  for (const button of all("[data-deep]")) {
    button.setAttribute("aria-pressed", String(button.dataset.deep === depth));
  }
  reach();
  leadToApp();
}

function search({ target: field }) {
  const list = field.parentElement.querySelector("ul");
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ([title, , more]) => {
    const [name, text] = [title.toLowerCase(), `${title} ${more}`.toLowerCase()];
    if (!words.every((word) => text.includes(word))) return 0;
    return words.every((word) => name.includes(word)) ? 2 : 1;
  };
  const found = words.length
    ? site.index.map((one) => [rank(one), one]).filter(([of]) => of)
      .sort(([a], [b]) => b - a).slice(0, 12).map(([, one]) => one)
    : [];
  list.replaceChildren(...found.map(([title, address]) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    [link.href, link.textContent] = [address, title];
    item.append(link);
    return item;
  }));
  if (words.length && !found.length) list.textContent = field.dataset.none;
}

/** On a phone the chapters are folded. */
function foldMenu() {
  const menu = document.querySelector("details.menu");
  if (menu) menu.open = innerWidth > 900;
}

function start() {
  const other = pageAsked();
  if (other) return location.replace(`${other.href}${location.search}${location.hash}`);
  root.dataset.scheme = kept("scheme") ?? "";
  deepen(root.dataset.depth ?? kept("depth") ?? "picture");
  readGiven();
  foldMenu();
  for (const button of all("[data-deep]")) {
    button.addEventListener("click", () => deepen(kept("depth", button.dataset.deep)));
  }
  document.getElementById("theme")?.addEventListener("click", () => {
    root.dataset.scheme = kept("scheme", isDark() ? "light" : "dark") ?? "";
    redraw();
  });
  for (const field of all(".search input")) {
    field.addEventListener("focus", () => {
      const script = document.createElement("script");
      [script.src, script.onload] = [document.body.dataset.search, () => search({ target: field })];
      document.head.append(script);
    }, { once: true });
    field.addEventListener("input", (event) => site.index && search(event));
  }
  addEventListener("hashchange", show);
  addEventListener("pointerover", tell);
  addEventListener("toggle", reach, { capture: true });
  addEventListener("resize", reach);
  addEventListener("beforeprint", () => redraw(all("[data-module]")));
  show();
  for (const host of all("[data-module]")) watching.observe(host);
  translateAsked();
}

addEventListener("DOMContentLoaded", start);

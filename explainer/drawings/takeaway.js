// A small button at every figure of the page: its picture and its numbers as files, made here in the
// browser. It finds the figures by itself, so that one costs nothing while nobody asks.
import { afterChanges } from "./changes.js";
import { fill } from "./format.js";
import { html, render } from "./html.js";
import { pictureOf, pngOf } from "./picture.js";
import { Icon } from "./play.js";
/** @import { Now, SavedFile as File, TableRow as Row, Table, TakeawayParts } from "./types.d.ts" */

const BUTTON = "take-away";
const KEPT = 60_000; // ms that a file can still be fetched
const CHART = '[data-testid="stVegaLiteChart"]';
const OURS = '[data-testid="stBidiComponentIsolated"]';
const DRAWN = `${CHART}, ${OURS}, .js-plotly-plot`;
const FRAMES = '[class*="st-key-figure_"], .st-key-mistake';
const NONE = ".st-key-lesson, .st-key-lesson_asked, .st-key-interlinear";
const NAMED = ":is(svg, [role=group], [role=grid])[aria-label]";

/** What is drawn in a place and what holds it: of ours what can tell its numbers. */
const drawn = (/** @type {ParentNode} */ place) =>
  [...place.querySelectorAll(DRAWN)].flatMap((host) => {
    const ours = host.shadowRoot?.querySelector(".drawing");
    const element = /** @type {HTMLElement} */ (ours ?? host);
    return host.matches(OURS) && !(ours && "numbers" in ours) ? [] : [{ host, element }];
  });

/** What can be seen of a figure. @param {HTMLElement} place */
const drawingsIn = (place) =>
  drawn(place).filter(({ element }) => element.getClientRects().length).flatMap(({ element }) => {
    const isChart = element.matches(CHART);
    if (isChart && !element.querySelector("svg, canvas")) return [];
    const named = isChart ? element : element.querySelector(NAMED);
    return [{ element, name: named?.getAttribute("aria-label") ?? "" }];
  });

/** Frames with something drawn in them; a drawing without a frame is a figure of its own, glosses and what
 * a lesson asks are none. @param {Element} main @returns {HTMLElement[]} */
function figuresIn(main) {
  const found = drawn(main).filter(({ host }) => !host.closest(NONE))
    .map(({ host }) => host.closest(FRAMES) ?? host.closest('[data-testid="stElementContainer"]'));
  return /** @type {HTMLElement[]} */ ([...new Set(found)].filter(Boolean));
}

const headingOf = (/** @type {ParentNode} */ place, kinds = "h1, h2, h3, h4") =>
  place.querySelector(kinds)?.textContent?.trim() ?? "";

/** Letters and digits of any script, the rest as hyphens. @param {string} text */
export const slug = (text) =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60);

/** Files of the tables of each drawing. @type {TakeawayParts["tableFiles"]} */
export function tableFiles(drawings, file, words, starts) {
  const all = drawings.flatMap((tables, at) =>
    tables.map((one) => [drawings[1] ? `${at + 1} ${one.name}` : one.name, csv(one, starts)])
  );
  const isOne = all.length === 1;
  return all.map(([name, text]) => [
    isOne ? words.csv : fill(words.csv_named, { name }),
    `${file}${isOne ? "" : `-${slug(name)}`}.csv`,
    () => new Blob([text], { type: "text/csv" }),
  ]);
}

async function save(/** @type {File} */ [, name, make]) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await make());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** What opens at a button: the files, and what became of the last one. @param {Now} now */
function menuOf(now) {
  let button = /** @type {HTMLButtonElement | null} */ (null);
  const panel = document.createElement("div");
  Object.assign(panel, { className: "take-away-menu", popover: "auto", role: "dialog" });
  panel.ontoggle = (/** @type {any} */ { newState }) => {
    if (button) button.ariaExpanded = String(newState === "open");
  };
  document.querySelector('[data-testid="stApp"]')?.append(panel);

  const show = (/** @type {File[]} */ files, said = "") => {
    const { words } = now();
    const press = (/** @type {File} */ file) =>
      save(file).then(() => fill(words.saved, { name: file[1] }), () => words.failed)
        .then((told) => show(files, told));
    const buttons = files.map((file) =>
      html`<button type="button" onclick=${() => press(file)}>${file[0]}</button>`
    );
    render(html`${buttons}<p role="status">${said}</p>`, panel);
  };

  const open = async (/** @type {HTMLButtonElement} */ at, /** @type {HTMLElement} */ place) => {
    button = at;
    const { data: { page, starts }, words } = now();
    const [heading, drawings] = [headingOf(place), drawingsIn(place)];
    const number = [...document.querySelectorAll(`.${BUTTON}`)].indexOf(at) + 1;
    const file = slug(`${page} ${heading || number}`);
    const isTold = !heading || drawings.length > 1; // what each of them shows stands above it
    const title = heading || headingOf(document, "h1");
    const picture = () => pictureOf(title, drawings, isTold, place.clientWidth);
    const svg = async () => new Blob([(await picture()).source], { type: "image/svg+xml" });
    const files = /** @type {File[]} */ ([
      [words.png, `${file}.png`, async () => pngOf(await picture())],
      [words.svg, `${file}.svg`, svg],
    ]);
    panel.ariaLabel = at.ariaLabel;
    show(files);
    /** @type {any} */ (panel).showPopover({ source: at });
    panel.querySelector("button")?.focus();
    const tables = await Promise.all(drawings.map(({ element }) => tablesOf(element)));
    if (button === at) show([...files, ...tableFiles(tables, file, words, starts)]);
  };
  return { panel, open };
}

/** Watches the page; returns what looks at it anew. @type {TakeawayParts["takeaway"]} */
export function takeaway(main, now, signal) {
  const { panel, open } = menuOf(now);
  const buttons =
    () => /** @type {HTMLButtonElement[]} */ ([...main.querySelectorAll(`.${BUTTON}`)]);
  const added = (/** @type {HTMLElement} */ place) => {
    const button = place.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: BUTTON, ariaHasPopup: "dialog" });
    button.onclick = () => open(button, place);
    render(Icon("save"), button);
    return button;
  };
  const renew = () => {
    const { data, words } = now();
    const places = data.takes ? figuresIn(main) : [];
    for (const one of buttons()) {
      if (!places.some((place) => place === one.parentElement)) one.remove();
    }
    for (const place of places) {
      const button = buttons().find((one) => one.parentElement === place) ?? added(place);
      const heading = headingOf(place);
      button.classList.toggle("framed", place.matches(FRAMES) && heading !== "");
      const title = heading || drawingsIn(place)[0]?.name || headingOf(document, "h1");
      const name = fill(words.open, { title });
      if (button.title !== name) button.title = button.ariaLabel = name;
    }
  };
  const soon = afterChanges(main, renew, signal);
  addEventListener("explainer.mounted", soon, { signal });
  signal.addEventListener("abort", () => [panel, ...buttons()].forEach((one) => one.remove()));
  return soon;
}

const ASK = "takeaway"; // what charts are asked by, and what stands between the parts of their answer
const [TABLE, COLUMN, VALUE] = ["\x1d", "\x1e", "\x1f"];
const PATIENCE = 100; // frames
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Of a drawing of ours, of a scene, or of a chart. @param {any} element @returns {Promise<Table[]>} */
export async function tablesOf(element) {
  if (element.numbers) {
    return Object.entries(await element.numbers()).map(([name, rows]) => table(name, rows));
  }
  return element.data ? sceneTables(element.data) : (await told(element)).map(tableTold);
}

/** What a chart says of itself (`charts/table_export.py`). @param {HTMLElement} chart */
async function told(chart) {
  const place =
    /** @type {HTMLInputElement | null} */ (chart.querySelector(".vega-bindings input"));
  if (!place) return [];
  place.value = "";
  dispatchEvent(new MouseEvent(ASK));
  for (let frame = 0; frame < PATIENCE && !place.value; frame += 1) {
    await new Promise(requestAnimationFrame);
  }
  return place.value ? place.value.split(TABLE) : [];
}

/** Words are put to the rows that name their places. @param {string} text */
export function tableTold(text) {
  const [name, ...parts] = text.split(COLUMN);
  const columns = parts.map((part) => {
    const [column, place, ...values] = part.split(VALUE);
    return { column, place, values };
  });
  const places = new Map(columns.map(({ column, values }) => [column, values]));
  const rows = columns[0].values.map((_, row) =>
    Object.fromEntries(columns.map(({ column, place, values }) => {
      const said = values[place ? Number(places.get(place)?.[row]) : row];
      return [column, NUMBER.test(said) ? Number(said) : said];
    }))
  );
  return table(name, rows);
}

const sceneTables = (/** @type {Row[]} */ traces) =>
  traces.flatMap((trace, at) => {
    const fields = ["x", "y", "z", "text"].filter((field) => trace[field]?.length);
    if (!fields.length) return [];
    const rows = [...trace[fields[0]]].map((_, row) =>
      Object.fromEntries(fields.map((field) => [field, trace[field][row]]))
    );
    return [table(trace.name || `trace ${at + 1}`, rows)];
  });

/** Columns that only hold colours are left out. @param {string} name @param {Row[]} rows */
function table(name, rows) {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = all.filter((field) => !rows.every((row) => COLOUR.test(row[field])));
  return { name, columns, rows: rows.map((row) => columns.map((field) => short(row[field]))) };
}

/** Numbers that were stored in 32 bits are written as short as they can be told apart. */
export function short(/** @type {any} */ value) {
  if (typeof value !== "number" || Number.isInteger(value)) return value ?? null;
  if (!Number.isFinite(value)) return String(value);
  if (Math.fround(value) !== value) return value;
  const found = [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits)));
  return found.find((one) => Math.fround(one) === value) ?? value;
}

/** A text that a spreadsheet would take for a formula, by one of `starts`, gets an apostrophe.
 * @param {Pick<Table, "columns" | "rows">} table @param {string} starts */
export function csv({ columns, rows }, starts) {
  const cell = (/** @type {any} */ value) => {
    if (typeof value === "number") return String(value);
    const text = String(value ?? "");
    const safe = text && starts.includes(text[0]) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

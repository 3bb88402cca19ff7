// The numbers of what is drawn as tables, and a table as a file.

/** @typedef {Record<string, any>} Row */
/** @typedef {{ name: string, columns: string[], rows: any[][] }} Table */

const ASK = "takeaway"; // what charts are asked by, and what stands between the parts of their answer
const [TABLE, COLUMN, VALUE] = ["\x1d", "\x1e", "\x1f"];
const PATIENCE = 100; // frames
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;
const COLOUR = /^#[0-9a-f]{6}$/i;

/** Of a drawing of ours, of a scene, or of a chart. @param {any} element @returns {Promise<Table[]>} */
export async function tablesOf(element) {
  if (element.numbers) {
    const told = /** @type {{ name: string, rows: Row[] }[]} */ (await element.numbers());
    return told.map(({ name, rows }) => table(name, rows));
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

/** @param {Row[]} traces */
const sceneTables = (traces) =>
  traces.flatMap((trace, at) => {
    const fields = ["x", "y", "z", "text"].filter((field) => trace[field]?.length);
    if (!fields.length) return [];
    const rows = Array.from(
      trace[fields[0]],
      (_, row) => Object.fromEntries(fields.map((field) => [field, trace[field][row]])),
    );
    return [table(trace.name || `trace ${at + 1}`, rows)];
  });

/** Columns that only hold colours are left out. @param {string} name @param {Row[]} rows */
export function table(name, rows) {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = all.filter((field) => !rows.every((row) => COLOUR.test(row[field])));
  return { name, columns, rows: rows.map((row) => columns.map((field) => short(row[field]))) };
}

/** Numbers that were stored in 32 bits are written as short as they can be told apart.
 * @param {any} value */
export function short(value) {
  if (typeof value === "bigint") return Number(value);
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

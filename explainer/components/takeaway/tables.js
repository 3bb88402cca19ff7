// The numbers of a figure as tables: { name, columns, rows }, a row is a list of values.

const ASK = "takeaway"; // what charts are asked by, and what stands between the parts of their answer
const [TABLE, COLUMN, VALUE] = ["\x1d", "\x1e", "\x1f"];
const PATIENCE = 100; // frames
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;
const COLOUR = /^#[0-9a-f]{6}$/i;

async function tablesOf(drawing) {
  if (drawing.kind === "chart") return chartTables(drawing.element);
  if (drawing.kind === "plot") return plotTables(drawing.element);
  return (await drawing.element.numbers()).map((table) => table_(table.name, table.rows));
}

/** The tables a chart was drawn from, as it tells them itself (charts/table_export.py). */
async function chartTables(element) {
  const told = element.querySelector(".vega-bindings input");
  if (!told) return [];
  told.value = "";
  window.dispatchEvent(new MouseEvent(ASK));
  for (let frame = 0; frame < PATIENCE && !told.value; frame += 1) {
    await new Promise(requestAnimationFrame);
  }
  return told.value ? told.value.split(TABLE).map(toldTable) : [];
}

/** Words are put to the rows that name their places. */
function toldTable(text) {
  const [name, ...parts] = text.split(COLUMN);
  const columns = parts.map((part) => {
    const [column, place, ...values] = part.split(VALUE);
    return { column, place, values };
  });
  const places = new Map(columns.map(({ column, values }) => [column, values]));
  const rows = columns[0].values.map((_, row) => Object.fromEntries(
    columns.map(({ column, place, values }) => [column, valueOf(values[place ? places.get(place)[row] : row])])));
  return table_(name, rows);
}

const valueOf = (text) => (NUMBER.test(text) ? Number(text) : text);

function plotTables(element) {
  return element.data.flatMap((trace, place) => {
    const fields = ["x", "y", "z", "text"].filter((field) => trace[field]?.length);
    if (!fields.length) return [];
    const rows = Array.from(trace[fields[0]], (_, row) => (
      Object.fromEntries(fields.map((field) => [field, trace[field][row]]))));
    return [table_(trace.name || `trace ${place + 1}`, rows)];
  });
}

/** Columns that only hold colours are left out. */
function table_(name, rows) {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = all.filter((field) => !rows.every((row) => COLOUR.test(row[field])));
  return { name, columns, rows: rows.map((row) => columns.map((field) => plain(row[field]))) };
}

/** Numbers that were stored in 32 bits are written as short as they can be told apart. */
function plain(value) {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "number" || Number.isInteger(value)) return value ?? null;
  if (!Number.isFinite(value)) return String(value);
  if (Math.fround(value) !== value) return value;
  for (let digits = 6; digits < 10; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** A table as CSV. A text that a spreadsheet would take for a formula, by one of `starts`, gets an apostrophe. */
function csv(table, starts) {
  const cell = (value) => {
    if (typeof value === "number") return String(value);
    const text = value === null ? "" : String(value);
    const safe = text && starts.includes(text[0]) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${[table.columns, ...table.rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

// The numbers of a figure as tables: { name, columns, rows }, a row is a list of values.

// What Vega has made itself, and the words of an axis, which it has put to the rows they name.
const DERIVED = /^(root|data_\d+|source_\d+|lookup_\d+|.*_store|.*_marks|marks|concat_.*|layer_.*|words_.*)$/;
const COLOUR = /^#[0-9a-f]{6}$/i;

async function tablesOf(drawing) {
  if (drawing.kind === "chart") return chartTables(viewOf(drawing.element));
  if (drawing.kind === "plot") return plotTables(drawing.element);
  return (await drawing.element.numbers()).map((table) => table_(table.name, table.rows));
}

/**
 * The tables a chart was given. Where Vega has put the labels to the rows of a table, those come
 * along: it then has a table as long, with the same columns and more.
 */
function chartTables(view) {
  const names = Object.keys(view._runtime.data);
  const derived = names.filter((name) => /^data_\d+$/.test(name)).map((name) => view.data(name));
  return names.filter((name) => !DERIVED.test(name)).flatMap((name) => {
    const rows = view.data(name);
    if (!rows?.length) return [];
    const fields = Object.keys(rows[0]);
    const fuller = derived.find((other) => other.length === rows.length
      && fields.every((field) => field in other[0]) && other[0][fields[0]] === rows[0][fields[0]]);
    return [table_(name, fuller || rows)];
  });
}

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

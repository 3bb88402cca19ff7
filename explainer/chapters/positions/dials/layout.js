// Where everything stands. A rail of names on the left where there is room, else above each row.

const RAIL = 132; // at least; as wide as the longest name in it
const WIDE = 620; // from this width on names stand in the rail
const COLUMN = { least: 31, most: 132 };
const LOW_WINDOW = 960;

/** Pixels of a bold name of a row, near enough. */
const longest = (names) => Math.max(...names.map((name) => (
  Array.from(name).reduce((sum, char) => sum + (char.codePointAt(0) > 0x2fff ? 12 : 6.3), 8))));

function layOut(data, width) {
  const isWide = width >= WIDE;
  const isLow = isWide && window.innerHeight < LOW_WINDOW;
  const count = data.pieces.length;
  const rail = isWide ? Math.max(RAIL, Math.ceil(longest(data.words.turns))) : 0;
  const column = Math.min(COLUMN.most, Math.max(COLUMN.least, (width - rail - 2) / count));
  const shown = isWide ? data.pairs.map((_, dial) => dial) : data.phone;
  const radius = Math.min(isLow ? 15 : 18.5, column / 2 - 2);
  const title = isWide ? 0 : 17; // a row's name above it
  const chip = { y: 20, height: 30 };
  let y = chip.y + chip.height + 11;
  const dials = shown.map((dial) => {
    const row = { dial, title: y, y: y + title + radius };
    y += title + 2 * radius + (isWide ? 7 : 5);
    return row;
  });
  const stripe = { title: y + 2, y: y + title + 4, height: isLow ? 66 : 86, width: Math.min(40, column - 6) };
  y = stripe.y + stripe.height + 13;
  const hill = { title: y, y: y + title + (isWide ? 6 : 12), height: isLow ? 36 : 44 };
  y = hill.y + hill.height + 34;
  const encoder = { title: y - 8, y: y + title, height: isLow ? 26 : 32 };
  const all = rail + count * column + 1;
  return {
    width, isWide, count, rail, left: rail, column, radius, chip, dials, stripe, hill, encoder,
    all: Math.max(width, all), isScrolled: all > width + 1, height: encoder.y + encoder.height + 22,
    isRoomy: column >= 2 * radius + 46, // for an angle beside each clock
    middle: (place) => rail + (place + 0.5) * column,
  };
}

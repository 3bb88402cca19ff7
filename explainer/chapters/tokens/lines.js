// Where a sentence breaks into lines, and where in them its tokens lie.

/** A token that fits between two letters. Where it is to be predicted nobody knows what it is.
 * @typedef {{ start: number, end: number, token: string, id: number | "?", score: number | null }} Arc */
/** `lane` is -1 above, where a token is chosen, and counts the rows of the others.
 * @typedef {{ index: number, arc: Arc, lane: number, x: number, width: number }} Placed */
/** @typedef {{ start: number, end: number, top: number, placed: Placed[] }} Line */

export const MARK = "\u2581";
const UNIT = { least: 29, most: 46 }; // pixels of a letter
const LEFT = { wide: 92, narrow: 60 }; // room for the names of the rows
export const LETTERS = 24; // heights of the rows of a line
export const TOKEN = 40;
export const DROP = 12; // from the token down to its id
export const ID = 25;
export const OTHER = 36;
const BETWEEN = 18;
export const TAIL = 2; // letters of room for the end token
export const WHOLE = LETTERS + TOKEN + DROP + ID + 14; // above the other tokens

/** The first letter of each line: it breaks between words, at most `room` letters each.
 * @param {string} marked @param {number} room */
export function breaks(marked, room) {
  const letters = [...marked];
  const begins = [...letters.keys()].filter((at) => letters[at] === MARK && at);
  return begins.reduce((starts, begin, at) => {
    const end = begins[at + 1] ?? letters.length;
    const last = starts[starts.length - 1];
    return end - last > room && begin > last ? [...starts, begin] : starts;
  }, [0]);
}

/** Lines with their tokens, the chosen ones above, the others packed into lanes below.
 * @param {string} marked @param {Arc[]} arcs @param {number[]} path @param {number} width */
export function layout(marked, arcs, path, width) {
  const left = width >= 640 ? LEFT.wide : LEFT.narrow;
  const words = marked.split(MARK).map((word) => [...word].length + 1);
  const room = Math.max(Math.floor((width - left) / UNIT.least) - TAIL, ...words);
  const starts = breaks(marked, room);
  const ends = [...starts.slice(1), [...marked].length];
  const longest = Math.max(...starts.map((start, line) => ends[line] - start)) + TAIL;
  const unit = Math.min(UNIT.most, (width - left) / longest);
  const order = arcs.map((arc, index) => ({ arc, index }))
    .toSorted((a, b) => a.arc.start - b.arc.start || b.arc.end - a.arc.end);
  let top = 0;
  const lines = starts.map((start, line) => {
    /** @type {number[]} */
    const free = [];
    const placed = order.filter(({ arc }) => arc.start >= start && arc.start < ends[line])
      .map(({ arc, index }) => {
        const lane = path.includes(index) ? -1 : [...free, 0].findIndex((end) => end <= arc.start);
        if (lane >= 0) free[lane] = arc.end;
        const wide = (arc.end - arc.start) * unit;
        return { arc, index, lane, x: left + (arc.start - start) * unit, width: wide };
      });
    const found = { start, end: ends[line], top, placed };
    top += WHOLE + free.length * (OTHER + 3) + BETWEEN;
    return found;
  });
  return { lines, unit, left, isNarrow: left === LEFT.narrow, height: top - BETWEEN + 4 };
}

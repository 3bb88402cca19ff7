// Where the sentence breaks into lines, and where in them the tokens lie.

const MARK = "\u2581";
const UNIT = { least: 29, most: 46 }; // pixels of a character
const LEFT = { wide: 92, narrow: 60 }; // room for the names of the rows
const LETTERS = 24; // heights of the rows of a line
const TOKEN = 40;
const DROP = 12; // from the token down to its id
const ID = 25;
const OTHER = 36;
const BETWEEN = 18;
const TAIL = 2; // characters of room for the end token

/** First character of each line: it breaks between words, at most `room` characters each. */
function breaks(marked, room) {
  const words = [...marked].flatMap((letter, at) => (letter === MARK ? [at] : []));
  const starts = [0];
  [...words, marked.length].forEach((begin, index, all) => {
    const end = all[index + 1] ?? marked.length;
    if (end - starts.at(-1) > room && begin > starts.at(-1)) starts.push(begin);
  });
  return starts.filter((start) => start < marked.length);
}

/** Lines with their arcs, the chosen ones above, the others packed into lanes below. */
function layout(data, width, chosen) {
  const letters = [...data.marked];
  const left = width >= 640 ? LEFT.wide : LEFT.narrow;
  const words = data.marked.split(MARK).map((word) => [...word].length + 1);
  const room = Math.max(Math.floor((width - left) / UNIT.least) - TAIL, ...words);
  const starts = breaks(data.marked, room);
  const ends = [...starts.slice(1), letters.length];
  const longest = Math.max(...starts.map((start, line) => ends[line] - start)) + TAIL;
  const unit = Math.min(UNIT.most, (width - left) / longest);
  let top = 0;
  const lines = starts.map((start, line) => {
    const mine = data.arcs.map((arc, index) => ({ arc, index })).filter(({ arc }) => arc[0] >= start && arc[0] < ends[line]);
    const free = [];
    const placed = mine.sort((a, b) => a.arc[0] - b.arc[0] || b.arc[1] - a.arc[1]).map(({ arc, index }) => {
      const isOn = chosen.has(index);
      let lane = -1;
      if (!isOn) {
        lane = free.findIndex((end) => end <= arc[0]);
        if (lane < 0) lane = free.push(0) - 1;
        free[lane] = arc[1];
      }
      return { index, isOn, lane, x: left + (arc[0] - start) * unit, width: (arc[1] - arc[0]) * unit };
    });
    const found = { start, end: ends[line], top, placed, isLast: line === starts.length - 1 };
    top += LETTERS + TOKEN + DROP + ID + 14 + free.length * (OTHER + 3) + BETWEEN;
    return found;
  });
  return { lines, unit, left, width, height: top - BETWEEN + 4 };
}

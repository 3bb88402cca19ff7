// What of a text another one has as well, word by word.
import { range } from "./math.js";

/** Both texts as one line of words, each "kept", "new" or "lost", by the longest run of words that both
 * have in this order; where that is less than `share` of the earlier text, the later one alone.
 * @param {string} before @param {string} after @param {number} [share] */
export function compared(before, after, share = 0.5) {
  const [old, now] = [before, after].map((text) => text.split(/\s+/));
  // Of the words from here on, how many both have.
  const both = range(old.length + 1).map(() => Array(now.length + 1).fill(0));
  for (const i of range(old.length).reverse()) {
    for (const j of range(now.length).reverse()) {
      const best = Math.max(both[i][j + 1], both[i + 1][j]);
      both[i][j] = old[i] === now[j] ? both[i + 1][j + 1] + 1 : best;
    }
  }
  if (both[0][0] < share * old.length) {
    return now.map((word) => [word, old.includes(word) ? "kept" : "new"]);
  }
  const line = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const isKept = old[i] === now[j];
    const isLess = j === now.length || both[i + 1]?.[j] >= both[i][j + 1];
    const isLost = !isKept && i < old.length && isLess;
    line.push(isLost ? [old[i], "lost"] : [now[j], isKept ? "kept" : "new"]);
    if (isKept || isLost) i += 1;
    if (!isLost) j += 1;
  }
  return line;
}

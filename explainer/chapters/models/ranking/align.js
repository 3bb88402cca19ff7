// Two translations word by word: their longest common subsequence, and what stands between.

const wordsOf = (said) => said.split(/\s+/).filter(Boolean);

/** What of a word counts: neither its case nor the marks around it. */
const bare = (word) => word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, "") || word;

/** How many words the rests of both have in common, from every pair of places on. */
function commonFrom(before, after) {
  const table = Array.from({ length: before.length + 1 }, () => new Array(after.length + 1).fill(0));
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      table[row][column] = before[row] === after[column]
        ? table[row + 1][column + 1] + 1 : Math.max(table[row + 1][column], table[row][column + 1]);
    }
  }
  return table;
}

/** Both translations in runs: the words of each, `same` where they are common to both. */
function aligned(before, after) {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const [olds, freshes] = [old.map(bare), fresh.map(bare)];
  const common = commonFrom(olds, freshes);
  const runs = [];
  const runOf = (same) => {
    if (!runs.length || runs.at(-1).same !== same) runs.push({ same, old: [], fresh: [] });
    return runs.at(-1);
  };
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const isSame = row < old.length && column < fresh.length && olds[row] === freshes[column];
    const isLost = !isSame && row < old.length && (column === fresh.length || common[row + 1][column] >= common[row][column + 1]);
    const run = runOf(isSame);
    if (isSame || isLost) run.old.push(old[row++]);
    if (!isLost) run.fresh.push(fresh[column++]);
  }
  return runs;
}

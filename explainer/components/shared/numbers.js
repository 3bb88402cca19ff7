// Shares in words, as `text/numbers.py` writes them: a test holds both to one table.

/** 8.4%; what is there but would be rounded to nothing is <0.1%. */
function percent(share, digits = 1) {
  const written = (100 * share).toFixed(digits);
  if (Number(written) !== 0) return `${written.replace("-", "\u2212")}%`;
  return share > 0 ? `<${(10 ** -digits).toFixed(digits)}%` : `${(0).toFixed(digits)}%`;
}

/** Two figures for what has little room: 12%, 8.4%, <0.1%. */
const shortPercent = (share) => percent(share, share < 0.0995 ? 1 : 0);

// What the drawings are given, what they keep, and what their parts share.

/** `problem` says why a line has no tokens. */
export type Line = {
  number: number;
  source: string;
  tokens: string[];
  log_probs: number[];
  problem: string;
};

export type Data = { lines: Line[] };

/** `line` is the number of one, which need not be among these. */
export type Sureness = Drawing<Data, { line: number }>;

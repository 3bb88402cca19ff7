// What the drawings are given, what they keep, and what their parts share.

/** States (S, U) and (T, U) after every token, of `size` numbers those of `units`; `likeness` (S - 1)
 * are cosines of each with the one before, `probs` (T) those of the written tokens. `outcome` is what was
 * written by whom, each word with whether it is marked. */
export type Data = {
  source: string[];
  target: string[];
  encoder: number[][];
  decoder: number[][];
  units: number[];
  size: number;
  likeness: number[];
  probs: number[];
  outcome: { model: string; said: [string, boolean][] }[];
};

export type Chain = Drawing<Data, { at: number }>;

// What the drawings are given, what they keep, and what their parts share.

/** Of every length what is credited and how many there are, as they are smoothed; `change` is how far
 * the last edit has moved the score. */
export type Score = {
  numerators: number[];
  denominators: number[];
  brevity: number;
  bleu: number;
  closest: number;
  chrf: number;
  change: number | null;
};

/** The candidate, then its references; no score where it is to be predicted. */
export type Data = { texts: string[][]; score: Score | null; n?: number };

/** `n` is the length that is lit, `over` what lights up. */
export type State = { n: number; over: string | null; stop: number };

export type Ngrams = Drawing<Data, State>;

export type Bar = { ngram: string; start: number; level: number; kind: string; told: string };

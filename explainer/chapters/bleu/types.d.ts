// What the drawings are given, what they keep, and what their parts share.

/** Of every length what is credited and how many there are, as they are smoothed; the server alone
 * knows BLEU while words are edited, unless it is `plain`: no smoothing, equal weights. `change` is how
 * far the last edit has moved the score. */
export type Score = {
  numerators: number[];
  denominators: number[];
  brevity: number;
  bleu: number | null;
  closest: number;
  length: number;
  chrf: number | null;
  change: number | null;
  plain?: boolean;
};

/** The candidate, then its references; no score where it is to be predicted. `isEdited` where
 * its words can be changed, `undo` where a change can be taken back. `of` has the sentences of a corpus,
 * which are the texts, with what each is credited for, and `mean` that of their scores. */
export type Data = {
  texts: string[][];
  score: Score | null;
  n?: number;
  isEdited?: boolean;
  undo?: boolean;
  of?: { name: string; references: string[][]; bleu: number; credited: number[] }[];
  mean?: number;
};

/** `n` is the length that is lit, `over` what lights up, `word` the one that is pressed, `held` the one
 * in the hand and `drag` the candidate as it is then, `edit` until the server has scored it. */
export type State = {
  n: number;
  over: string | null;
  stop: number;
  word: number | null;
  held: number | null;
  drag: string[] | null;
  edit: string[] | null;
  undo?: boolean;
};

export type Ngrams = Drawing<Data, State>;

export type Bar = { ngram: string; start: number; level: number; kind: string; told: string };

// What the drawings are given, what they keep, and what their parts share.

export type Model = {
  name: string;
  pair: string;
  kind: string;
  bleu: number | null;
  millions: number;
  wrote: string;
};

export type Data = { sentences: { sentence: string; models: Model[] }[] };

/** `at` is the model at hand, counted through all sentences. */
export type State = { at: number };

// What the drawings are given, what they keep, and what their parts share.

/** `wrote` with a `note` where that needs one; then what is known of its size and test. */
export type Model = {
  name: string;
  pair: string;
  kind: string;
  bleu: number | null;
  millions: number;
  wrote: string;
  note: string;
  chrf: string | null;
  tested: string | null;
  layers: string;
  heads: number | null;
  width: number;
  vocabulary: string;
};

/** `typed` is the reader's own sentence, which the models of other languages cannot read. */
export type Data = { typed: string; sentences: { sentence: string; models: Model[] }[] };

/** `at` is the model at hand, counted through all sentences. */
export type State = { at: number };

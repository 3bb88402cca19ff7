// What the drawings are given, what they keep, and what their parts share.

/** A token that fits between two letters. Where it is to be predicted nobody knows what it is. */
export type Arc = {
  start: number;
  end: number;
  token: string;
  id: number | "?";
  score: number | null;
};

type Written = { token: string; id: number };

/** All tokens that fit, by where they begin, and ways through them with their names, the best first; `end`
 * is the token behind the sentence. What the model wrote from the `best` way, and `now` from `path`, of
 * these `tokens`. */
export type Data = {
  marked: string;
  arcs: Arc[];
  ways: number[][];
  names: string[];
  end: Written;
  written: { path: number[]; best: string; now: string; tokens: Written[] };
};

/** `path` is the way that is taken, one of those or the reader's own; `stop` is where Tab arrives. */
export type State = { path: number[]; stop: number | null; answer?: number[] };

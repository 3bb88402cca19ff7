// What the drawings are given, what they keep, and what their parts share.

/** A token that fits between two letters. Where it is to be predicted nobody knows what it is. */
export type Arc = {
  start: number;
  end: number;
  token: string;
  id: number | "?";
  score: number | null;
};

/** All tokens that fit, and ways through them with their names, the best first; `end` is the token
 * behind the sentence. */
export type Data = {
  marked: string;
  arcs: Arc[];
  ways: number[][];
  names: string[];
  end: { token: string; id: number };
};

/** `own` is a cut of the reader's own, in place of a way; `over` the token under the pointer, -1 one
 * that there is none of; `stop` is where Tab arrives. */
export type State = {
  way: number;
  own: { way: number; path: number[] } | null;
  over: number | null;
  stop: number | null;
  answer?: number[];
};

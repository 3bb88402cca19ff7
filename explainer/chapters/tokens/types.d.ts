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
 * behind the sentence. What the model wrote from the `best` way, and from that of `way` and `cut`
 * `now`. */
export type Data = {
  marked: string;
  arcs: Arc[];
  ways: number[][];
  names: string[];
  end: { token: string; id: number };
  written: { way: number; cut: string; best: string; now: string };
};

/** `cut` is the reader's own, in place of a way: where its tokens begin, joined by dots; `over` the token
 * under the pointer, -1 one that there is none of; `stop` is where Tab arrives. */
export type State = {
  way: number;
  cut: string;
  over: number | null;
  stop: number | null;
  answer?: number[];
};

// What the drawings are given, what they keep, and what their parts share.

export type Curve = "tokens" | "rows" | "train" | "loss";

/** The states of a training, of the reader's own what its `run` does: their steps, up to `until`, and, null
 * where there is none, what was right and lost; the ids they wrote of held-out strings, and what was
 * wanted; `names` of ids. A head on one of the strings: weights from queries to keys, the names and the
 * colours of both sides, the states that are `frames` of its film. `guess` is right where the order is
 * guessed; a `live` training goes on, and is not played. */
export type Data = {
  run: string;
  steps: number[];
  until: number;
  curves: Record<Curve, (number | null)[]>;
  written: number[][][];
  sources: string[];
  wanted: number[][];
  names: string[];
  keys: string[];
  queries: string[];
  sides: string[];
  tones: string[];
  weights: number[][][];
  frames: number[];
  guess: number | null;
  live: boolean;
};

export type Reel = Drawing<Data, { at: number }>;

/** What parts of the drawing are given, and what they make of it. */
export interface ReelParts {
  Ribbons(data: Data, state: number, full: number): (Template | null)[];
  Plot(
    shown: Curve[],
    full: number,
    ticks: [share: number, text: string][],
    guess: number | null,
  ): Template;
}

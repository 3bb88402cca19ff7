// What the drawings are given, what they keep, and what their parts share.

/** A layer: at every width and length its multiply-adds and milliseconds; at every length the steps
 * that must follow each other and the longest path. */
export type Layer = {
  name: string;
  tone: string;
  multiplied: number[][];
  ms: number[][];
  steps: number[];
  path: number[];
};

export type Data = { layers: Layer[]; lengths: number[]; widths: number[] };

/** Places in `lengths` and `widths`. */
export type State = { n: number; d: number };

export type Race = Drawing<Data, State>;

// What the drawings are given, what they keep, and what their parts share.

/** From a dot to another: the token's place, and for every layer below as many as there are tokens. */
export type Edge = [number, number];

/** `edges` are in the order of computing; `moves` has of every token how far its change moves each
 * output. */
export type Network = {
  name: string;
  told?: string;
  tone: string;
  layers: number;
  edges: Edge[];
  moves?: number[][];
};

export type ReachData = { networks: Network[]; tokens: string[] };

export type Reach = Drawing<ReachData, { at: number }>;

/** A layer: at every width and length its multiply-adds and milliseconds; at every length the steps
 * that must follow each other, what is said of them, and the longest path. */
export type Layer = {
  name: string;
  tone: string;
  multiplied: number[][];
  ms: number[][];
  steps: number[];
  told: string[];
  path: number[];
};

export type Data = { layers: Layer[]; lengths: number[]; widths: number[] };

/** Places in `lengths` and `widths`. */
export type State = { n: number; d: number };

export type Race = Drawing<Data, State>;

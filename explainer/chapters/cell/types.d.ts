// What the drawings are given, what they keep, and what their parts share.

/** A matrix of weights as whole numbers: so many times `unit`; at `full` its colour is full. */
export type Matrix = { rows: number[][]; unit: number; full: number };

/** A part of the cell's address: what is chosen as a reader sees it, and the options. */
export type Crumb = { name: string; label: string; shown: string; options: string[]; at: number };

/** The vectors of a cell and its row by the names of the trace; of q, k and v the `sums` without the
 * `biases`; `own` is this head's part of `out`. `stages` are told of in words and stand together in
 * `groups`. `plays` by itself at first, to the step that is shown. Of a `blank` one no more
 * is known than up to that step. */
export type Data = {
  at: { stage: number; dim: number };
  plays: boolean;
  kind: AttentionKind;
  row: number;
  column: number;
  head: number;
  x: number[];
  memory: number[];
  q: number[];
  k: number[];
  dots: number[];
  scores: number[];
  allowed: boolean[];
  weights: number[];
  values: number[][];
  head_out: number[];
  concat: number[];
  out: number[];
  own: number[];
  W: Record<"q" | "k" | "v" | "o", Matrix>;
  sums: Record<string, number[]>;
  biases: Record<string, number[]>;
  map: number[][];
  tokens: string[];
  names: string[];
  crumbs: Crumb[];
  stages: { name: string; expression: string; result: string; line: string }[];
  groups: number[];
  blank?: boolean;
};

/** `waits`: nothing is drawn yet; `guess` is the key that takes most, `seen` the dimension that is
 * pointed at, `cursor` the cell of the map. */
export type State = {
  stage: number;
  dim: number;
  waits: boolean;
  guess: number | null;
  seen: number | null;
  cursor: readonly [number, number] | null;
  answer?: number | null;
  kind?: number;
  layer?: number;
  head?: number;
  row?: number;
  col?: number;
};

export type Cellsteps = Drawing<Data, State>;

/** Of a vector's bars: their `limit`, whether it `stands`; `only` are the places in full colour, `grown`
 * how far each has grown. */
export type Look = {
  limit?: number;
  stands?: boolean;
  only?: number[];
  grown?: (at: number) => number;
};

/** What a cell is drawn with. */
export interface Marks {
  inTurn(phase: number, at: number, count: number, spread: number): number;
  indexed(letter: string, index: string | number, rest?: string): Template[];
  barOf(
    room: Room,
    at: number,
    count: number,
    share: number,
    stands?: boolean,
  ): [number, number, number, number];
  Vector(room: Room, values: Numbers, colour: string, look?: Look): unknown[];
  Rows(
    room: Room,
    id: string,
    size: number[],
    from: number,
    to: number,
    more?: { opacity?: number; left?: number },
  ): Template;
}

/** What parts of the drawing are given, and what they make of it. */
export interface CellParts {
  cuts(
    place: import("./place.js").Place,
    data: Data,
    closed: number,
    cut: number,
  ): [number, number][];
}

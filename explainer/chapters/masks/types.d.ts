// What the drawings are given, what they keep, and what their parts share.

/** A model or run, with the loss (nats a token) on each of the targets that were fed; none where they
 * are to be predicted. */
export type LossesSide = { name: string; fact: string; losses: number[] | null; written: string };

export type LossesData = { sides: LossesSide[]; targets: { name: string; text: string }[] };

export type Losses = Drawing<LossesData, object>;

/** How wide and high the cells of a panel are, in pixels, below what they stand. */
export type Places = {
  left: number;
  cell: number;
  row: number;
  count: number;
  isNarrow: boolean;
  measure: Measure;
};

/** Masks are (Q, K), 1 = may look; `source` and `fed` are the tokens of the chosen sentence. */
export type ShapesData = {
  sentences: string[][];
  source: string[];
  fed: string[];
  additive: boolean;
  masks: { padding: number[][]; causal: number[][]; both: number[][]; cross: number[][] };
};

/** `lit` is the mask and the row that is pointed at. */
export type ShapesState = { sentence: number; lit: [number, number] };

export type Shapes = Drawing<ShapesData, ShapesState>;

/** A mask; `sides` are those of rows and of columns. */
export type Shape = {
  id: string;
  line: string;
  mask: number[][];
  marked?: number[][];
  sides: ShapesSide[];
};

export type ShapesSide = "source" | "fed";

/** `scores` are those of one head (T, T), future included; `probs` p(wanted) for every edge (E, T) and
 * `steps` those of translation (T), null where they are not to be shown. */
export type TriangleData = {
  fed: string[];
  wanted: string[];
  scores: number[][];
  edges: number[];
  probs: number[][] | null;
  steps: number[] | null;
};

/** `at` is the chosen row, `hover` the one under the pointer; `from` is where the edge was before. */
export type TriangleState = {
  at: number;
  edge: number;
  hover: number | null;
  drag: Drag | null;
  from: number;
};

export type Triangle = Drawing<TriangleData, TriangleState>;

/** A pointer that is down: where, with which edge. */
export type Drag = { x: number; edge: number };

/** A row of a mask: `last` is the last key it may see, `from` how far it saw before, `p` how probable the
 * `wanted` token is. */
export type MaskRow = {
  row: number;
  name: string;
  weights: number[];
  last: number;
  isChosen: boolean;
  wanted: string;
  p: number | undefined;
  from?: number;
};

/** What parts of the drawing are given, and what they make of it. */
export interface MaskParts {
  placesOf(width: number, count: number, isNarrow: boolean, measure: Measure): Places;
  Names(
    names: readonly string[],
    kind: (column: number) => string,
    cell: number,
    measure: Measure,
  ): Template;
}

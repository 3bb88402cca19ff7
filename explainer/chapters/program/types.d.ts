// What the drawings are given, what they keep, and what their parts share.

/** A value the lines make; `wrong` and `difference` are null where the other program has none. */
export type Step = { name: string; right: Value; wrong: Value | null; difference: number | null };

export type Program = { name: string; written: string; loss: number; parameters: number };

/** `lines` are those of a diff with their signs, right ones with "-"; `probs` of every token that the
 * right program and the other one gave it. */
export type FaultyData = {
  lines: [string, Span[]][];
  steps: Step[];
  programs: Program[];
  tokens: string[];
  probs: [number, number][];
};

export type FaultyState = { asks: boolean; shown: number | null };

export type Faulty = Drawing<FaultyData, FaultyState>;

/** The value number `place` of a line is used, `again` in a loop's next round; `part` is what of it a
 * cell is made of. */
export type Link = { line: number; place: number; part: string; again: boolean };

/** A line of the file, from 1. */
export type Line = { n: number; spans: Span[]; values: Tensor[]; reads: Link[] };

export type ListingData = { lines: Line[]; labels: Record<string, string[]> };

/** `at` counts the lines that made something; `cells` are those chosen of the tensors of a line, `over`
 * one under the pointer: [line, place, cell]. `boxes` say where the lines are. */
export type ListingState = {
  at: number;
  cells: Record<string, Cell>;
  over: [number, number, Cell] | null;
  boxes: { middles: number[]; high: number; room: number } | null;
};

export type Listing = Drawing<ListingData, ListingState>;

/** The beginning of a value: its numbers by rows; what is none is a word, "−∞" or "NaN". */
export type Value = { size: [number, number]; numbers: (number | string)[]; isWeights?: boolean };

/** A value: letters and lengths of its axes, and the first numbers of the last two, whose entries are
 * called by the labels of these `names`, "" where they are counted. */
export type Tensor = Value & { name: string; axes: [string, number][]; names: [string, string] };

/** What the line reads, and what of it a cell is made of. */
export type Source = { tensor: Tensor; part: string };

export type Cell = readonly [number, number];

export type Around = { data: { labels: Record<string, string[]> }; words: Record<string, string> };

/** A tensor drawn large: `cell` is at hand; `choose` one for good, `hover` one while the pointer is on it. */
export type Large = {
  width: number;
  height: number;
  cell: Cell;
  choose: (cell: Cell) => void;
  hover: (cell: Cell | null) => void;
};

/** What parts of the drawing are given, and what they make of it. */
export interface TensorParts {
  isTold(at: number, isNamed: boolean, room: number, need: number): boolean;
  Way(tensor: Tensor, to: number, most: number[], part?: string, cell?: Cell | null): Template;
}

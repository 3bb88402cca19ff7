// What the drawings are given, what they keep, and what their parts share.

/** A token of the tree, as `analysis/beam_tree.py` tells it. */
export type Row = {
  step: number;
  parent: number;
  line: number;
  token: string;
  log_prob: number;
  total: number;
  rank: number;
  verdict: string;
  greedy: boolean;
  rescued: boolean;
};

/** The rows by their columns; above each stands its "sum" or "p". `search` fills what the words leave
 * open; from each of `jumps` on another translation wins, up to `most`; `greedy_sums` are those along greedy
 * search's path. Before the answer it is `blank`:
 * no number is known. */
export type Data = {
  nodes: { [Name in keyof Row]: Row[Name][] };
  n_steps: number;
  n_columns: number;
  n_lines: number;
  show: string;
  start: string;
  ends: End[];
  jumps: number[];
  most: number;
  widths: number[];
  greedy_sums: number[];
  search: { width: number; steps: number; limit: number; min: number };
  blank?: boolean;
};

/** `step` from 1 is lit; `width` is that of the search; `over` is the node that is pointed at; `node` is
 * what was pressed. */
export type State = {
  step: number;
  alpha: number;
  width: number;
  over: number | null;
  node?: number;
  answer?: number | null;
};

export type Tree = Drawing<Data, State>;

/** `path` is all that is written up to here. */
export type Node = Row & { index: number; path: string; children: number[]; end?: End };

/** Where a translation ends in the tree, and what its score is made of. */
export type End = { node: number; total: number; length: number; words: string; finished: boolean };

/** What parts of the drawing are given, and what they make of it. */
export interface TreeParts {
  ranked<T extends Pick<End, "total" | "length" | "finished">>(ends: T[], alpha: number): T[];
}

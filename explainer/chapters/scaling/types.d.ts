// What the drawings are given, what they keep, and what their parts share.

/** `by` at every width; means over many rows where there are such. */
export type Divisor = {
  id: string;
  name: string;
  by: number[];
  largest?: number[];
  gradient?: number[];
};

/** `scores` of one row at every width, null where it may not look, and all of them before the answer;
 * `rows` and `pairs` are how many were drawn at random. */
export type Data = {
  widths: number[];
  keys: string[];
  scores: (number | null)[][] | null;
  divisors: Divisor[];
  spread: Spread | null;
  rows?: number;
  pairs?: string;
};

/** `at` is a place in `widths`. */
export type State = { at: number };

export type Recut = Drawing<Data, State>;

/** Of all scores at every width their deviation and a histogram over `sides` deviations of the theory,
 * in units of its peak; the axis ends at `reach`. */
export type Spread = { reach: number; sides: number; sd: number[]; heights: number[][] };

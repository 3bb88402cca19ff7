// What the drawings are given, what they keep, and what their parts share.

/** What is written, and the probability of each token of the first translation; none of both where they
 * are to be predicted. */
export type Run = { text: string | null; probs: number[] | null };

/** A part, in one of its layers or in all (-1); a change that is no switch may be made in it. */
export type Row = Run & {
  id: string;
  kind: string;
  stack: string;
  layer: number;
  changed: boolean;
};

/** `other` is a change that is no switch. */
export type Data = {
  tokens: string[];
  before: Run;
  rows: Row[];
  other: (Run & { name: string }) | null;
};

/** `off` is the part that is away. */
export type State = { off: string | null };

export type Board = Drawing<Data, State>;

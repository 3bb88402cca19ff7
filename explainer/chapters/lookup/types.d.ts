// What the drawings are given, what they keep, and what their parts share.

/** `hard` is what a dictionary answers, null where it has no such key. */
export type Data = {
  keys: string[];
  values: number[];
  query: string;
  hard: number | null;
  sharpest: number;
};

export type State = { scores: number[]; sharpness: number };

export type Balance = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface BalanceParts {
  Answer(what: string, code: string, found: number | null, why: string, role?: string): Template;
}

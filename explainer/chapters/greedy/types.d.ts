// What the drawings are given, what they keep, and what their parts share.

/** A candidate; one that `may` not be written is no button. */
export type Part = { token: string; prob: number; may: boolean };

/** A step: what the decoder reads last, the place of the candidate that is written (null where that is
 * asked), its rank among all, the entropy in nats, and whether the reader chose. */
export type Row = {
  read: string;
  parts: Part[];
  chosen: number | null;
  rank: number;
  entropy: number;
  forced: boolean;
};

/** `left` is what greedy search wrote by itself, where the reader has left its way. */
export type Data = { rows: Row[]; left?: { token: string; prob: number }[] | null };

/** `over` is the part under the pointer, `force` what is to be written: step and part. */
export type State = { at: number; over: [number, number] | null; force?: number[] };

export type Picks = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface PicksParts {
  tell(drawing: Pick<Picks, "data" | "words">, step: number, part?: number): string;
  Part(part: Part, step: number, index: number): Template;
}

// What the drawings are given, what they keep, and what their parts share.

/** What the model makes of an order: of every place how far the encoder's output for its token differs
 * from that in the order as written, and both translations. */
export type Outcome = { order: number[]; moved: number[]; texts: string[] };

/** `pairs` of channels that are drawn as clocks, `gap` to the token that is dragged along (0: none),
 * whether positions are added at all. `needs` says on a page without the model that it is missing. */
export type Data = {
  tokens: string[];
  d_model: number;
  pairs: number[];
  gap: number;
  on: boolean;
  outcome: Outcome | null;
  needs?: string;
};

/** A token in the hand: where it is, null until it moves. */
export type Held = {
  place: number | null;
  grip: number;
  left: number;
  top: number;
  isMine?: boolean;
  before: string;
};

/** The chosen token and the order of all, which the server keeps; what is in the hand, which clock is
 * pointed at, and whether it was a pointer that took the token. */
export type State = {
  at: number;
  order: number[];
  held: Held | null;
  pointed: { dial: number; token: number } | null;
  byHand: boolean;
};

export type Dials = Drawing<Data, State>;

export type TableData = {
  name: string;
  length: number;
  d_model: number;
  base: number;
  titles: { row: string; key: string; value: string };
  blank?: boolean;
};

export type Table = Drawing<TableData, import("../../drawings/types.d.ts").MapState>;

/** What parts of the drawing are given, and what they make of it. */
export interface DialsParts {
  chosenOf(order: number[], token: number, gap: number): number;
  partnerOf(order: number[], at: number, gap: number): number | null;
  table(length: number, width: number, base: number): number[][];
}

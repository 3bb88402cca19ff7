// What the drawings are given, what they keep, and what their parts share.

/** Boxes from the bottom up, a title and a note, without a title a free place. */
export type Stack = { name: string; tone: string; boxes: [string, string][] };

/** What there is between two tokens, see `LOOKS`; `row` is lit at first. `over` are the boxes of the
 * left and the right stack between which something goes over; `mask` and `direction` are said. */
export type Data = {
  name: string;
  names: string[];
  states: number[][];
  row: number;
  stacks: Stack[];
  over: [number, number] | null;
  mask: string;
  direction: string;
};

export type Kin = Drawing<Data, { at: number }>;

/** `right` is the place of the right guess, null if it is not among them. */
export type GuessesData = { tokens: string[]; probs: number[]; right: number | null };

export type Guesses = Drawing<GuessesData, object>;

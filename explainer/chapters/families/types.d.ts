// What the drawings are given, what they keep, and what their parts share.

/** Boxes from the bottom up, a title and a note, without a title a free place. */
export type Stack = { name: string; tone: string; boxes: [string, string][] };

/** What there is between two tokens, see `LOOKS`, the first `left` of them of the left stack; `row` is
 * lit at first. `over` are the boxes of the stacks between which something goes over. */
export type Data = {
  name: string;
  names: string[];
  states: number[][];
  left: number;
  row: number;
  stacks: Stack[];
  over: [number, number] | null;
  direction: string;
};

/** Cells of the map, from a row and a key up to others; one that is not on is there unseen. */
export type Block = { rows: [number, number]; keys: [number, number]; isOn: boolean };

export type Kin = Drawing<Data, { at: number }>;

/** `right` is the place of the right guess, null if it is not among them. */
export type GuessesData = { tokens: string[]; probs: number[]; right: number | null };

export type Guesses = Drawing<GuessesData, object>;

// What the drawings are given, what they keep, and what their parts share.

/** Of every network the logits of ten digits, in one or two runs. */
export type DigitViewData = { networks: string[]; logits: number[][][] };

/** How a drawing is written: two of `letters` a point of the `size` x `size` paper, strokes parted by a
 * sign, `most` letters in all. */
export type DrawPadData = { size: number; letters: string; parting: string; most: number };

/** The drawing, whether it is the reader's `own` (the first stroke on another begins a new one), and
 * the stroke under the pointer, as it is written. */
export type DrawPadState = { written: string; own: boolean; stroke: string };

/** Of a layer the queries and keys, by head and patch. */
export type GazeViewData = { picture: number[][]; q: number[][][]; k: number[][][] };

/** `pointed` is the patch under the pointer. */
export type GazeViewState = { patch: number; head: number; pointed: number | null };

/** A picture, by its patches. */
export type Picture = number[][];

/** A picture whose patches are buttons: the one at `on` is framed, the one at `chosen` pressed. */
export type Sheet = {
  paper: Template;
  name: string;
  place: string;
  chosen: number;
  on?: number;
  choose: (patch: number) => void;
  point?: (patch: number | null) => void;
  told?: (patch: number, place: string) => string;
};

export type PatchViewData = { picture: Picture };

/** `places` says where each patch stands in the order of the state, of which 0 is the picture's own. */
export type ShuffleData = DigitViewData & { picture: Picture; places: number[] };

export type Tokens = Drawing<{ picture: Picture; patch: number }, object>;

// What the drawings are given, what they keep, and what their parts share.

/** How a drawing is written: two of `letters` a point of the `size` x `size` paper, strokes parted by a
 * sign, `most` letters in all. */
export type DrawPadData = { size: number; letters: string; parting: string; most: number };

/** The drawing, whether it is the reader's `own` (the first stroke on another begins a new one), the
 * stroke under the pointer, as it is written, and the `draft` with it that was told last. */
export type DrawPadState = { written: string; own: boolean; stroke: string; draft: string };

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

/** A letter that is written, its probability, the likeliest other with its own, and its weights by patch. */
export type Letter = { letter: string; p: number; rival: [string, number] | null; looks: number[] };

export type PatchViewData = { picture: Picture; word: Letter[] };

/** `places` says where each patch stands in the order of the state, of which 0 is the picture's own; of
 * every network the logits of ten digits, before and now, the `same` if they move less than that. */
export type ShuffleData = {
  picture: Picture;
  places: number[];
  networks: string[];
  logits: number[][][];
  same: number;
};

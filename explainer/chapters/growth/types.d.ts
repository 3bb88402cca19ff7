// What the drawings are given, what they keep, and what their parts share.

/** `probs` of every token at every state and how many of them are `right`, null where a teacher hides
 * them; `losses` of the states and their `drift`, where they are known. */
export type FilmData = {
  states: string[];
  written: string[];
  tokens: string[];
  probs: number[][] | null;
  right: number[];
  source: string;
  losses: number[];
  drift: DriftData | null;
};

/** `lit` is the word that is looked at. */
export type Film = Drawing<FilmData, { at: number; lit: number | null }>;

export type Point = [number, number];

/** Words of one kind; `places` of each at every state, on two axes. */
export type Group = { name: string; tone: string; tokens: string[]; places: Point[][] };

/** `within` and `across`: the mean cosine of two words of one group and of two, at every state. */
export type DriftData = { groups: Group[]; within: number[]; across: number[] };

/** `x` and `y` from -1 to 1. */
export type Word = { word: string; tone: string; group: number; path: Point[] };

/** What parts of the drawing are given, and what they make of it. */
export interface DriftParts {
  /** `now` is where the words are, as x and y in turn. */
  Field(drawing: Film, all: Word[], now: number[], width: number): Template;
}

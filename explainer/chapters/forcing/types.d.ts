// What the drawings are given, what they keep, and what their parts share.

/** Tokens with what each was given and its rank; of every step the tokens that were expected most and
 * their shares. Before the answer no number is known: one of `choices` is read after the step `asked`. */
export type Path = {
  tokens: string[];
  probs: number[];
  ranks: number[];
  top: string[][];
  shares: number[][];
};

export type Data = { reference: Path; own: Path; asked?: number; choices?: string[] };

/** The step that is looked at, those that are corrected, and where it was written anew. */
export type Fork = Drawing<Data, { at: number; pen: number[] }>;

/** What parts of the drawing are given, and what they make of it. */
export interface ForkParts {
  isSlip(data: Data, place: number): boolean;
  Pen(place: number, isHeld: boolean, side: string, label: string): Template;
  Bends(box: string, given: string, own: string): Template;
  OnRail(kind: string, inside: unknown, more?: object | false, turns?: boolean): Template;
  Token(place: number, side: string, path: Path): Template | false;
}

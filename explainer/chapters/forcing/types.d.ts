// What the drawings are given, what they keep, and what their parts share.

/** An output: its name, its tokens with their -ln p, and the palette colour. The first one is the
 * reference. */
export type Lane = { name: string; tone: string; tokens: string[]; losses: number[] };

/** `lit` is the lane and the token under the pointer. */
export type TokenLosses = Drawing<{ lanes: Lane[] }, { lit?: [number, number] | null }>;

/** Tokens and what each was given; of the reference its ranks and what stood on top. Before the answer
 * no number is known: one of `choices` is read after the step `asked`. */
export type Path = { tokens: string[]; probs: number[] };

export type Data = {
  reference: Path & { ranks: number[]; top: Path };
  greedy: Path;
  asked?: number;
  choices?: string[];
};

/** What parts of the drawing are given, and what they make of it. */
export interface ForkParts {
  OnRail(kind: string, inside: unknown, more?: object | false): Template;
  Token(place: number, side: string, path: Path): Template | false;
}

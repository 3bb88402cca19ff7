// What the drawings are given, what they keep, and what their parts share.

/** A part of the figure, or what stands outside of it, with how many terms it has; of every term of the
 * list the parts it lights; the sentence that is drawn, source and translation. */
export type Data = {
  places: { id: string; name: string; count: number }[];
  term: string;
  lights: Record<string, string[]>;
  sentence: string[];
  figure: FigureNumbers | null;
};

/** `part` has its terms listed ("" for none), `lit` and `term` are pointed at, `stop` is where the
 * arrow keys stand. */
export type State = { part: string; lit: string | null; term: string; stop: number | null };

export type Parts = Drawing<Data, State>;

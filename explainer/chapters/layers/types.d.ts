// What the drawings are given, what they keep, and what their parts share.

/** Of a pass: |x| of every state; |x + F(x)|, |F(x)| and the cosine of both of every sub-layer; how
 * probable every state of the decoder finds what is `wanted`, and the most probable tokens at every one,
 * `top`, and `next`, at the last one; null what is not shown. */
export type Flow = {
  x: number[];
  sum: number[];
  add: number[];
  cos: number[];
  wanted: number[];
  top: Share[][] | null;
  next: Share[] | null;
};

/** A token and its probability. */
export type Share = [string, number];

/** `places` made the states, by their names in the trace. `before` is without the `dams`, where there
 * are any. Where `post` a norm stands behind every sum. Of a `blank` river no number is known. */
export type Data = {
  places: string[];
  now: Flow;
  before: Flow | null;
  dams: string[];
  source: string;
  wanted: string;
  light: string;
  post: boolean;
  blank?: boolean;
};

export type Part = { kind: "tributary" | "norm" | "word"; at: number };

/** `over` is pointed at; arrow keys stand at a `tributary` and a `word`. */
export type State = { dams: string[]; over: Part | null; tributary?: number; word?: number };

export type River = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface RiverParts {
  turn(s: number, places: number[], one: number, other: number): number;
}

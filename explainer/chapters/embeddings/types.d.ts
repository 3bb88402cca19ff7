// What the drawings are given, what they keep, and what their parts share.

/** `rows` are vectors, the chosen token's first, by groups: what stands above them, how many they are,
 * and the palette colour. `places` of the rows along two axes, which keep a `share` of the spread. */
export type Data = {
  labels: string[];
  rows: number[][];
  groups: [string, number, string][];
  measure: "cosine" | "dot";
  places: [number, number][];
  share: number;
};

/** `kept` is the row that was pointed at last. */
export type State = { kept: number };

export type Alike = Drawing<Data, State>;

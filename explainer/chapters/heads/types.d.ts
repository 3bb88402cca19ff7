// What the drawings are given, what they keep, and what their parts share.

/** `tokens` ask, called `names` in a sentence; `rows` are the weights (H, K) of each, null where the
 * text is long, and of none where they are to be guessed. `nats` and `places` are how far the heads
 * disagree there and how many tokens they look at most; `kinds` are roles, called `roles`, and `told` is said of each head at `row`. */
export type FanData = {
  kind: AttentionKind;
  layer: number;
  row: number;
  head: number;
  tokens: string[];
  names: string[];
  keys: string[];
  rows: (number[][] | null)[];
  nats: number[];
  places: number[];
  kinds: string[];
  roles: string[];
  told: string[];
};

/** `lit` is the head and `role` the one that was pressed; `over` the one and `seen` the row that are pointed at. */
export type FanState = Pulls & {
  row: number;
  lit: number | null;
  over: number | null;
  seen: number | null;
  role: string | null;
};

export type Fan = Drawing<FanData, FanState>;

/** Of every layer and head its map in whole percents (Q, K), none where they are to be guessed, what it
 * does, as `kinds` of roles, in a word or two and in a sentence. */
export type GridData = {
  maps: number[][][][] | null;
  captions: string[][];
  kinds: string[][];
  told: string[][];
};

/** Layer and head. */
export type Pair = [number, number];

/** `framed` are the maps that the page draws large. */
export type GridState = { at: Pair; framed: Pair[]; over: Pair | null; role: string | null };

export type Grid = Drawing<GridData, GridState>;

export type Said = import("../../drawings/engine/told.js").Words["said"];

/** `favourite` is the key it looks at most. */
export type Role = { role: string; score: number; chance: number; favourite: number };

export type Cells = (query: number, key: number) => boolean;

/** What parts of the drawing are given, and what they make of it. */
export interface FanParts {
  Badge(head: number, x: number, y: number, weight?: string): Template;
}

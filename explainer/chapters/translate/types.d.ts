// What the drawings are given, what they keep, and what their parts share.

export type Part = { kind: "token" | "memory" | "row"; at: number };

/** To another page: a memory tile or a name. Of the candidates `instead` is written, -1 the model's. */
export type Away = { cell?: number; goto?: string; instead?: number };

/** The step `at`, the layer, and the head from 1, 0 for the mean of all. `over` is pointed at, `pinned`
 * the token whose way stays lit; the opening began at the time `begun`. `track` is how wide the scrubber
 * is, `isFirst` a tap that only lights. */
export type State = Pulls & Copying["state"] & {
  origin?: string;
  at: number;
  layer: number;
  head: number;
  over?: Part | null;
  pinned: number;
  track: number;
  isFirst?: boolean;
  isOpen?: boolean;
  begun: number | null;
};

export type Flow = Drawing<Data, State>;

export type Rows = Packed | any[];

/** `sent` are the heads that travel, from 1; 0 is the mean of all. Of their weights `encoder` has (L,
 * N, S, S), `cross` (L, N, T, S), `decoder` (L, N, T (T + 1) / 2): the causal mask makes the rest 0.
 * `vectors` has 8 numbers of each vector, without their signs, as shares of `scale`: embedding and layers
 * of the encoder (L + 1, S, 8), embedding and two sublayers a layer of the decoder. All are null where
 * they are to be predicted; `candidates`, of each step tokens with their probability, their rank and
 * whether they were chosen, with the `rest` where probabilities are hidden; of the last token there are
 * then `choices`. Where nothing `leads` to other pages names and candidates cannot be pressed. `origin`
 * names what is drawn and where it began, `view` that place; the `sentence` `isOwn` where the reader
 * wrote a token of it; it stands still from the first where one of
 * `guided` or `placed` is in the address. */
export type Data = {
  source: string[];
  fed: string[];
  predicted: string[];
  layers: { encoder: number; decoder: number };
  heads: number;
  sent: number[];
  encoder: Rows | null;
  decoder: Rows | null;
  cross: Rows | null;
  vectors: { encoder: Rows; decoder: Rows } | null;
  scale: number;
  width: number;
  candidates: [string, number, number, boolean][][] | null;
  rest: number[] | null;
  vocabulary: number;
  choices: string[];
  count?: number;
  view: { at: number; layer: number; head: number };
  origin: string;
  sentence: string;
  isOwn?: boolean;
  target: string;
  dark: boolean;
  leads: boolean;
  guided: string[];
  placed: string[];
};

export type Candidate = {
  token: string;
  probability: number;
  rank: number;
  chosen: boolean;
  others?: boolean;
};

/** A self-attention as it is drawn: `weight` of what asks and what is looked at, `middle` and `size` of a
 * tile; weights up to the `least` are left out. */
export type Layer = {
  count: number;
  least: number;
  weight: (query: number, key: number) => number;
  middle: (at: number) => number;
  size: (at: number) => number;
  from: number;
  to: number;
  isDown?: boolean;
};

/** A strand of a cable, `width` px wide; `before` px of the stack are taken by other strands. */
export type Strand = {
  fromX: number;
  fromY: number;
  channelRight: number;
  channelY: number;
  rowTop: number;
  tileX: number;
  before: number;
  width: number;
};

/** What is pointed at, focused and pressed. */
export type Target = { style: string; label: string; inside: unknown; isOn?: boolean };

/** What parts of the drawing are given, and what they make of it. */
export interface FlowParts {
  table(
    count: number,
    weights: (layer: number, head: number, row: number, column: number) => number,
    queries: string[],
    keys: string[],
  ): object[];
  weights(
    rows: Rows | null,
    of?: (plane: any, row: number, column: number) => number | undefined,
  ): (layer: number, head: number, row: number, column: number) => number;
  Name(scene: import("./flow.js").Scene, token: string, most: number): Template;
  Group(
    scene: import("./flow.js").Scene,
    kind: Part["kind"],
    label: string,
    targets: Target[],
    press: (at: number) => void,
  ): Template;
  Pill(x: number, y: number, said: string, kind: string): Template;
  strips(
    tiles: [x: number, y: number, shades?: number[]][],
    width: number,
    height: number,
    colour: string,
  ): unknown[];
}

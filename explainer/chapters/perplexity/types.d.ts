// What the drawings are given, what they keep, and what their parts share.

/** What each token cost, null where it could not be, and of a model's tokens what it had expected
 * first: a token, its probability, and the rank of the token that came. Without these no die can be
 * dragged or rolled. `most`: the bits of the highest column, null where it is of these tokens' own. */
export type Data = {
  tokens: string[];
  nats: (number | null)[];
  first: [string, number, number][];
  most: number | null;
};

/** The token at rest, which the server keeps, and the one under the pointer; what the reader tried; how
 * often the die was turned, and of its rolls how many hit. */
export type State = {
  at: number;
  lit: number | null;
  tries: number[] | null;
  from: number | null;
  turns: number;
  rolls: [number, number];
};

export type OneDie = Drawing<Data, State>;

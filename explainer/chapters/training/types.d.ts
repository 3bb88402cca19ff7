// What the drawings are given, what they keep, and what their parts share.

/** A token of the target in every state of training: its loss in nats; itself and the model's favourites,
 * and what each was given, at last all others. */
export type Token = { losses: number[]; names: string[]; given: number[][] };

/** What a smoothed target asks of the right token and of each other one, where a token's loss comes to
 * rest, and the least that the smoothed loss can be. */
export type Target = {
  epsilon: number;
  right: number;
  each: number;
  rest: number;
  least: number;
};

/** `targets` of every epsilon; in every state the batch's mean loss, the `smooth` one too, and some
 * `weights` of the chosen token's row of the output matrix; `moved` is how far each step took a weight;
 * `at` is what the server has trained. Before the answer it is `blank`: what is hidden, of "pulls",
 * "losses" and "asked". */
export type Data = {
  sentences: { source: string; tokens: Token[] }[];
  targets: Target[];
  means: number[];
  smooth: number[];
  moved: number[];
  weights: number[][];
  at: State;
  blank?: string;
};

/** Places of a sentence, a token in it and of epsilon; how many steps were trained. */
export type State = { sentence: number; place: number; stop: number; trained: number };

export type Pull = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface PullParts {
  pullsOf(
    data: Data,
    state: State,
    others: string,
  ): { name: string; p: number; q: number; pull: number }[];
}

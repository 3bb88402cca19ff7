// What the drawings are given, what they keep, and what their parts share.

/** A token, null where `count` of them stand together: its part of the lower line, nothing of what was
 * cut, and of the upper one. */
export type Part = {
  token: string | null;
  count: number;
  low: number;
  high: number;
  from: number;
  to: number;
};

/** `written` are the tokens before, `uniforms` the numbers of this seed and of those after it; `mass` is
 * what was cut, if anything was; `flow` has the parts' shares and the entropy at every stop of the
 * temperature's knob, where nothing is cut. */
export type Data = {
  written: string[];
  parts: Part[];
  uniforms: number[];
  mass: number;
  isCut: boolean;
  temperature: number;
  entropy: number;
  flow?: { shares: number[]; entropy: number }[] | null;
};

/** `u` is the number while it is another one, `temperature` that of the knob while it is held; the last
 * number that has fallen is `at`. */
export type State = { at: number; u?: number | null; temperature?: number };

export type Lottery = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface LotteryParts {
  Box(line: string, part: Part, from: number, to: number): Template;
}

// What the drawings are given, what they keep, and what their parts share.

/** A token, null where `count` of them stand together, `left` of them below: its part of the lower line, nothing of what was
 * cut, and of the upper one. */
export type Part = {
  token: string | null;
  count: number;
  left?: number;
  low: number;
  high: number;
  from: number;
  to: number;
};

/** `written` are the tokens before, `uniforms` the numbers of this seed and of those after it; `mass` is
 * what was cut, if anything was. */
export type Data = {
  written: string[];
  uniforms: number[];
  parts: Part[];
  mass: number;
  isCut: boolean;
  temperature: number;
  entropy: number;
  rare?: Rare;
  flow?:
    | { knob: string; now: number; low: number; step: number; names: string[]; stops: Stop[] }
    | null;
};

/** Places among `names` of what each number draws, and of what lies under the hand at each place. */
type Rare = { names: string[]; drawn: number[]; under?: number[] };

/** What one place of the knob that moves makes of the step: what the parts share, `counts` how many
 * tokens of each are left, where not all. */
export type Stop = Pick<Data, "entropy" | "mass" | "isCut" | "temperature"> & {
  drawn: number[];
  shares: number[];
  counts?: number[];
};

/** `u` is the number while it is another one, `held` where the knob of that flow is moved to; the last
 * number that has fallen is `at`. */
export type State = { at: number; u?: number | null; held?: { flow: Data["flow"]; at: number } };

export type Lottery = Drawing<Data, State>;

/** What parts of the drawing are given, and what they make of it. */
export interface LotteryParts {
  Box(line: string, part: Part, from: number, to: number): Template;
}

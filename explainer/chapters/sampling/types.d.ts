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

/** `written` are the tokens before; `mass` is what was cut, if anything was. */
export type Data = {
  written: string[];
  parts: Part[];
  uniform: number;
  mass: number;
  isCut: boolean;
  temperature: number;
};

/** `u` is the number while it is another one. */
export type Lottery = Drawing<Data, { u: number | null }>;

/** What parts of the drawing are given, and what they make of it. */
export interface LotteryParts {
  Box(line: string, part: Part, from: number, to: number): Template;
}

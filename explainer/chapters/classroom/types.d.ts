// What the drawings are given, what they keep, and what their parts share.

export type Data = { link: string; readable: string };

export type State = { copied?: number };

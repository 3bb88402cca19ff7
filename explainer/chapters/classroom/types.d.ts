// What the drawings are given, what they keep, and what their parts share.

/** `picture` is the code as SVG, "" of a link too long for one. */
export type Data = { link: string; readable: string; picture: string };

export type State = { copied?: number; enlarge?: boolean };

// What the drawings are given, what they keep, and what their parts share.

/** A stop a part of the way, with what it says of the token. */
export type Data = { stops: { part: string; name: string; value: string }[] };

/** The part that is shown. */
export type State = { part: string };

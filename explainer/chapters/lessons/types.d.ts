// What the drawings are given, what they keep, and what their parts share.

/** A lesson: `share` of its steps are answered; `told` says all of it in words. */
export type Stop = { id: string; number: number; share: number; is_next: boolean; told: string };

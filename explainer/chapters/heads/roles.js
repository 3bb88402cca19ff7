// Colours of what heads do: one for those that look at the token's own counterpart, one each for those that
// look before it, after it and around it, one where weight rests, and none without a clear role.
const TONES = Object.entries({
  pair: ["pair", "same"],
  behind: ["previous", "fed"],
  ahead: ["next", "diagonal"],
  rest: ["start", "end", "punctuation", "rest"],
  none: ["mixed", "broad"],
});

/** @param {string} role as `analysis/head_roles.py` names it */
export const toneOf = (role) => TONES.find(([, roles]) => roles.includes(role))?.[0] ?? "near";

/** All drawings hear which role was pressed. @param {string | null} detail */
export const tellRole = (detail) => dispatchEvent(new CustomEvent("explainer.role", { detail }));

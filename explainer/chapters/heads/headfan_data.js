// What `looks.py` tells the drawing of the strands, of a translation that was made in the browser.
import { prefixOf, sides, tensor } from "../../drawings/engine/told.js";
import { fill, percent } from "../../drawings/format.js";
import { argmax, sum } from "../../drawings/math.js";
import { chosenHead, disagreement, roleLine, rolesOf } from "./roles_data.js";

const FULL = 12_000; // weights that travel; of more the chosen row alone is drawn

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function fanData(translation, address, translator, { said }) {
  const { kind, all, layer, row, head } = chosenHead(translation, address), weights = all[layer];
  const { rows: tokens, keys } = sides(translation, kind);
  const roles = rolesOf(translation, kind, translator)[layer];
  const values = tensor(translation, `${prefixOf(kind, layer)}.v`); // (H, K, E)
  const isFull = weights.length * tokens.length * keys.length <= FULL;
  return {
    data: {
      row,
      rows: tokens.map((_, at) => isFull || at === row ? weights.map((one) => one[at]) : null),
      nats: disagreement(weights),
      places: tokens.map((_, at) => new Set(weights.map((one) => argmax(one[at]))).size),
      ...{ kind, layer, head, tokens, keys },
      names: tokens.map((token) => fill(said[`heads.asks_${kind}`], { token })),
      kinds: roles.map(({ role }) => role),
      roles: roles.map(({ role }) => said[`words.role_short_${role}`]),
      told: roles.map((role, at) =>
        [fetched(weights[at][row], values[at], at), said["heads.whole"], roleLine(role, keys, said)]
          .join(" ")
      ),
    },
    chosen: { row, lit: null },
  };

  /** What a head fetches: most of it is the value of one key.
   * @param {number[]} looks @param {number[][]} values @param {number} at */
  function fetched(looks, values, at) {
    const key = argmax(looks),
      lengths = looks.map((look, one) => look * Math.hypot(...values[one]));
    return fill(said["heads.fetched"], {
      ...{ head: at + 1, token: keys[key], weight: looks[key].toFixed(2) },
      share: percent(lengths[key] / sum(lengths), 0),
    });
  }
}

// What `looks.py` tells the drawing of all heads, of a translation that was made in the browser.
import { sides } from "../../drawings/engine/told.js";
import { fill } from "../../drawings/format.js";
import { range } from "../../drawings/math.js";
import { chosenHead, roleLine, rolesOf } from "./roles_data.js";

const MOST = 20_000; // cells of the small maps

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function gridData(translation, address, translator, { said }) {
  const { kind, all, layer, head } = chosenHead(translation, address);
  const { keys } = sides(translation, kind), roles = rolesOf(translation, kind, translator);
  /** @template T @param {(role: import("./types.d.ts").Role) => T} change */
  const each = (change) => roles.map((heads) => heads.map(change));
  const mostly = (/** @type {number} */ key) =>
    fill(said["heads.mostly"], { token: keys[key].replace(/^\u2581+/, "") || "\u2581" });
  return {
    data: {
      maps: smallMaps(all),
      captions: each(({ role, favourite }) =>
        role === "mixed" ? mostly(favourite) : said[`words.role_short_${role}`]
      ),
      kinds: each(({ role }) => role),
      told: each((role) => roleLine(role, keys, said)),
    },
    chosen: { at: [layer, head], framed: [[layer, head]] },
  };
}

/** Weights in whole percents; of too many of them every 2 x 2 are one, the largest.
 * @param {number[][][][]} maps @returns {number[][][][]} */
function smallMaps(maps) {
  const each = (/** @type {(map: number[][]) => number[][]} */ change) =>
    maps.map((heads) => heads.map(change));
  const [rows, columns] = [maps[0][0].length, maps[0][0][0].length];
  if (maps.length * maps[0].length * rows * columns > MOST && Math.max(rows, columns) > 1) {
    const half = (/** @type {number} */ count) => range(Math.ceil(count / 2));
    return smallMaps(
      each((map) =>
        half(rows).map((q) =>
          half(columns).map((k) =>
            Math.max(...map.slice(2 * q, 2 * q + 2).flatMap((row) => row.slice(2 * k, 2 * k + 2)))
          )
        )
      ),
    );
  }
  return each((map) => map.map((row) => row.map((weight) => Math.round(100 * weight))));
}

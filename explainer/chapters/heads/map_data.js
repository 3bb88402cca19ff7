// What `maps.py` tells the drawing of the chosen head, of a translation that was made in the browser.
import { place, sides } from "../../drawings/engine/told.js";
import { fill } from "../../drawings/format.js";
import { argmax } from "../../drawings/math.js";
import { chosenHead } from "./roles_data.js";

/** @type {import("../../drawings/engine/told.js").Maker} */
export default function mapData(translation, address, _, { said }) {
  const { kind, all, layer, head, row } = chosenHead(translation, address);
  const { rows, keys } = sides(translation, kind), weights = all[layer][head];
  const best = argmax(weights.map((one) => Math.max(...one))), column = argmax(weights[best]);
  const name = fill(said["words.head_name"], { layer: layer + 1, head: head + 1 });
  return {
    data: {
      head: name, // which the app says beside the map
      name: fill(said["heads.map_alt"], {
        name,
        ...{ rows: rows.length, keys: keys.length, weight: weights[best][column].toFixed(2) },
        ...{ row: rows[best], column: keys[column] },
      }),
      values: weights.map((one, query) =>
        one.map((weight, key) => kind === "decoder" && key > query ? null : weight)
      ),
      ...{ rows, keys },
    },
    chosen: { cell: [row, place(address, "col", keys.length, argmax(weights[row]))] },
  };
}

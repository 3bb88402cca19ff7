// What can be pointed at, focused and pressed: tokens, memory tiles, rows, layers.
import { decimal, fill, percent } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { range } from "../../drawings/math.js";
import { roving, tab } from "../../drawings/roving.js";
import { px } from "./shapes.js";
import { headName, spoken } from "./caption.js";

/** @param {import("./flow.js").Scene} scene */
export function Targets(scene) {
  const { g, data, model, words, state, rows, layer, head, cross, set, go, leave } = scene;
  const { over } = state;
  const width = px(g.column);
  const x = data.source.map((_, at) => px(g.sourceX(at) - g.column / 2));
  const tokens = data.source.map((token, at) => ({
    ...{ x: x[at], width, y: g.sourceY - 4, height: g.memoryY - g.sourceY },
    "aria-label": fill(words.token_label, { token: spoken(token, words) }),
    "aria-pressed": String(state.pinned === at),
  }));
  const tiles = data.source.map((token, at) => ({
    ...{ x: x[at], width, y: g.memoryY - 3, height: g.memoryHeight + 6 },
    "aria-label": fill(words.memory_label, {
      ...{ token: spoken(token, words), layer: layer + 1, head: headName(scene, head) },
      weight: decimal(cross(layer, state.at, at)),
    }),
  }));
  const steps = data.fed.map((fed, row) => {
    const { token, probability } = model.candidates[row].chosen;
    const values = { step: row + 1, input: spoken(fed, words), output: spoken(token, words) };
    const label = model.isTold ? words.row_label : words.row_label_bare;
    return row <= state.at && {
      ...{ x: g.rail, width: px(g.tilesEnd - g.rail) },
      ...{ y: px(rows.top(row)), height: px(rows.height(row)) },
      "aria-label": fill(label, { ...values, probability: percent(probability) }),
    };
  });
  const pin = (/** @type {number} */ at) => set({ pinned: state.pinned === at ? -1 : at });
  return [
    Group("token", words.group_tokens, tokens, pin),
    Group("memory", words.group_memory, tiles, (at) => leave({ cell: at })),
    Group("row", words.group_rows, steps, (at) => go({ at })),
    range(data.layers.decoder).map(Layer),
  ];

  /** Buttons with one tab stop. Hover and focus light one; on a touch screen the first tap only does
   * that. @param {import("./flow.js").Part["kind"]} kind @param {string} label
   * @param {(object | false)[]} targets @param {(at: number) => void} press */
  function Group(kind, label, targets, press) {
    const isRow = kind === "row";
    const stop = over?.kind === kind ? over.at : isRow ? state.at : 0;
    const arrows = roving(() => {}, { press });
    // Rows stand below one another: sideways keys go to another step.
    const keys = (/** @type {KeyboardEvent} */ event) =>
      (isRow && /Left|Right/.test(event.key)) || arrows(event);
    return svg`
      <g role="group" aria-label=${label} onkeydown=${keys}>
        ${targets.map((target, at) => {
          const hands = target &&
            { ...target, ...handsOf(kind, at, press), tabindex: tab(at, stop) };
          return svg`<rect class="target ${kind}" rx="6" all=${hands || { display: "none" }} />`;
        })}
      </g>
    `;
  }

  /** @param {import("./flow.js").Part["kind"]} kind @param {number} at
   * @param {(at: number) => void} press */
  function handsOf(kind, at, press) {
    const isOver = over?.kind === kind && over.at === at;
    const light = () => !isOver && set({ over: { kind, at } });
    const rest = () => isOver && set({ over: null });
    const byMouse = (/** @type {() => void} */ act) => (/** @type {PointerEvent} */ event) =>
      event.pointerType !== "touch" && act();
    return {
      ...{ role: "button", onfocus: light, onblur: rest },
      ...{ onpointerenter: byMouse(light), onpointerleave: byMouse(rest) },
      onpointerdown: (/** @type {PointerEvent} */ { pointerType }) =>
        set({ isFirst: pointerType === "touch" && !isOver }),
      onclick: () => (state.isFirst ? set({ isFirst: false }) : press(at)),
    };
  }

  /** Its names choose a layer by pointer; by keyboard the small maps do. @param {number} at */
  function Layer(at) {
    const long = g.crossX(at) - g.selfX(at) + g.vectorWidth + 10;
    const areas = [[g.selfX(at) - 5, g.rowsEnd + 5, long, 26]];
    if (g.isWide && at < data.layers.encoder) {
      areas.push([g.x1 + 2, g.stageY(at) + 6, 54, g.size.pitch - 4]);
    }
    return areas.map(([x, y, width, height]) =>
      svg`
        <rect class="target layer" aria-hidden="true" x=${px(x)} y=${px(y)} width=${px(width)}
          height=${px(height)} onclick=${() => go({ layer: at })} />
      `
    );
  }
}

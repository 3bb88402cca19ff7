// The lower, orange band: one row is one decoding step; every layer is a box with two tiles.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Path, px, Words } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";
import { once } from "./model.js";
import { Pill, selfRibbons, strips } from "./shapes.js";

/** @param {import("./flow.js").Scene} scene */
export function decoder(scene) {
  const { g, data, model, words, state, rows, row, layer, head, token } = scene;
  const layers = range(data.layers.decoder);
  const ribbons = once(data, `self ${head} ${state.at}`, g, () =>
    layers.flatMap((at) => {
      const from = (at ? g.crossX(at - 1) : g.embedX) + g.vectorWidth + 1;
      const { middle, tile: size } = rows;
      return selfRibbons({
        ...{ count: state.at + 1, middle, size, from, to: g.selfX(at) - 1 },
        least: state.at > 27 ? 0.03 : 0.01,
        weight: (query, key) => model.decoder(at, head, query, key),
      }).map((one) => ({ ...one, layer: at, x: from }));
    }));
  const tiles = once(data, "rows", g, () =>
    data.fed.map((_, row) => {
      const places = [g.embedX, ...layers.flatMap((at) => [g.selfX(at), g.crossX(at)])];
      return strips(
        places.map((x, stage) => [x, -g.rowTile / 2, model.vectors.decoder[stage]?.[row]]),
        ...[g.vectorWidth, g.rowTile, "target"],
      );
    }));
  return { axes: Axes(), boxes: Boxes(), ribbons: Ribbons(), rows: Rows(), weights: Weights() };

  /** What stands above and below the rows. */
  function Axes() {
    const hasNames = g.crossX(0) - g.selfX(0) > 38;
    /** @param {number} x @param {string} said @param {string} [kind] */
    const axis = (x, said, kind = "middle") => Words(`axis ${kind}`, x, g.rowsY - 11, said);
    return svg`
      <g class="opens">
        ${axis(g.labelEnd, words.input, "end")}
        ${g.endWidth > 70 && axis(g.tilesEnd + 24, words.next, "start")}
        ${hasNames && layers.map((at) => [
          axis(g.selfX(at) + g.vectorWidth / 2 - 4, words.self),
          axis(g.crossX(at) + g.vectorWidth / 2 + 4, words.cross_short),
        ])}
      </g>
    `;
  }

  /** The frames of the layers and of the step. */
  function Boxes() {
    const inset = Math.min(5, g.layerWidth * 0.04 + 1);
    const [high, step] = [g.rowsEnd - g.rowsY + 9, g.tilesEnd - g.bandX + 4];
    return svg`
      <g class="opens">
        ${layers.map((at) => {
          const wide = g.crossX(at) - g.selfX(at) + g.vectorWidth + 2 * inset;
          const kind = at === layer ? "box on" : "box";
          return Box(kind, g.selfX(at) - inset, g.rowsY - 6, wide, high, { rx: 8 });
        })}
        ${Box("at", g.bandX + 4, rows.top(state.at) + 1, step, rows.height(state.at) - 2, {
          rx: 6,
        })}
      </g>
    `;
  }

  function Ribbons() {
    return svg`
      <g class="opens">
        ${ribbons.map(({ query, weight, d }) => {
          const usual = query === row ? 0.42 + 0.5 * weight : scene.dark ? 0.2 : 0.12;
          return Path("self fade", d, { opacity: (token >= 0 ? 0.07 : usual).toFixed(3) });
        })}
      </g>
    `;
  }

  /** Those that are written; the unwritten rest is hatched, paler the later it is: what the causal mask
   * hides. Tiles stand around y = 0, so that a squeezed row is only a transform. */
  function Rows() {
    const y = rows.top(state.at + 1) + 1;
    const [left, height] = [g.rail + 8, g.rowsEnd - y + 1];
    return svg`
      <g class="opens rows">${range(state.at + 1).map(Tiles)}</g>
      ${state.at < data.fed.length - 1 &&
        Box("unwritten opens", left, y, g.tilesEnd - left, height, { rx: 6, mask: "url(#fade)" })}
    `;
  }

  /** @param {number} at */
  function Tiles(at) {
    const squeeze = (rows.height(at) / g.rowHeight).toFixed(3);
    return svg`
      <g transform="translate(0 ${px(rows.middle(at))}) scale(1 ${squeeze})">
        <path d="M${px(g.embedX)} 0H${px(g.tilesEnd)}" class="residual" />${tiles[at]}
      </g>
    `;
  }

  /** Of a row that is pointed at, in the chosen layer. */
  function Weights() {
    let last = -Infinity;
    const own = ribbons.filter((one) => one.query === row && one.layer === layer);
    return state.over?.kind === "row" && own.map(({ key, x, weight }) => {
      const y = rows.middle(key);
      // The numbers of squeezed rows would lie on one another.
      if (weight < 0.04 || y - last < 16) return null;
      last = y;
      return Pill(x + (g.isPhone ? 10 : 15), y, decimal(weight), "target on");
    });
  }
}

// The upper, blue band: source tokens, encoder layers and the memory, which pours into the row that asks.
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Path, px, Words } from "../../drawings/marks.js";
import { clamp, range } from "../../drawings/math.js";
import { linesOf } from "./layout.js";
import { once } from "./model.js";
import { clip, falling } from "./opening.js";
import { cable, Pill, selfRibbons, strips, Token } from "./shapes.js";

const FAINT_STRAND = 0.004;
const APART = 13; // pixels between two numbers of the memory

/** @param {import("./flow.js").Scene} scene */
export function encoder(scene) {
  const { g, data, model, moment, dark, state, layer, head, row, token, rows, cross } = scene;
  const layers = range(data.layers.encoder);
  const chosen = Math.min(layer, layers.length - 1); // the decoder may have more
  const ribbons = once(data, `ribbons ${head}`, g, () =>
    layers.flatMap((at) =>
      selfRibbons({
        ...{ count: data.source.length, middle: g.sourceX, size: () => g.tileWidth, isDown: true },
        ...{ from: g.stageY(at) + g.tileHeight + 1, to: g.stageY(at + 1) - 1 },
        least: data.source.length > 27 ? 0.02 : 0.006, // hair-fine with many tokens
        weight: (query, key) => model.encoder(at, head, query, key),
      }).toSorted((a, b) => a.weight - b.weight).map((one) => ({ ...one, layer: at }))
    ));
  return {
    tiles: moment ? Tiles() : once(data, `tiles ${chosen}`, g, Tiles),
    ribbons: Ribbons(),
    cables: Cables(),
    weights: token < 0 ? MemoryWeights() : [Weights(), CableWeights(), MemoryWeights()],
  };

  function Tiles() {
    return [data.source.map(Source), Memory(), [...layers, layers.length].map(Stage)];
  }

  /** @param {string} token @param {number} at */
  function Source(token, at) {
    const fall = falling(scene, at);
    const [x, y] = [g.sourceX(at), g.sourceY + g.chipHeight / 2];
    if (!g.isSlanted) {
      return svg`
        <g all=${fall.chip}>
          ${Box("chip", x - g.column / 2 + 3, g.sourceY, g.column - 6, g.chipHeight, {
            ...{ rx: 7, opacity: fall.frame },
          })}
          ${Name("chip", token, x, y, g.isPhone ? 12 : 14.5, fall.frame < 1)}
        </g>
      `;
    }
    const place = `translate(${px(x + (g.isUpright ? 4 : 0))} ${px(g.sourceY + g.chipHeight - 4)})`;
    return at % g.labelEvery === 0 && svg`
      <text transform="${place} rotate(${g.isUpright ? -90 : -52})" font-size=${g.labelSize}
        class="slanted" opacity=${fall.frame}>${g.labels[at]}</text>
    `;
  }

  /** Around the middle of a box: shrunk a little, then in two lines, unless it `isWhole`.
   * @param {string} kind @param {string} token @param {number} x @param {number} y
   * @param {number} size @param {boolean} [isWhole] */
  function Name(kind, token, x, y, size, isWhole) {
    const lines = linesOf(token, g.nameWidth, scene.measure);
    if (isWhole) return Token(scene.measure, kind, token, x, y, g.width, size);
    return lines.map((line, at) => {
      const down = lines.length === 1 ? 0 : (at - 0.5) * 11.5;
      return Token(scene.measure, kind, line, x, y + down, g.nameWidth, down ? 11 : size);
    });
  }

  function Memory() {
    const gap = g.column < 12 ? 0.5 : g.column < 44 ? 1.5 : 3;
    const y = g.memoryY + (g.isBroken ? 15 : g.memoryHeight * 0.33);
    const [wide, rx] = [g.column - 2 * gap, Math.min(7, g.column / 4)];
    return svg`
      <g clip-path=${clip(moment, "memory")}>
        ${data.source.map((token, at) => [
          Box("tile", g.sourceX(at) - g.column / 2 + gap, g.memoryY, wide, g.memoryHeight, { rx }),
          !g.isSlanted && Name("on-tile", token, g.sourceX(at), y, g.isPhone ? 11.5 : 13),
        ])}
      </g>
    `;
  }

  /** The vectors after so many layers. @param {number} stage */
  function Stage(stage) {
    const isLast = stage === layers.length;
    const tiles = once(data, `stage ${stage}`, g, () =>
      strips(
        data.source.map((_, at) => {
          const shades = model.vectors.encoder[stage]?.[at];
          return [g.sourceX(at) - g.tileWidth / 2, g.stageY(stage), shades];
        }),
        ...[g.tileWidth, g.tileHeight, isLast ? "memory_text" : "source"],
      ));
    const y = (g.stageY(stage - 1) + g.stageY(stage)) / 2 + 8;
    const kind = stage - 1 === chosen ? "axis tier on" : "axis tier";
    return svg`
      <g opacity=${moment && clamp((moment.y - g.stageY(stage) + 9) / 9, 0, 1)}>
        ${tiles}
        ${g.isWide && stage > 0 && Words(kind, g.x1 + 6, y, scene.layerName(stage - 1))}
      </g>
    `;
  }

  function Ribbons() {
    const [faint, strong] = dark ? [0.12, 0.62] : [0.07, 0.5];
    const y = g.stageY(layers.length) + g.tileHeight;
    return svg`
      <g aria-hidden="true" clip-path=${clip(moment, "encoder")}>
        ${ribbons.map(({ layer, key, weight, d }) => {
          const base = faint + strong * Math.min(1, weight * 1.6);
          const usual = (state.over ? 0.35 : 1) * (layer === chosen ? 1 : 0.8) * base;
          const opacity = (token < 0 ? usual : key === token ? 0.78 : 0.05).toFixed(3);
          return Path("fade", d, { fill: "url(#deepen)", opacity });
        })}
        ${data.source.map((_, at) =>
          Path("stem fade", `M${px(g.sourceX(at))} ${y}V${g.memoryY}`, {
            "stroke-width": token === at ? 4 : Math.min(2, g.column / 6),
            opacity: token < 0 || token === at ? 0.75 : 0.2,
          })
        )}
      </g>
    `;
  }

  /** From 0.05 at the ends of the lit ribbons; the smaller of two that touch is left out. */
  function Weights() {
    const lit = ribbons.filter(({ key, weight }) => key === token && weight >= 0.05);
    const pills = lit.toSorted((a, b) => b.weight - a.weight).map(({ layer, query, weight }) => (
      { layer, weight, x: clamp(g.sourceX(query), 15, g.width - 15) }
    ));
    const placed = apart(pills, (a, b) => a.layer === b.layer && Math.abs(a.x - b.x) < 30);
    return placed.map(({ layer, x, weight }) =>
      Pill(x, g.stageY(layer + 1) - 10, decimal(weight), layer === chosen ? "weight on" : "weight")
    );
  }

  /** In every layer the strands enter as a stack exactly as high as the tile: their weights sum to 1. */
  function Cables() {
    const tile = rows.tile(row);
    return svg`
      <g aria-hidden="true" clip-path=${clip(moment, "cables")}>
        ${range(data.layers.decoder).map((at) => {
          const place = {
            ...{ fromY: g.memoryEnd, channelY: g.channelY, tileX: g.crossX(at) - 1 },
            ...{ channelRight: g.channelX(at) + tile / 2, rowTop: rows.middle(row) - tile / 2 },
          };
          let taken = 0;
          return range(data.source.length).toReversed().map((from) => {
            const weight = cross(at, row, from);
            const [before, width] = [taken, weight * tile];
            taken += width;
            if (weight < FAINT_STRAND) return null;
            // Wider where it leaves the memory, but never wider than the tile it leaves.
            const wide = Math.max(width, weight * Math.min(g.isPhone ? 26 : 36, g.column));
            const d = cable({ ...place, fromX: g.sourceX(from), before, width, wide });
            const usual = at === layer
              ? 0.34 + 0.6 * Math.min(1, weight * 1.5)
              : (dark ? 0.2 : 0.13) + 0.1 * weight;
            const lit = token !== from ? 0.05 : at === layer ? 0.95 : 0.5;
            const opacity = (token < 0 ? usual : lit).toFixed(3);
            return Path("strand", d, { fill: "url(#pour)", opacity });
          });
        })}
      </g>
    `;
  }

  /** What every layer takes from the token that is lit. */
  function CableWeights() {
    return range(data.layers.decoder).map((at) => {
      const weight = cross(at, row, token);
      const kind = at === layer ? "weight on" : "weight";
      return weight >= 0.01 && Pill(g.channelX(at), g.channelY + 8, decimal(weight), kind);
    });
  }

  /** Where a number is wider than a tile, the largest that do not touch. */
  function MemoryWeights() {
    const isNarrow = g.column < 24; // for a number that lies flat
    const middle = g.memoryY + g.memoryHeight / 2;
    const y = g.isSlanted ? middle + 4 : g.memoryEnd - 7;
    const tiles = data.source.map((_, at) => ({ x: g.sourceX(at), weight: cross(layer, row, at) }))
      .toSorted((a, b) => b.weight - a.weight);
    return apart(tiles, (a, b) => Math.abs(a.x - b.x) < APART).map(({ x, weight }) => {
      const place = isNarrow
        ? `translate(${px(x + 4)} ${px(middle)}) rotate(-90)`
        : `translate(${px(x)} ${px(y)})`;
      const short = g.column < 36 ? decimal(weight).replace(/^0/, "") : decimal(weight); // ".78"
      const kind = `tabular on-tile ${weight > 0.2 ? "strong" : "weak"}`;
      const said = model.isVeiled && !weight ? "?" : short;
      return Words(kind, 0, 0, said, { transform: place, "font-size": g.isPhone ? 11 : 12.5 });
    });
  }
}

/** Those that do not touch one before. @template T @param {T[]} all
 * @param {(a: T, b: T) => boolean} touch @returns {T[]} */
function apart(all, touch) {
  /** @type {T[]} */
  const placed = [];
  for (const one of all) if (!placed.some((other) => touch(one, other))) placed.push(one);
  return placed;
}

// The upper, blue band: source tokens, encoder layers and the memory, which pours into the row that asks.
import { shares } from "../../drawings/answers.js";
import { decimal } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Path, px } from "../../drawings/marks.js";
import { clamp, range } from "../../drawings/math.js";
import { once } from "./model.js";
import { cable, Pill, selfRibbons, strips } from "./shapes.js";

const FAINT_STRAND = 0.004;

/** @param {import("./flow.js").Scene} scene */
export function encoder(scene) {
  const { g, data, model, dark, state, layer, head, row, token, rows, cross } = scene;
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
    stages: [...layers, layers.length].map(Stage),
    ribbons: Ribbons(),
    cables: Cables(),
    weights: token >= 0 && [Weights(), CableWeights()],
  };

  /** The vectors after so many layers. @param {number} stage */
  function Stage(stage) {
    const isLast = stage === layers.length;
    return once(data, `stage ${stage}`, g, () =>
      strips(
        data.source.map((_, at) => {
          const shades = model.vectors.encoder[stage]?.[at];
          return [g.sourceX(at) - g.tileWidth / 2, g.stageY(stage), shades];
        }),
        ...[g.tileWidth, g.tileHeight, isLast ? "memory_text" : "source"],
      ));
  }

  function Ribbons() {
    const [faint, strong] = dark ? [0.12, 0.62] : [0.07, 0.5];
    const y = g.stageY(layers.length) + g.tileHeight;
    return svg`
      <g class="opens encoder">
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
    const sorted = lit.toSorted((a, b) => b.weight - a.weight);
    const touch = (/** @type {typeof lit[0]} */ a, /** @type {typeof lit[0]} */ b) =>
      a.layer === b.layer && Math.abs(g.sourceX(a.query) - g.sourceX(b.query)) < 30;
    return sorted.filter((one, at) => !sorted.slice(0, at).some((other) => touch(one, other)))
      .map(({ layer, query, weight }) => {
        const x = clamp(g.sourceX(query), 15, g.width - 15);
        const kind = layer === chosen ? "weight on" : "weight";
        return Pill(x, g.stageY(layer + 1) - 10, decimal(weight), kind);
      });
  }

  /** In every layer the strands enter as a stack exactly as high as the tile: their weights sum to 1.
   * What a learner drew lies on those of the step that was asked about. */
  function Cables() {
    const { view } = data;
    const own = row === view.at && layer === view.layer && shares(scene);
    return svg`
      <g class="opens cables">
        ${range(data.layers.decoder).map((at) =>
          strands(at, (from) => cross(at, row, from)).map(({ from, weight, d, ...width }) => {
            const usual = at === layer
              ? 0.34 + 0.6 * Math.min(1, weight * 1.5)
              : (dark ? 0.2 : 0.13) + 0.1 * weight;
            const lit = token !== from ? 0.05 : at === layer ? 0.95 : 0.5;
            const opacity = (token < 0 ? usual : lit).toFixed(3);
            return Path("strand", d, { ...width, stroke: "url(#pour)", opacity });
          })
        )}
        ${own &&
          strands(layer, (from) => own[from]).map(({ d, ...width }) => Path("own", d, width))}
      </g>
    `;
  }

  /** @param {number} at a layer @param {(from: number) => number} share what it takes of a token */
  function strands(at, share) {
    const tile = rows.tile(row);
    const place = {
      ...{ fromY: g.memoryEnd, channelY: g.channelY, tileX: g.crossX(at) - 1 },
      ...{ channelRight: g.channelX(at) + tile / 2, rowTop: rows.middle(row) - tile / 2 },
    };
    let taken = 0;
    return range(data.source.length).toReversed().flatMap((from) => {
      const weight = share(from);
      const [before, width] = [taken, weight * tile];
      taken += width;
      if (weight < FAINT_STRAND) return [];
      const d = cable({ ...place, fromX: g.sourceX(from), before, width });
      return [{ from, weight, d, "stroke-width": px(width) }];
    });
  }

  /** What every layer takes from the token that is lit. */
  function CableWeights() {
    return range(data.layers.decoder).map((at) => {
      const weight = cross(at, row, token);
      const kind = at === layer ? "weight on" : "weight";
      return weight >= 0.01 && Pill(g.channelX(at), g.channelY + 8, decimal(weight), kind);
    });
  }
}

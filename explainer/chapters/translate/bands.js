// The upper, blue band: source tokens, encoder layers and the memory, which pours into the row that
// asks. The lower, orange one: one row is one decoding step; every layer is a box with two tiles.
import { Box, boxed, clamp, decimal, once, Path, px, range } from "../../drawings/parts.js";
import { ribbon, shares, sum, svg, Words } from "../../drawings/parts.js";
/** @import { FlowParts, Layer, Strand } from "./types.d.ts" */

const FAINT_STRAND = 0.004;

export function encoder(/** @type {import("./flow.js").Scene} */ scene) {
  const { g, data, model, state, layer, head, row, token, rows, cross } = scene;
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
  // The vectors before the first layer and after each.
  const stages = range(layers.length + 1).map((stage) =>
    once(data, `stage ${stage}`, g, () =>
      strips(
        data.source.map((_, at) => {
          const shades = model.vectors.encoder[stage]?.[at];
          return [g.sourceX(at) - g.tileWidth / 2, g.stageY(stage), shades];
        }),
        ...[g.tileWidth, g.tileHeight, stage === layers.length ? "memory_text" : "source"],
      ))
  );
  const [faint, strong] = data.dark ? [0.12, 0.62] : [0.07, 0.5];
  const y = g.stageY(layers.length) + g.tileHeight;
  return {
    ...{ stages, cables: Cables(), weights: token >= 0 && [Weights(), CableWeights()] },
    ribbons: svg`
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
    `,
  };

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
              : (data.dark ? 0.2 : 0.13) + 0.1 * weight;
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

export function decoder(/** @type {import("./flow.js").Scene} */ scene) {
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
  const places = [g.embedX, ...layers.flatMap((at) => [g.selfX(at), g.crossX(at)])];
  const tiles = once(data, "rows", g, () =>
    data.fed.map((_, row) =>
      strips(
        places.map((x, stage) => [x, -g.rowTile / 2, model.vectors.decoder[stage]?.[row]]),
        ...[g.vectorWidth, g.rowTile, "target"],
      )
    ));
  return {
    ...{ axes: Axes(), boxes: Boxes(), rows: Rows(), weights: Weights() },
    ribbons: svg`
      <g class="opens">
        ${ribbons.map(({ query, weight, d }) => {
          const usual = query === row ? 0.42 + 0.5 * weight : data.dark ? 0.2 : 0.12;
          return Path("self fade", d, { opacity: (token >= 0 ? 0.07 : usual).toFixed(3) });
        })}
      </g>
    `,
  };

  /** What stands above and below the rows. */
  function Axes() {
    const hasNames = g.crossX(0) - g.selfX(0) > 38;
    /** @param {number} x @param {string} said @param {string} [kind] */
    const axis = (x, said, kind = "middle") => Words(`axis ${kind}`, x, g.rowsY - 11, said);
    return svg`
      <g>
        ${!g.isPhone && axis(g.labelEnd, words.input, "end")}
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
    const [high, tall] = [g.rowsEnd - g.rowsY + 9, rows.height(state.at) - 2];
    const step = g.tilesEnd - g.bandX + 4;
    return svg`
      <g>
        ${layers.map((at) => {
          const wide = g.crossX(at) - g.selfX(at) + g.vectorWidth + 2 * inset;
          const kind = at === layer ? "box on" : "box";
          return Box(kind, g.selfX(at) - inset, g.rowsY - 6, wide, high, { rx: 8 });
        })}
        ${Box("at", g.bandX + 4, rows.top(state.at) + 1, step, tall, { rx: 6 })}
      </g>
    `;
  }

  /** Those that are written, and the places of the rest, hatched: what the causal mask hides. Tiles
   * stand around y = 0, so that a squeezed row is only a transform. */
  function Rows() {
    const [left, y] = [g.rail + 8, rows.top(state.at + 1) + 1];
    const [x, label] = [(left + g.tilesEnd) / 2, rows.middle(state.at + 2) + 4];
    const empty = rows.later.slice(2).flatMap((at) =>
      places.map((left) => boxed(left, rows.middle(at) - g.rowTile / 2, g.vectorWidth, g.rowTile))
    );
    return svg`
      <g class="opens rows">${range(state.at + 1).map(Tiles)}</g>
      ${rows.later.length > 0 && [
        Box("unwritten", left, y, g.tilesEnd - left, g.rowsEnd - y + 1, { rx: 6 }),
        Path("empty", empty.join("")),
        rows.later.length > 1 && Words("axis middle masked", x, label, words.later),
      ]}
    `;
  }

  function Tiles(/** @type {number} */ at) {
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

// Outlines of ribbons, cables and vectors, and words on them. Every width is linear in its number
// where it arrives.

const SHADES = 16; // of the numbers of a vector
const NUMBERS = 8;

/** The ribbons of a self-attention that are worth a node. They arrive side by side over the whole tile;
 * what leaves one sums to any number, above 1 it is squeezed into the tile. @param {Layer} layer */
export function selfRibbons({ count, least, weight, middle, size, from, to, isDown }) {
  const all = range(count);
  const leaving = all.map((key) => sum(all.map((query) => weight(query, key))));
  const begins = all.map((key) => middle(key) - Math.min(1, leaving[key]) * size(key) / 2);
  return all.flatMap((query) => {
    let end = middle(query) - size(query) / 2;
    return all.map((key) => {
      const [share, a, b] = [weight(query, key), begins[key], end];
      const [narrow, wide] = [share * size(key) / Math.max(1, leaving[key]), share * size(query)];
      begins[key] += narrow;
      end += wide;
      const d = share > least ? ribbon(a, narrow, from, b, wide, to, isDown) : "";
      return { query, key, weight: share, d };
    });
  }).filter(({ d }) => d);
}

/** The middle of a strand of a cable: from a memory tile down into the channel and around the corner
 * into its row. @param {Strand} strand */
export function cable({ fromX, fromY, channelRight, channelY, rowTop, tileX, before, width }) {
  const [x, y] = [channelRight - before - width / 2, rowTop + before + width / 2].map(px);
  const [bend, corner] = [0.5 * (channelY - fromY), px(4 + before + width / 2)];
  const [from, end] = [fromX, tileX].map(px);
  return `M${from} ${fromY}C${from} ${fromY + bend} ${x} ${channelY - bend} ${x} ${channelY}` +
    `V${px(y - corner)}A${corner} ${corner} 0 0 0 ${px(x + corner)} ${y}H${end}`;
}

/** A path through points, its corners rounded. */
export function rounded(/** @type {number[][]} */ points) {
  const corners = points.slice(1, -1).map(([x, y], at) => {
    const [before, after] = [points[at], points[at + 2]].map(([a, b]) => {
      const share = Math.min(8 / (Math.hypot(a - x, b - y) || 1), 0.5);
      return `${px(x + (a - x) * share)} ${px(y + (b - y) * share)}`;
    });
    return `L${before}Q${px(x)} ${px(y)} ${after}`;
  });
  const [first, last] = [points[0], points[points.length - 1]].map((end) => end.map(px).join(" "));
  return `M${first}${corners.join("")}L${last}`;
}

/** Vectors in small, each at x and y: all tiles of one shade are one outline, for a node each would be
 * thousands. @type {FlowParts["strips"]} */
function strips(tiles, width, height, colour) {
  const cells = tiles.flatMap(([x, y, shades]) =>
    range(NUMBERS).map((at) => ({
      shade: Math.round((shades?.[at] ?? 0) ** 0.7 * SHADES),
      d: boxed(x + width * at / NUMBERS, y, width / NUMBERS + 0.1, height),
    }))
  );
  const ground = tiles.map(([x, y]) => boxed(x - 0.5, y - 0.5, width + 1, height + 1)).join("");
  const shades = [...Map.groupBy(cells, ({ shade }) => shade)].map(([shade, same]) => {
    const opacity = (0.14 + 0.86 * shade / SHADES).toFixed(2);
    return Path("", same.map(({ d }) => d).join(""), { fill: `var(--${colour})`, opacity });
  });
  return [Path("", ground, { fill: "var(--page)" }), shades];
}

/** A number on a small rounded ground, to stay readable over ribbons. @type {FlowParts["Pill"]} */
const Pill = (x, y, said, kind) =>
  svg`
    <g class="pill ${kind}">
      ${Box("", x - 14.5, y - 8, 29, 15, { rx: 7.5 })} ${Words("number", x, y + 4, said)}
    </g>
  `;

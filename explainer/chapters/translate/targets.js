// What can be pointed at, focused and pressed: tokens, memory tiles, rows, layers; and the names of the
// parts, each a link to the page that explains it, with a short line beside it.
import { decimal, fill, grouped, percent } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { Box, Words } from "../../drawings/marks.js";
import { range } from "../../drawings/math.js";
import { pressed, roving, tab } from "../../drawings/roving.js";
import { headName, spoken } from "./caption.js";

/** @typedef {import("./flow.js").Scene} Scene */
/** @typedef {import("./flow.js").Part["kind"]} Kind */

const HIDDEN = { "aria-hidden": "true" };
const NOTE = 12.5; // pixels of the letters of a line

/** @param {Scene} scene */
export function Targets(scene) {
  const { g, data, model, words, state, rows, layer, head, cross, set, go, leave } = scene;
  const { over } = state;
  const width = g.column;
  const x = data.source.map((_, at) => g.sourceX(at) - g.column / 2);
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
      ...{ x: g.rail, width: g.tilesEnd - g.rail, y: rows.top(row), height: rows.height(row) },
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
   * that. @param {Kind} kind @param {string} label @param {(object | false)[]} targets
   * @param {(at: number) => void} press */
  function Group(kind, label, targets, press) {
    const isRow = kind === "row";
    const stop = over?.kind === kind ? over.at : isRow ? state.at : 0;
    const arrows = roving(() => {}, { press });
    return svg`
      <g role="group" aria-label=${label} onkeydown=${(event) =>
        // Rows stand below one another: sideways keys go to another step.
        (isRow && /Left|Right/.test(event.key)) || arrows(event)}>
        ${targets.map((target, at) => {
          const hands = target &&
            { ...target, ...handsOf(kind, at, press), tabindex: tab(at, stop) };
          return svg`<rect class="target ${kind}" rx="6" all=${hands || { display: "none" }} />`;
        })}
      </g>
    `;
  }

  /** @param {Kind} kind @param {number} at @param {(at: number) => void} press
   * @returns {Attributes} */
  function handsOf(kind, at, press) {
    const isOver = over?.kind === kind && over.at === at;
    const light = () => !isOver && set({ over: { kind, at } });
    const rest = () => isOver && set({ over: null });
    return {
      ...{ role: "button", onfocus: light, onblur: rest },
      onpointerenter: ({ pointerType }) => pointerType !== "touch" && light(),
      onpointerleave: ({ pointerType }) => pointerType !== "touch" && rest(),
      onpointerdown: ({ pointerType }) => set({ isFirst: pointerType === "touch" && !isOver }),
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
      Box("target layer", x, y, width, height, {
        ...{ "aria-hidden": "true", onclick: () => go({ layer: at }) },
      })
    );
  }
}

/** @param {Scene} scene */
export function Names(scene) {
  const { g, data, model, words, moment, measure, nameWidth, leave, asks } = scene;
  const lines = {
    ...{ tokens: words.tokens_line, encoder: words.encoder_line, memory: words.memory_line },
    ...{ cross_attention: words.cross_attention_line, decoder: words.decoder_line },
    output: model.isTold &&
      fill(words.output_line, { vocabulary: grouped(data.vocabulary, 0) }),
  };
  const [output, top] = [g.outputX, g.sourceY - 9];
  const cable = g.channelX(0) - g.rowTile / 2 - 4; // which the decoder's line would cut
  if (g.isWide) {
    const down = Math.max(g.rowsY + g.rowHeight * 0.75, g.memoryEnd + 92);
    return [
      Part("tokens", 0, g.sourceY + 15, "source", 132),
      Part("encoder", 0, Math.max(g.stageY(1) - 14, g.sourceY + 60), "source", 132),
      Part("memory", 0, g.memoryY + 14, "memory", 132),
      Part("cross_attention", 0, g.memoryEnd + 34, "weight", 132),
      Part("decoder", 0, down, "target", 116),
      Part("output", output, g.outputY + 14, "target", g.right),
    ];
  }
  return [
    Part("tokens", 8, top, "source", 0),
    InBand("encoder", 16 + nameWidth("tokens"), top, "source", "source"),
    InBand("memory", 8, g.memoryY - 9, "memory", "source"),
    Part("cross_attention", 8, g.decoderY - 9, "weight", 0, "halo"),
    InBand("decoder", 8, g.decoderY + 20, "target", "target", cable),
    Part("output", output, g.outputY + 14, "target", g.width),
  ];

  /** A name, and below it its line in this room, in none without.
   * @param {keyof typeof lines} page @param {number} x @param {number} y @param {string} colour
   * @param {number} room @param {unknown} [more] */
  function Part(page, x, y, colour, room, more) {
    const hint = fill(words.open, { region: words[page] });
    const open = () => leave({ goto: page });
    const link = {
      ...{ role: "link", tabindex: 0, "aria-label": hint, "data-page": page },
      ...{ onclick: open, onkeydown: pressed(open) },
    };
    return svg`
      <g opacity=${moment && Math.min(1, 4 * moment.share(page))}>
        ${typeof more === "object" && more}
        <g class="region ${more === "halo" && more}" style="fill: var(--${colour}_text)"
          all=${asks ? {} : link}>
          <title>${hint}</title>
          ${Box("target", x - 2, y - 18, nameWidth(page) + 4, 25)}
          <text x=${x} y=${y} class="name">${words[page]}<tspan class="chevron"
            dx="5">›</tspan></text>
        </g>
        ${room > 0 &&
          wrapped(lines[page] || "", room).map((line, at) =>
            Words("note", x, y + (page === "output" ? 17 : 18) + 15.5 * at, line, HIDDEN)
          )}
      </g>
    `;
  }

  /** Inside a band the line follows its name, on a ground of the band so that ribbons pass below.
   * @param {"encoder" | "memory" | "decoder"} page @param {number} x @param {number} y
   * @param {string} colour @param {string} band @param {number} [end] */
  function InBand(page, x, y, colour, band, end = g.width - 4) {
    const [width, long] = [nameWidth(page), measure(lines[page], NOTE, 400)];
    const fits = x + width + 10 + long < end;
    const ground = [
      Box("", x - 4, y - 15, width + 4 + (fits ? long + 14 : 0), 21, {
        ...{ rx: 5, fill: `var(--${band}_band)` },
      }),
      fits && Words("note inband", x + width + 6, y, lines[page], HIDDEN),
    ];
    return Part(page, x, y, colour, 0, ground);
  }

  /** @param {string} line @param {number} room */
  function wrapped(line, room) {
    /** @type {string[]} */
    const broken = [];
    for (const word of line.split(" ")) {
      const longer = `${broken.at(-1)} ${word}`;
      if (broken.length && measure(longer, NOTE, 400) <= room) broken[broken.length - 1] = longer;
      else broken.push(word);
    }
    return broken;
  }
}

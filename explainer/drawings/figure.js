// The first page's figure drawn small: a group for each of its parts, those of `lit` in full colour.
// Lengths are in units of the drawing.
import { svg } from "./html.js";
import { Box, Path } from "./marks.js";
import { crossed, range, sum } from "./math.js";

/** @typedef {keyof typeof BOXES} Part */
/** @typedef {ReturnType<typeof placed>} Placed */

export const [WIDTH, HEIGHT] = [312, 96];
const PALE = 0.3; // opacity of what is not lit
const [TOP, DEEP] = [17, 23]; // where the layers of the encoder begin, and the height of all
const ROW = 76.5; // middle of the decoder's row
const BAND = 214; // where the two bands end; heads, output and loop stand at their right
const MOST = 40; // tokens drawn of a long sentence
const SKETCH = /** @type {FigureNumbers} */ ({
  ...{ encoder: 3, decoder: 3, heads: 8, looks: null, chances: null },
  weights: Array(9).fill(1 / 9),
});
// [x, y, width, height] of what is pressed for each part.
export const BOXES = {
  tokens: [0, 0, BAND, 10],
  embed: [0, 10, 189, 8],
  positions: [189, 10, 25, 8],
  encoder: [0, 18, 190, 23],
  layers: [190, 18, 24, 23],
  heads: [220, 0, 92, 21],
  memory: [0, 41, BAND, 13],
  cross: [0, 54, BAND, 16],
  decoder: [0, 70, BAND, 13],
  mask: [0, 83, BAND, 13],
  output: [220, 62, 92, 23],
  loop: [220, 85, 92, 11],
};
/** Where a part is pressed, for `style=`. @param {string} part */
export function placeOf(part) {
  const [x, y, width, height] = BOXES[/** @type {Part} */ (part)];
  return `left: ${100 * x / WIDTH}%; top: ${100 * y / HEIGHT}%;
    width: ${100 * width / WIDTH}%; height: ${100 * height / HEIGHT}%`;
}
/** The place of the cross-attention of a decoder layer. @param {number} layer @param {number} all */
const channel = (layer, all) => 44 + (158 / all) * (layer + 0.82);

const PARTS = /** @type {Record<Part, (at: Placed) => unknown>} */ ({
  tokens: (at) => row(at, 2, 6.5, "var(--page)", "var(--source)"),
  embed: (at) => row(at, 11.8, 3.6, "var(--source)"),
  positions() {
    const waves = range(21).map((x) => `${190 + x} ${13.8 - 2.6 * Math.sin(x / 1.7)}`);
    return line(`M${waves.join("L")}`, "var(--source)", 1.3);
  },
  /** What each token takes from each, in every layer. */
  encoder({ encoder, looks, xs, column }) {
    const pitch = DEEP / encoder;
    const usual = [0.14, 0.05, 0, 0.04]; // by distance, where nobody knows
    return range(encoder).map((layer) => {
      const [top, end] = [TOP + layer * pitch - 1, TOP + (layer + 1) * pitch - 2];
      const middle = (top + end) / 2;
      return crossed(xs, xs, (under, x, to, from) => {
        const look = looks ? looks[layer][to][from] : usual[Math.abs(to - from)] ?? 0;
        const width = look * column * 0.5;
        const way = `M${x} ${top}C${x} ${middle} ${under} ${middle} ${under} ${end}`;
        return width >= 0.3 && line(way, "var(--source)", width, 0.45);
      });
    });
  },
  /** The vectors between the layers, and their count at the right. */
  layers(at) {
    const pitch = DEEP / at.encoder;
    return range(at.encoder).map((layer) => [
      row(at, TOP + (layer + 1) * pitch - 2, 2, "var(--source)"),
      box(195, TOP + 0.5 + (layer + 0.15) * pitch, 15, pitch * 0.66, "var(--source)"),
    ]);
  },
  /** A square a head, a row a layer. */
  heads({ decoder, heads }) {
    const pitch = Math.min(9, 86 / heads, 20 / decoder);
    return range(decoder * heads).map((at) => {
      const [layer, head] = [Math.floor(at / heads), at % heads];
      return box(224 + head * pitch, 1 + layer * pitch, pitch - 2, pitch - 2, "var(--weight)");
    });
  },
  memory: (at) => row(at, 42.5, 9.5, "var(--memory)"),
  cross({ decoder, weights, xs }) {
    const end = channel(decoder - 1, decoder);
    return [
      range(decoder - 1).map((layer) =>
        line(`M${channel(layer, decoder)} 62V74`, "var(--weight)", 4, 0.25)
      ),
      xs.map((from, token) => {
        const to = end - 3.5 + 7 * (sum(weights.slice(0, token)) + weights[token] / 2);
        const way = `M${from} 52C${from} 65 ${to} 55 ${to} 68V74`;
        return line(way, "var(--weight)", Math.max(0.3, 7 * weights[token]), 0.8);
      }),
    ];
  },
  decoder({ decoder }) {
    const pitch = 158 / decoder;
    return [
      box(12, ROW - 4.5, 194, 9, "var(--page)", { stroke: "var(--target)", "stroke-width": 1.2 }),
      box(15, ROW - 2.5, 22, 5, "var(--page)", { stroke: "var(--target)", "stroke-width": 0.8 }),
      range(decoder).map((layer) => [
        box(44 + pitch * (layer + 0.12), ROW - 2.9, pitch * 0.38, 5.8, "var(--target)"),
        box(channel(layer, decoder) - pitch * 0.15, ROW - 2.9, pitch * 0.3, 5.8, "var(--target)", {
          "fill-opacity": 0.45,
        }),
      ]),
    ];
  },
  /** The unwritten rest. */
  mask: () => line(range(37).map((at) => `M${14 + 5 * at} 92l8 -8`).join(""), "var(--mask)", 0.8),
  output({ chances }) {
    return (chances ?? Array(4).fill(0.5)).map((share, at) => {
      const [y, opacity] = [64.5 + at * 5, { "fill-opacity": at ? 0.5 : 1 }];
      const way = `M207 ${ROW}C216 ${ROW} 214 ${y + 1.8} 226 ${y + 1.8}`;
      return [
        line(way, "var(--target)", Math.max(0.5, share * 6), 0.45),
        box(228, y, 74, 3.6, "var(--panel)"),
        box(228, y, Math.max(1, 74 * share), 3.6, "var(--target)", opacity),
      ];
    });
  },
  /** The winner goes back as the next input. */
  loop: () => [
    line("M304 66.5H309V94H5V88H11", "var(--target)", 1.3, undefined, "4 2.5"),
    line("M8.5 85L12 88L8.5 91", "var(--target)", 1.3),
  ],
});

/** A sketch without `numbers`. @type {FigureParts["Figure"]} */
export function Figure(numbers, lit) {
  const at = placed(numbers ?? SKETCH);
  return svg`
    <rect width=${BAND} height="56" rx="6" fill="var(--source_band)" />
    <rect y="69" width=${BAND} height="27" rx="6" fill="var(--target_band)" />
    ${/** @type {Part[]} */ (Object.keys(BOXES)).map((part) =>
      svg`
        <g class="ink" data-region=${part} opacity=${lit.includes(part) ? 1 : PALE}>
          ${PARTS[part](at)}
        </g>
      `
    )}
  `;
}

/** The numbers, and of every token the middle of its column. */
function placed(/** @type {FigureNumbers} */ numbers) {
  const shown = Math.min(numbers.weights.length, MOST);
  const column = Math.min(22, 184 / shown);
  const left = 5 + (184 - column * shown) / 2;
  const xs = range(shown).map((at) => left + column * (at + 0.5));
  return { ...numbers, column, xs };
}

/** @type {FigureParts["box"]} */
const box = (x, y, width, height, fill, more) =>
  Box("", x, y, width, height, { rx: 1.5, fill, ...more });

/** @type {FigureParts["line"]} */
const line = (d, stroke, width, opacity, dashes) =>
  Path("", d, {
    ...{ stroke, "stroke-width": width, fill: "none" },
    ...{ "stroke-opacity": opacity, "stroke-dasharray": dashes },
  });

/** One box a source token. @type {FigureParts["row"]} */
function row({ xs, column }, y, height, fill, stroke) {
  const width = Math.max(1, column - Math.min(3, column * 0.25));
  return xs.map((x) => box(x - width / 2, y, width, height, fill, { stroke, "stroke-width": 0.9 }));
}

// The names of the parts, each a link to the page that explains it, with a short line beside it.
import { fill, grouped } from "../../drawings/format.js";
import { svg } from "../../drawings/html.js";
import { pressed } from "../../drawings/roving.js";
import { px } from "./shapes.js";

const NOTE = 12.5; // pixels of the letters of a line

/** @param {import("./flow.js").Scene} scene */
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
          <rect x=${x - 2} y=${y - 18} width=${nameWidth(page) + 4} height="25" class="target" />
          <text x=${x} y=${y} class="name">${words[page]}<tspan class="chevron"
            dx="5">›</tspan></text>
        </g>
        ${room > 0 && wrapped(lines[page] || "", room).map((line, at) =>
          svg`
            <text x=${x} y=${y + (page === "output" ? 17 : 18) + 15.5 * at} class="note"
              aria-hidden="true">${line}</text>
          `
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
    const ground = svg`
      <rect fill="var(--${band}_band)" rx="5" x=${x - 4} y=${y - 15} height="21"
        width=${px(width + 4 + (fits ? long + 14 : 0))} />
      ${fits && svg`
        <text x=${px(x + width + 6)} y=${y} class="note inband"
          aria-hidden="true">${lines[page]}</text>
      `}
    `;
    return Part(page, x, y, colour, 0, ground);
  }

  /** @param {string} line @param {number} room */
  function wrapped(line, room) {
    /** @type {string[]} */
    const broken = [];
    for (const word of line.split(" ")) {
      const longer = `${broken[broken.length - 1]} ${word}`;
      if (broken.length && measure(longer, NOTE, 400) <= room) broken[broken.length - 1] = longer;
      else broken.push(word);
    }
    return broken;
  }
}

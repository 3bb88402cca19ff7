// The first page's figure, small: every region a group of its own, all colours as attributes, so
// that a copy of it can be enlarged anywhere on the page. Lengths are in units of the drawing.

const [WIDTH, HEIGHT] = [312, 96];
const PALE = 0.3; // opacity of what the page does not magnify
const [TOP, DEEP] = [17, 23]; // where the layers of the encoder begin, and the height of all
const ROW = 76.5; // middle of the decoder's row
const BAND = 214; // where the two bands end; heads, output and loop stand at their right
const MOST = 40; // tokens drawn of a long sentence
const SKETCH = { sources: 9, steps: 9, encoder: 3, decoder: 3, heads: 8 };
// [x, y, width, height] of what is pressed for each region.
const BOXES = {
  tokens: [0, 0, BAND, 10], embed: [0, 10, 189, 8], positions: [189, 10, 25, 8],
  encoder: [0, 18, 190, 23], layers: [190, 18, 24, 23], heads: [220, 0, 92, 21],
  memory: [0, 41, BAND, 13], cross: [0, 54, BAND, 16],
  decoder: [0, 70, BAND, 13], mask: [0, 83, BAND, 13],
  output: [220, 62, 92, 23], loop: [220, 85, 92, 11],
};

/** Numbers 0..255 that travelled in base64. */
const bytes = (packed) => Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));

/** The numbers of one step: what each memory tile is worth, and how probable each candidate is. */
function stepOf(figure, step) {
  const real = figure || SKETCH;
  const at = Math.max(0, Math.min(real.steps - 1, step));
  const row = (packed, width) => (packed
    ? [...bytes(packed).subarray(at * width, (at + 1) * width)].map((each) => each / 255) : null);
  const count = real.sources;
  return {
    ...real, count, at,
    weights: row(real.weights, count) || Array(count).fill(1 / count),
    chances: row(real.chances, real.bars) || [0.5, 0.5, 0.5, 0.5],
    looks: real.looks && bytes(real.looks),
    known: Boolean(real.chances),
  };
}

class Drawing {
  constructor(group, now, colours) {
    Object.assign(this, { group, c: colours, m: now });
    const shown = Math.min(this.m.count, MOST);
    this.column = Math.min(22, 184 / shown);
    this.shown = shown;
    this.left = 5 + (184 - this.column * shown) / 2;
  }

  x(token) {
    return this.left + this.column * (token + 0.5);
  }

  box(x, y, width, height, fill, more = {}) {
    return put(this.group, "rect", { x, y, width, height, rx: 1.5, fill, ...more });
  }

  line(d, stroke, width, more = {}) {
    return put(this.group, "path", { d, stroke, "stroke-width": width, fill: "none", ...more });
  }

  /** One box a source token. */
  row(y, height, fill, more) {
    const width = Math.max(1, this.column - Math.min(3, this.column * 0.25));
    for (let token = 0; token < this.shown; token += 1) {
      this.box(this.x(token) - width / 2, y, width, height, fill, more);
    }
  }

  tokens() {
    this.row(2, 6.5, this.c.page, { stroke: this.c.source, "stroke-width": 0.9 });
  }

  embed() {
    this.row(11.8, 3.6, this.c.source);
  }

  positions() {
    let d = "";
    for (let x = 0; x <= 20; x += 1) d += `${x ? "L" : "M"}${190 + x} ${13.8 - 2.6 * Math.sin(x / 1.7)}`;
    this.line(d, this.c.source, 1.3);
  }

  /** What each token takes from each, in every layer; of a long sentence only that it does. */
  encoder() {
    const pitch = DEEP / this.m.encoder;
    for (let layer = 0; layer < this.m.encoder; layer += 1) {
      const [top, end] = [TOP + layer * pitch - 1, TOP + (layer + 1) * pitch - 2];
      const middle = (top + end) / 2;
      for (let to = 0; to < this.shown; to += 1) {
        for (let from = 0; from < this.shown; from += 1) {
          const width = this.look(layer, to, from) * this.column * 0.5;
          if (width < 0.3) continue;
          const [x, under] = [this.x(from), this.x(to)];
          this.line(`M${x} ${top}C${x} ${middle} ${under} ${middle} ${under} ${end}`,
            this.c.source, width, { "stroke-opacity": 0.45 });
        }
      }
    }
  }

  look(layer, to, from) {
    const { looks, count } = this.m;
    if (looks) return looks[(layer * count + to) * count + from] / 255;
    return [0.14, 0.05, 0, 0.04][Math.abs(to - from)] || 0;
  }

  /** The vectors between the layers, and their count at the right. */
  layers() {
    const pitch = DEEP / this.m.encoder;
    for (let layer = 1; layer <= this.m.encoder; layer += 1) {
      this.row(TOP + layer * pitch - 2, 2, this.c.source);
      this.box(195, TOP + 0.5 + (layer - 0.85) * pitch, 15, pitch * 0.66, this.c.source);
    }
  }

  memory() {
    this.row(42.5, 9.5, this.c.memory);
  }

  /** The place of the cross-attention of a decoder layer. */
  channel(layer) {
    return 44 + (158 / this.m.decoder) * (layer + 0.82);
  }

  cross() {
    const last = this.m.decoder - 1;
    for (let layer = 0; layer < last; layer += 1) {
      const x = this.channel(layer);
      this.line(`M${x} 62V74`, this.c.weight, 4, { "stroke-opacity": 0.25 });
    }
    const end = this.channel(last);
    let below = end - 3.5;
    for (let token = 0; token < this.shown; token += 1) {
      const width = 7 * this.m.weights[token];
      const [from, to] = [this.x(token), below + width / 2];
      below += width;
      this.line(`M${from} 52C${from} 65 ${to} 55 ${to} 68V74`, this.c.weight,
        Math.max(0.3, width), { "stroke-opacity": 0.8 });
    }
  }

  decoder() {
    const { c } = this;
    this.box(12, ROW - 4.5, 194, 9, c.page, { stroke: c.target, "stroke-width": 1.2 });
    this.box(15, ROW - 2.5, 22, 5, c.page, { stroke: c.target, "stroke-width": 0.8 });
    for (let layer = 0; layer < this.m.decoder; layer += 1) {
      const pitch = 158 / this.m.decoder;
      this.box(44 + pitch * (layer + 0.12), ROW - 2.9, pitch * 0.38, 5.8, c.target);
      this.box(this.channel(layer) - pitch * 0.15, ROW - 2.9, pitch * 0.3, 5.8, c.target,
        { "fill-opacity": 0.45 });
    }
  }

  /** The unwritten rest. */
  mask() {
    let d = "";
    for (let x = 14; x < 204; x += 5) d += `M${x} 92L${Math.min(x + 8, 206)} ${Math.max(84, 92 - (206 - x))}`;
    this.line(d, this.c.mask, 0.8);
  }

  /** A square a head, a row a layer. */
  heads() {
    const { decoder, heads } = this.m;
    const pitch = Math.min(9, 86 / heads, 20 / decoder);
    for (let layer = 0; layer < decoder; layer += 1) {
      for (let head = 0; head < heads; head += 1) {
        this.box(224 + head * pitch, 1 + layer * pitch, pitch - 2, pitch - 2, this.c.weight,
          { "fill-opacity": 0.3 + 0.25 * ((layer + head) % 3) });
      }
    }
  }

  output() {
    const { c, m } = this;
    m.chances.forEach((share, at) => {
      const y = 64.5 + at * 5;
      const thick = Math.max(0.5, share * 6);
      if (m.known) this.line(`M207 ${ROW}C216 ${ROW} 214 ${y + 1.8} 226 ${y + 1.8}`, c.target, thick, { "stroke-opacity": 0.45 });
      this.box(228, y, 74, 3.6, c.panel);
      this.box(228, y, Math.max(1, 74 * share), 3.6, c.target, { "fill-opacity": at ? 0.5 : 1 });
    });
    if (!m.known) this.line(`M207 ${ROW}H226`, c.target, 4, { "stroke-opacity": 0.45 });
  }

  /** The winner goes back as the next input. */
  loop() {
    this.line("M304 66.5H309V94H5V88H11", this.c.target, 1.3, { "stroke-dasharray": "4 2.5" });
    this.line("M8.5 85L12 88L8.5 91", this.c.target, 1.3);
  }
}

/** Fills an svg; `open(region)` makes the group that a region is drawn into. */
function drawMap(svg, { figure, step, colours, lit, open }) {
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const ground = { rx: 6, width: BAND };
  put(svg, "rect", { ...ground, x: 0, y: 0, height: 56, fill: colours["source-band"] });
  put(svg, "rect", { ...ground, x: 0, y: 69, height: 27, fill: colours["target-band"] });
  const now = stepOf(figure, step); // once: it unpacks every weight of the encoder
  for (const region of Object.keys(BOXES)) {
    const group = put(open(region), "g", { class: "ink", "data-region": region });
    new Drawing(group, now, colours)[region]();
  }
  light(svg, lit);
}

/** What the page magnifies stands out. */
function light(svg, lit) {
  for (const group of svg.querySelectorAll(".ink")) {
    group.setAttribute("opacity", lit.includes(group.dataset.region) ? 1 : PALE);
  }
}

/** The least box around regions, in units; of the whole drawing where there is none. */
function around(regions) {
  const boxes = regions.map((region) => BOXES[region]);
  if (!boxes.length || regions.length === Object.keys(BOXES).length) return [0, 0, WIDTH, HEIGHT];
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  return [left, top, Math.max(...boxes.map(([x, , width]) => x + width)) - left,
    Math.max(...boxes.map(([, y, , height]) => y + height)) - top];
}

// What lies over the ribbons, made of HTML: tokens, memory, rows and layers, which are pointed at,
// focused and pressed; the names of the parts, each a link to its page; what the decoder proposes.
import { area, decimal, fill, grouped, html, offered } from "../../drawings/parts.js";
import { percent, pressed, px, range, roving, sizeFor, spans, tab } from "../../drawings/parts.js";
import { headName, spoken } from "./around.js";
/** @import { Scene } from "./flow.js" */
/** @import { FlowParts, Target } from "./types.d.ts" */

const APART = 13; // pixels between two numbers of the memory

export function Over(/** @type {Scene} */ scene) {
  const { g, data: { leads, isOwn }, words, state, asks, set, go, leave } = scene;
  const pin = (/** @type {number} */ at) => set({ pinned: state.pinned === at ? -1 : at });
  const open = (/** @type {number} */ cell) => leave({ cell }); // of the model's own translation
  const kind = `${g.isSlanted && "slanted"} ${g.column < 24 && "narrow"} ${g.isPhone && "phone"}`;
  const sizes = `--column: ${px(g.column)}px; --chip: ${g.chipHeight}px; --pitch: ${g.barPitch}px;
    --label: ${g.labelEnd - g.rail - 8}px; --end: ${g.endWidth}px`;
  return html`
    <div class="over ${kind} ${leads && "leads"}" style=${sizes}>
      ${Group(scene, "token", words.group_tokens, tokens(scene), pin)}
      ${Group(scene, "memory", words.group_memory, memory(scene), isOwn ? pin : open)}
      ${Group(scene, "row", words.group_rows, rowsOf(scene), (at) => go({ at }))}
      ${Tiers(scene)} ${Rest(scene)} ${Candidates(scene)}
      <div inert=${Boolean(asks) || !leads}>${Names(scene)}</div>
    </div>
  `;
}

/** Buttons with one tab stop. Hover and focus light one; on a touch screen the first tap only does
 * that. @type {FlowParts["Group"]} */
function Group({ state: { over, at, isFirst }, set, asks }, kind, label, targets, press) {
  const isRow = kind === "row";
  const stop = over?.kind === kind ? over.at : isRow ? at : 0;
  const arrows = roving(() => {}, { press });
  // Rows stand below one another: sideways keys go to another step.
  const keys = (/** @type {Happening} */ event) =>
    isRow && /Left|Right/.test(event.key) || arrows(event);
  const hands = (/** @type {Target} */ { label, isOn }, /** @type {number} */ at) => {
    const isOver = over?.kind === kind && over.at === at;
    const light = () => !isOver && set({ over: { kind, at } });
    const rest = () => isOver && set({ over: null });
    const byMouse = (/** @type {() => unknown} */ act) => (/** @type {Happening} */ event) =>
      event.pointerType !== "touch" && act();
    return {
      ...{ role: "button", "aria-label": label, "aria-pressed": isOn?.toString() },
      ...{ tabindex: tab(at, stop), onfocus: light, onblur: rest },
      ...{ onpointerenter: byMouse(light), onpointerleave: byMouse(rest) },
      onpointerdown: (/** @type {Happening} */ { pointerType }) =>
        set({ isFirst: pointerType === "touch" && !isOver }),
      onclick: () => (isFirst ? set({ isFirst: false }) : press(at)),
    };
  };
  const group = asks
    ? { "aria-hidden": "true" }
    : { role: "group", "aria-label": label, onkeydown: keys };
  return html`
    <div class="opens ${kind}s" all=${group}>
      ${targets.map((target, at) =>
        html`
          <div class="target ${kind}" style=${target.style} all=${asks ? {} : hands(target, at)}>
            ${target.inside}
          </div>
        `
      )}
    </div>
  `;
}

/** In one line or two, its letters as large as they can be. @type {FlowParts["Name"]} */
function Name({ g, measure }, token, most) {
  const size = sizeFor(token, g.column - 10, measure, most);
  return html`<span class="name" style="font-size: ${size}">${spans(token)}</span>`;
}

/** @param {Scene} scene @returns {Target[]} */
const tokens = (scene) => {
  const { g, data, words, state } = scene;
  const every = Math.ceil(APART / g.column); // names that stand upright side by side
  return data.source.map((token, at) => ({
    style: `${area(g.sourceX(at) - g.column / 2, g.sourceY, g.column, g.memoryY - g.sourceY - 4)};
      --turn: ${at / data.source.length}`,
    label: fill(words.token_label, { token: spoken(token, words) }),
    isOn: state.pinned === at,
    inside: html`<span class="chip">${
      at % every === 0 && Name(scene, token, g.isPhone ? 12.5 : 14)
    }</span>`,
  }));
};

/** With the weight that the row gives each; where a number is wider than a tile, the largest around.
 * @param {Scene} scene @returns {Target[]} */
function memory(scene) {
  const { g, data, model, words, state, layer, head, row, cross, asks } = scene;
  if (model.isVeiled && !asks) { // how many they are may be asked
    const [x, y] = [g.sourceX(0) - g.column / 2, g.stageY(data.layers.encoder) - 2];
    const style = area(x, y, g.column * data.source.length, g.memoryEnd - y);
    return [{ style, label: "", inside: html`<span class="weight">?</span>` }];
  }
  const tile = g.column - (g.column < 12 ? 1 : g.column < 44 ? 3 : 6);
  const weights = data.source.map((_, at) => cross(layer, row, at));
  const near = Math.ceil(APART / g.column) - 1;
  return data.source.map((token, at) => {
    const weight = weights[at];
    const isSaid = weight === Math.max(...weights.slice(Math.max(0, at - near), at + near + 1));
    const written = decimal(weight).replace(g.column < 36 ? /^0/ : "", ""); // ".78"
    const said = model.isVeiled && !weight ? "?" : isSaid && written;
    return {
      style: area(g.sourceX(at) - tile / 2, g.memoryY, tile, g.memoryHeight),
      label: fill(data.isOwn ? words.token_label : words.memory_label, {
        ...{ token: spoken(token, words), layer: layer + 1, head: headName(scene, head) },
        weight: decimal(cross(layer, state.at, at)),
      }),
      inside: html`
        ${!g.isSlanted && Name(scene, token, g.isPhone ? 11 : 12.5)}
        <span class="weight ${weight > 0.2 && "strong"}">${said}</span>
      `,
    };
  });
}

/** What is read and, but where its fan or its arrow lies, what is written.
 * @param {Scene} scene @returns {Target[]} */
const rowsOf = ({ g, data, model, words, state, rows, row }) =>
  range(state.at + 1).map((at) => {
    const { token, probability } = model.candidates[at].chosen;
    return {
      style: area(g.rail, rows.top(at), g.tilesEnd - g.rail, rows.height(at)),
      label: fill(model.isTold ? words.row_label : words.row_label_bare, {
        ...{ step: at + 1, input: spoken(data.fed[at], words), output: spoken(token, words) },
        probability: percent(probability),
      }),
      inside: rows.isLabelled(at) && html`
        <span class="fed ${at === state.at && "on"}">${spans(data.fed[at])}</span>
        ${g.endWidth >= 40 && at !== row && html`
          <span class="written">→ ${spans(data.predicted[at])}</span>
        `}
      `,
    };
  });

/** The names of the layers choose one by pointer; by keyboard the small maps do. @param {Scene} scene */
function Tiers({ g, data: { layers }, layer, layerName, go }) {
  const width = g.crossX(0) - g.selfX(0) + g.vectorWidth + 10;
  const below = range(layers.decoder).map((at) => area(g.selfX(at) - 5, g.rowsEnd + 3, width, 22));
  const beside = range(g.isWide ? layers.encoder : 0).map((at) =>
    area(g.x1 + 2, g.stageY(at) + 6, 54, g.size.pitch)
  );
  return [below, beside].map((places) =>
    places.map((style, at) =>
      html`
        <div class="tier ${at === Math.min(layer, places.length - 1) && "on"}" style=${style}
          aria-hidden="true" onclick=${() => go({ layer: at })}>
          ${layerName(at, g.layerWidth < 60)}
        </div>
      `
    )
  );
}

/** Below what is written: the token that comes back, and what is hidden; a press writes up to there. Where
 * the output lies below the window the token has its probability here, too. @param {Scene} scene */
function Rest({ g, data, model, words, state, rows, row, go }) {
  const chosen = model.candidates[row].list.find((one) => one.chosen);
  return html`
    ${rows.later.slice(1).map((at) =>
      html`
        <div class="row opens seat" aria-hidden="true" onclick=${() => go({ at })}
          style=${area(g.rail, rows.top(at), g.tilesEnd - g.rail, rows.height(at))}>
          <span class="fed">${spans(data.fed[at])}</span>
        </div>
      `
    )}
    ${chosen && row === state.at && row < data.fed.length - 1 && html`
      <div class="next opens back" aria-hidden="true" onclick=${() => go({ at: row + 1 })}
        style="left: ${g.labelEnd + 4 - g.homeWidth}px; top: ${rows.top(row + 1)}px; height: ${g
          .rowHeight}px">
        <span class="home" style="width: ${g.homeWidth}px">${spans(chosen.token)}</span>
        <span class="feedback">
          ${g.isPhone && model.isTold && `${percent(chosen.probability)} · `}${words.feedback}
        </span>
      </div>
    `}
  `;
}

/** The most probable tokens and the rest of the vocabulary. In a lesson to be pressed; else another token
 * is written instead, or where there is no model leads to the page where it is forced. */
function Candidates(/** @type {Scene} */ scene) {
  const { g, data, model, words, asks, canWrite, leave } = scene;
  const isAnswer = asks?.kind === "one" && data.choices.length > 0;
  const instead = (/** @type {string} */ token, /** @type {number} */ line) => {
    const label = fill(words.instead, { token: spoken(token, words) });
    const press = () => leave({ goto: "output", instead: line });
    return {
      ...{ "aria-label": label, title: label, role: "button", tabindex: 0 },
      ...{ onclick: press, onkeydown: pressed(press) },
    };
  };
  return html`
    <div class="candidates opens output"
      style="left: ${g.outputX}px; top: ${g.barY(0)}px; width: ${g.outputWidth}px">
      ${scene.entries.map(({ token, probability, chosen, others }, line) =>
        html`
          <div class="candidate ${others && "others"} ${chosen && "chosen"}"
            all=${isAnswer
              ? { "aria-label": spoken(token, words), ...offered(scene, data.source.length + line) }
              : !canWrite || chosen || others || /^<\w/.test(token)
              ? { "aria-hidden": String(!asks) }
              : instead(token, line)}>
            <span class="proposed">${spans(token)}</span>
            ${model.isTold && html`
              <span class="whole"><i style="width: ${100 * probability}%"></i></span>
              <span class="share">${percent(probability)}</span>
            `}
          </div>
        `
      )}
    </div>
  `;
}

/** The parts, each with a line about it: in a rail at the left or, where a page is narrow, in the bands,
 * as far as there is room. @param {Scene} scene */
function Names({ g, data, model, words, canWrite, leave }) {
  const vocabulary = grouped(data.vocabulary, 0);
  const cable = g.channelX(0) - g.rowTile / 2 - 4; // which the decoder's line would cut
  const lines = /** @type {Record<string, unknown>} */ ({
    ...{ tokens: words.tokens_line, encoder: words.encoder_line },
    memory: !model.isVeiled && words.memory_line, // it says how many
    ...{ cross_attention: g.isWide && words.cross_attention_line, decoder: words.decoder_line },
    output: model.isTold && fill(canWrite ? words.output_press : words.output_line, { vocabulary }),
  });
  /** @type {[ground: string, x: number, y: number, width: number, ...pages: string[]][]} */
  const places = g.isWide
    ? [
      ["page", 0, g.sourceY - 2, 132, "tokens"],
      ["page", 0, Math.max(g.stageY(1) - 31, g.sourceY + 43), 132, "encoder"],
      ["page", 0, g.memoryY - 3, 132, "memory"],
      ["page", 0, g.memoryEnd + 17, 132, "cross_attention"],
      ["page", 0, Math.max(g.rowsY + g.rowHeight * 0.75, g.memoryEnd + 92) - 17, 116, "decoder"],
      ["page", g.outputX, g.outputY - 3, g.right - 50, "output"],
    ]
    : [
      ["source_band", 6, g.sourceY - 24, g.width - 12, "tokens", "encoder"],
      ["source_band", 6, g.memoryY - 25, g.width - 12, "memory"],
      ["page", 6, g.decoderY - 25, g.width - 12, "cross_attention"],
      ["target_band", 6, g.decoderY + 4, cable - 6, "decoder"],
      ["page", g.outputX, g.outputY - 3, g.outputWidth, "output"],
    ];
  const Part = (/** @type {string} */ page) => {
    const hint = fill(words.open, { region: words[page] });
    return html`
      <button type="button" role="link" class="region" data-page=${page} title=${hint}
        aria-label=${hint} onclick=${() => leave({ goto: page })}>${words[page]}</button>
      <span class="note" aria-hidden="true">${lines[page]}</span>
    `;
  };
  return places.map(([ground, x, y, width, ...pages]) =>
    html`
      <div class="names ${ground} ${pages[0]} ${g.isWide && "rail"}"
        style="left: ${x}px; top: ${y}px; width: ${width}px">${pages.map(Part)}</div>
    `
  );
}

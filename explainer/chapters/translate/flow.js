// The whole model at work on a sentence: the source becomes a memory, and step by step the decoder looks
// at it and writes. Pointing lights the way of a token or a row; steps, layers and heads are chosen.
import { clamp, CopyButton, decimal, fill, html, once, pulled } from "../../drawings/parts.js";
import { crossed, range, shared, TextButton } from "../../drawings/parts.js";
import { Caption, Picker, play, Steps } from "./around.js";
import { layout, placeRows } from "./layout.js";
import { MEAN, read } from "./model.js";
import { Stage } from "./stage.js";
/** @import { Away, FlowParts, Candidate, Data, State, Flow } from "./types.d.ts" */

/** @typedef {ReturnType<typeof sceneOf>} Scene */

// Where the reader was, by origin: a drawing that comes back goes on there.
const LAST = /** @type {Map<string, { at: number, layer: number, head: number }>} */ (new Map());

export const about = (/** @type {Data} */ { origin }) => origin;

export function start(/** @type {Data} */ { origin, view, guided, placed }) {
  const begun = mayPlay([...guided, ...placed]) && firstVisit() ? performance.now() : null;
  return { ...(LAST.get(origin) ?? view), pinned: -1, track: 0, begun };
}

/** What is pressed ends the opening and does its own work; elsewhere it closes the maps.
 * @param {any} _ @param {Event} event @param {State} state */
const pressed = (_, event, { begun, isOpen }) => {
  const path = event.type === "pointerdown" ? event.composedPath() : [];
  const isBeside = path.length > 0 &&
    !path.some((one) => one instanceof Element && one.matches(".picker"));
  const stays = isOpen && !isBeside;
  return begun === null && stays === isOpen ? null : { begun: null, isOpen: stays };
};
export const hears = { keydown: pressed, pointerdown: pressed, beforeprint: pressed };

/** What all parts of the drawing share. @param {Flow} drawing */
function sceneOf(drawing) {
  const { data, words, state, width, asks, set, choose, clock } = drawing;
  const { over, at, layer, begun } = state;
  const model = once(data, "model", 0, () => read(data));
  const g = once(data, "layout", width, () => {
    const lines = Math.max(...model.candidates.map(({ list }) => list.length)) + 1;
    return layout(data, lines, width, globalThis.innerHeight ?? 900);
  });
  const head = model.available.includes(state.head) ? state.head : data.sent[data.sent.length - 1];
  const isOpening = isPlaying(begun, performance.now());
  if (isOpening) clock.again();
  const row = over?.kind === "row" ? over.at : at;
  const { list, rest } = model.candidates[row];
  const others = { token: words.rest, probability: rest, rank: 0, chosen: false, others: true };
  const entries = /** @type {Candidate[]} */ (model.isTold ? [...list, others] : list);
  const hand = asks?.kind === "shares" && shared(pulled(drawing, data.source.length));
  /** Tells the server. @param {Partial<State> & Away} to */
  const tell = (to) => {
    const place = { at, layer, head: state.head, origin: data.origin, ...to };
    LAST.set(data.origin, place);
    choose(place);
  };
  return {
    ...{ ...drawing, model, g, layer, head, row, entries, isOpening, tell },
    canWrite: !asks && model.isTold && data.leads,
    rows: placeRows(g, data.fed.length, at),
    token: over ? (over.kind === "row" ? -1 : over.at) : state.pinned,
    /** The cross-attention of the head. @param {number} layer @param {number} row @param {number} token */
    cross: (layer, row, token) =>
      hand ? (layer === state.layer ? hand[token] : 0) : model.cross(layer, head, row, token),
    /** To another step, layer or head; what plays ends. @param {Partial<State>} to */
    go(to) {
      const step = clamp(to.at ?? at, 0, data.fed.length - 1);
      const place = { at: step, layer: to.layer ?? layer, head: to.head ?? state.head };
      if (step === at && place.layer === layer && place.head === state.head) return;
      clock.stop();
      if (step !== at) set({ over: null });
      tell(place);
    },
    /** To another page. @param {Away} to */
    leave(to) {
      clock.stop();
      tell(to);
    },
    /** @param {number} at @param {boolean} [isShort] */
    layerName: (at, isShort) => fill(isShort ? words.layer_short : words.layer, { layer: at + 1 }),
  };
}

export default function Flow(/** @type {Flow} */ drawing) {
  const scene = sceneOf(drawing);
  const { data, words, asks, g, isOpening } = scene;
  const picker = Picker(scene);
  const marks = {
    ...{ ribbon: words.key_width, source: words.key_source, target: words.key_target },
    residual: words.key_residual,
    vector: fill(words.key_vector, { width: data.width, scale: decimal(data.scale, 1) }),
  };
  const again = () => scene.set({ begun: performance.now() });
  return html`
    <div class="body" tabindex="-1" data-opening=${isOpening && "playing"}
      onkeydown=${!asks && keys(scene)}>
      <div class="bar" data-screen inert=${Boolean(asks)}>
        <div class="result">
          <span class="label">${data.isOwn ? words.own : words.result}</span>
          <p class="sentence" dir="auto" lang=${data.target || null}>${data.sentence}</p>
          ${data.isOwn
            ? TextButton(words.back, () => scene.tell({ instead: -1 }))
            : CopyButton(scene, [words.copy, words.copied], ".result", ".sentence")}
        </div>
        ${Steps(scene, !g.isPhone && picker)}
      </div>
      ${Stage(scene)}
      ${g.isPhone && picker}
      <div class="below">
        <div class="key" inert=${Boolean(asks)}>
          ${Object.entries(marks).map(([mark, said]) =>
            html`<span><i class="mark-${mark}"></i>${said}</span>`
          )}
          ${data.leads && html`<span data-screen>${words.hint}</span>`}
          ${mayPlay(data.guided) && html`
            <button type="button" class="again" data-screen onclick=${again}>${words.again}</button>
          `}
        </div>
        ${Caption(scene)}
      </div>
    </div>
  `;
}

/** Steps, play, and what takes back what is open or pinned. @param {Scene} scene */
const keys = (scene) => (/** @type {Happening} */ event) => {
  const { state, g, go, set } = scene;
  const { target: at, currentTarget: root } = event;
  const focus = (/** @type {string} */ part) => root.querySelector(part)?.focus();
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = !at.closest(".track") && { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (way) {
    go({ at: state.at + way });
    if (at.matches(".row")) focus('.row[tabindex="0"]');
  } else if (event.key === "Escape" && state.isOpen && !g.isPhone) {
    set({ isOpen: false });
    focus(".picker summary");
  } else if (event.key === "Escape" && state.pinned >= 0) set({ pinned: -1 });
  else if (event.key === " " && !at.closest("button, summary, a")) play(scene);
  else return;
  event.preventDefault();
};

// The first visit's opening: what flows appears in the order in which the model computes it, between names
// and frames that stand there from the first; then the drawing stands still. Its style says what appears when.

const SEEN = "explainer.opening"; // in the browser's own store, nowhere else
const OPENING = 4000; // milliseconds
const QUIET = "(prefers-reduced-motion: reduce), print";

/** Nobody asked for less motion, and nothing of this stands in the address. @param {string[]} names */
function mayPlay(names) {
  const asked = new URLSearchParams(globalThis.location?.search);
  return !globalThis.matchMedia?.(QUIET).matches && !names.some((name) => asked.has(name));
}

/** Whether this browser sees the drawing for the first time; from now on it has seen it. */
function firstVisit() {
  try {
    if (localStorage.getItem(SEEN)) return false;
    localStorage.setItem(SEEN, "1");
    return true;
  } catch {
    return false; // a browser that keeps nothing would play it on every visit
  }
}

/** @param {number | null} begun @param {number} now */
export const isPlaying = (begun, now) => begun !== null && now < begun + OPENING;

/** The numbers as tables: layers, heads, steps from 1. @param {Data} data */
export function numbers(data) {
  const { source, fed, layers } = data;
  const model = once(data, "model", 0, () => read(data));
  /** @type {FlowParts["table"]} */
  const table = (count, weights, queries, keys) =>
    range(count).flatMap((layer) =>
      model.available.flatMap((head) =>
        crossed(queries, keys, (query, key, row, column) => ({
          ...{ layer: layer + 1, head: head === MEAN ? "mean" : head, row: row + 1, query },
          ...{ column: column + 1, key, weight: Math.fround(weights(layer, head, row, column)) },
        }))
      )
    );
  const candidates = model.candidates.flatMap(({ list }, at) =>
    list.map((one) => ({ step: at + 1, ...one }))
  );
  return {
    cross: table(layers.decoder, model.cross, fed, source),
    encoder: table(layers.encoder, model.encoder, source, source),
    decoder: table(layers.decoder, model.decoder, fed, fed),
    ...(model.isTold && { candidates }),
  };
}

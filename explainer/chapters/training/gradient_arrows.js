// A batch of sentences, on every token a tower as high as its loss, padding hatched: a token is chosen,
// epsilon dragged, the model trained a step. Below it how the loss of the token pulls at the logits.
import { bare, decimal, fill, html, Icon, keyed, Legend, mean } from "../../drawings/parts.js";
import { percent, power, range, roving, signed, Slider, spans, sum } from "../../drawings/parts.js";
/** @import { PullParts, Token, Data, State, Pull } from "./types.d.ts" */

const TOWER = 44; // pixels of the highest one
const TOLD = 0.8; // nats: towers from here on have their number
const TIPS = { up: "M8 5L0 0v10z", down: "M0 5L8 0v10z" };
const TIMES = 100; // how much the moves of weights are magnified
const FELL = 0.3; // nats: whose tower fell by as much keeps an outline of what it was

export const start = (/** @type {Data} */ { at }) => at;
export const about = (/** @type {Data} */ { sentences }) => sentences.map(({ source }) => source);

/** p, q and p - q of the wanted token, the favourites and the rest. @type {PullParts["pullsOf"]} */
export function pullsOf(data, { sentence, place, stop, trained }, others) {
  const { names, given } = data.sentences[sentence].tokens[place];
  const each = data.epsilons[stop] / data.n_vocab;
  const asked = names.map((_, at) => (at ? each : 1 - data.epsilons[stop] + each));
  asked.push(Math.max(0, 1 - sum(asked)));
  return given[trained].map((p, at) => (
    { name: names[at] ?? others, p, q: asked[at], pull: p - asked[at] }
  ));
}

export default function Pull(/** @type {Pull} */ drawing) {
  const { data, words } = drawing;
  return html`
    <div class="group ${data.blank && "blank"} ${data.blank}" role="group" aria-label=${words.name}>
      ${Train(drawing)} ${Batch(drawing)} ${One(drawing)}
    </div>
  `;
}

/** A line a sentence. @param {Pull} drawing */
function Batch({ data: { sentences, blank }, words, state, choose }) {
  const longest = Math.max(...sentences.map(({ tokens }) => tokens.length));
  const all = sentences.flatMap(({ tokens }) => tokens.flatMap(({ losses }) => losses));
  const scale = TOWER / Math.max(...all); // pixels a nat
  const places = sentences.flatMap(({ tokens }, sentence) =>
    tokens.map((_, place) => ({ sentence, place }))
  );
  const isHidden = blank?.includes("losses");
  const high = (/** @type {number} */ nats) => `height: ${Math.max(1, scale * nats).toFixed(1)}px`;
  return html`
    <div class="batch" onkeydown=${roving((to) => choose(places[to]), { rows: true })}>
      ${sentences.map(({ tokens }, sentence) =>
        html`
          <div class="row">
            <span class="number">${sentence + 1}</span>
            ${tokens.map((token, place) => Cell(token, sentence, place))}
            ${range(longest - tokens.length).map((at) =>
              html`<span class="pad ${!at && "first"}">${!at && "<pad>"}</span>`
            )}
          </div>
        `
      )}
    </div>
  `;

  /** @param {Token} token @param {number} sentence @param {number} place */
  function Cell({ names, losses }, sentence, place) {
    const [loss, was, token] = [losses[state.trained], losses[0], bare(names[0])];
    const isFallen = was - loss >= FELL;
    const isOn = sentence === state.sentence && place === state.place;
    const told = { sentence: sentence + 1, place: place + 1, token, loss: decimal(loss) };
    return html`
      <button type="button" class="cell ${isOn && "on"}" tabindex=${isOn ? 0 : -1}
        aria-pressed=${String(isOn)} aria-label=${isHidden ? token : fill(words.spoken, told)}
        onclick=${() => choose({ sentence, place })}>
        <span class="lot">
          <span class="loss">${!isHidden && (loss >= TOLD || isFallen) && decimal(loss)}</span>
          <span class="plot" style=${high(isFallen ? was : loss)}>
            ${isFallen && html`<span class="ghost" style=${high(was)}></span>`}
            <span class="tower" style=${high(loss)}></span>
          </span>
        </span>
        <span class="token">${spans(names[0])}</span>
      </button>
    `;
  }
}

/** The chosen token. @param {Pull} drawing */
function One(drawing) {
  const { data, words, state } = drawing;
  const { sentence, place, stop, trained } = state;
  const { source, tokens } = data.sentences[sentence];
  const { names, losses, flat } = tokens[place];
  const value = data.epsilons[stop];
  const [epsilon, loss] = [decimal(value), losses[trained]];
  const p = Math.exp(-loss);
  const told = fill(words.told, {
    ...{ p: p < 1e-4 ? power(p, 3) : p.toPrecision(4), loss: decimal(loss), epsilon },
    smooth: decimal((1 - value) * loss + value * flat[trained]),
  });
  const values = {
    label: words.epsilon,
    max: data.epsilons.length - 1,
    value: stop,
    told: epsilon,
  };
  return html`
    <div class="one">
      <div class="bar">
        <div class="title">${fill(words.title, { place: place + 1, token: bare(names[0]) })}</div>
        <label class="control">
          <span>${words.epsilon}</span><strong>${epsilon}</strong>
          ${Slider(drawing, values, (stop) => ({ stop }))}
        </label>
      </div>
      <div class="caption" role="status">${data.blank ? source : `${source} · ${told}`}</div>
      <div class="field">${[keyed(`${sentence} ${place}`, Pulls(drawing))]}</div>
      ${Legend([
        { mark: "given", words: words.p },
        { mark: "asked", words: words.q },
        { mark: "up", words: words.up, inside: html`<b>→</b>` },
        { mark: "down", words: words.down, inside: html`<b>←</b>` },
      ])}
    </div>
  `;
}

/** What the model gave (bars), what is asked for (marks), and the pull between them. */
function Pulls(/** @type {Pull} */ { data, words, state }) {
  const percents = (/** @type {number} */ share) => `${100 * share}%`;
  return html`
    <div class="pulls" role="img" aria-label=${words.pulls}>
      <div class="each heads">
        <span><span>${words.p}</span><span class="short">p</span></span>
        <span><span>${words.gradient}</span><span class="short">p − q</span></span>
      </div>
      ${pullsOf(data, state, words.others).map(({ name, p, q, pull }, at) => {
        const tone = q > p ? "up" : "down";
        const way = `left: ${percents(Math.min(p, q))}; width: ${percents(Math.abs(q - p))}`;
        return html`
          <div class="each">
            <span class="name ${!at && "wanted"}">${spans(name)}</span>
            <span class="bars">
              <i class="half"></i>
              <i class="given" style="width: ${percents(p)}"></i>
              <i class="asked" style="left: ${percents(q)}"></i>
              <span class="way ${tone}" style=${way}>
                <i></i><svg width="8" height="10"><path d=${TIPS[tone]} /></svg>
              </span>
            </span>
            <span class="fact">${percent(p)}</span>
            <span class="fact ${!data.blank && Number(pull.toFixed(3)) !== 0 && tone}">${data.blank
              ? "?"
              : signed(pull, 3)}</span>
          </div>
        `;
      })}
    </div>
  `;
}

function Train(/** @type {Pull} */ drawing) {
  const { data, words, state, choose } = drawing;
  const { sentences, moved, epsilons, at } = data;
  const { stop, trained } = state;
  const tokens = sentences.flatMap((one) => one.tokens);
  const means = tokens[0].losses.map((_, step) => mean(tokens.map(({ losses }) => losses[step])));
  const most = Math.max(...means);
  // What the steps make smaller: the mean of the smoothed losses.
  const flat = mean(tokens.map((token) => token.flat[trained]));
  const smooth = (1 - epsilons[stop]) * means[trained] + epsilons[stop] * flat;
  const last = decimal(moved[trained - 1] ?? 0, 6);
  const told = { step: trained, steps: moved.length, moved: last, smooth: decimal(smooth, 3) };
  const isReady = stop === at.stop && trained < moved.length;
  return html`
    <div class="train">
      <div class="bar">
        <button type="button" class="play" data-screen disabled=${!isReady}
          onclick=${() => choose({ trained: trained + 1 })}>
          ${Icon("following")}<span>${words.train}</span>
        </button>
        <button type="button" class="play" data-screen disabled=${!trained}
          onclick=${() => choose({ trained: 0 })}>${words.restart}</button>
      </div>
      <div class="note" role="status">${trained ? fill(words.after, told) : words.start}</div>
      <div class="mean">
        <span class="head">${words.curve}</span>
        <span class="track">
          <i class="was" style="width: ${100 * means[0] / most}%"></i>
          <i class="now" style="width: ${100 * means[trained] / most}%"></i>
        </span>
        <span class="fact on">${decimal(means[trained])}</span>
      </div>
      ${data.weights.length > 0 && Weights(drawing)}
    </div>
  `;
}

/** Weights of W_out's row of the chosen token, and how far training has moved each: magnified. */
function Weights(/** @type {Pull} */ { data: { sentences, weights, at }, words, state, clock }) {
  const { sentence, place, stop, trained } = state;
  const isTold = sentence === at.sentence && place === at.place && stop === at.stop;
  const [first, now, last] = [weights[0], weights[trained], weights.at(-1) ?? []];
  const moves = clock.toward(first.map((weight, index) => now[index] - weight), 450);
  const gone = first.map((weight, index) => Math.abs(last[index] - weight));
  const most = Math.max(...first.map(Math.abs));
  const far = gone.indexOf(Math.max(...gone));
  const told = {
    ...{ token: bare(sentences[sentence].tokens[place].names[0]), count: first.length },
    ...{ times: TIMES, place: far + 1, was: decimal(first[far], 4), now: decimal(now[far], 4) },
  };
  const line = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ by) =>
    `M${at} ${-from / most}v${-by / most}`;
  return html`
    <div class="weights ${!isTold && "untold"}">
      <div class="head">${fill(words.weights, told)}</div>
      <svg viewBox="-0.6 -1.7 ${first.length + 0.2} 3.4" preserveAspectRatio="none" role="img"
        aria-label=${fill(words.weight, told)}>
        <path class="was" d=${first.map((weight, index) => line(index, 0, weight)).join("")} />
        <path class="move"
          d=${first.map((weight, index) => line(index, weight, TIMES * moves[index])).join("")} />
      </svg>
      <div class="one-weight">${fill(words.weight, told)}</div>
    </div>
  `;
}

/** All losses of the batch after every step, and the pulls of the chosen token. */
export function numbers(/** @type {Data} */ data, /** @type {State} */ state) {
  const { sentence, place, stop, trained } = state;
  const losses = data.sentences.flatMap(({ tokens }, sentence) =>
    tokens.map(({ names, losses }, place) => ({
      ...{ sentence: sentence + 1, place: place + 1, token: names[0] },
      p: Math.exp(-losses[trained]),
      ...Object.fromEntries(losses.map((loss, step) => [step ? `loss_${step}` : "loss", loss])),
    }))
  );
  const same = { epsilon: data.epsilons[stop], steps: trained };
  const pulls = pullsOf(data, state, "").map(({ name, p, q, pull }) => (
    { sentence: sentence + 1, place: place + 1, ...same, token: name, p, q, gradient: pull }
  ));
  return { losses, pulls };
}

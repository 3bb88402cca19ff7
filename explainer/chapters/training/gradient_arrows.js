// A batch of sentences, on every token a tower as high as the root of its loss, padding hatched: a token is
// chosen, epsilon dragged, the model trained a step. Beside it how its loss pulls at the logits.
import { bare, decimal, fill, html, Icon, keyed, Legend } from "../../drawings/parts.js";
import { percent, roving, signed, Slider, spans, sum } from "../../drawings/parts.js";
/** @import { PullParts, Token, Data, State, Pull } from "./types.d.ts" */

const [TOWER, SHORT] = [58, 32]; // pixels of the highest one, on a phone
const NARROW = 500; // pixels of a phone's drawing
const TOLD = 0.8; // nats: towers from here on have their number
const TIMES = 100; // how much the moves of weights are magnified
const FELL = 0.3; // nats: whose tower fell by as much keeps an outline of what it was

export const start = (/** @type {Data} */ { at }) => at;
export const about = (/** @type {Data} */ { sentences }) => sentences.map(({ source }) => source);

/** p, q and p - q of the wanted token, the favourites and the rest. @type {PullParts["pullsOf"]} */
export function pullsOf(data, state, others) {
  const { names, given } = data.sentences[state.sentence].tokens[state.place];
  const { right, each } = data.targets[state.stop];
  const asked = names.map((_, at) => at ? each : right);
  asked.push(Math.max(0, 1 - sum(asked)));
  return given[state.trained].map((p, at) => (
    { name: names[at] ?? others, p, q: asked[at], pull: p - asked[at] }
  ));
}

export default function Pull(/** @type {Pull} */ drawing) {
  const { data, words } = drawing;
  return html`
    <div class="group ${data.blank && "blank"} ${data.blank}" role="group" aria-label=${words.name}>
      ${Train(drawing)} ${Batch(drawing)} ${One(drawing)}
      ${data.weights.length > 0 && Weights(drawing)}
    </div>
  `;
}

/** A line a sentence. @param {Pull} drawing */
function Batch({ data, words, state, width, choose }) {
  const { sentences, blank } = data;
  const longest = Math.max(...sentences.map(({ tokens }) => tokens.length));
  const all = sentences.flatMap(({ tokens }) => tokens.flatMap(({ losses }) => losses));
  const scale = (width < NARROW ? SHORT : TOWER) / Math.sqrt(Math.max(...all));
  const places = sentences.flatMap(({ tokens }, sentence) =>
    tokens.map((_, place) => ({ sentence, place }))
  );
  const isHidden = blank?.includes("losses");
  const px = (/** @type {number} */ nats) => `${(scale * Math.sqrt(nats)).toFixed(1)}px`;
  const { rest } = data.targets[state.stop];
  return html`
    <div class="batch" onkeydown=${roving((to) => choose(places[to]), { rows: true })}>
      ${sentences.map(({ tokens }, sentence) =>
        html`
          <div class="row ${sentence === state.sentence && "on"}">
            ${tokens.map((token, place) => Cell(token, sentence, place))}
            ${tokens.length < longest && html`
              <span class="pad" style="flex-grow: ${longest - tokens.length}">
                <span>${"<pad>"} × ${longest - tokens.length}</span>
              </span>
            `}
          </div>
        `
      )}
      ${Legend([{ mark: "rest", words: fill(words.rest, { rest: decimal(rest) }) }])}
    </div>
  `;

  /** @param {Token} token @param {number} sentence @param {number} place */
  function Cell({ names, losses }, sentence, place) {
    const [loss, was, token] = [losses[state.trained], losses[0], bare(names[0])];
    const isFallen = was - loss >= FELL;
    const isOn = sentence === state.sentence && place === state.place;
    const isTold = !isHidden && (loss >= TOLD || isFallen);
    const told = { sentence: sentence + 1, place: place + 1, token, loss: decimal(loss) };
    return html`
      <button type="button" class="cell ${isTold && "high"}" aria-pressed=${String(isOn)}
        tabindex=${isOn ? 0 : -1} aria-label=${isHidden ? token : fill(words.spoken, told)}
        onclick=${() => choose({ sentence, place })}>
        <span class="lot">
          <span class="loss">${isTold && decimal(loss)}</span>
          <span class="plot" style="height: ${px(isFallen ? was : loss)}">
            ${isFallen && html`<span class="ghost" style="height: ${px(was)}"></span>`}
            <span class="tower" style="height: ${px(loss)}"></span>
          </span>
          ${rest > 0 && html`<i class="rest" style="bottom: ${px(rest)}"></i>`}
        </span>
        <span class="token">${spans(names[0])}</span>
      </button>
    `;
  }
}

/** The chosen token. @param {Pull} drawing */
function One({ data, words, state }) {
  const { sentence, place, trained } = state;
  const { source, tokens } = data.sentences[sentence];
  const { names, losses } = tokens[place];
  const told = fill(words.told, { loss: decimal(losses[trained]) });
  return html`
    <div class="one">
      <div class="title">${fill(words.title, { place: place + 1, token: bare(names[0]) })}</div>
      <div class="caption" role="status">${data.blank ? source : `${source} · ${told}`}</div>
      ${[keyed(`${sentence} ${place}`, Pulls({ data, words, state }))]}
      ${Legend([
        { mark: "given", words: words.p },
        { mark: "asked", words: words.q },
        { mark: "up", words: words.up, inside: html`<b>→</b>` },
        { mark: "down", words: words.down, inside: html`<b>←</b>` },
      ])}
    </div>
  `;
}

/** What the model gave (bars), what is asked for (marks), and the pull between them.
 * @param {Pick<Pull, "data" | "words" | "state">} drawing */
function Pulls({ data, words, state }) {
  const percents = (/** @type {number} */ share) => `${100 * share}%`;
  return html`
    <div class="pulls" role="img" aria-label=${words.pulls}>
      <div class="each heads"><span>p</span><span>p − q</span></div>
      ${pullsOf(data, state, words.others).map(({ name, p, q, pull }, at) => {
        const [tone, said] = [q > p ? "up" : "down", data.blank ? "?" : signed(pull, 3)];
        const way = `left: ${percents(Math.min(p, q))}; width: ${percents(Math.abs(q - p))}`;
        return html`
          <div class="each">
            <span class="name ${!at && "wanted"}">${spans(name)}</span>
            <span class="bars">
              <i class="half"></i>
              <i class="given" style="width: ${percents(p)}"></i>
              <i class="asked" style="left: ${percents(q)}"></i>
              <i class="way ${tone}" style=${way}></i>
            </span>
            <span class="fact">${percent(p)}</span>
            <span class="fact ${/[1-9]/.test(said) && tone}">${said}</span>
          </div>
        `;
      })}
    </div>
  `;
}

function Train(/** @type {Pull} */ drawing) {
  const { data, words, state, choose } = drawing;
  const { moved, targets, means, smooth, at } = data;
  const { stop, trained } = state;
  const { rest, least } = targets[stop];
  const [most, epsilon] = [Math.max(...means), decimal(targets[stop].epsilon)];
  const told = {
    ...{ epsilon, step: trained, steps: moved.length, moved: decimal(moved[trained - 1] ?? 0, 6) },
    ...{ smooth: decimal(smooth[trained], 3), least: decimal(least, 3) },
  };
  const isNew = stop !== at.stop;
  const note = isNew ? words.anew : trained ? words.after : words.start;
  const values = { label: words.epsilon, max: targets.length - 1, value: stop, told: epsilon };
  return html`
    <div class="train">
      <button type="button" class="play" data-screen disabled=${isNew || trained === moved.length}
        onclick=${() => choose({ trained: trained + 1 })}>
        ${Icon("following")}<span>${words.train}</span>
      </button>
      <button type="button" class="play" data-screen disabled=${!trained}
        onclick=${() => choose({ trained: 0 })}>${words.restart}</button>
      <label class="control">
        <span>${words.epsilon}</span><strong>${epsilon}</strong>
        ${Slider(drawing, values, (stop) => ({ stop }))}
      </label>
      <div class="mean">
        <span class="head">${words.curve}</span>
        <span class="track">
          <i class="was" style="width: ${100 * means[0] / most}%"></i>
          <i class="now" style="width: ${100 * means[trained] / most}%"></i>
          ${rest > 0 && html`<i class="rest" style="left: ${100 * rest / most}%"></i>`}
        </span>
        <span class="fact on">${decimal(means[trained])}</span>
      </div>
      <div class="note" role="status">${fill(note, told)}</div>
    </div>
  `;
}

/** Weights of W_out's row of the chosen token, and how far training has moved each: magnified. */
function Weights(/** @type {Pull} */ { data: { sentences, weights, at }, words, state, clock }) {
  const { sentence, place, stop, trained } = state;
  const isTold = sentence === at.sentence && place === at.place && stop === at.stop;
  const moves = clock.toward(weights[0].map((was, one) => weights[trained][one] - was), 450);
  const most = Math.max(...weights[0].map(Math.abs));
  const token = bare(sentences[sentence].tokens[place].names[0]);
  const told = fill(words.weights, { token, count: moves.length, times: TIMES });
  const line = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ by) =>
    `M${at} ${-from / most}v${-by / most}`;
  return html`
    <div class="weights ${!isTold && "untold"}">
      <div class="head">${told}</div>
      <svg viewBox="-0.6 -1.7 ${moves.length + 0.2} 3.4" preserveAspectRatio="none" role="img"
        aria-label=${told}>
        <path class="was" d=${weights[0].map((was, one) => line(one, 0, was)).join("")} />
        <path class="move"
          d=${weights[0].map((was, one) => line(one, was, TIMES * moves[one])).join("")} />
      </svg>
    </div>
  `;
}

/** Every token of the batch: its loss after every step, what the model gives it now and what is asked. */
export function numbers(/** @type {Data} */ data, /** @type {State} */ state) {
  const { right: q } = data.targets[state.stop];
  const tokens = data.sentences.flatMap(({ tokens }, sentence) =>
    tokens.map(({ names, losses, given }, place) => ({
      ...{ sentence: sentence + 1, place: place + 1, token: names[0] },
      ...{ p: given[state.trained][0], q, gradient: given[state.trained][0] - q },
      ...Object.fromEntries(losses.map((loss, step) => [step ? `loss_${step}` : "loss", loss])),
    }))
  );
  return { tokens };
}

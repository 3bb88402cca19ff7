// Texts as words in lines that wrap, bars below the n-grams that match: ✓ credited, ✗ clipped; the
// share of each length can be pressed. The candidate's words are dragged along it, or pressed and then
// taken out, doubled or written anew.
import { exact, fill, html, IconButton, lookedAt, offered } from "../../drawings/parts.js";
import { range, roving, signed, sum, tab, TextButton } from "../../drawings/parts.js";
/** @import { Score, Data, State, Ngrams, Bar } from "./types.d.ts" */

const SIGNS = /** @type {Words} */ ({ match: "✓", clipped: "✗" });
const LONGEST = 60; // characters of the words that take the place of one
const MOST = 40; // words
/** By how many places a button moves a word. @type {["previous" | "following", string, number][]} */
const MOVES = [["previous", "earlier", -1], ["following", "later", 1]];

export const start = (/** @type {Data} */ { n = 1 }) => (
  { n, over: null, stop: 0, word: null, held: null, drag: null, edit: null }
);
export const about = (/** @type {Data} */ { texts }) => texts;

/** A smoothed count has decimals. @param {number} value */
const count = (value) => Number(value.toPrecision(6));

/** What the server has still to say is a dash. @param {number | null} value */
const points = (value, digits = 2) => value === null ? "–" : value && exact(value, digits);

const ngrams = (/** @type {string[]} */ tokens, /** @type {number} */ n) =>
  tokens.slice(n - 1).map((_, at) => tokens.slice(at, at + n).join(" "));

/** How often the candidate has each of its n-grams, at most one reference, and what is credited. */
export function credits(/** @type {string[][]} */ texts, /** @type {number} */ n) {
  const [own, ...others] = texts.map((tokens) => Map.groupBy(ngrams(tokens, n), (one) => one));
  return new Map([...own].map(([ngram, { length: found }]) => {
    const merged = Math.max(0, ...others.map((one) => one.get(ngram)?.length ?? 0));
    return [ngram, { found, merged, clipped: Math.min(found, merged) }];
  }));
}

/** The score of a candidate that is being changed.
 * @param {string[][]} texts @param {Score} before @returns {Score} */
export function rescored(texts, before) {
  const [length, ...others] = texts.map((tokens) => tokens.length);
  const [closest] = others.toSorted((a, b) => Math.abs(a - length) - Math.abs(b - length) || a - b);
  const counts = before.numerators.map((_, at) => [...credits(texts, at + 1).values()]);
  const numerators = counts.map((all) => sum(all.map(({ clipped }) => clipped)));
  const denominators = counts.map((all) => sum(all.map(({ found }) => found)));
  const brevity = length < closest ? Math.exp(1 - closest / length) : 1;
  const logs = numerators.map((credited, at) => Math.log(credited / (denominators[at] || 1)));
  const value = brevity * Math.exp(sum(logs) / logs.length);
  const bleu = before.plain ? 100 * value : null;
  const change = bleu === null ? null : bleu - (before.bleu ?? 0);
  return { numerators, denominators, brevity, bleu, closest, length, chrf: null, change };
}

/** Below a text, on lines of their own where they overlap. Where a learner is to say which match they
 * are all the candidate has.
 * @param {Data} data @param {number} n @param {number} row @param {string} tip @returns {Bar[]} */
export function barsOf({ texts, score, of }, n, row, tip) {
  if (of) return barsOf({ texts: [texts[row], ...of[row].references], score }, n, 0, tip);
  const all = ngrams(texts[row], n);
  if (!score) {
    const open = row || n === 1 ? [] : all;
    return open.map((told, start) => ({
      ...{ ngram: String(start), start, level: start % n, kind: "open", told },
    }));
  }
  const [known, seen] = [credits(texts, n), new Map()];
  const free = /** @type {number[]} */ ([]); // of each line, from where on
  return all.flatMap((ngram, start) => {
    const counts = known.get(ngram);
    if (!counts?.merged) return [];
    seen.set(ngram, (seen.get(ngram) ?? 0) + 1);
    const isCredited = seen.get(ngram) <= (row ? counts.found : counts.clipped);
    if (row && !isCredited) return [];
    const level = [...free, 0].findIndex((end) => end <= start);
    free[level] = start + n;
    const told = fill(tip, { ngram, ...counts });
    return [{ ngram, start, level, kind: isCredited ? "match" : "clipped", told }];
  });
}

export default function Ngrams(/** @type {Ngrams} */ drawing) {
  const { words, state: { n, over, stop, word, held, drag, edit }, set, choose, asks } = drawing;
  const { isEdited, of, texts: [known, ...others], score: before } = drawing.data;
  const own = drag ?? edit ?? known;
  const texts = [own, ...others];
  const score = own === known || !before ? before : rescored(texts, before);
  const data = { ...drawing.data, texts, score };
  let parts = 0; // that the arrow keys have led to
  const bars = texts.map((_, row) => barsOf(data, n, row, words.tip));
  const [credited, total] = score ? [score.numerators[n - 1], score.denominators[n - 1]] : [0, 0];
  return html`
    <div class=${over !== null && "hovered"} role="group"
      aria-label=${score && fill(words.rows_alt, { n, credited, total })}
      onkeydown=${!asks && roving((to) => set({ stop: to }), { rows: true })}>
      ${texts.map((tokens, place) =>
        html`
          <div class="name">${NameOf(place, tokens.length)}</div>
          <div class="line ${place && !of ? "reference" : "candidate"}" role="list">
            ${tokens.map((word, at) => Token(word, at, place))}
            ${!tokens.length && html`<span class="empty" role="listitem">${words.no_tokens}</span>`}
          </div>
          ${!place && score && isEdited && word !== null && Tools(word)}
        `
      )}
    </div>
    ${score && Total(drawing, data, score)}
  `;

  function NameOf(/** @type {number} */ place, /** @type {number} */ count) {
    const one = of?.[place];
    if (one) return fill(words.sentence, { name: one.name, value: points(one.bleu) });
    return fill(place ? words.reference_row : words.candidate_row, { place, count });
  }

  /** @param {string[]} changed @param {number | null} [place] where the pressed word is then */
  function become(changed, place = null) {
    choose({ edit: changed, word: place });
  }

  function moved(/** @type {number} */ from, /** @type {number} */ to) {
    return own.toSpliced(from, 1).toSpliced(to, 0, own[from]);
  }

  /** A word is pressed, or taken along past the middle of others.
   * @param {number} at @returns {Attributes} */
  function hands(at) {
    return {
      type: "button",
      tabindex: tab(parts++, stop),
      "aria-pressed": String(at === word),
      class: `word ${at === held ? "held" : at === word ? "on" : ""}`,
      // A word that was taken along is not pressed.
      onclick: () => drag ? set({ drag: null }) : choose({ word: at === word ? null : at }),
      onpointerdown({ currentTarget, pointerId }) {
        currentTarget.setPointerCapture(pointerId);
        set({ held: at, drag: null });
      },
      onpointermove({ currentTarget, clientX, clientY }) {
        if (held === null) return;
        const line = currentTarget.closest(".line");
        const to = [...line.querySelectorAll("button")].findIndex((one, place) => {
          const { left, width, top, bottom } = one.getBoundingClientRect();
          const isPast = (clientX - left - width / 2) * Math.sign(place - held) > 0;
          return isPast && clientX > left && clientX < left + width && clientY > top - width &&
            clientY < bottom + width;
        });
        if (to >= 0) set({ drag: moved(held, to), held: to });
      },
      onpointerup() {
        set({ held: null });
        if (drag && String(drag) !== String(edit ?? known)) become(drag);
      },
      onpointercancel: () => set({ held: null, drag: null }),
    };
  }

  /** What can be done to the pressed word. @param {number} at */
  function Tools(at) {
    const replace = (/** @type {Happening} */ { target }) => {
      const written = target.value.split(/\s+/).filter(Boolean);
      if (written.length) become(own.toSpliced(at, 1, ...written), at);
    };
    const double = () => become(own.toSpliced(at, 0, own[at]), at);
    return html`
      <div class="tools" role="group" aria-label=${fill(words.tools, { word: own[at] })}>
        <input type="text" size="12" maxlength=${LONGEST} .value=${own[at]} onchange=${replace}
          aria-label=${words.word} title=${words.word_help}>
        ${MOVES.map(([icon, name, by]) => {
          const to = at + by;
          const isEnd = own[to] === undefined;
          return IconButton(icon, words[name], () => isEnd || become(moved(at, to), to), isEnd);
        })}
        ${TextButton(words.remove, () => become(own.toSpliced(at, 1)), own.length < 2)}
        ${TextButton(words.double, double, own.length >= MOST)}
      </div>
    `;
  }

  function Token(/** @type {string} */ word, /** @type {number} */ at, /** @type {number} */ row) {
    const here = bars[row].filter(({ start }) => start <= at && at < start + n);
    const levels = 1 + Math.max(-1, ...bars[row].map(({ level }) => level));
    const isMarked = (/** @type {number} */ back) => offered(drawing, at - back)["data-ghost"];
    const offer = !row &&
      (score ? { "data-ghost": range(n).some(isMarked) } : n === 1 && offered(drawing, at));
    return html`
      <div class="token" role="listitem">
        ${!row && score && isEdited
          ? html`<button all=${{ ...hands(at), ...offer }}>${word}</button>`
          : html`<span class="word" all=${offer}>${word}</span>`}
        ${range(levels).map((line) => {
          const bar = here.find(({ level }) => level === line);
          return bar ? Part(bar, at - bar.start) : html`<span class="bar"></span>`;
        })}
      </div>
    `;
  }

  /** A word's part of a bar. @param {Bar} bar @param {number} at */
  function Part(bar, at) {
    const { ngram, kind, told, start } = bar;
    const offer = kind === "open" && offered(drawing, start);
    const reached = { role: "img", tabindex: tab(at ? -1 : parts++, stop) };
    const pressed = at ? offer && { onclick: offer.onclick } : offer || reached;
    const ends = `${at ? "" : "begins"} ${at === n - 1 ? "ends" : ""}`;
    const isChosen = offer && offer["aria-pressed"] === "true" && "chosen";
    return html`
      <span class="bar ${kind} ${ends} ${over === ngram && "on"} ${isChosen}" title=${told}
        aria-label=${!at && told} all=${{ ...lookedAt(set, "over", ngram), ...pressed }}>
        ${!at && html`<span class="sign">${SIGNS[kind]}</span>`}
      </span>
    `;
  }
}

/** Of the shares, from a score that is known. @param {Pick<Score, "bleu" | "brevity">} score */
export const meanOf = ({ bleu, brevity }) =>
  bleu === null || !brevity ? null : bleu / 100 / brevity;

/** The shares of all lengths, and what becomes of them.
 * @param {Ngrams} drawing @param {Data} data @param {Score} score */
function Total({ words, state, choose }, { of, mean: apart, undo }, score) {
  const { denominators, bleu, closest, length, change, chrf } = score;
  const value = exact(score.brevity, 4).replace(".0000", "");
  const beside = { length, closest, chrf: points(chrf) };
  return html`
    <div class="sum">
      ${score.numerators.map((credited, at) => {
        const share = 100 * credited / (denominators[at] || 1);
        return html`
          <button type="button" class="order ${!credited && "none"}"
            aria-pressed=${String(at + 1 === state.n)} onclick=${() => choose({ n: at + 1 })}>
            <span class="length">n = ${at + 1}</span>
            ${of && html`<span>${of.map((one) => one.credited[at]).join(" + ")}</span>`}
            <b>${count(credited)} / ${count(denominators[at])}</b>
            <span class="share"><span style="width: ${share}%"></span></span>
          </button>
        `;
      })}
      <span class="step">→ ${fill(words.mean_of, { value: points(meanOf(score), 3) })}</span>
      <span class="step">× ${fill(words.penalty, { value })}</span>
      <span class="score">
        = BLEU <b>${points(bleu)}</b>
        ${change !== null && ` (${signed(change)})`}
      </span>
      ${undo && TextButton(words.undo, () => choose({ undo: true }))}
      <span class="beside">
        ${of && fill(words.apart, { value: points(apart ?? 0) })} ${fill(words.beside, beside)}
      </span>
    </div>
  `;
}

/** Words, matches of the length that is lit, and the score; the candidate is text 0. */
export function numbers(/** @type {Data} */ data, /** @type {State} */ { n }) {
  const { texts, score } = data;
  if (!score) return {};
  const words = texts.flatMap((tokens, text) => tokens.map((word, at) => ({ text, at, word })));
  const matches = texts.flatMap((_, text) =>
    barsOf(data, n, text, "").map(({ ngram, start, kind }) => ({ text, start, n, ngram, kind }))
  );
  const lengths = score.numerators.map((credited, at) => (
    { n: at + 1, credited, of: score.denominators[at] }
  ));
  const { brevity, bleu, chrf } = score;
  return { words, matches, lengths, score: [{ brevity, bleu, chrf }] };
}

// Texts as words in lines that wrap, bars below the n-grams that match: ✓ credited, ✗ clipped; the
// share of each length can be pressed.
import { exact, fill, html, lookedAt, offered, range, roving } from "../../drawings/parts.js";
import { signed, sum, tab } from "../../drawings/parts.js";
/** @import { Score, Data, State, Ngrams, Bar } from "./types.d.ts" */

const SIGNS = /** @type {Words} */ ({ match: "✓", clipped: "✗" });

export const start = (/** @type {Data} */ { n = 1 }) => ({ n, over: null, stop: 0 });
export const about = (/** @type {Data} */ { texts }) => texts;

/** A smoothed count has decimals. @param {number} value */
const count = (value) => Number(value.toPrecision(6));

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

/** Below a text, on lines of their own where they overlap. Where a learner is to say which match they
 * are all the candidate has.
 * @param {Data} data @param {number} n @param {number} row @param {string} tip @returns {Bar[]} */
export function barsOf({ texts, score }, n, row, tip) {
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
  const { data, words, state: { n, over, stop }, set, asks } = drawing;
  const { texts, score } = data;
  const counts = [...credits(texts, n).values()];
  const credited = sum(counts.map(({ clipped }) => clipped));
  const total = sum(counts.map(({ found }) => found));
  const bars = texts.map((_, row) => barsOf(data, n, row, words.tip));
  return html`
    <div class=${over !== null && "hovered"} role="group"
      aria-label=${score && fill(words.rows_alt, { n, credited, total })}
      onkeydown=${!asks && roving((to) => set({ stop: to }))}>
      ${texts.map((tokens, place) => {
        const name = place ? words.reference_row : words.candidate_row;
        return html`
          <div class="name">${fill(name, { place, count: tokens.length })}</div>
          <div class="line ${place ? "reference" : "candidate"}" role="list">
            ${tokens.map((word, at) => Token(word, at, place))}
            ${!tokens.length && html`<span class="empty" role="listitem">${words.no_tokens}</span>`}
          </div>
        `;
      })}
    </div>
    ${score && Total(drawing, score)}
  `;

  function Token(/** @type {string} */ word, /** @type {number} */ at, /** @type {number} */ row) {
    const here = bars[row].filter(({ start }) => start <= at && at < start + n);
    const levels = 1 + Math.max(-1, ...bars[row].map(({ level }) => level));
    const isMarked = (/** @type {number} */ back) => offered(drawing, at - back)["data-ghost"];
    const offer = !row &&
      (score ? { "data-ghost": range(n).some(isMarked) } : n === 1 && offered(drawing, at));
    return html`
      <div class="token" role="listitem">
        <span class="word" all=${offer}>${word}</span>
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
    const reached = { role: "img", tabindex: tab(bars.flat().indexOf(bar), stop) };
    const hands = at ? offer && { onclick: offer.onclick } : offer || reached;
    const ends = `${at ? "" : "begins"} ${at === n - 1 ? "ends" : ""}`;
    const isChosen = offer && offer["aria-pressed"] === "true" && "chosen";
    return html`
      <span class="bar ${kind} ${ends} ${over === ngram && "on"} ${isChosen}" title=${told}
        aria-label=${!at && told} all=${{ ...lookedAt(set, "over", ngram), ...hands }}>
        ${!at && html`<span class="sign">${SIGNS[kind]}</span>`}
      </span>
    `;
  }
}

/** The shares of all lengths, and what becomes of them. @param {Ngrams} drawing @param {Score} score */
function Total({ data: { texts }, words, state, choose }, score) {
  const { denominators, bleu, closest, change } = score;
  const value = exact(score.brevity, 4).replace(".0000", "");
  const beside = { length: texts[0].length, closest, chrf: exact(score.chrf) };
  return html`
    <div class="sum">
      ${score.numerators.map((credited, at) => {
        const isLit = at + 1 === state.n;
        const share = 100 * credited / (denominators[at] || 1);
        return html`
          <button type="button" class="order ${isLit && "lit"}" aria-pressed=${String(isLit)}
            onclick=${() => choose({ n: at + 1 })}>
            <span class="length">n = ${at + 1}</span>
            <b>${count(credited)} / ${count(denominators[at])}</b>
            <span class="share"><span style="width: ${share}%"></span></span>
          </button>
        `;
      })}
      <span class="step">→ ${words.mean_of}</span>
      <span class="step">× ${fill(words.penalty, { value })}</span>
      <span class="score">
        = BLEU <b>${bleu ? exact(bleu) : 0}</b>${change !== null && ` (${signed(change)})`}
      </span>
      <span class="beside">${fill(words.beside, beside)}</span>
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

// The sentence word by word as letters, cut into tokens, and their ids; the tokenizer's own where it cuts
// otherwise; and what is written: ids, tokens, text, with what the tokenizer's way has and this has not. A
// press between two letters cuts there, or joins, in the most probable way.
import { decimal, differing, fill, grouped, html, keyed } from "../../drawings/parts.js";
import { offered, roving, spans, sum, tab } from "../../drawings/parts.js";
/** @import { Arc, Data, State } from "./types.d.ts" */

const MARK = "\u2581";
const [UNKNOWN, EOS] = [1, 3];

export const about = (/** @type {Data} */ { marked, ways }) => [marked, ways];
export const start = (/** @type {Data} */ { ways: [path] }) => ({ path, stop: null });

/** In a lesson words are cut by hand: before which letters. @param {Arc[]} arcs @param {number[]} cuts */
const cutByHand = (arcs, cuts) =>
  arcs.flatMap((arc) => {
    const inner = cuts.filter((cut) => cut > arc.start && cut < arc.end);
    const edges = [arc.start, ...inner.toSorted((a, b) => a - b), arc.end];
    return edges.slice(1).map((end, at) => ({ ...arc, start: edges[at], end }));
  });

/** The path with its token cut before a letter, or, where one is cut there, with its word joined, in the
 * most probable way; null where the vocabulary has none.
 * @param {Data} data @param {number[]} path @param {number} cut */
export function recut({ marked, arcs }, path, cut) {
  const letters = [...marked];
  const crosses = (/** @type {Arc} */ { start, end }) => start < cut && cut < end;
  const old = path.map((index) => arcs[index]).find(crosses);
  const from = old?.start ?? Math.max(0, letters.lastIndexOf(MARK, cut));
  const to = old?.end ?? [...letters, MARK].indexOf(MARK, cut);
  const fits = (/** @type {Arc} */ arc, /** @type {number} */ index) =>
    arc.start < from || arc.end > to
      ? path.includes(index)
      : arc.id !== UNKNOWN && (old ? !crosses(arc) : arc.start !== cut);
  const best = [{ score: 0, way: /** @type {number[]} */ ([]) }]; // by where it ends
  arcs.forEach((arc, index) => {
    const before = best[arc.start], score = before?.score + (arc.score ?? 0);
    if (!before || !fits(arc, index) || best[arc.end]?.score >= score) return;
    best[arc.end] = { score, way: [...before.way, index] };
  });
  return best[letters.length]?.way ?? null;
}

export default function Cutting(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, state, set, choose, asks } = drawing;
  const { marked, ways, end, written } = data;
  const isCut = asks?.kind === "cut";
  const arcs = isCut ? cutByHand(data.arcs, state.answer ?? []) : data.arcs;
  const isVeiled = arcs[0].score === null;
  const path = isVeiled ? [...arcs.keys()] : state.path;
  const letters = [...marked];
  const starts = [...letters.keys()].filter((at) => !at || letters[at] === MARK);
  const ends = [...starts.slice(1), letters.length];
  const longest = Math.max(...starts.map((start, at) => ends[at] - start));
  const gaps = [...letters.keys()].slice(1).filter((at) =>
    ![letters[at - 1], letters[at]].includes(MARK)
  );
  const cuts = new Map(gaps.map((at) => [at, isVeiled ? null : recut(data, path, at)]));
  const open = gaps.filter((at) => isCut || cuts.get(at));
  const stop = open.find((at) => at === state.stop) ?? open[0];
  const isSame = (/** @type {number[]} */ way) => String(way) === String(path);
  const isOwn = isVeiled || isSame(ways[0]);
  const logs = (/** @type {number[]} */ way) => sum(way.map((index) => arcs[index].score ?? 0));
  const rows = [words.letters, words.tokens, words.ids, ...(isOwn ? [] : [words.usual])];
  const { best, now } = written, isKnown = isSame(written.path);
  const [mine, usual] = [path, ways[0]].map(logs), odds = Math.exp(usual - mine);
  const times = grouped(odds, odds < 9.95 ? 1 : 0);
  const told = { count: path.length, score: decimal(mine), best: decimal(usual), times };
  const from = now === best ? words.same : fill(words.before, { best });
  return html`
    <div class="sentence" role="group" aria-label=${words.name}
      style="--longest-word: ${longest}; --letter-count: ${letters.length}"
      onkeydown=${!asks && roving((_, { dataset }) => set({ stop: Number(dataset.cut) }))}>
      <div class="rows" aria-hidden="true">${rows.map((name) => html`<span>${name}</span>`)}</div>
      <div class="words" dir="auto">
        ${starts.map((start, at) => Word(start, ends[at]))}
        <div class="word">${Written(end)}</div>
      </div>
    </div>
    ${!isVeiled && html`
      <div class="model">${words.model}</div>
      <div class="words back ${!isKnown && "stale"}">${written.tokens.map(Written)}</div>
      <div class="result" role="status">
        <span class="label">${words.translation}</span>
        <span class="said">${isKnown ? differing(best, now, words.missing) : "…"}</span>
        <span class="label">${isKnown && !isOwn && from}</span>
      </div>
      <div class="ways" role="group" aria-label=${words.ways}>
        <div class="caption">${fill(isOwn ? words.best : words.own, told)}</div>
        ${ways.map((way, at) =>
          html`
            <button type="button" aria-pressed=${String(isSame(way))}
              onclick=${() => choose({ path: way })}>${data.names[at]}
              <span class="label">${decimal(logs(way))}</span></button>
          `
        )}
      </div>
    `}
  `;

  function Word(/** @type {number} */ start, /** @type {number} */ end) {
    const within = (/** @type {number} */ index) =>
      arcs[index].start >= start && arcs[index].start < end;
    const others = isOwn ? [] : ways[0].filter((index) => within(index) && !path.includes(index));
    return html`
      <div class="word">
        ${letters.slice(start, end).map((letter, at) =>
          html`
            <span class="letter ${letter === MARK && "gap"}" style="grid-column: ${at +
              1}">${letter === MARK ? "␣" : letter}</span>
          `
        )}
        ${path.filter(within).map((index) => Token(index, start, "on"))}
        ${others.map((index) => Token(index, start, "best"))}
        ${open.filter((at) => at > start && at < end).map((at) => keyed(at, Cut(at, start)))}
      </div>
    `;
  }

  /** A column a letter. @param {number} index @param {number} word where its word begins
   * @param {string} kind */
  function Token(index, word, kind) {
    const { start, end, token, id, score } = arcs[index];
    const said = letters.slice(start, end).join("").replace(MARK, "");
    return html`
      <span class="token ${kind}" style="grid-column: ${start - word + 1} / ${end - word + 1}"
        all=${asks && !isCut && { "aria-label": said, ...offered(drawing, index) }}>
        <span class="box ${id === UNKNOWN && "unknown"}">
          <span class="name ${token === MARK && "lone"}">${spans(token)}</span>
          <span class="score">${score === null ? "?" : decimal(score)}</span>
        </span>
        ${kind === "on" && Id(id)}
      </span>
    `;
  }

  /** Between two letters of a word: a press cuts there, or joins what was cut. */
  function Cut(/** @type {number} */ at, /** @type {number} */ word) {
    const press = () => {
      set({ stop: at });
      choose({ path: cuts.get(at) ?? path });
    };
    const isOn = path.some((index) => arcs[index].start === at);
    const button = isCut
      ? offered(drawing, at)
      : { tabindex: tab(at, stop), "aria-pressed": String(isOn), onclick: press };
    return html`
      <button type="button" class="cut" data-cut=${at} style="grid-column: ${at - word + 1}"
        aria-label="${letters[at - 1]}|${letters[at]}" all=${button}></button>
    `;
  }
}

/** What a token is to the model. @param {number | "?"} id */
const Id = (id) => html`<span class=${Number(id) > 999 ? "id long" : "id"}>${id}</span>`;

const Written = (/** @type {Data["end"]} */ { token, id }) =>
  html`
    <span class="token ${id > EOS ? "on" : "special"}">
      <span class="box">${spans(token)}</span>${Id(id)}
    </span>
  `;

/** Every token that fits, with the ways it is part of. @param {Data} data */
export const numbers = ({ arcs, ways, names }) => ({
  tokens: arcs.map(({ start, end, token, id, score }, index) => ({
    ...{ start, end, token, id, log_p: score },
    ways: names.filter((_, way) => ways[way].includes(index)).join(", "),
  })),
});

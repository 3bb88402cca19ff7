// The sentence word by word as letters, the chosen way as tokens, their ids; all other tokens below. A
// press on another token takes the best of the ways that lead through it; one between two letters cuts
// there, or joins. What is taken is weighed against the tokenizer's way, and translated.
import { decimal, differing, fill, grouped, html, offered } from "../../drawings/parts.js";
import { roving, spans, sum, tab } from "../../drawings/parts.js";
/** @import { Arc, Data, State } from "./types.d.ts" */

const MARK = "\u2581";
const UNKNOWN = 1;

export const about = (/** @type {Data} */ { marked, ways }) => [marked, ways];
export const start = () => /** @type {State} */ ({ way: 0, cut: "", over: null, stop: null });

const told = (/** @type {number | null} */ score) => (score === null ? "?" : decimal(score));

/** In a lesson words are cut by hand: before which letters. @param {Arc[]} arcs @param {number[]} cuts */
const cutByHand = (arcs, cuts) =>
  arcs.flatMap((arc) => {
    const inner = cuts.filter((cut) => cut > arc.start && cut < arc.end);
    const edges = [arc.start, ...inner.toSorted((a, b) => a - b), arc.end];
    return edges.slice(1).map((end, at) => ({ ...arc, start: edges[at], end }));
  });

/** The path with a cut more, or less, before a letter; null where there is no token for it.
 * @param {Data} data @param {number[]} path @param {number} cut */
export function recut(data, path, cut) {
  const edges = new Set(path.map((index) => data.arcs[index].start));
  if (!edges.delete(cut)) edges.add(cut);
  return pathOf(data, [...edges].sort((a, b) => a - b));
}

/** The path of tokens that begin there. @param {Data} data @param {number[]} starts */
function pathOf({ marked, arcs }, starts) {
  const ends = [...starts.slice(1), [...marked].length];
  const found = starts.map((start, at) =>
    arcs.findIndex((arc) => arc.start === start && arc.end === ends[at] && arc.id !== UNKNOWN)
  );
  return found.includes(-1) ? null : found;
}

export default function Cutting(/** @type {Drawing<Data, State>} */ drawing) {
  const { data, words, state, set, choose, asks } = drawing;
  const { marked, ways, end } = data;
  const isCut = asks?.kind === "cut";
  const arcs = isCut ? cutByHand(data.arcs, state.answer ?? []) : data.arcs;
  const own = state.cut ? pathOf(data, state.cut.split(".").map(Number)) : null;
  const path = isCut ? [...arcs.keys()] : own ?? ways[state.way];
  const isVeiled = arcs[0].score === null;
  const letters = [...marked];
  const starts = [...letters.keys()].filter((at) => !at || letters[at] === MARK);
  const ends = [...starts.slice(1), letters.length];
  const longest = Math.max(...starts.map((start, at) => ends[at] - start));
  const order = [...arcs.keys()].toSorted((a, b) =>
    arcs[a].start - arcs[b].start || arcs[b].end - arcs[a].end
  );
  const first = order.find((index) => path.includes(index)) ?? 0;
  const stop = state.stop ?? order.indexOf(first);
  let part = 0; // tokens and cuts as they stand
  const wayThrough = (/** @type {number} */ index) => ways.findIndex((way) => way.includes(index));
  const take = (/** @type {number} */ way) => {
    set({ stop: null });
    if (way !== state.way || state.cut) choose({ way, cut: "" });
  };
  const rows = [words.letters, words.tokens, words.ids, path.length < arcs.length && words.others];
  return html`
    <div class="sentence" role="group" aria-label=${words.name} style="--longest-word: ${longest}"
      onpointerleave=${() => set({ over: null })}
      onkeydown=${!asks && roving((stop) => set({ stop }))}>
      <div class="rows" aria-hidden="true">${rows.map((name) => html`<span>${name}</span>`)}</div>
      <div class="words" dir="auto">
        ${starts.map((start, at) => Word(start, ends[at]))}
        <div class="word">
          <span class="token special"><span class="box">${end.token}</span>${Id(end.id)}</span>
        </div>
      </div>
    </div>
    ${!isVeiled && html`
      <div class="caption" role="status">${caption()}</div>
      <div class="outcome" role="status">${Outcome()}</div>
    `}
  `;

  function caption() {
    if (state.over !== null) return state.over < 0 ? words.lacks : tell(state.over);
    if (String(path) === String(ways[0])) return tell(first);
    const [mine, best] = [path, ways[0]].map((some) =>
      sum(some.map((index) => arcs[index].score ?? 0))
    );
    const odds = Math.exp(best - mine);
    const times = grouped(odds, odds < 9.95 ? 1 : 0);
    const [count, score] = [path.length, decimal(mine)];
    return fill(words.own, { count, score, best: decimal(best), times });
  }

  /** What the model writes; until that is known, dots. */
  function Outcome() {
    const { way, cut, best, now } = data.written;
    const isKnown = way === state.way && cut === state.cut;
    const isOther = isKnown && now !== best;
    return html`
      <span class="label">${words.translation}</span>
      <span class="said">${isKnown ? differing(best, now) : "…"}</span>
      ${(way > 0 || cut) && html`
        <span class="label">${isOther ? fill(words.before, { best }) : isKnown && words.same}</span>
      `}
    `;
  }

  function tell(/** @type {number} */ index) {
    const { token, id, score } = arcs[index];
    const way = wayThrough(index);
    const then = way < 0 ? words.nowhere : fill(words.through, { way: data.names[way] });
    return `${fill(words.told, { token, id, score: told(score) })} ${then}`.trim();
  }

  function Word(/** @type {number} */ start, /** @type {number} */ end) {
    const cuts = [...letters.keys()].slice(start + 1, end).filter((at) => letters[at - 1] !== MARK);
    return html`
      <div class="word">
        ${letters.slice(start, end).map((letter, at) =>
          html`
            <span class="letter ${letter === MARK && "gap"}" style="grid-column: ${at +
              1}">${letter === MARK ? "␣" : letter}</span>
          `
        )}
        ${order.filter((index) => arcs[index].start >= start && arcs[index].start < end)
          .map((index) => Token(index, start))}
        ${(isCut || !isVeiled) && cuts.map((at) => Seam(at, start))}
      </div>
    `;
  }

  /** A column a letter. @param {number} index @param {number} word where its word begins */
  function Token(index, word) {
    const { start, end, token, id, score } = arcs[index];
    const isOn = path.includes(index);
    const over = () => set({ over: index });
    const button = {
      ...{ tabindex: tab(part++, stop), onfocus: over, "aria-pressed": String(isOn) },
      ...{ "aria-label": tell(index) },
      onclick: () => wayThrough(index) >= 0 && take(wayThrough(index)),
    };
    const said = letters.slice(start, end).join("").replace(MARK, "");
    const kind = isOn ? "on" : ways[0].includes(index) ? "best" : "other";
    const inside = html`
      <span class="box ${id === UNKNOWN && "unknown"}">
        <span class="name ${token === MARK && "lone"}">${spans(token)}</span>
        <span class="score">${told(score)}</span>
      </span>
      ${isOn && Id(id)}
    `;
    const place = `grid-column: ${start - word + 1} / ${end - word + 1}`;
    return isVeiled
      ? html`
        <span class="token ${kind}" style=${place} data-token=${index}
          all=${!isCut && asks &&
            { "aria-label": said, ...offered(drawing, index) }}>${inside}</span>
      `
      : html`
        <button type="button" class="token ${kind}" style=${place} data-token=${index}
          onpointerenter=${over} all=${button}>${inside}</button>
      `;
  }

  function cutAt(/** @type {number} */ cut) {
    const mine = recut(data, path, cut);
    const known = ways.findIndex((way) => String(way) === String(mine));
    if (!mine) set({ over: -1 });
    else if (known >= 0) take(known);
    else {
      set({ over: null, stop: null });
      choose({ cut: mine.map((index) => arcs[index].start).join(".") });
    }
  }

  /** Between two letters of a word: a press cuts there, or joins what was cut. */
  function Seam(/** @type {number} */ at, /** @type {number} */ word) {
    const isOn = path.some((index) => arcs[index].start === at);
    const label = `${letters[at - 1]}|${letters[at]}`;
    const place = `grid-column: ${at - word + 1}`;
    const button = isCut ? offered(drawing, at) : {
      ...{ tabindex: tab(part++, stop), "aria-pressed": String(isOn), onclick: () => cutAt(at) },
    };
    return html`
      <button type="button" class=${isCut ? "cut" : "seam"} style=${place} aria-label=${label}
        all=${button}></button>
    `;
  }
}

/** What a token is to the model. @param {number | "?"} id */
const Id = (id) => html`<span class="id">${id}</span>`;

/** Every token that fits, with the ways it is part of. @param {Data} data */
export const numbers = ({ arcs, ways, names }) => ({
  tokens: arcs.map(({ start, end, token, id, score }, index) => ({
    ...{ start, end, token, id, log_p: score },
    ways: names.filter((_, way) => ways[way].includes(index)).join(", "),
  })),
});

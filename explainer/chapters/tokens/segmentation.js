// The sentence as letters, the chosen way as tokens, their ids; all other tokens below. A press on
// another token takes the best of the ways that lead through it; one between two letters cuts there, or
// joins, and the cut of the reader's own is weighed against the tokenizer's.
import { offered } from "../../drawings/answers.js";
import { decimal, fill, grouped } from "../../drawings/format.js";
import { html, svg } from "../../drawings/html.js";
import { Box, Line, Path, Words } from "../../drawings/marks.js";
import { sum } from "../../drawings/math.js";
import { roving, tab } from "../../drawings/roving.js";
import { fitted, tspans } from "../../drawings/token.js";
import { DROP, ID, layout, LETTERS, MARK, OTHER, TAIL, TOKEN, WHOLE } from "./lines.js";

/** @typedef {import("./lines.js").Arc} Arc */
/** All tokens that fit, and ways through them with their names, the best first; `end` is the token
 * behind the sentence. @typedef {{ marked: string, arcs: Arc[], ways: number[][], names: string[],
 *   end: { token: string, id: number } }} Data */
/** `own` is a cut of the reader's own, in place of a way; `over` the token under the pointer, -1 one
 * that there is none of; `stop` and `seam` are where Tab arrives.
 * @typedef {{ way: number, own: { way: number, path: number[] } | null, over: number | null,
 *   stop: number | null, seam: number, answer?: number[] }} State */
/** @typedef {Drawing<Data, State>} Cutting */

const UNKNOWN = 1;
const ROOMY = 38; // pixels of a token that has its number, too

/** @param {Data} data */
export const about = ({ marked, ways }) => JSON.stringify([marked, ways]);
/** @returns {State} */
export const start = () => ({ way: 0, own: null, over: null, stop: null, seam: 0 });

/** @param {number | null} score */
const told = (score) => (score === null ? "?" : decimal(score));

/** In a lesson words are cut by hand: before which letters. @param {Arc[]} arcs @param {number[]} cuts */
const cutByHand = (arcs, cuts) =>
  arcs.flatMap((arc) => {
    const inner = cuts.filter((cut) => cut > arc.start && cut < arc.end);
    const edges = [arc.start, ...inner.toSorted((a, b) => a - b), arc.end];
    return edges.slice(1).map((end, at) => ({ ...arc, start: edges[at], end }));
  });

/** The path with a cut more, or less, before a letter; null where there is no token for it.
 * @param {Data} data @param {number[]} path @param {number} cut */
export function recut({ marked, arcs }, path, cut) {
  const edges = new Set(path.map((index) => arcs[index].start));
  if (!edges.delete(cut)) edges.add(cut);
  const starts = [...edges].sort((a, b) => a - b);
  const ends = [...starts.slice(1), [...marked].length];
  const found = starts.map((start, at) =>
    arcs.findIndex((arc) => arc.start === start && arc.end === ends[at] && arc.id !== UNKNOWN)
  );
  return found.includes(-1) ? null : found;
}

/** @param {Cutting} drawing */
export default function Cutting(drawing) {
  const { data, words, state, set, choose, width, measure, asks } = drawing;
  const { marked, ways, end } = data;
  const isCut = asks?.kind === "cut";
  const arcs = isCut ? cutByHand(data.arcs, state.answer ?? []) : data.arcs;
  const own = state.own?.way === state.way ? state.own.path : null;
  const path = isCut ? [...arcs.keys()] : own ?? ways[state.way];
  const isVeiled = arcs[0].score === null;
  const { lines, unit, left, isNarrow, height } = layout(marked, arcs, path, width);
  const letters = [...marked];
  const tokens = lines.flatMap(({ placed }) => placed.map(({ index }) => index));
  const first = tokens.find((index) => path.includes(index)) ?? 0;
  const stop = state.stop ?? tokens.indexOf(first);
  const cuts = lines.flatMap((line) =>
    letters.flatMap((letter, at) =>
      at > line.start && at < line.end && letter !== MARK && letters[at - 1] !== MARK
        ? [{ at, top: line.top, x: left + (at - line.start) * unit }]
        : []
    )
  );
  const wayThrough = (/** @type {number} */ index) => ways.findIndex((way) => way.includes(index));
  /** @param {number} way */
  const take = (way) => {
    set({ own: null, stop: null });
    if (way !== state.way) choose({ way });
  };
  const press = (/** @type {number} */ index) => wayThrough(index) >= 0 && take(wayThrough(index));
  return html`
    <svg width=${width} height=${height} role="group" aria-label=${words.name}
      onpointerleave=${() => set({ over: null })}>
      ${lines.map(Names)}
      <g onkeydown=${!isVeiled && roving((to) => set({ stop: to }), {
        press: (at) => press(tokens[at]),
      })}>
        ${lines.map(({ top, placed }) => placed.map((one) => Token(one, top)))}
      </g>
      ${End()}
      <g onkeydown=${!isCut && roving((to) => set({ seam: to }), {
        press: (at) => cutAt(cuts[at].at),
      })}>${(isCut || !isVeiled) && cuts.map(Seam)}</g>
    </svg>
    ${!isVeiled && html`<div class="caption" role="status">${caption()}</div>`}
  `;

  function caption() {
    if (state.over !== null) return state.over < 0 ? words.lacks : tell(state.over);
    if (!own) return tell(first);
    const [mine, best] = [own, ways[0]].map((some) =>
      sum(some.map((index) => arcs[index].score ?? 0))
    );
    const times = Math.exp(best - mine);
    return fill(words.own, {
      ...{ count: own.length, score: decimal(mine), best: decimal(best) },
      times: grouped(times, times < 9.95 ? 1 : 0),
    });
  }

  /** @param {number} index */
  function tell(index) {
    const { token, id, score } = arcs[index];
    const way = wayThrough(index);
    const then = way < 0 ? words.nowhere : fill(words.through, { way: data.names[way] });
    return `${fill(words.told, { token, id, score: told(score) })} ${then}`.trim();
  }

  /** What the rows of a line are, where there is little room a word a line; and its letters.
   * @param {import("./lines.js").Line} line */
  function Names({ top, start, end, placed }) {
    const rows = [words.letters, words.tokens, words.ids];
    const ys = [16, LETTERS + TOKEN / 2 + 5, LETTERS + TOKEN + DROP + 17, WHOLE + OTHER / 2 + 4];
    if (placed.some(({ lane }) => lane >= 0)) rows.push(words.others);
    return [
      rows.map((name, row) =>
        (isNarrow ? name.split(" ") : [name]).map((word, at, all) => {
          const said = isNarrow ? fitted(word, left - 3, measure, 11.5, 400) : word;
          const y = top + ys[row] + (at - (all.length - 1) / 2) * 13;
          return Words(isNarrow ? "row narrow" : "row", 0, y, said);
        })
      ),
      letters.slice(start, end).map((letter, at) => {
        const [kind, said] = letter === MARK ? ["letter gap", "␣"] : ["letter", letter];
        return Words(kind, left + (at + 0.5) * unit, top + 16, said);
      }),
    ];
  }

  /** @param {import("./lines.js").Placed} token @param {number} top */
  function Token({ index, arc: { start, end, token, id, score }, lane, x, width }, top) {
    const isOn = lane < 0;
    const kind = isOn ? "on" : ways[0].includes(index) ? "best" : "other";
    const [y, high] = isOn ? [top + LETTERS, TOKEN] : [top + WHOLE + lane * (OTHER + 3), OTHER];
    const [middle, isRoomy] = [x + width / 2, width >= ROOMY];
    const line = y + high / 2;
    const name = tspans(fitted(token, width - 6, measure, isOn ? 15 : 14));
    const number = fitted(told(score), width - 5, measure, 12.5, 400);
    const over = () => set({ over: index });
    const button = {
      ...{ role: "button", tabindex: tab(tokens.indexOf(index), stop), onfocus: over },
      ...{ "aria-pressed": String(isOn), "aria-label": tell(index), onclick: () => press(index) },
    };
    const word = letters.slice(start, end).join("").replace(MARK, "");
    const offer = asks && { "aria-label": word, ...offered(drawing, index) };
    return svg`
      <g class="token" data-token=${index} all=${isCut ? null : isVeiled ? offer : button}
        onpointerenter=${over}>
        ${Box(`${kind} ${id === UNKNOWN ? "unknown" : ""}`, x + 1, y, width - 2, high, { rx: 6 })}
        ${Words(
          `name ${kind} ${token === MARK ? "lone" : ""}`,
          middle,
          line - (isRoomy ? 1 : -5),
          name,
        )}
        ${isRoomy && Words(`score ${kind}`, middle, line + 13, number)}
        ${isOn && Id(top, id, x, width)}
      </g>
    `;
  }

  /** What a token is to the model. @param {number} top @param {number | "?"} id @param {number} x
   * @param {number} room */
  function Id(top, id, x, room) {
    const [middle, wide, y] = [x + room / 2, Math.min(room - 4, 58), top + LETTERS + TOKEN + DROP];
    return [
      Path("drop", `M${middle} ${y - DROP + 1}V${y - 2}m-4 -4l4 4l4 -4`),
      Box("id-box", middle - wide / 2, y, wide, ID, { rx: 5 }),
      Words("id", middle, y + 17, fitted(String(id), wide - 2, measure, 13.5, 700)),
    ];
  }

  /** The token behind the sentence. */
  function End() {
    const line = lines[lines.length - 1];
    const [x, room, y] = [left + (line.end - line.start) * unit, TAIL * unit, line.top + LETTERS];
    return [
      Box("special", x + 1, y, room - 2, TOKEN, { rx: 6 }),
      Words("name", x + room / 2, y + TOKEN / 2 + 5, end.token),
      Id(line.top, end.id, x, room),
    ];
  }

  /** @param {number} cut */
  function cutAt(cut) {
    const mine = recut(data, path, cut);
    const known = ways.findIndex((way) => String(way) === String(mine));
    if (!mine) set({ over: -1 });
    else if (known >= 0) take(known);
    else set({ own: { way: state.way, path: mine }, over: null, stop: null });
  }

  /** Between two letters of a word: a press cuts there, or joins what was cut.
   * @param {{ at: number, top: number, x: number }} cut @param {number} place */
  function Seam({ at, top, x }, place) {
    const isOn = path.some((index) => arcs[index].start === at);
    const button = isCut ? offered(drawing, at) : {
      ...{ role: "button", tabindex: tab(place, state.seam), "aria-pressed": String(isOn) },
      onclick: () => cutAt(at),
    };
    const room = isCut ? unit - 2 : Math.min(unit, 30);
    const high = isCut ? LETTERS + TOKEN : LETTERS - 3;
    return svg`
      <g class="${isCut ? "cut" : "seam"} ${isOn && "on"}" all=${button}
        aria-label="${letters[at - 1]}|${letters[at]}">
        ${Box("hit", x - room / 2, top - 2, room, high + 4, { rx: 4 })}
        ${Line("knife", x, top + 3, x, top + high)}
      </g>
    `;
  }
}

/** Every token that fits, with the ways it is part of. @param {Data} data */
export const numbers = ({ arcs, ways, names }) => [{
  name: "tokens",
  rows: arcs.map(({ start, end, token, id, score }, index) => ({
    ...{ start, end, token, id, log_p: score },
    ways: names.filter((_, way) => ways[way].includes(index)).join(", "),
  })),
}];

// The first page's figure beside the title: where a chapter is in it, and the way to the others. Where
// there is no room it stands behind a button, with a list of its links.
import { Figure, fill, going, HEIGHT, html, lookedAt, placeOf, roving, tab } from "./parts.js";
import { WIDTH } from "./parts.js";
/** @import { FigureMap, Link, FigureMapData as Data } from "./types.d.ts" */

export const about = (/** @type {Data} */ { page }) => page;
export const follows = (/** @type {URLSearchParams} */ address) => ({
  address: Object.fromEntries(address),
});

export default function FigureMap(/** @type {FigureMap} */ { data, words, state, set, choose }) {
  const { links, places: { name, of }, figure } = data;
  const value = state.address?.[name] ?? "";
  const { lit, told } = Object.hasOwn(of, value) ? of[value] : data;
  const ways = links.filter(({ href }) => href);
  const here = lit.length === 1 ? lit[0] : "";
  const stop = state.stop ?? Math.max(0, ways.findIndex(({ id }) => id === here));
  const named = ways.find(({ id }) => id === state.over)?.name ?? told;
  const spoken = told && fill(words.here, { region: told });
  const [whole, ...parts] = links;
  const view = `0 0 ${WIDTH} ${HEIGHT}`;
  return html`
    <nav aria-label=${words.map}>
      <button type="button" class="thumb" popovertarget="panel"
        aria-label=${[words.menu, spoken].filter(Boolean).join(". ")}>
        <svg viewBox=${view} aria-hidden="true">
          <use href="#figure" />
        </svg>
      </button>
      <div class="panel" id="panel" popover>
        <div class="picture" role=${ways.length ? "group" : "img"} aria-label=${spoken || words.map}
          onkeydown=${roving((stop) => set({ stop }))}>
          ${whole.href && html`
            <a class="whole" title=${whole.hint} all=${way(whole)}
              tabindex=${tab(0, stop)}>${whole.name}</a>
          `}
          <svg viewBox=${view}>
            <g id="figure">${Figure(figure, state.over ? [...lit, state.over] : lit)}</g>
          </svg>
          ${here && html`<i class="here" style=${placeOf(here)}></i>`}
          ${parts.map((link) =>
            link.href && html`
              <a class="region" data-id=${link.id} style=${placeOf(link.id)} title=${link.hint}
                aria-label=${link.hint} all=${way(link)}
                tabindex=${tab(ways.indexOf(link), stop)}></a>
            `
          )}
          <div class="label ${named !== told && "other"}" aria-hidden="true">${named}</div>
        </div>
        <ul class="list">
          ${ways.map((link) =>
            html`
              <li><a aria-label=${link.hint} all=${way(link)}>${link
                .name}<span>${link.chapter}</span></a></li>
            `
          )}
        </ul>
      </div>
    </nav>
  `;

  /** For `all=` of a link. @param {Link} link */
  function way({ id, href }) {
    return {
      ...{ href, "aria-current": id === here && "true" },
      ...lookedAt(set, "over", id),
      onclick: going(({ currentTarget }) => {
        currentTarget.closest("[popover]").hidePopover();
        choose({ go: id });
      }),
    };
  }
}

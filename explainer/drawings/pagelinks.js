// Links in groups: as a list that folds, in a line, at the foot of a page, or as words.
import { going, html, pointed } from "./parts.js";
/** @import { Item, Group, PageLinksData as Data, PageLinksState as State } from "./types.d.ts" */

const PHONE = 768; // pixels: up to these the list lies over the page

const firstOf = (/** @type {Group} */ { items }) => items[0].id;
/** What the reader unfolded stays so while the page is the same. @param {Data} data */
export const about = ({ here }) => here;
export const start = (/** @type {Data} */ { groups, here }) => ({
  open: groups.filter(({ items }) => items.some(({ id }) => id === here)).map(firstOf),
});

export default function PageLinks(/** @type {Drawing<Data, State>} */ drawing) {
  const { look, title, note, groups } = drawing.data;
  const parts = groups.map((group) => {
    if (look !== "folds") return Line(drawing, group);
    return group.items.length > 1 ? Fold(drawing, group) : Link(drawing, group.items[0]);
  });
  return html`
    <div class=${look} role=${title ? "navigation" : null} aria-label=${title || null}>
      ${parts} ${note && html`<p class="caption">${note}</p>`}
    </div>
  `;
}

function Fold(/** @type {Drawing<Data, State>} */ drawing, /** @type {Group} */ group) {
  const { state: { open }, set } = drawing;
  const first = firstOf(group);
  const turn = (/** @type {Happening} */ { currentTarget: fold }) =>
    set({ open: [...open.filter((one) => one !== first), ...(fold.open ? [first] : [])] });
  return html`
    <details open=${open.includes(first)} ontoggle=${turn}>
      <summary>${Icon("chevron_right")}<span>${group.name}</span></summary>
      ${group.items.map((item) => Link(drawing, item))}
    </details>
  `;
}

function Line(/** @type {Drawing<Data, State>} */ drawing, /** @type {Group} */ { name, items }) {
  const links = items.map((item) => Link(drawing, item));
  const inside = drawing.data.look === "words"
    ? html`
      <h3 class="caption">${name}</h3>
      <div class="list" data-scrolls>${links}</div>
    `
    : html`<span class="caption">${name}</span> ${links}`;
  return html`<div class="group">${inside}</div>`;
}

/** @param {Drawing<Data, State>} drawing @param {Item} item */
function Link({ data: { look, here, query }, choose }, { id, url, name, icon, note, number }) {
  const isWord = look === "words";
  const current = id === here && (isWord ? "true" : "page");
  const go = () => {
    choose({ go: id });
    if (look === "folds") closeOnPhone();
  };
  return html`
    <a href=${`./${url}${url.includes("?") ? "&" : "?"}${query}`} data-id=${id}
      aria-current=${current} data-at-hand=${current && id} onclick=${going(go)}
      all=${isWord && pointed(tell(id), tell(""))}>
      ${icon && Icon(icon)}<span>${name}</span>${isWord && note && html`<span>${note}</span>`}
      ${number && html`<data>${number}</data>`}
    </a>
    ${!isWord && note && html`<p>${note}</p>`}
  `;
}

/** @param {string} name */
const Icon = (name) => html`<span class="icon" aria-hidden="true">${name}</span>`;

/** A drawing beside the words hears which is pointed at, "" for none. @param {string} detail */
const tell = (detail) => () => dispatchEvent(new CustomEvent("explainer.term", { detail }));

/** The list lies over the page that was just chosen. */
function closeOnPhone() {
  if (innerWidth > PHONE) return;
  const close = document.querySelector('[data-testid="stSidebarCollapseButton"] button');
  /** @type {HTMLElement | null} */ (close)?.click();
}

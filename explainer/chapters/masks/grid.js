// What drawings of masks share: the names above columns, and the hatch of what is hidden.
import { html } from "../../drawings/html.js";
import { Hatch } from "../../drawings/shade.js";
import { spans, wide } from "../../drawings/token.js";

/** Level where all of them fit, else upright. @param {readonly string[]} names
 * @param {(column: number) => string} kind its class @param {number} cell pixels of a column
 * @param {Measure} measure */
export function Names(names, kind, cell, measure) {
  const isLevel = names.every((name) => wide(name, measure, 13, 600) <= cell - 4);
  return html`
    <div class="columns names ${!isLevel && "upright"}" aria-hidden="true">
      <span></span>
      ${names.map((name, at) => html`<span class="side ${kind(at)}">${spans(name)}</span>`)}
    </div>
  `;
}

/** Once in a drawing: what its hatched grounds are made of. */
export const Hatches = () => html`<svg class="hatches" width="0" height="0">${Hatch()}</svg>`;

// What pointers and keys do: a token is taken along the sentence.
import { clamp } from "../../drawings/parts.js";
/** @import { DialsParts } from "./types.d.ts" */

const EDGE = 34; // pixels from the edge of a scrolled drawing where dragging scrolls it
const STEP = 7;
const STIR = 3; // pixels a hand may tremble

/** @param {import("./types.d.ts").Dials} drawing @param {import("./dials_layout.js").Room} at */
export function hands({ data: { tokens, gap }, state, set, choose }, at) {
  const { at: chosen, order, held } = state;
  const last = tokens.length - 1;
  const other = partnerOf(order, chosen, gap);
  const most = last - 1 - (other === null ? 0 : gap);
  const placeOf = (/** @type {Happening} */ { clientX }, /** @type {Element} */ canvas) =>
    (clientX - canvas.getBoundingClientRect().left - at.rail) / at.column - 0.5;
  const focus = (/** @type {Element} */ canvas, /** @type {number} */ token) =>
    /** @type {SVGElement} */ (canvas.querySelector(`[data-token="${token}"]`))
      .focus({ preventScroll: true });
  return {
    take(/** @type {Happening} */ event, /** @type {number} */ token) {
      if (event.button) return;
      event.preventDefault(); // the focus goes where the arrow keys move both
      const canvas = event.target.closest("svg");
      const now = token === other ? chosen : chosenOf(order, token, gap);
      set({ byHand: true }); // no ring round what a finger has taken
      if (now === last) choose({ at: now, order });
      else {
        canvas.setPointerCapture(event.pointerId);
        const grip = placeOf(event, canvas) - order.indexOf(now);
        const before = JSON.stringify([chosen, order]);
        const { clientX: left, clientY: top } = event;
        set({ at: now, held: { place: null, grip, left, top, before } });
      }
      focus(canvas, now);
    },
    drag(/** @type {Happening} */ event) {
      if (!held || held.place === null && Math.abs(event.clientX - held.left) <= STIR) return;
      const canvas = event.currentTarget;
      const scroll = canvas.parentElement;
      const { left, right } = scroll.getBoundingClientRect();
      if (event.clientX > right - EDGE) scroll.scrollLeft += STEP;
      else if (event.clientX < left + EDGE) scroll.scrollLeft -= STEP;
      const place = clamp(placeOf(event, canvas) - held.grip, 0, most);
      set({ held: { ...held, place }, order: moved(order, chosen, gap, Math.round(place)) });
    },
    drop() {
      if (!held) return;
      set({ held: null });
      if (held.before !== JSON.stringify([chosen, order])) choose({ at: chosen, order });
    },
    reverse() {
      const turned = [...tokens.keys()].slice(0, last).reverse().concat(last);
      choose({ at: chosenOf(turned, chosen, gap), order: turned });
    },
    /** A finger that goes along the sentence drags and does not scroll; one that goes down scrolls. */
    keep(/** @type {Happening} */ event) {
      if (!held) return;
      const [{ clientX, clientY }] = event.touches;
      held.isMine ??= Math.abs(clientX - held.left) >= Math.abs(clientY - held.top);
      if (held.isMine) event.preventDefault();
    },
    press(/** @type {Happening} */ event, /** @type {number} */ token) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const place = order.indexOf(token);
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last - 1 }[event.key];
      const pick = { ArrowUp: place - 1, ArrowDown: place + 1 }[event.key];
      if (to === undefined && pick === undefined) return;
      event.preventDefault();
      const canvas = event.target.closest("svg");
      const now = pick === undefined ? token : chosenOf(order, order[clamp(pick, 0, last)], gap);
      set({ byHand: false });
      const stays = to === undefined || token === last;
      choose({ at: now, order: stays ? order : moved(order, token, gap, to) });
      focus(canvas, now);
    },
  };
}

// An order of tokens, of which one is chosen, maybe together with another one `gap` places to its
// right. The last token stays the last.

/** The one that is held together with the chosen one, null for none. @type {DialsParts["partnerOf"]} */
export function partnerOf(order, at, gap) {
  const place = order.indexOf(at) + gap;
  return gap && place < order.length - 1 ? order[place] : null;
}

/** Of two that are held the left one, so that both find room. @type {DialsParts["chosenOf"]} */
export const chosenOf = (order, token, gap) =>
  gap ? order[clamp(order.indexOf(token), 0, Math.max(0, order.length - 2 - gap))] : token;

/** The order with the chosen token (and its partner) at `place`; the others make room.
 * @param {number[]} order @param {number} at @param {number} gap @param {number} place */
export function moved(order, at, gap, place) {
  const other = partnerOf(order, at, gap);
  const others = order.filter((token) => token !== at && token !== other);
  const target = clamp(place, 0, order.length - 2 - (other === null ? 0 : gap));
  const before = others.toSpliced(target, 0, at);
  return other === null ? before : before.toSpliced(target + gap, 0, other);
}

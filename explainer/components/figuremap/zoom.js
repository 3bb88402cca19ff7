// From one page to the next: a frame grows from the part of the map that the new page magnifies to
// the figure it leads with, the map in it growing along and fading. On the way to the first page it
// shrinks from the figure that was there to the whole. Nothing on the page itself moves or waits.

const ZOOM = 460; // ms
const SOON = 350; // ms that a figure may go on being drawn before the frame sets out
const LATE = 4000; // ms after which the reader looks at something else already
const [WIDE, NAMES] = [820, 144]; // from this width on the large figure has names in px at its left
const LEAD = '[data-testid="stMain"] [class*="st-key-figure_"]';
const SMOOTH = "cubic-bezier(0.3, 0, 0.1, 1)";

// Kept on the window: a new page may bring this script anew.
const seen = window[Symbol.for("explainer.figuremap")] ||= { page: "", box: null, lead: null };

/** What of an element is in the window, as [left, top, width, height]; null for nothing. */
function inWindow(element) {
  if (!element) return null;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [upper, lower] = [Math.max(0, top), Math.min(window.innerHeight, bottom)];
  return lower - upper < 60 || right - left < 60 ? null : [left, upper, right - left, lower - upper];
}

/** The large figure, where it is the page's: all of its drawing, without the names beside it. */
function largeFigure(lead) {
  const stage = [...lead.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((place) => place.shadowRoot?.querySelector(".flow .stage")).find(Boolean);
  if (!stage) return null;
  const { left, top, width, height } = stage.getBoundingClientRect();
  if (height < 60) return null; // not drawn yet
  const names = width < WIDE ? 0 : NAMES;
  return [left + names, top, width - names, height];
}

/** Where the figure stands that a click may now leave. */
function noteFigure() {
  const lead = document.querySelector(LEAD);
  seen.lead = lead?.className || null;
  seen.box = lead && (largeFigure(lead) || inWindow(lead));
}

const still = () => document.hidden
  || window.matchMedia("(prefers-reduced-motion: reduce), print").matches
  || document.querySelector(".presenter");

/** Waits for the figure of the page that has come, then goes. */
function zoomWhenDrawn(go) {
  cancelAnimationFrame(seen.asked);
  const begun = performance.now();
  let found = 0;
  const look = (now) => {
    const lead = document.querySelector(LEAD);
    const drawn = lead && lead.className !== seen.lead && (largeFigure(lead) || inWindow(lead));
    if (drawn) found ||= now;
    const app = document.querySelector('[data-testid="stApp"]');
    const over = app?.dataset.testScriptState !== "running";
    if (drawn && (over || now - found > SOON)) go(drawn);
    else if (now - begun < LATE) seen.asked = requestAnimationFrame(look);
  };
  seen.asked = requestAnimationFrame(look);
}

/** The map so that `part` of it fills a frame of this size. */
function fitted([, , width, height], [x, y, partWidth, partHeight]) {
  const scale = Math.min(width / partWidth, height / partHeight);
  return `translate(${width / 2}px, ${height / 2}px) scale(${scale})`
    + ` translate(${-x - partWidth / 2}px, ${-y - partHeight / 2}px)`;
}

const placed = ([left, top, width, height]) => ({
  left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
});

/** `from` and `to` are { box: where on the screen, part: what of the map fills it }. */
function zoom(svg, colours, from, to) {
  seen.frame?.remove();
  const frame = document.createElement("div");
  frame.inert = true; // the copy has links
  frame.dataset.zoom = "";
  Object.assign(frame.style, {
    position: "fixed", zIndex: 999980, pointerEvents: "none", overflow: "hidden", contain: "strict",
    boxSizing: "border-box", borderRadius: "10px", border: `2px solid ${colours.third}`,
    background: colours.page,
  });
  const copy = svg.cloneNode(true);
  for (const each of copy.querySelectorAll(".hit, .here, title")) each.remove();
  Object.assign(copy.style, {
    position: "absolute", left: 0, top: 0, width: `${WIDTH}px`, height: `${HEIGHT}px`,
    overflow: "visible", transformOrigin: "0 0",
  });
  frame.append(copy);
  document.body.append(frame);
  seen.frame = frame;
  const how = { duration: ZOOM, easing: SMOOTH, fill: "both" };
  copy.animate([
    { transform: fitted(from.box, from.part) }, { transform: fitted(to.box, to.part) },
  ], how);
  frame.animate([placed(from.box), placed(to.box)], how);
  const fade = frame.animate([
    { opacity: 0.9 }, { opacity: 0.75, offset: 0.5 }, { opacity: 0 },
  ], { duration: ZOOM, fill: "both" });
  fade.onfinish = () => frame.remove();
}

/** A part of the map where the map itself stands, or lies over the large figure. */
function onScreen(box, [x, y, width, height]) {
  const [left, top, wide, high] = box;
  return [left + (x / WIDTH) * wide, top + (y / HEIGHT) * high,
    (width / WIDTH) * wide, (height / HEIGHT) * high];
}

/** Called with every page: `map` gives the drawing on it, `lit` is what it magnifies. */
function pageChanged({ page, first, lit, colours }, map) {
  const before = { ...seen };
  Object.assign(seen, { page, first, lit });
  if (!before.page || before.page === page || still()) return;
  const whole = around([]);
  zoomWhenDrawn((box) => {
    const drawing = map();
    if (!drawing) return;
    const part = around(lit);
    if (first) {
      const left = before.box || onScreen(box, around(before.lit));
      zoom(drawing, colours, { box: left, part: around(before.lit) }, { box, part: whole });
      return;
    }
    const { left, top, width, height } = drawing.getBoundingClientRect();
    const start = before.first && before.box ? before.box : [left, top, width, height];
    zoom(drawing, colours, { box: onScreen(start, part), part }, { box, part });
  });
}

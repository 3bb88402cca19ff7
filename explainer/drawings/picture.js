// A figure as one picture: its name, and what is drawn in it as it stands on the screen. A copy of it
// is laid out by the browser. Charts are SVG for any program; what drawings of ours build of HTML is so
// where that is understood, and pixels for the others.
import { html, render } from "./html.js";

/** @import { Picture, PictureParts } from "./types.d.ts" */

const [SVG, XHTML] = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"];
const SCALE = 2; // pixels of a PNG for one of the screen
const LOOK = "background-color color color-scheme font-family font-size line-height".split(" ");
const STYLE = `
  .picture { box-sizing: border-box; min-width: 352px; padding: 16px; width: max-content; }
  .picture > b { display: block; font-size: var(--text); margin-bottom: 12px; }
  .told { font-size: var(--small); margin: 0 0 6px; }
  .parts { align-items: start; display: flex; flex-wrap: wrap; gap: 16px; }
  .picture :is([data-screen], details) { display: none !important; }
  .picture * { animation: none !important; transition: none !important; }
`;

/** As no file of XML may have them, signs that are none are left out. @param {Node} node */
const written = (node) =>
  new XMLSerializer().serializeToString(node)
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");

/** The rules that count on the screen at hand. @param {CSSRuleList} rules @returns {string} */
const rulesOf = (rules) =>
  [...rules].map((rule) => {
    if (!(rule instanceof CSSMediaRule)) return rule.cssText;
    return matchMedia(rule.conditionText).matches ? rulesOf(rule.cssRules) : "";
  }).join("\n");

const styled = (/** @type {string} */ textContent) =>
  Object.assign(document.createElement("style"), { textContent });

/** A chart, a scene in three dimensions, or a drawing with its rules, for it alone.
 * @param {HTMLElement} element @param {number} at @returns {Node[]} */
function copyOf(element, at) {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    const rules = [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) =>
      rulesOf(sheet.cssRules)
    );
    return [styled(`.part${at} { ${rules.join("\n")} }`), element.cloneNode(true)];
  }
  const chart = element.querySelector("svg.marks");
  if (chart) return [chart.cloneNode(true)];
  const scene = /** @type {any} */ (element)._fullLayout?.scene?._scene;
  const image = document.createElement("img");
  image.src = scene?.toImage("png") ?? element.querySelector("canvas")?.toDataURL();
  Object.assign(image, { width: element.clientWidth, height: element.clientHeight });
  return [image];
}

/** The copy on the page, unseen. @type {PictureParts["standing"]} */
function standing(title, drawings, isTold, width, app) {
  const holder = app.appendChild(document.createElement("div"));
  holder.style.cssText = "height: 0; left: 0; position: fixed; top: 0; visibility: hidden";
  const shadow = holder.attachShadow({ mode: "open" });
  const page = shadow.appendChild(document.createElement("div"));
  page.className = "picture";
  const look = getComputedStyle(app);
  for (const name of LOOK) page.style.setProperty(name, look.getPropertyValue(name));
  const shown = html`
    <b>${title}</b>
    <div class="parts" style="max-width: ${1.1 * width}px">
      ${drawings.map(({ element, name }, at) =>
        html`
          <div style="width: ${element.getBoundingClientRect().width}px">
            ${isTold && html`<p class="told">${name}</p>`}<div class="part${at}"></div>
          </div>
        `
      )}
    </div>
  `;
  render(shown, page);
  drawings.forEach(({ element }, at) =>
    page.querySelector(`.part${at}`)?.append(...copyOf(element, at))
  );
  page.prepend(styled(STYLE));
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("*"))) {
    const { overflow } = getComputedStyle(one); // what is scrolled out of sight is seen as well
    if (/auto|scroll/.test(overflow)) {
      Object.assign(one.style, { maxHeight: "none", overflow: "visible" });
    }
  }
  const parts = /** @type {HTMLElement} */ (page.querySelector(".parts"));
  const ends = [...parts.children].map((one) => one.getBoundingClientRect().right);
  parts.style.width = `${Math.ceil(Math.max(...ends) - parts.getBoundingClientRect().left)}px`;
  for (const name of new Set(written(page).match(/--[\w-]+/g))) {
    const value = look.getPropertyValue(name);
    if (value) page.style.setProperty(name, value);
  }
  return { holder, page };
}

/** Takes the charts out of the page; they are told as they stand on it. @param {HTMLElement} page */
function chartsOf(page) {
  const corner = page.getBoundingClientRect();
  return [...page.querySelectorAll("svg.marks")].map((chart) => {
    const { left, top, width, height } = chart.getBoundingClientRect();
    const place = document.createElement("div");
    place.style.cssText = `height: ${height}px; width: ${width}px`;
    chart.replaceWith(place);
    chart.setAttribute("x", String(left - corner.left));
    chart.setAttribute("y", String(top - corner.top));
    return written(chart);
  });
}

/** A file of SVG. @param {Picture["size"]} size @param {string[]} parts */
export const sheet = ([width, height], ...parts) =>
  `<svg xmlns="${SVG}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${parts.join("\n")}\n</svg>\n`;

/** @type {PictureParts["pictureOf"]} */
export async function pictureOf(title, drawings, isTold, width) {
  const app = /** @type {Element} */ (document.querySelector('[data-testid="stApp"]'));
  const { holder, page } = standing(title, drawings, isTold, width, app);
  const size = /** @type {Picture["size"]} */ ([page.scrollWidth, page.scrollHeight]);
  const charts = chartsOf(page);
  holder.remove();
  const name = Object.assign(document.createElementNS(SVG, "title"), { textContent: title });
  const all = `width="100%" height="100%"`;
  const ground = `<rect ${all} fill="${page.style.backgroundColor}"/>`;
  const inside = written(page);
  const body = `<foreignObject ${all} requiredExtensions="${XHTML}">${inside}</foreignObject>`;
  const pixels = (await canvasOf({ source: sheet(size, body), size })).toDataURL();
  const image = `<image ${all} href="${pixels}"/>`;
  const parts = [written(name), ground, `<switch>${body}${image}</switch>`, ...charts];
  return { source: sheet(size, ...parts), size };
}

async function canvasOf(/** @type {Picture} */ { source, size: [width, height] }) {
  const image = new Image();
  // As data: what is drawn of another address a canvas does not give away where HTML is in it.
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: SCALE * width, height: SCALE * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {Picture} picture @returns {Promise<Blob>} */
export async function pngOf(picture) {
  const canvas = await canvasOf(picture);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => blob ? done(blob) : fail(new Error("empty")), "image/png")
  );
}

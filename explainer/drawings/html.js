// Templates without a build: `html` and, for what stands inside an <svg>, `svg`.
//
//   render(html`<p class=${kind} onclick=${press}>${words}</p>`, root);
//
// A template is parsed once; rendering it again writes only the holes that have changed, so the
// focus, a pointer that is captured and a selection survive. A hole is an attribute or a part of
// one (null and false take it away), a property (`.value=${x}`), a listener (`onclick=${f}`), what is
// done to the element as soon as it is on the page (`ref=${f}`), several of these by their names
// (`all=${object}`), or children: text, a template, a list of these. Text enters the page as text.
import { once } from "./math.js";
/** @import { Hole, Parsed, Write, HtmlBlock as Block } from "./types.d.ts" */

/** @type {Kit["html"]} */
export const html = (strings, ...values) => ({ strings, values, isSvg: false });
/** @type {Kit["html"]} */
export const svg = (strings, ...values) => ({ strings, values, isSvg: true });

/** A template of a list that keeps its nodes where it is put in another order. @type {Kit["keyed"]} */
export const keyed = (key, template) => ({ ...template, key });

/** @param {unknown} value */
export const isNothing = (value) => value === null || value === undefined || value === false;
export const written = (/** @type {unknown} */ value) => (isNothing(value) ? "" : String(value));

const MARK = "\uE000"; // for private use: no text of ours has it
const MARKS = /\uE000(\d+)\uE000/;
export const INSIDE_TAG = /<[^<>]*$/;

/** @param {Template} template @returns {Parsed} */
function parsed({ strings, isSvg }) {
  const markup = strings.reduce((before, next, index) => {
    const mark = `${MARK}${index - 1}${MARK}`;
    if (!INSIDE_TAG.test(before)) return `${before}<!--${mark}-->${next}`;
    // Under another name: a listener in markup is a script, which the page's policy refuses.
    return before.replace(/\bon(\w+)=$/, "@$1=") + mark + next;
  });
  const holder = document.createElement("template");
  // The author's own words, never a value: those are written below, as text and attributes.
  holder.innerHTML = isSvg ? `<svg>${markup.trim()}</svg>` : markup.trim();
  const content = document.createDocumentFragment();
  // A first node that stays where a template begins with a hole.
  content.append("", ...(isSvg ? holder.content.children[0] : holder.content).childNodes);
  return { content, holes: [...holesIn(content, [])] };
}

/** @param {Node} node @param {number[]} path @returns {Generator<Hole>} */
function* holesIn(node, path) {
  if (node instanceof Comment && MARKS.test(node.data)) {
    yield { path, name: "", parts: partsOf(node.data) };
    node.data = "";
  }
  if (node instanceof Element) {
    for (const { name, value } of [...node.attributes]) {
      if (!MARKS.test(value)) continue;
      node.removeAttribute(name);
      yield { path, name, parts: partsOf(value) };
    }
  }
  for (const [at, child] of [...node.childNodes].entries()) yield* holesIn(child, [...path, at]);
}

const partsOf = (/** @type {string} */ text) =>
  text.split(MARKS).map((part, at) => (at % 2 ? Number(part) : part)).filter((part) => part !== "");

/** @param {Node} root @param {Hole} hole @returns {Write} */
function writerOf(root, { path, name, parts }) {
  const node = path.reduce((above, at) => above.childNodes[at], root);
  if (!name) {
    const write = childrenBefore(/** @type {ChildNode} */ (node));
    return (values) => write(values[Number(parts[0])]);
  }
  let last = /** @type {any} */ (undefined);
  return (values) => {
    /** @type {any} */
    const value = parts.length === 1 && typeof parts[0] === "number"
      ? values[parts[0]]
      : parts.map((part) => (typeof part === "number" ? written(values[part]) : part)).join("");
    if (value === last) return;
    const [before, after] = name === "all" ? [last, value] : [{ [name]: last }, { [name]: value }];
    for (const each of Object.keys({ ...before, ...after })) {
      if (after?.[each] !== before?.[each]) writeAttribute(node, each, after?.[each]);
    }
    last = value;
  };
}

/** @param {any} element @param {string} name @param {any} value */
function writeAttribute(element, name, value) {
  if (/^@|^on/.test(name)) element[name.replace("@", "on")] = value || null;
  else if (name === "ref") requestAnimationFrame(() => value && value(element));
  else if (name.startsWith(".")) element[name.slice(1)] = value;
  else if (isNothing(value)) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** What writes text, templates and lists of them before `end`.
 * @param {ChildNode} end @returns {(value: unknown) => void} */
function childrenBefore(end) {
  let blocks = /** @type {Block[]} */ ([]);
  return (value) => {
    const left = new Map(blocks.map((block, at) => [block.key ?? at, block]));
    const next = [value].flat().map((one, at) => {
      // A list in a list is one block: what comes or goes in it leaves those beside it alone.
      const item = Array.isArray(one) ? html`${one}` : one;
      const { key = at, strings } = isTemplate(item) ? item : TEXT;
      const old = left.get(key);
      if (old?.strings !== strings) return blockOf(item);
      left.delete(key);
      old.write(item);
      return old;
    });
    for (const gone of left.values()) nodesOf(gone).forEach((node) => node.remove());
    let place = end;
    for (const block of next.toReversed()) {
      if (block.last.nextSibling !== place) place.before(...nodesOf(block));
      place = block.first;
    }
    blocks = next;
  };
}

/** All that are still there: a blur may draw anew while nodes go. @param {Block} block */
function nodesOf({ first, last }) {
  const nodes = [first];
  for (let node = first; node !== last && node.nextSibling; nodes.push(node)) {
    node = node.nextSibling;
  }
  return nodes;
}

const TEXT = { key: undefined, strings: null };
/** @param {unknown} item @returns {item is Template} */
export const isTemplate = (item) => typeof item === "object" && item !== null && "strings" in item;

/** @param {unknown} item @returns {Block} */
function blockOf(item) {
  if (!isTemplate(item)) {
    const text = document.createTextNode(written(item));
    const write = (/** @type {unknown} */ words) => {
      if (text.data !== written(words)) text.data = written(words);
    };
    return { ...TEXT, first: text, last: text, write };
  }
  const { key, strings } = item;
  const { content, holes } = once(strings, "parsed", 0, () => parsed(item));
  const copy = /** @type {DocumentFragment} */ (content.cloneNode(true));
  const [first, last] = /** @type {ChildNode[]} */ ([copy.firstChild, copy.lastChild]);
  const writers = holes.map((hole) => writerOf(copy, hole));
  let known = /** @type {unknown} */ (null); // what is kept has nothing new in it
  const write = (/** @type {any} */ next) => {
    if (next === known) return;
    known = next;
    for (const each of writers) each(next.values);
  };
  write(item);
  return { key, strings, first, last, write };
}

/** Makes the children of `root` what the template says. */
export function render(/** @type {Template} */ template, /** @type {Element} */ root) {
  const write = once(root, "children", 0, () => {
    const end = document.createComment("");
    root.replaceChildren(end);
    return childrenBefore(end);
  });
  write(template);
}

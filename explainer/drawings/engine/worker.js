// The translator beside the page, which goes on drawing. It is told a folder with a model, a sentence
// and which drawings show it at which beats; it answers with the translation and what they are told.
// Where the model does not come it has to be started anew. Everything else is imported later, so that
// the page is told what a browser cannot do.

/** `drawings` are the modules that make data, by the name of the drawing, from the folder above this
 * one's; `beats` what the address says, by name.
 * @typedef {{ folder: string, text: string, drawings: Record<string, string>,
 *   beats: Record<string, import("./told.js").Address>, names: import("./told.js").Words }} Wish */

/** @type {Promise<import("./translator.js").Translator> | null} */
let translator = null;

/** A module by its address from here. @param {string} address */
const imported = (address) =>
  import(new URL(address, import.meta.url).href).catch((error) => {
    throw error instanceof TypeError ? { reason: "no_weights" } : error; // it did not come
  });

/** @param {Wish} wish */
async function answered({ folder, text, drawings, beats, names }) {
  translator ??= imported("./translator.js").then(({ load }) => load(folder));
  const there = await translator, found = there.translate(text);
  /** @type {Record<string, Record<string, ReturnType<import("./told.js").Maker>>>} */
  const told = {};
  for (const [name, module] of Object.entries(drawings)) {
    const { default: make } = await imported(`../../${module}`);
    told[name] = Object.fromEntries(
      Object.entries(beats).map(([beat, address]) => [beat, make(found, address, there, names)]),
    );
  }
  return {
    original: text,
    text: found.text,
    source: found.source.tokens,
    predicted: found.predictedTokens,
    unknown: found.unknown,
    told,
  };
}

/** @param {MessageEvent<Wish>} event */
async function hear({ data }) {
  try {
    postMessage(await answered(data));
  } catch (problem) {
    const { reason = "old", found, limit } = /** @type {any} */ (problem);
    postMessage({ reason, found, limit });
    if (reason === "old") throw problem;
  }
}

addEventListener("message", hear);

// What the browser tells drawings: for each line of JSON on standard input, a sentence with what is
// asked about it, a line of JSON with as many answers.
import { load } from "../../explainer/drawings/engine/translator.js";

/** @type {Record<string, ReturnType<typeof load>>} */
const translators = {};
const lines = (await new Response(Deno.stdin.readable).text()).trim().split("\n");
for (const { folder, text, asked, names } of lines.map((line) => JSON.parse(line))) {
  translators[folder] ??= load(folder);
  const translator = await translators[folder], found = translator.translate(text), told = [];
  for (const [module, address] of asked) {
    const { default: make } = await import(`../../explainer/${module}`);
    told.push(make(found, address, translator, names));
  }
  console.log(JSON.stringify(told));
}

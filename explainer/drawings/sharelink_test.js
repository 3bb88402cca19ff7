import * as sharelink from "./sharelink.js";
import { drawn, equal } from "./drawn_test.js";

const data = { address: "/maps?s=a", frame: "<iframe>", local: "nobody else", frames: "no menu" };

Deno.test("what was copied of one of both is said there alone", () => {
  const { markup } = drawn(sharelink, data, { copied: 1 });
  const said = [...markup.matchAll(/role="status">([^<]*)/g)].map(([, words]) => words);
  equal(said, ["", "copied"]);
});

Deno.test("of an address that others can open nothing is said", () => {
  const said = (/** @type {string} */ local) =>
    drawn(sharelink, { ...data, local }).markup.match(/<p>[^<]*/g);
  equal([said("nobody else"), said("")], [["<p>nobody else", "<p>no menu"], ["<p>", "<p>no menu"]]);
});

import { drawn, equal } from "../../drawings/drawn_test.js";
import * as thread from "./thread.js";

const stops = ["in", "look", "whole"].map((part) => ({ part, name: `to ${part}`, value: part }));

Deno.test("the line is drawn as far as the reader has come", () => {
  const { markup } = drawn(thread, { stops }, { part: "look" });
  equal([...markup.matchAll(/class="stop ([\w ]*)"/g)].map(([, look]) => look.trim()), [
    "gone",
    "gone",
    "",
  ]);
});

import { drawn, equal } from "../../drawings/drawn_test.js";
import * as handout from "./handout.js";

Deno.test("a link is copied as it is and read decoded, and what was copied is said", () => {
  const { markup } = drawn(handout, { link: "/b?s=%EA%B0%80", readable: "/b?s=가" }, { copied: 0 });
  equal(markup.match(/<code class="whole">([^<]*)/)?.[1], "/b?s=%EA%B0%80");
  equal(markup.match(/aria-hidden="true">([^<]*)/)?.[1], "/b?s=가");
  equal(markup.match(/copied/g)?.length, 2);
});

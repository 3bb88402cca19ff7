import { drawn, equal } from "../../drawings/drawn_test.js";
import * as handout from "./handout.js";

const data = {
  link: "/b?s=%EA%B0%80",
  readable: "/b?s=가",
  picture: "<svg/>",
};

Deno.test("the code is a picture of the link, which is copied as it is and read decoded", () => {
  const { markup } = drawn(handout, data);
  equal(markup.includes('src="data:image/svg+xml,%3Csvg%2F%3E"'), true);
  equal(markup.match(/<code class="whole">([^<]*)/)?.[1], data.link);
  equal(markup.match(/aria-hidden="true">([^<]*)/)?.[1], data.readable);
});

Deno.test("a link too long for a code has none, and what was copied is said", () => {
  const { markup } = drawn(handout, { ...data, picture: "" }, { copied: 0 });
  equal([markup.includes("<img"), markup.match(/copied/g)?.length], [false, 2]);
});

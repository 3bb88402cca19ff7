import * as page_fixes from "./page_fixes.js";
import { drawn, equal } from "./drawn_test.js";

Deno.test("it shows nothing and is no figure", () => {
  const data = { lang: "ko", page: "masks", takes: true, starts: "=" };
  equal([drawn(page_fixes, data).markup, "numbers" in page_fixes], ["", false]);
});

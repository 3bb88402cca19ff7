import * as hostpage from "./hostpage.js";
import { drawn, equal } from "./testing.js";

Deno.test("it shows nothing and is no figure", () => {
  const data = { lang: "ko", page: "masks", takes: true, starts: "=" };
  equal([drawn(hostpage, data).markup, hostpage.numbers], ["", null]);
});

import { html, markup } from "./html.js";
import { equal } from "./testing.js";
import { bare, spans } from "./token.js";

Deno.test("a token keeps the mark of its space, in a part of its own", () => {
  const found = markup(html`<p>${spans("\u2581cat")}</p>`).replace(/\s+/g, "");
  equal(found, '<p><spanclass="space">\u2581</span><span>cat</span></p>');
  equal(bare("\u2581cat"), "cat");
});

import { going } from "./links.js";
import { equal } from "./drawn_test.js";

Deno.test("a plain click goes, any other is the browser's", () => {
  const came = /** @type {string[]} */ ([]);
  const click = (keys = {}) =>
    going(() => came.push("gone"))(
      /** @type {any} */ ({ ...keys, preventDefault: () => came.push("kept") }),
    );
  click({ ctrlKey: true });
  click({ shiftKey: true });
  click();
  equal(came, ["kept", "gone"]);
});

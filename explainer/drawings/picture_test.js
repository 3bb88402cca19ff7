import { sheet } from "./picture.js";
import { equal } from "./drawn_test.js";

Deno.test("a picture is a file of SVG by itself, as large as it says", () => {
  const file = sheet([320, 200], "<title>가</title>", "<g/>");
  equal(file.match(/(width|height|viewBox)="[^"]+"/g), [
    ...['width="320"', 'height="200"', 'viewBox="0 0 320 200"'],
  ]);
  equal(file.split("\n").slice(1), ["<title>가</title>", "<g/>", "</svg>", ""]);
});

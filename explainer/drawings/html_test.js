import { html, keyed, svg } from "./html.js";
import { equal, markup } from "./drawn_test.js";

Deno.test("text is text, and nothing is left out as nothing", () => {
  const shown = html`<p class=${"a b"} hidden=${false} title=${null}>${"<b>"}${null}${0}</p>`;
  equal(markup(shown), '<p class="a b">&#60;b&#62;0</p>');
});

Deno.test("an attribute of several parts, one that is only there, listeners and properties", () => {
  const shown = html`
    <input data-screen class="key ${"lit"}" onclick=${() => {}} .value=${3}
      disabled=${true}>
  `;
  equal(
    markup(shown).replace(/\s+/g, " ").trim(),
    '<input data-screen class="key lit" disabled="">',
  );
});

Deno.test("several attributes at once", () => {
  const part = { role: "button", "aria-label": "<a>", tabindex: 0, title: null, onclick() {} };
  equal(
    markup(svg`<g all=${part} x=${1} />`),
    '<g role="button" aria-label="&#60;a&#62;" tabindex="0" x="1" />',
  );
});

Deno.test("lists of templates in templates", () => {
  const rows = ["a", "b"].map((name) => keyed(name, svg`<text>${name}</text>`));
  equal(markup(html`<svg>${rows}</svg>`), "<svg><text>a</text><text>b</text></svg>");
});

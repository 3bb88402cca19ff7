// The reader's own sentence, on pages that have a field for it: it is translated beside the page
// (`drawings/engine/worker.js`), and the drawings are told what the model did with it.

/** @param {any} site what `site.js` offers */
function ownSentence(site, form) {
  const { worker: address, folder, target, words, failed, ...wish } = JSON.parse(form.dataset.own);
  const [field, status, result] = ["input", "[role=status]", ".result"]
    .map((one) => form.querySelector(one));
  const absolute = (path) => new URL(path, document.baseURI).href;
  let worker, turn = 0, isWaiting = false, last = "";

  /** Says why there is no translation; what was typed stays. */
  function refuse(reason, holes = {}) {
    isWaiting = false;
    const said = words[reason].replace(/\{(\w+)\}/g, (_, name) => holes[name]);
    status.textContent = last ? `${said} ${words.still} ${last}` : said;
    field.setAttribute("aria-invalid", "true");
    if (failed.includes(reason)) {
      worker.terminate();
      worker = null; // to be tried again
    }
  }

  function begun() {
    const made = new Worker(absolute(address), { type: "module" });
    made.addEventListener(
      "message",
      ({ data }) => data.reason ? refuse(data.reason, data) : show(data),
    );
    // What did not come has no message; what a browser cannot read has.
    made.addEventListener("error", ({ message }) => {
      if (isWaiting) refuse(message ? "old" : "no_weights");
    });
    return made;
  }

  function show({ original, text, source, predicted, unknown, told }) {
    [isWaiting, turn] = [false, turn + 1];
    last = original;
    const signs = unknown.length ? `${words.unknown} ${unknown.join("  ")} — ` : "";
    status.textContent = `${signs}${words.shown}`;
    const line = (name, lang, content) =>
      Object.assign(document.createElement(name), { lang, textContent: content });
    const tokens = [[source, field.lang], [predicted, target]].map(([all, lang]) => {
      const list = line("p", lang, "");
      list.append(...all.map((token) => line("code", lang, token)));
      return list;
    });
    result.replaceChildren(line("strong", target, text), ...tokens);
    for (const beats of Object.values(told)) {
      for (const [beat, { data }] of Object.entries(beats)) data.origin = `own ${turn} ${beat}`;
    }
    site.root.dataset.own = "";
    site.root.style.setProperty("--example", JSON.stringify(words.example));
    site.all(".sentences [aria-current]").forEach((link) => link.removeAttribute("aria-current"));
    site.own = told;
    site.show();
  }

  // On the next page it stands in the field, too.
  field.value = site.kept("own", undefined, "sessionStorage") ?? "";
  field.addEventListener("input", () => site.kept("own", field.value, "sessionStorage"));
  form.hidden = location.protocol === "file:";
  form.nextElementSibling.hidden = !form.hidden;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isWaiting) return;
    isWaiting = true;
    field.removeAttribute("aria-invalid");
    status.textContent = words.wait;
    worker ??= begun();
    worker.postMessage({ ...wish, folder: absolute(folder), text: field.value });
  });
}

for (const form of document.querySelectorAll("form.own")) ownSentence(globalThis.site, form);

// What Streamlit does with a component of ours, and nothing else of it: an element of its own with
// the html, the module called with every new payload, what it tells kept until asked.
(() => {
  const [frame, later] = [requestAnimationFrame, setTimeout]; // before the clock is the test's
  const places = new Map(); // by the component's id: where it stands and what it was given last
  let told = [];

  function place({ id, html, key }) {
    const block = document.querySelector("main").appendChild(document.createElement("div"));
    block.className = key;
    const host = block.appendChild(document.createElement("div"));
    host.dataset.testid = "stBidiComponentIsolated";
    const root = host.attachShadow({ mode: "open" });
    const inner = root.appendChild(document.createElement("div"));
    inner.innerHTML = `<div>${html}</div>`;
    const tell = (kind) => (name, value) => told.push([kind, id, name, JSON.parse(JSON.stringify(value))]);
    return { block, parentElement: root, setStateValue: tell("state"), setTriggerValue: tell("trigger") };
  }

  async function draw({ id, js, data }, here) {
    if (here.js !== js) {
      const address = URL.createObjectURL(new Blob([js], { type: "text/javascript" }));
      [here.js, here.module] = [js, await import(address)];
    }
    if (here.data === data) return; // as Streamlit, which hands on what has changed
    here.data = data;
    const { parentElement, setStateValue, setTriggerValue } = here;
    const given = { data: new TextEncoder().encode(data), key: id, parentElement, setStateValue, setTriggerValue };
    here.end = await here.module.default(given);
  }

  window.mounted = {
    async show(parts) {
      for (const [id, here] of places) {
        if (parts.some((part) => part.id === id)) continue;
        here.end?.();
        here.block.remove();
        places.delete(id);
      }
      for (const part of parts) {
        if (!places.has(part.id)) places.set(part.id, place(part));
        await draw(part, places.get(part.id));
      }
    },
    /** Something that waits, while timers go by themselves. */
    async inTime(what) {
      const held = setTimeout;
      window.setTimeout = later;
      const found = await what();
      window.setTimeout = held;
      return found;
    },
    /** What was told, after the browser has drawn; what moves by the style sheet has arrived. */
    async rest() {
      await new Promise((done) => { frame(() => frame(done)); });
      for (const one of document.getAnimations()) {
        if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
      }
      const news = told;
      told = [];
      return news;
    },
  };
})();

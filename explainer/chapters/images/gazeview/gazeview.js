// Where a patch looks and which patches look at it, on two copies of the picture, and every head as a
// small one. Under the pointer it changes at once; a press stays, and is sent.

const TOKENS = GRID * GRID;
const FINE = 65535;
const unpack = (packed) => new Uint16Array(bytes(packed).buffer);
const most = (shares) => shares.indexOf(Math.max(...shares));

function sheet(parent, data, side, title, act, peek) {
  const figure = node("div", "side", parent);
  node("div", "title", figure, title);
  const paper = node("div", "sheet", figure);
  const canvas = node("canvas", "", paper);
  const grid = groupOf(paper, "patches", title);
  const buttons = data.words.patches.map((words, at) => {
    const button = press(grid, "patch", words, at === data.patch, `${side}${at}`, () => act(at));
    button.onpointerenter = (event) => { if (event.pointerType === "mouse") peek(at); };
    return button;
  });
  grid.onpointerleave = () => peek(null);
  roam(buttons, GRID, data.patch);
  const note = node("div", "note", figure);
  return { canvas, buttons, note };
}

/** The small pictures of the heads; each shows where the patch looks. */
function small(parent, data, act) {
  const group = groupOf(parent, "heads", data.words.heads);
  const title = node("div", "title", group, data.words.heads);
  title.setAttribute("aria-hidden", "true");
  const buttons = Array.from({ length: data.count }, (_, at) => {
    const name = fill(data.words.head, { head: at + 1 });
    const button = press(group, "head", name, at === data.head, `head${at}`, () => act(at));
    node("canvas", "", button);
    node("span", "", button, String(at + 1));
    return button;
  });
  roam(buttons, 4, data.head);
  return buttons;
}

function draw(root, data, send) {
  const state = remember(root);
  [state.patch, state.head] = state.clock.chosen(data.weights + data.pixels, [data.patch, data.head]);
  const refocus = anew(root, data);
  const [pixels, weights] = [bytes(data.pixels), unpack(data.weights)];
  const { words } = data;
  const looks = (head, patch) => Array.from(weights.subarray((head * TOKENS + patch) * TOKENS, (head * TOKENS + patch + 1) * TOKENS));
  const seen = (head, patch) => Array.from({ length: TOKENS }, (_, from) => weights[(head * TOKENS + from) * TOKENS + patch]);
  const real = (share) => ((share / FINE) * data.top).toFixed(3);
  const row = node("div", "views", root);
  const choose = (patch, head) => {
    Object.assign(state, { patch, head });
    state.clock.later(() => send("look", head * TOKENS + patch), [patch, head]);
    show(patch);
  };
  const peek = (patch) => show(patch ?? state.patch);
  const sides = [["looks", looks], ["seen", seen]].map(([name, of]) => (
    { name, of, ...sheet(row, data, name, words[name], (at) => choose(at, state.head), peek) }));
  const heads = small(row, data, (at) => choose(state.patch, at));
  const scale = node("div", "note", root);

  function show(patch) {
    const { head } = state;
    const rows = heads.map((_, at) => looks(at, patch));
    const top = Math.max(...rows.flat(), ...seen(head, patch));
    const shades = (shares) => shares.map((share) => (255 * share) / top);
    for (const { name, of, canvas, buttons, note } of sides) {
      const shares = of(head, patch);
      paint(canvas, pixels, shades(shares), data.colours, 8);
      buttons.forEach((button, at) => {
        button.classList.toggle("on", at === patch);
        button.setAttribute("aria-pressed", String(at === state.patch));
        button.title = fill(words.weight, { place: words.patches[at], weight: real(shares[at]) });
      });
      const best = most(shares);
      note.textContent = fill(words[`${name}_note`], { head: head + 1, place: words.patches[best], weight: real(shares[best]) });
    }
    heads.forEach((button, at) => {
      paint(button.firstChild, pixels, shades(rows[at]), data.colours, 3);
      button.classList.toggle("on", at === head);
      button.setAttribute("aria-pressed", String(at === head));
    });
    scale.textContent = fill(words.scale, { top: real(top), even: (1 / TOKENS).toFixed(3) });
  }

  show(state.patch);
  refocus();
  return { looks, seen };
}

export default function gazeview(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".gazeview");
  const { looks, seen } = draw(root, data, (what, index) => setTriggerValue("pick", [what, index]));
  root.numbers = () => {
    const { patch, head } = remember(root);
    const [out, into] = [looks(head, patch), seen(head, patch)];
    const real = (share) => (share / FINE) * data.top;
    return [{ name: "weights", rows: out.map((share, at) => ({ patch: at + 1, looked_at: real(share), looks: real(into[at]) })) }];
  };
  return () => remember(root).clock.end();
}

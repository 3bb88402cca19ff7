// What a lesson asks is answered in its veiled figure: parts are pressed, or pulled.

/** A part of a veiled figure that a lesson offers as an answer: pressed, by keys too, it is framed. */
function offered(part, asks, at, answer) {
  const many = asks.kind === "count" || asks.kind === "cut";
  const option = many ? at : asks.options[at];
  if (option < 0) return;
  part.classList.add("offered");
  setAll(part, { role: "button", tabindex: 0 });
  part.setAttribute("aria-pressed", String(many ? asks.given.includes(option) : option === asks.given));
  const press = () => {
    if (!many) return answer(option);
    const rest = asks.given.filter((one) => one !== option);
    // The next press may come before the answer to this one.
    asks.given = rest.length < asks.given.length ? rest : [...rest, option];
    return answer(asks.given);
  };
  part.dataset.focus = `offered${at}`;
  onPress(part, press);
}

const STROKE = 5; // percent a key adds

/**
 * A whole shared out among tokens: each is pulled as far as it is to get, or set by the arrow keys.
 * `root.strokes` are how far each was pulled, 0..1; `root.answer` is told when one is let go.
 * `place(x, y)` is the token under the pointer and how far it is pulled, `spot(index)` the middle of
 * its tile, both in the holder's pixels; `redraw(weights)` draws shares that sum to 1.
 */
function strokesInto(holder, root, asks, names, { place, spot, redraw }) {
  root.strokes ||= asks.given ? [...asks.given] : names.map(() => 0);
  const { strokes } = root;
  const weights = () => {
    const total = strokes.reduce((sum, one) => sum + one, 0);
    return strokes.map((one) => (total > 0 ? one / total : 0));
  };
  const send = () => { if (strokes.some((one) => one > 0)) root.answer([...strokes]); };
  for (const old of holder.querySelectorAll(".stroke")) old.remove();
  const inputs = names.map((_, index) => {
    const input = document.createElement("input");
    Object.assign(input, { className: "stroke", type: "range", min: 0, max: 100, step: STROKE });
    const [x, y] = spot(index);
    Object.assign(input.style, { left: `${x - 14}px`, top: `${y - 13}px` });
    input.dataset.focus = `stroke${index}`;
    input.oninput = () => pull(index, Number(input.value) / 100);
    input.onchange = send;
    holder.append(input);
    return input;
  });
  const show = () => {
    redraw(weights());
    weights().forEach((share, index) => {
      const told = { token: names[index], share: percent(share, 0) };
      inputs[index].setAttribute("aria-label", asks.spoken.replace(/\{(\w+)\}/g, (_, hole) => told[hole]));
      inputs[index].value = Math.round(100 * strokes[index]);
    });
  };
  const pull = (index, far) => {
    strokes[index] = Math.max(0, Math.min(1, far));
    show();
  };
  const under = (event) => {
    const box = holder.getBoundingClientRect();
    const zoom = box.width / holder.offsetWidth || 1; // of a slide
    return place((event.clientX - box.left) / zoom + holder.scrollLeft, (event.clientY - box.top) / zoom);
  };
  let held = -1;
  holder.onpointerdown = (event) => {
    const [index, far] = under(event);
    if (!names[index]) return;
    held = index;
    holder.setPointerCapture(event.pointerId);
    inputs[index].focus({ preventScroll: true });
    event.preventDefault();
    pull(index, far);
  };
  holder.onpointermove = (event) => { if (held >= 0) pull(held, under(event)[1]); };
  holder.onpointerup = () => {
    if (held >= 0) send();
    held = -1;
  };
  show();
}

// Greedy search as rows: read, cut the bar, write the longest part, go back to the left.
// A press on a row goes to that step; a press on another part writes it there instead.

const STEP = 900; // milliseconds of a row while it plays
const PLAY = 96; // pixels that the button takes from the line above the bars

const plainly = (piece) => piece.replaceAll("\u2581", "") || piece;

/** The most probable part that is not the written one. */
const secondOf = (row) => row.parts.find((part, index) => index !== row.chosen && part[2]);

function tell(data, step, part) {
  const row = data.rows[step];
  const [piece, p] = row.parts[row.chosen];
  if (part !== undefined && part !== row.chosen) {
    const [other, share] = row.parts[part];
    return fill(data.words.would, { piece: plainly(other), p: percent(share), step: step + 1 });
  }
  const told = fill(data.words.told, {
    step: step + 1, piece: plainly(piece), p: percent(p), rank: row.rank, nats: row.nats.toFixed(2),
    even: Math.exp(row.nats).toFixed(1), total: row.total.toFixed(2).replace("-", "\u2212"),
  });
  const second = secondOf(row);
  const then = second ? fill(data.words.second, { piece: plainly(second[0]), p: percent(second[1]) }) : "";
  return [row.forced ? data.words.forced : "", told, then].filter(Boolean).join(" ");
}


/** One row; gives back its group and its parts that can be pressed. */
function rowInto(canvas, data, step, at, measure) {
  const row = data.rows[step];
  const top = topOf(step);
  const group = put(canvas, "g", { class: "row" });
  put(group, "rect", { class: "frame", x: 0.75, y: top - 4, width: at.width - 1.5, height: TALL + 8, rx: 8 });
  put(group, "text", { class: "number", x: 14, y: top + TALL / 2 + 5 }, String(step + 1));
  readChip(group, row, at, top, step === 0);
  if (row.forced) put(group, "text", { class: "mark", x: at.bar - 14, y: top + TALL / 2 + 5 }, "\u270e");
  else put(group, "path", { class: "arrow", d: `M${at.bar - 20} ${top + TALL / 2}h12m-5 -4l5 4l-5 4` });
  const { found, rest } = partsOf(row, at);
  put(group, "rect", { class: "rest", x: rest.x, y: top, width: rest.width, height: TALL });
  const buttons = found.map((part) => {
    const isOn = part.index === row.chosen && !row.open;
    const isButton = isOn || (part.may && part.width >= LEAST);
    const place = put(group, "g", isButton ? {
      class: "part", role: "button", tabindex: -1, "data-focus": `part${step}-${part.index}`, "aria-label": tell(data, step, part.index),
    } : {});
    put(place, "rect", { class: isOn ? "box on" : "box", x: part.x, y: top, width: Math.max(1, part.width - 1), height: TALL, rx: 2 });
    nameInto(place, part, top, measure, isOn);
    return isButton ? { place, step, part: part.index, isOn } : null;
  }).filter(Boolean);
  return { group, buttons, written: found[row.chosen] };
}

/** The group of all rows, drawn; what shows a step and hides what is not yet written. */
function bodyInto(place, data, at, measure) {
  const count = data.rows.length;
  const canvas = put(place, "svg", { width: at.width, height: heightOf(count), role: "group", "aria-label": data.words.title });
  put(canvas, "text", { class: "title", x: at.left, y: 14 }, data.words.read);
  fitInto(put(canvas, "text", { class: "title", x: at.bar, y: 14 }, data.words.bars), at.room - PLAY);
  const rows = data.rows.map((_, step) => rowInto(canvas, data, step, at, measure));
  const ways = rows.slice(0, -1).map(({ written }, step) => wayBack(canvas, written, at, step));
  const show = (step, isPlaying) => {
    rows.forEach(({ group }, index) => {
      group.classList.toggle("at", index === step);
      group.classList.toggle("later", isPlaying && index > step);
    });
    ways.forEach((way, index) => {
      way.classList.toggle("near", index === step || index === step - 1);
      way.classList.toggle("later", isPlaying && index >= step);
    });
  };
  return { rows, show };
}

/** Arrow keys: up and down between rows, left and right within one. */
function neighbour(rows, { step, part }, key) {
  const own = rows[step].buttons;
  const here = own.findIndex((button) => button.part === part);
  if (key === "ArrowLeft" || key === "ArrowRight") return own[here + (key === "ArrowLeft" ? -1 : 1)];
  const to = { ArrowUp: step - 1, ArrowDown: step + 1, Home: 0, End: rows.length - 1 }[key];
  return rows[to]?.buttons.find((button) => button.isOn);
}

function draw(root, data, send) {
  const { clock } = remember(root);
  const refocus = anew(root, data);
  const top = node("div", "top", root);
  const play = node("button", "play", top, `\u25b6 ${data.words.play}`);
  play.dataset.screen = "";
  play.dataset.focus = "play";
  const place = node("div", "place", root);
  const caption = node("div", "caption", root);
  caption.setAttribute("role", "status");
  const measure = ruler(root);
  const at = columnsOf(data, root.clientWidth, measure);
  const { rows, show } = bodyInto(place, data, at, measure);
  const buttons = rows.flatMap((row) => row.buttons);
  let chosen = clock.chosen(JSON.stringify(data.rows), data.chosen);
  const set = (step, isPlaying = false) => {
    chosen = step;
    show(step, isPlaying);
    caption.textContent = tell(data, step);
    buttons.forEach(({ place: one, step: of, isOn }) => {
      one.setAttribute("tabindex", of === step && isOn ? 0 : -1);
      one.setAttribute("aria-pressed", String(of === step && isOn));
    });
  };
  const rest = (step) => {
    if (veiled) return;
    clock.stop();
    set(step);
    clock.later(() => send("step", step), step);
  };
  buttons.forEach((button) => {
    const { place: one, step, part, isOn } = button;
    one.onpointerenter = () => { caption.textContent = tell(data, step, part); };
    one.onclick = () => {
      if (isOn) rest(step);
      else send("force", step * data.widest + part);
    };
    one.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        one.onclick();
        return;
      }
      const next = neighbour(rows, button, event.key);
      if (next) {
        event.preventDefault();
        if (next.step !== step) rest(next.step);
        else caption.textContent = tell(data, step, next.part);
        next.place.focus();
      }
    };
  });
  rows.forEach(({ group }, step) => {
    group.onclick = (event) => { if (!event.target.closest(".part")) rest(step); };
  });
  place.onpointerleave = () => { caption.textContent = tell(data, chosen); };
  play.onclick = () => clock.toggle({
    begin: () => set(0, true),
    next: () => {
      if (chosen + 1 < rows.length) set(chosen + 1, true);
      return chosen + 1 < rows.length;
    },
    rested: () => rest(chosen),
    ms: STEP,
  });
  set(chosen);
  play.inert = veiled;
  if (data.asks) {
    const last = [...place.querySelectorAll(".row")].at(-1).querySelectorAll(".box");
    last.forEach(({ parentNode: group }, part) => {
      if (data.asks.options[part] < 0) return;
      group.setAttribute("aria-label", plainly(data.rows.at(-1).parts[part][0]));
      offered(group, data.asks, part, root.answer);
    });
  }
  refocus();
}

/** Every candidate of every step, for the reader to keep. */
function numbers(data) {
  return [{
    name: "steps",
    rows: data.rows.flatMap((row, step) => row.parts.map(([token, p], index) => ({
      step: step + 1, reads: row.read, token, p, written: index === row.chosen ? 1 : 0,
      rank_written: row.rank, entropy_nats: row.nats, log_p_sum: row.total,
    }))),
  }];
}

export default (component) => mount(component, "picks", draw, numbers);

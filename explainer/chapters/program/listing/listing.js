// Lines of code, beside each the tensor it made, small; the chosen line's stands large beside them.
// The lines that made something are buttons, one tab stop; arrow keys run the program up and down.
// All words and colours come from Python; text reaches the page through textContent only.

const BEAT = 850; // ms of a line while the program runs
const RUN = 42; // pixels of the button above the lines
const AROUND = 190; // and of what stands above and below a large tensor
const BELOW = 300; // of a large tensor where it stands below the lines
const AXES = /^#\s*(?:to )?\(/; // a comment that tells what the axes beside it tell

/** The spans without what a line begins with, and without a comment that says what stands beside it. */
function codeOf(row) {
  const [[kind, said], ...rest] = row.spans;
  const spans = [[kind, said.trimStart()], ...rest];
  return row.values.length && AXES.test(spans.at(-1)[1]) ? spans.slice(0, -1) : spans;
}

function lineInto(parent, data, row) {
  const can = row.tensors.length > 0;
  const box = node(can ? "button" : "div", can ? "line can" : "line", parent);
  node("span", "number", box, String(row.n)).setAttribute("aria-hidden", "true");
  const code = node("span", "code", box);
  if (row.spans.length) {
    code.style.setProperty("--depth", indentOf(row.spans) / 4);
    words(code, data, codeOf(row));
  }
  const made = node("span", "made", box);
  for (const tensor of row.tensors) {
    const one = node("span", "value", made);
    axesInto(one, tensor);
    node("span", "picture", one).append(thumbInto(one, data, tensor));
  }
  if (can) {
    const told = row.tensors.map((one) => `${one.name} ${one.shape} ${one.numbers_told}`).join("; ");
    box.setAttribute("aria-label", `${data.words.line} ${row.n}: ${code.textContent.trim()} ${told}`);
  }
  return box;
}

/** A tensor of another line, small, as a way to that line; gives its picture. */
function wayInto(parent, data, tensor, line, most, choose) {
  const button = node("button", "", parent);
  node("span", "", button, tensor.name);
  const picture = node("span", "part", button);
  thumbInto(picture, data, tensor, most);
  button.onclick = () => choose(line);
  return picture;
}

/** What the line reads, what it makes of it, large, and who reads that. */
function largeInto(root, large, data, row, rows, choose) {
  large.replaceChildren();
  const byLine = new Map(rows.map((one) => [one.n, one]));
  const uses = node("div", "uses", large);
  node("span", "", uses, row.reads.length ? data.words.uses : data.words.hint);
  const sources = row.reads.map((link) => {
    const tensor = byLine.get(link.line).tensors[link.place];
    const picture = wayInto(uses, data, tensor, link.line, link.part ? SOURCE : THUMB, choose);
    return { tensor, picture, part: link.part };
  });
  const pane = root.querySelector(".pane");
  const beside = large.offsetTop <= pane.offsetTop;
  const room = beside ? Math.max(150, (pane.clientHeight + RUN) / row.tensors.length - AROUND) : BELOW;
  for (const tensor of row.tensors) tensorInto(large, data, tensor, room, sources);
  const readers = rows.filter((one) => one.reads.some((link) => link.line === row.n));
  if (!readers.length) return;
  const used = node("div", "uses by", large);
  node("span", "", used, data.words.used_by);
  for (const reader of readers) wayInto(used, data, reader.tensors[0], reader.n, THUMB, choose);
}

const target = (event, place, count) => ({
  ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1,
}[event.key]);

function build(root, data, send) {
  clear(root, data);
  const state = remember(root);
  const rows = data.rows.map((row) => ({ ...row, tensors: row.values.map((value) => ({ ...openUp(value), numbers_told: value.numbers })) }));
  const byLine = new Map(rows.map((row) => [row.n, row]));
  const board = node("div", "board", root);
  const run = node("button", "run", board);
  run.dataset.screen = "";
  const pane = groupOf(board, "pane", data.words.title);
  const large = node("div", "large", board);
  large.setAttribute("aria-live", "polite");
  const buttons = new Map();
  for (const row of rows) {
    const box = lineInto(pane, data, row);
    if (row.tensors.length) buttons.set(row.n, box);
  }
  const lines = [...buttons.keys()];
  const label = (isRunning) => { run.textContent = isRunning ? `\u25a0 ${data.words.stop}` : `\u25b6 ${data.words.run}`; };
  const show = (line) => {
    state.line = line;
    const used = byLine.get(line).reads.map((link) => link.line);
    const readers = rows.filter((row) => row.reads.some((link) => link.line === line)).map((row) => row.n);
    for (const [number, box] of buttons) {
      box.classList.toggle("on", number === line);
      box.classList.toggle("used", used.includes(number));
      box.classList.toggle("reader", readers.includes(number));
      box.setAttribute("aria-pressed", String(number === line));
      box.tabIndex = number === line ? 0 : -1;
    }
    largeInto(root, large, data, byLine.get(line), rows, choose);
    threadsInto(pane, rows, buttons, line);
    const [box, top] = [buttons.get(line), pane.scrollTop];
    const [above, below] = [box.offsetTop, box.offsetTop + box.offsetHeight];
    if (above < top || below > top + pane.clientHeight) pane.scrollTop = above - pane.clientHeight / 2;
  };
  const choose = (line) => {
    state.clock.stop();
    rest(line);
  };
  const rest = (line) => {
    board.classList.remove("running");
    label(false);
    show(line);
    state.clock.later(() => send(line), line);
  };
  const step = (line) => {
    for (const [number, box] of buttons) box.classList.toggle("ahead", number > line);
    show(line);
  };
  run.onclick = () => state.clock.toggle({
    begin: () => {
      board.classList.add("running");
      label(true);
      step(lines[0]);
    },
    next: () => {
      const at = lines.indexOf(state.line) + 1;
      if (at < lines.length) step(lines[at]);
      return at < lines.length;
    },
    rested: () => rest(state.line),
    ms: BEAT,
  });
  for (const [line, box] of buttons) {
    box.onclick = () => choose(line);
    box.onkeydown = (event) => {
      const wanted = target(event, lines.indexOf(line), lines.length);
      if (wanted === undefined) return;
      event.preventDefault();
      const next = lines[Math.max(0, Math.min(lines.length - 1, wanted))];
      choose(next);
      buttons.get(next).focus({ preventScroll: true });
    };
  }
  label(false);
  state.show = show;
  return rows;
}

/** Lines break elsewhere where a window is made narrower or a phone is turned. */
function watchWidth(root, state) {
  if (state.watch) return;
  let wide = root.clientWidth;
  state.watch = new ResizeObserver(() => {
    if (root.clientWidth !== wide) state.show(state.line);
    wide = root.clientWidth;
  });
  state.watch.observe(root);
}

export default function listing(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".listing");
  const state = remember(root);
  const about = JSON.stringify({ ...data, chosen: 0 });
  const line = state.clock.chosen(about, data.chosen);
  if (about !== state.about) {
    state.rows = build(root, data, (chosen) => setTriggerValue("pick", chosen));
    state.about = about;
    state.line = null;
  }
  if (line !== state.line) state.show(line);
  watchWidth(root, state);
  root.numbers = () => [{
    name: "lines",
    rows: state.rows.flatMap((row) => row.values.map(({ name, shape, numbers }) => ({
      line: row.n, name, shape, first: numbers,
    }))),
  }];
}

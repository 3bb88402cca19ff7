// Lines of code; those that made something are buttons, one tab stop, arrow keys move between them.
// All words and colours come from Python; text reaches the page through textContent only.

function line(parent, data, row) {
  const can = row.values.length > 0;
  const box = node(can ? "button" : "div", can ? "line can" : "line", parent);
  node("span", "number", box, String(row.n)).setAttribute("aria-hidden", "true");
  const code = node("span", "code", box);
  code.style.setProperty("--indent", `${indentOf(row.spans) + 2}ch`);
  words(code, data, row.spans);
  const made = node("span", "made", box);
  for (const [name, shape, numbers] of row.values) {
    const value = node("span", "value", made);
    node("span", "name", value, `${name} `);
    node("span", "shape", value, shape);
    node("span", "numbers", value, ` ${numbers}`);
  }
  if (can) {
    box.type = "button";
    box.setAttribute("aria-pressed", String(row.n === data.chosen));
    box.setAttribute("aria-label", `${data.spoken} ${row.n}: ${code.textContent.trim()} ${made.textContent}`);
    box.classList.toggle("on", row.n === data.chosen);
    box.tabIndex = row.n === data.chosen ? 0 : -1;
  }
  return box;
}

const target = (event, place, count) => ({
  ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1,
}[event.key]);

const middle = (root, on) => on.offsetTop - root.offsetTop - root.clientHeight / 2;

/** Lines break elsewhere where a window is made narrower or a phone is turned. */
function stayInSight(root) {
  if (root.watch) return;
  let wide = root.clientWidth;
  root.watch = new ResizeObserver(() => {
    const on = root.querySelector(".on");
    if (on && root.clientWidth !== wide) root.scrollTop = middle(root, on);
    wide = root.clientWidth;
  });
  root.watch.observe(root);
}

export default function listing(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".listing");
  const first = data.rows[0].n;
  const stood = Number(root.dataset.first) === first ? root.scrollTop : null;
  root.dataset.first = first;
  const had = root.contains(root.getRootNode().activeElement);
  clear(root, data);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", data.title);
  const buttons = [];
  for (const row of data.rows) {
    const box = line(root, data, row);
    if (!row.values.length) continue;
    buttons.push(box);
    box.onclick = () => setTriggerValue("pick", row.n);
  }
  buttons.forEach((button, place) => {
    button.onkeydown = (event) => {
      const wanted = target(event, place, buttons.length);
      if (wanted === undefined) return;
      event.preventDefault();
      const next = buttons[Math.max(0, Math.min(buttons.length - 1, wanted))];
      for (const each of buttons) each.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    };
  });
  const on = root.querySelector(".on") ?? buttons[0];
  // Beside the tensor, on a phone above it, the lines scroll in a pane of their own, the chosen one
  // in its middle.
  root.classList.add("pane");
  root.scrollTop = stood ?? middle(root, on);
  stayInSight(root);
  if (on) on.tabIndex = 0;
  if (on && had) on.focus();
  root.numbers = () => [{
    name: "lines",
    rows: data.rows.flatMap((row) => row.values.map(([name, shape, numbers]) => ({
      line: row.n, name, shape, first: numbers,
    }))),
  }];
}
